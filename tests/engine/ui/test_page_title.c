/* The heading of a page: a logo where it has one, its title as text where not. */
#include "draw/draw_list.h"
#include "support/drawn_text.h"
#include "support/test.h"
#include "ui/page.h"

static const CwSpriteDef sprites[] = {{.file = "first.svg", .width_m = 1, .height_m = 1},
                                      {.file = "logo.svg", .width_m = 4, .height_m = 1}};
static CwDrawList list;
static Page page;

/* Draws a page with this logo. Returns its first sprite, NULL for none. */
static const SpriteCommand *draw_title(int logo)
{
    const CwTheme theme = {0};
    const InputMap map = {0};
    const SpriteTable table = {.sprites = sprites, .count = 2, .camera_height_m = 9};
    page_begin(&page, "Toy");
    page.logo = logo;
    page.logo_shape = 4;
    page_action(&page, 1, "Play");
    draw_list_begin(&list, &(CwCamera){.height_m = 9}, &table);
    page_draw(&page, &(PageLook){.theme = &theme, .bindings = &map}, &list);
    for (uint32_t i = 0; i < list.command_count; i++) {
        if (list.commands[i].kind == DRAW_SPRITE) {
            return &list.commands[i].sprite;
        }
    }
    return NULL;
}

TEST(a_title_sprite_is_the_logo)
{
    for (int i = 0; i < 2; i++) {
        const SpriteCommand *logo = draw_title(i);
        ck_assert_ptr_nonnull(logo);
        ck_assert_int_eq(logo->sprite, i);
        ck_assert_uint_eq(logo->tint.a, 255);
    }
}

TEST(without_a_title_sprite_the_title_is_text)
{
    ck_assert_ptr_null(draw_title(-1));
    ck_assert(draws_text(&list, "Toy"));
}

static void forget(void)
{
    draw_list_free(&list);
}

FIXTURE(.tear_down = forget);
