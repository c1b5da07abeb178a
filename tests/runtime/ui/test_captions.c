#include "support/drawn_list.h"
#include "support/drawn_text.h"
#include "ui/notices.h"

/* Captions by themselves: which are shown, for how long, and where. */

static Notices captions;
static const CwTheme theme = {{255, 255, 255, 255}, {200, 160, 60, 255}, {20, 40, 60, 200}};

FIXTURE(.set_up = begin_list, .tear_down = free_list);

static void draw(void)
{
    begin_list();
    captions_draw(&captions, &(NoticeLook){.theme = &theme, .line_points = 14}, 320, &list);
}

TEST(a_repeated_caption_restarts_in_its_row)
{
    captions_add(&captions, "a bell", 0);
    captions_add(&captions, "a splash", 0);
    notices_age(&captions, 1, CAPTION_S);
    captions_add(&captions, "a bell", 1);
    ck_assert_int_eq(captions.count, 2);
    ck_assert_str_eq(captions.items[0].text, "a bell");
    ck_assert_double_eq(captions.items[0].pan, 1);
    notices_age(&captions, 1, CAPTION_S);
    ck_assert_int_eq(captions.count, 1);
    ck_assert_str_eq(captions.items[0].text, "a bell");
}

TEST(a_fourth_caption_replaces_the_oldest)
{
    const char *const words[] = {"one", "two", "three"};
    for (int i = 0; i < 3; i++) {
        captions_add(&captions, words[i], 0);
        notices_age(&captions, 0.1, CAPTION_S);
    }
    captions_add(&captions, "one", 0);
    captions_add(&captions, "four", 0);
    draw();
    ck_assert(draws_text(&list, "one") && draws_text(&list, "three") && draws_text(&list, "four"));
    ck_assert(!draws_text(&list, "two"));
}

TEST(an_arrow_tells_the_side)
{
    captions_add(&captions, "ahead", 0.1);
    captions_add(&captions, "a bell", -0.5);
    captions_add(&captions, "a splash", 0.5);
    draw();
    ck_assert(draws_text(&list, "ahead"));
    ck_assert(draws_text(&list, "\u25c0 a bell") && draws_text(&list, "a splash \u25b6"));
}
