/* One message at a time, clear of the rest; a camera that shows where the buggy will land; HUD and
 * signs as players ask for them: larger, clearer, in safe colours. */
#include "base/frame_services.h"
#include "host/bindings.h"
#include "support/drawn_text.h"
#include "support/drive.h"
#include "things/kinds.h"
#include "view/view.h"
#include "windup/windup.h"

static Stage prompted;

SET_UP(.tear_down = drive_close)
{
    drive_bind_prompts(&prompted);
    drive_open("assets/levels/first-wind.tmj", 60);
    drive_hold(0, 1);
}

/* Texts in the middle of the picture, between the way and the bar at the bottom. */
static int count_messages(void)
{
    int count = 0;
    for (uint32_t i = 0; i < list.command_count; i++) {
        const TextCommand *command = &list.commands[i].text;
        bool is_text = list.commands[i].kind == DRAW_TEXT && command->align == CW_ALIGN_CENTRE;
        vec2s anchor = command->place.origin;
        count += is_text && fabs(anchor.x - CW_VIEW_WIDTH / 2) < 1;
        ck_assert(!is_text || anchor.y < CW_VIEW_HEIGHT - 40);
    }
    return count;
}

TEST(help_shows_at_the_start_only)
{
    drive_show(&list, 0, 0.5, NULL, 0);
    ck_assert_int_eq(count_messages(), 1);
    drive_hold(ACCELERATE, 180);
    drive_show(&list, 3, 0.5, NULL, 0);
    ck_assert_int_eq(count_messages(), 0);
}

TEST(an_overturned_buggy_gets_a_hint)
{
    drive_buggy()->overturned_ticks = 100;
    drive_show(&list, 0, 0.5, NULL, 0);
    ck_assert(draws_text(&list, "Up,\u00a0Down:\u00a0roll\u00a0over    Backspace:\u00a0rewind    "
                                "R:\u00a0to\u00a0the\u00a0start"));
    drive_run()->checkpoint = (CwEntity){1, 1};
    drive_show(&list, 0, 0.5, NULL, 0);
    ck_assert(draws_text(&list, "Up,\u00a0Down:\u00a0roll\u00a0over    Backspace:\u00a0rewind    "
                                "R:\u00a0to\u00a0the\u00a0checkpoint"));
}

TEST(a_checkpoint_without_a_ghost_shows_no_message)
{
    const CwEvent passed = {.type = CW_EVENT_GAME, .code = CUE_CHECKPOINT, .tick = 60};
    drive_run()->checkpoints_passed = 1;
    drive_hold(0, 90);
    drive_show(&list, 0, 0.5, &passed, 1);
    ck_assert(!draws_text(&list, "Checkpoint"));
}

TEST(an_equal_split_has_no_sign_and_trouble_hides_it)
{
    const CwEvent passed = {.type = CW_EVENT_GAME, .code = CUE_CHECKPOINT, .tick = 60};
    Ghost *ghost = &((View *)drive.session.view_memory)->ghost;
    ghost->tick_count = 1;
    ghost->time = (CwRunTime){.split_count = 1, .splits = {61}};
    drive_run()->checkpoints_passed = 1;
    drive_hold(0, 90);
    drive_show(&list, 0, 0.5, &passed, 1);
    ck_assert(draws_text(&list, "Checkpoint\u00a0\u00a00.00\u00a0s"));
    drive_buggy()->overturned_ticks = 100;
    drive_show(&list, 0, 0.5, NULL, 0);
    ck_assert(!draws_text(&list, "Checkpoint\u00a0\u00a00.00\u00a0s"));
    ck_assert_int_eq(count_messages(), 1);
}

TEST(a_stuck_buggy_at_full_throttle_gets_a_hint)
{
    const char *hint = "Left:\u00a0back\u00a0up\u00a0for\u00a0a\u00a0run-up    Space:\u00a0hop";
    drive_hold(ACCELERATE, 5);
    drive_buggy()->stalled_ticks = 200;
    drive_show(&list, 0, 0.5, NULL, 0);
    ck_assert(draws_text(&list, hint));
    drive_buggy()->stalled_ticks = 60;
    drive_show(&list, 0, 0.5, NULL, 0);
    ck_assert(!draws_text(&list, hint));
}

/* From 6 m: when it falls fastest, the camera sees further down than when it stands. */
TEST(camera_looks_down_where_it_falls)
{
    drive_set_up();
    drive_show(&list, 0.5, 0.5, NULL, 0);
    double standing_m = drive_place().y - drive.session.camera.y_m;
    buggy_place(drive_world(), drive_buggy(), cpv(TRACK_START_M, TRACK_GROUND_M + 6));
    double falling_m = standing_m;
    for (int i = 0; i < 60; i++) {
        drive_hold(0, 1);
        drive_show(&list, 1 / 60.0, 0.5, NULL, 0);
        falling_m = fmax(falling_m, drive_place().y - drive.session.camera.y_m);
    }
    ck_assert_double_gt(falling_m, standing_m + 0.2);
}

TEST(camera_shows_where_a_flight_ends)
{
    const CwCamera *camera = &drive.session.camera;
    drive_set_up();
    buggy_place(drive_world(), drive_buggy(), cpv(TRACK_START_M, TRACK_GROUND_M + 8));
    for (int i = 0; i < 45; i++) {
        drive_hold(0, 1);
        drive_show(&list, 1 / 60.0, 0.5, NULL, 0);
    }
    ck_assert_double_gt(TRACK_GROUND_M, camera->y_m - 0.48 * camera->height_m);
    ck_assert_double_lt(drive_place().y, camera->y_m + 0.4 * camera->height_m);
}

TEST(a_wreck_is_seen_in_half_a_second_of_slow_motion)
{
    race_cause_trouble(drive_world(), TROUBLE_CRUSHED);
    double slow_s = 0, dt_s = cw_world_dt_s(drive_world());
    CwFlow flow = {.time_scale = 1};
    for (int i = 0; i < 60; i++, drive_hold(0, 1)) {
        CwFrame frame = drive_frame(&list, &drive.session.camera);
        frame.flow = &flow;
        camera_follow(drive_world(), &frame);
        slow_s += flow.time_scale < 1 ? dt_s / flow.time_scale : 0;
    }
    ck_assert_double_eq_tol(slow_s, 0.5, 0.05);
    ck_assert_double_eq(flow.time_scale, 1);
}

TEST(particles_follow_simulated_time)
{
    const CwEvent finish = {.type = CW_EVENT_GAME, .code = CUE_FINISH, .point = {20, 5}};
    drive_open_track("");
    drive_hold(0, 30);
    uint32_t before = drive_show(&list, 0, 0.5, NULL, 0);
    ck_assert_uint_eq(drive_show(&list, 0, 0.5, &finish, 1), before + 60);
    ck_assert_uint_eq(drive_show(&list, 0, 0.5, NULL, 0), before + 60);
    drive_show(&list, 1.5, 0.5, NULL, 0);
    ck_assert_int_eq(cw_particles_count(drive.particles, EMITTER_CONFETTI), 60);
    drive_show(&list, 1.8, 0.5, NULL, 0);
    ck_assert_int_eq(cw_particles_count(drive.particles, EMITTER_CONFETTI), 0);
}

TEST(a_long_frame_does_not_upset_the_camera)
{
    drive_open_track("");
    drive_hold(0, 120);
    drive_show(&list, 0, 0.5, NULL, 0);
    double before_m = drive.session.camera.y_m;
    for (int i = 0; i < 20; i++) {
        drive_show(&list, i % 2 == 0 ? 30 : -30, 0.5, NULL, 0);
        ck_assert_double_lt(fabs(drive.session.camera.y_m - before_m), 1);
    }
}

TEST(backing_into_the_wall_does_not_flip_it)
{
    for (int i = 0; i < 600; i++) {
        drive_hold(BRAKE, 1);
        ck_assert_double_gt(cpBodyGetRotation(drive_buggy()->chassis).x, 0.9);
    }
}

/* How bright the ambient light leaves the picture: 255, all. */
static int light_left(void)
{
    EXPECT_BETWEEN(list.ambient_layer, LAYER_WEATHER, LAYER_HUD);
    return list.ambient.g;
}

TEST(night_darkens_the_picture)
{
    drive_show(&list, 0, 0.5, NULL, 0);
    ck_assert_int_eq(list.ambient.g, 255);
    drive_run()->night = 0.5;
    drive_show(&list, 0, 0.5, NULL, 0);
    int dusk = light_left();
    drive_open("assets/levels/night-shift.tmj", 60);
    drive_show(&list, 0, 0.5, NULL, 0);
    ck_assert_int_lt(dusk, 255);
    ck_assert_int_lt(light_left(), dusk);
}

static const CwViewRect views[] = {{-107, 0, 854, 360}, {0, -60, 640, 480}, {0, -396, 640, 1152}};

/* In wide and tall views: the sky to the corners, the level's end at most at the picture's. */
TEST(the_picture_fills_every_view, .rounds = CW_ARRAY_LENGTH(views))
{
    CwViewRect seen = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    list.view = views[_i];
    drive_show(&list, 0, 0.5, NULL, 0);
    for (uint32_t j = 0; j < list.command_count; j++) {
        const DrawCommand *command = &list.commands[j];
        if (command->kind == DRAW_RECT && command->layer == LAYER_SKY) {
            vec2s low = command->rect.top_left, size = command->rect.size;
            seen.x = fmin(seen.x, (double)low.x);
            seen.y = fmin(seen.y, (double)low.y);
            seen.width = fmax(seen.width, (double)(low.x + size.x) - seen.x);
            seen.height = fmax(seen.height, (double)(low.y + size.y) - seen.y);
        }
    }
    ck_assert_mem_eq(&seen, &views[_i], sizeof seen);
    CwWorldRect world = cw_draw_visible_world(&list);
    ck_assert_double_ge(world.left_m, 0);
    ck_assert_double_le(world.right_m, drive_run()->size_m.x);
}

/* ---- the HUD ---- */

static void show(CwComfort comfort)
{
    CwFrame frame = drive_frame(&list, &drive.session.camera);
    frame.services = &(CwFrameServices){.stage = &prompted};
    frame.comfort = comfort;
    hud_draw(drive_world(), &frame);
}

/* With fonts, so that texts have a size. */
static void show_typeset(double text_scale)
{
    list.typesetter = typesetter_create(&(FontsDesc){windup_game.looks.fonts, 1, NULL});
    show((CwComfort){.text_scale = text_scale});
    typesetter_destroy(list.typesetter);
    list.typesetter = NULL;
}

static TextCommand text_from(char first)
{
    for (uint32_t i = 0; i < list.command_count; i++) {
        const TextCommand *command = &list.commands[i].text;
        if (list.commands[i].kind == DRAW_TEXT && list.text[command->first_byte] == first) {
            return *command;
        }
    }
    return (TextCommand){0};
}

static bool shows_chapter_at(double x_m, double y_m)
{
    CwFrame frame = drive_frame(&list, &(CwCamera){.x_m = x_m, .y_m = y_m, .height_m = 10});
    frame.services = &(CwFrameServices){0}; /* without a device there is no help */
    hud_draw(drive_world(), &frame);
    return draws_text(&list, "The Heights\nAbove the storm stands the clock. One more turn of the "
                             "key.");
}

TEST(the_card_of_a_chapter_gives_way_to_a_sign)
{
    drive_open("assets/levels/storm-mill.tmj", 60);
    strcpy(drive.session.level, "storm-mill");
    CwEntity first = cw_world_next_of(drive_world(), KIND_SIGN, (CwEntity){0});
    cpVect board = ((const Sign *)cw_world_data_const(drive_world(), first))->object->centre_m;
    ck_assert(!shows_chapter_at(board.x, board.y - 3));
    ck_assert(shows_chapter_at(board.x - 30, board.y - 3));
}

TEST(the_large_text_of_the_ending_leaves_the_winner_in_sight)
{
    drive_open("assets/levels/clock-tower.tmj", 60);
    strcpy(drive.session.level, "clock-tower");
    drive_hold(0, 60);
    drive_run()->finished = true;
    show_typeset(1.5);
    EXPECT_BETWEEN((double)text_from('F').place.origin.y, 280, 330);
}

TEST(text_of_the_hud_grows_as_asked)
{
    show((CwComfort){.text_scale = 1});
    double time = (double)text_from('0').size, help = (double)text_from('R').size;
    ck_assert(time > 0 && help > 0);
    show((CwComfort){.text_scale = 1.5});
    EXPECT_WITHIN((double)text_from('0').size / time, 1.499, 1.501);
    EXPECT_WITHIN((double)text_from('R').size / help, 1.499, 1.501);
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

/* The start of the level, where the first sign is. */
static void show_sign(Stage *with)
{
    CwFrame frame = drive_frame(&list, &(CwCamera){.x_m = 10, .y_m = 5, .height_m = 20});
    frame.services = &(CwFrameServices){.stage = with};
    frame.comfort.text_scale = 1;
    entities_draw(drive_world(), &frame);
}

#define ON_KEYS                                                                                    \
    "Right,\u00a0Left:\u00a0drive    Up,\u00a0Down:\u00a0lean    Space:\u00a0hop    R:\u00a0back", \
        "Right: drive\nLeft: brake"

static const struct {
    Device device;
    const char *help, *sign;
} devices[] = {
    {DEVICE_KEYBOARD, ON_KEYS},
    {DEVICE_PAD,
     "RT,\u00a0LT:\u00a0drive    L\u2190,\u00a0L\u2192:\u00a0lean    A:\u00a0hop    Y:\u00a0back",
     "RT: drive\nLT: brake"},
    {DEVICE_MOUSE, ON_KEYS},
    {DEVICE_TOUCH,
     "\u25b6,\u00a0\u25c0:\u00a0drive    \u21b6,\u00a0\u21b7:\u00a0lean    "
     "\u2191:\u00a0hop    \u2691:\u00a0back",
     "\u25b6: drive\n\u25c0: brake"},
};

/* Key and word of help are never apart, and a line may end between hints. */
TEST(help_and_signs_name_the_keys_of_the_device_in_use, .rounds = CW_ARRAY_LENGTH(devices))
{
    prompted.device_use.device = devices[_i].device;
    show((CwComfort){.text_scale = 1});
    ck_assert(draws_text(&list, devices[_i].help));
    show_sign(&prompted);
    ck_assert(draws_text(&list, devices[_i].sign));
}

TEST(after_a_fall_its_word_and_the_bound_keys_are_shown)
{
    drive_run()->trouble = TROUBLE_FELL;
    InputMap map = prompted.players.collectors[0].map;
    ActionBindings *respawn = &map.actions[ACTION_RESPAWN];
    EXPECT_OK(bindings_parse("key:F5", respawn->items, BINDING_MAX, &respawn->count, &error));
    collector_rebind(&prompted.players.collectors[0], &map);
    show_typeset(1);
    ck_assert(draws_text(&list, "Down you go!"));
    ck_assert(draws_text(&list, "Backspace:\u00a0rewind    F5:\u00a0to\u00a0the\u00a0start"));
}

TEST(without_a_device_a_sign_shows_its_fallback_text)
{
    show_sign(NULL);
    ck_assert(draws_text(&list, "Right: drive\nLeft: brake"));
}
