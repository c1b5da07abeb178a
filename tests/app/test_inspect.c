#include "support/toy_run.h"

#include <string.h>

/* Looking inside a pause, through the real loop. */

enum { KEY_E = 8, KEY_I = 12, KEY_Q = 20, PAD_Y = 3 };

TOY_FIXTURE;

static const Inspect *inspect(void)
{
    return &run.loop.inspect;
}

/* A second of play, and the pause. */
static void pause_run(void)
{
    toy_play(60);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_eq(toy_screen(), SCREEN_PAUSED);
    toy_run_frames(60); /* the picture moves aside for the page, and comes to rest */
}

/* Clicks a place of the world, where the picture shows it. */
static void click_world(double x_m, double y_m)
{
    CwPoint2 at = cw_camera_to_view(&toy_stage()->draw_list.camera, (CwPoint2){x_m, y_m});
    toy_click(at.x, at.y);
}

static uint32_t first_ball(void)
{
    return toy_now()->runner.index1 + 1;
}

static cpVect ball_place(uint32_t entity)
{
    const CwWorld *world = toy_world();
    for (int i = 0; i < world->pose_count; i++) {
        if (world->poses[i].owner.index1 == entity) {
            return cpBodyGetPosition(world->poses[i].body);
        }
    }
    ck_abort_msg("there is no ball %u", entity);
}

static const FieldRow *find_row(const char *name)
{
    for (int i = 0; i < inspect()->panel.row_count; i++) {
        if (strcmp(inspect()->panel.rows[i].name, name) == 0) {
            return &inspect()->panel.rows[i];
        }
    }
    return NULL;
}

TEST(a_click_in_a_pause_shows_what_lies_there_with_its_fields)
{
    pause_run();
    uint64_t hash = toy_hash();
    cpVect at = ball_place(first_ball());
    click_world(at.x, at.y);
    char title[32], value[FIELD_TEXT_BYTES];
    snprintf(title, sizeof title, "ball %u", first_ball());
    ck_assert(inspect()->open);
    ck_assert_str_eq(inspect()->panel.title, title);
    snprintf(value, sizeof value, "body.%u.p.y", first_ball());
    ck_assert_ptr_nonnull(find_row(value));
    ck_assert_double_eq_tol(strtod(find_row(value)->value, NULL), at.y, 1e-6);
    ck_assert_uint_eq(toy_hash(), hash);
    ck_assert(toy_stage()->draw_list.command_count > 0);
}

TEST(a_click_beside_everything_closes_it_and_the_way_back_does_too)
{
    pause_run();
    toy_tap(KEY_I);
    ck_assert(inspect()->open);
    click_world(toy_runner_x_m() + 1, 5.9);
    ck_assert(!inspect()->open);
    ck_assert_int_eq(toy_screen(), SCREEN_PAUSED);
    toy_tap(KEY_I);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert(!inspect()->open);
    ck_assert_int_eq(toy_screen(), SCREEN_PAUSED);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_eq(toy_screen(), SCREEN_PLAYING);
}

TEST(things_that_lie_on_each_other_come_one_after_the_other)
{
    pause_run();
    cpVect at = ball_place(first_ball());
    Picked items[PICK_MAX];
    CwWorld *world = run.loop.playback.session.world;
    cpBodySetPosition(world->poses[first_ball()].body, at); /* the next ball, in the same place */
    cpSpaceReindexShapesForBody(world->space, world->poses[first_ball()].body);
    world->current_poses[first_ball()] = world->current_poses[first_ball() - 1];
    world->previous_poses[first_ball()] = world->previous_poses[first_ball() - 1];
    ck_assert_int_ge(world_pick(world, (CwPoint2){at.x, at.y}, 0.05, 1, items), 2);
    click_world(at.x, at.y);
    uint32_t first = inspect()->thing.entity;
    click_world(at.x, at.y);
    ck_assert(inspect()->open && inspect()->thing.entity != first);
    ck_assert_ptr_nonnull(strstr(inspect()->panel.note, "2 of "));
}

TEST(keys_and_pad_go_through_all_entities)
{
    pause_run();
    toy_pad(PAD_Y, 1);
    toy_run_frames(1);
    toy_pad(PAD_Y, 0);
    ck_assert_uint_eq(inspect()->thing.entity, toy_now()->runner.index1);
    toy_tap(KEY_E);
    ck_assert_uint_eq(inspect()->thing.entity, first_ball());
    toy_tap(KEY_Q);
    toy_tap(KEY_Q);
    ck_assert_uint_eq(inspect()->thing.entity, (uint32_t)toy_world()->slot_count);
    ck_assert(inspect()->open);
}

TEST(headings_fold_and_the_values_follow_a_step)
{
    pause_run();
    toy_tap(KEY_I);
    toy_tap(KEY_E);
    char name[FIELD_NAME_BYTES];
    snprintf(name, sizeof name, "body.%u.p.y", first_ball());
    ck_assert_ptr_nonnull(find_row(name));
    char before[FIELD_TEXT_BYTES];
    memcpy(before, find_row(name)->value, sizeof before);
    toy_tap_times(TOY_KEY_STEP_BACK, 5);
    ck_assert_str_ne(find_row(name)->value, before);
    toy_tap(TOY_KEY_UP); /* the heading */
    int rows = inspect()->panel.row_count;
    toy_tap(TOY_KEY_RETURN);
    ck_assert_int_lt(inspect()->panel.row_count, rows);
    ck_assert_ptr_null(find_row(name));
}

TEST(while_play_goes_on_nothing_is_looked_at)
{
    toy_play(60);
    toy_tap(KEY_I);
    click_world(toy_runner_x_m(), 0);
    ck_assert(!inspect()->open);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap(KEY_I);
    ck_assert(inspect()->open);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap(TOY_KEY_ESCAPE);
    toy_run_frames(1);
    ck_assert(!inspect()->open);
    ck_assert_int_eq(toy_screen(), SCREEN_PLAYING);
}
