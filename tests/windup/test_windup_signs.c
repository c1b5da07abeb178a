/* Signs name what is pressed on the device in hand. */
#include "common/sprites.h"
#include "map/map_text.h"
#include "sim/world.h"
#include "support/drawn_text.h"
#include "support/drive.h"
#include "support/prompts.h"
#include "windup/windup.h"

static CwDrawList list;
static CwPrompts prompts;

static void set_up(void)
{
    drive_set_up();
    drive_open("assets/levels/first-wind.tmj", 60);
    prompts = windup_prompts();
}

static void tear_down(void)
{
    draw_list_free(&list);
    drive_close();
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

/* The start of the level, where the first sign is. */
static void show(const CwPrompts *with)
{
    CwFrame frame = drive_frame(&list, &(CwCamera){.x_m = 10, .y_m = 5, .height_m = 20});
    frame.prompts = with;
    frame.comfort.text_scale = 1;
    entities_draw(drive_world(), &frame);
}

static const struct {
    Device device;
    const char *drive, *brake;
} signs[] = {{DEVICE_KEYBOARD, "Right: drive", "Left: brake"},
             {DEVICE_PAD, "RT: drive", "LT: brake"},
             {DEVICE_TOUCH, "\u25b6: drive", "\u25c0: brake"}};

TEST(signs_name_keys_and_buttons_of_the_device_in_hand, .rounds = CW_ARRAY_LENGTH(signs))
{
    prompts.device = signs[_i].device;
    show(&prompts);
    ck_assert(draws_text(&list, signs[_i].drive));
    ck_assert(draws_text(&list, signs[_i].brake));
}

TEST(without_a_device_a_sign_shows_its_fallback_text)
{
    show(NULL);
    ck_assert(draws_text(&list, "Right: drive"));
}

TEST(a_sign_with_an_unknown_action_is_warned_about)
{
    drive_open_track(OBJECT(9, "sign", 640, 640, 128, 64, PROPERTIES(VALUE("text", "\"{jump}\""))));
    int count = 0;
    const char *warning = map_first_warning(drive.session.map, &count);
    ck_assert_int_eq(count, 1);
    ck_assert_ptr_nonnull(strstr(warning, "\"jump\""));
    ck_assert_ptr_nonnull(strstr(warning, "hop"));
}
