/* The HUD and signs as players ask for it: larger, clearer, in safe colours. */
#include "base/frame_services.h"
#include "host/bindings.h"
#include "support/drawn_text.h"
#include "support/drive.h"
#include "support/prompts.h"
#include "view/view.h"
#include "windup/windup.h"

static Stage prompted;

SET_UP(.tear_down = drive_close)
{
    drive_set_up();
    bind_windup(&prompted);
}

static void show(CwComfort comfort)
{
    CwFrame frame = drive_frame(&list, &drive.session.camera);
    frame.services = &(CwFrameServices){.prompted = &prompted};
    frame.comfort = comfort;
    hud_draw(drive_world(), &frame);
}

static double size_of(char first)
{
    for (uint32_t i = 0; i < list.command_count; i++) {
        const TextCommand *command = &list.commands[i].text;
        if (list.commands[i].kind == DRAW_TEXT && list.text[command->first_byte] == first) {
            return command->size;
        }
    }
    return 0;
}

TEST(text_of_the_hud_grows_as_asked)
{
    show((CwComfort){.text_scale = 1});
    double time = size_of('0'), help = size_of('R');
    ck_assert(time > 0 && help > 0);
    show((CwComfort){.text_scale = 1.5});
    EXPECT_WITHIN(size_of('0') / time, 1.499, 1.501);
    EXPECT_WITHIN(size_of('R') / help, 1.499, 1.501);
}

TEST(a_low_spring_has_a_sign_beside_its_colour)
{
    drive_buggy()->spring.left_J = SPRING_LOW_J / 2;
    show((CwComfort){.text_scale = 1});
    ck_assert(!draws_text(&list, "!"));
    show((CwComfort){.text_scale = 1, .colour_safe = true});
    ck_assert(draws_text(&list, "!"));
    drive_buggy()->spring.left_J = 2 * SPRING_LOW_J;
    show((CwComfort){.text_scale = 1, .colour_safe = true});
    ck_assert(!draws_text(&list, "!"));
}

static int count_circles(double radius)
{
    int count = 0;
    for (uint32_t i = 0; i < list.command_count; i++) {
        const DrawCommand *command = &list.commands[i];
        count +=
            command->kind == DRAW_CAPSULE && fabs((double)command->capsule.radius - radius) < 0.01;
    }
    return count;
}

TEST(checkpoints_ahead_are_rings_and_those_passed_are_not)
{
    drive_open("assets/levels/first-wind.tmj", 60);
    show((CwComfort){.text_scale = 1});
    int all = count_circles(3.6);
    ck_assert_int_gt(all, 0);
    ck_assert_int_eq(count_circles(1.8), 0);
    show((CwComfort){.text_scale = 1, .high_contrast = true});
    ck_assert_int_eq(count_circles(1.8), all);
    drive_run()->respawn_m.x = 1e6;
    show((CwComfort){.text_scale = 1, .high_contrast = true});
    ck_assert_int_eq(count_circles(1.8), 0);
}

/* ---- prompts ---- */

static const struct {
    Device device;
    const char *help;
} hints[] = {
    {DEVICE_KEYBOARD,
     "Right,\u00a0Left:\u00a0drive    Up,\u00a0Down:\u00a0lean    Space:\u00a0hop    "
     "R:\u00a0back"},
    {DEVICE_PAD, "RT,\u00a0LT:\u00a0drive    L\u2190,\u00a0L\u2192:\u00a0lean    A:\u00a0hop    "
                 "Y:\u00a0back"},
    {DEVICE_MOUSE, "Right,\u00a0Left:\u00a0drive    Up,\u00a0Down:\u00a0lean    Space:\u00a0hop    "
                   "R:\u00a0back"},
    {DEVICE_TOUCH, "\u25b6,\u00a0\u25c0:\u00a0drive    \u21b6,\u00a0\u21b7:\u00a0lean    "
                   "\u2191:\u00a0hop    \u2691:\u00a0back"},
};

/* Key and word are never apart, and a line may end between hints. */
TEST(help_shows_the_device_in_hand, .rounds = CW_ARRAY_LENGTH(hints))
{
    prompted.device_use.device = hints[_i].device;
    show((CwComfort){.text_scale = 1});
    ck_assert(draws_text(&list, hints[_i].help));
}

TEST(after_a_fall_the_bound_keys_are_shown)
{
    drive_run()->trouble = TROUBLE_FELL;
    InputMap map = prompted.players.collectors[0].map;
    ActionBindings *respawn = &map.actions[ACTION_RESPAWN];
    EXPECT_OK(bindings_parse("key:F5", respawn->items, BINDING_MAX, &respawn->count, &error));
    collector_rebind(&prompted.players.collectors[0], &map);
    show((CwComfort){.text_scale = 1});
    ck_assert(draws_text(&list, "Down\u00a0you\u00a0go!    Backspace:\u00a0rewind    "
                                "F5:\u00a0to\u00a0the\u00a0start"));
}

/* ---- signs name what is pressed on the device in hand ---- */

/* The start of the level, where the first sign is. */
static void show_sign(const Stage *with)
{
    drive_open("assets/levels/first-wind.tmj", 60);
    CwFrame frame = drive_frame(&list, &(CwCamera){.x_m = 10, .y_m = 5, .height_m = 20});
    frame.services = &(CwFrameServices){.prompted = with};
    frame.comfort.text_scale = 1;
    entities_draw(drive_world(), &frame);
}

static const struct {
    Device device;
    const char *text;
} signs[] = {{DEVICE_KEYBOARD, "Right: drive\nLeft: brake"},
             {DEVICE_PAD, "RT: drive\nLT: brake"},
             {DEVICE_TOUCH, "\u25b6: drive\n\u25c0: brake"}};

TEST(signs_name_keys_and_buttons_of_the_device_in_hand, .rounds = CW_ARRAY_LENGTH(signs))
{
    prompted.device_use.device = signs[_i].device;
    show_sign(&prompted);
    ck_assert(draws_text(&list, signs[_i].text));
}

TEST(without_a_device_a_sign_shows_its_fallback_text)
{
    show_sign(NULL);
    ck_assert(draws_text(&list, "Right: drive\nLeft: brake"));
}
