/* The run: rewinds make branches, and looking at the past alone changes nothing. */
#include "base/frame_services.h"
#include "fields/world_edit.h"
#include "support/replay_samples.h"
#include "support/rich_past.h"

#include <chipmunk/chipmunk_structs.h>

SET_UP(.tear_down = past_tear_down)
{
    past_set_up();
    past_begin((size_t)16 << 20, 60);
    past_record();
}

static CwReplayFile *expect_recorded(uint64_t ticks, uint64_t rewinds)
{
    uint64_t hash = cw_world_hash(session.world);
    CwReplayFile *replay = past_recording();
    ck_assert_uint_eq(replay->tick_count, ticks);
    ck_assert_uint_eq(replay->rewind_count, rewinds);
    ck_assert_uint_eq(sample_verify(replay, rich_game(), NULL), hash);
    return replay;
}

TEST(the_branch_that_survives_a_rewind_ends_like_the_live_world)
{
    past_play(300, 0);
    past_seek(170);
    past_play(200, 1);
    ck_assert_uint_eq(expect_recorded(370, 1)->played_count, 500);
}

static size_t file_bytes(void)
{
    static uint8_t bytes[1 << 20];
    return sample_read(bytes, sizeof bytes);
}

TEST(looking_back_and_forth_changes_nothing_and_writes_nothing)
{
    past_play(400, 0);
    uint64_t bytes = rich_bytes(&session);
    CwTickInput input = session.world->input;
    size_t written = file_bytes();
    for (uint64_t tick = 0; tick <= 400; tick += 37) {
        past_seek(tick);
        past_seek(399 - tick / 2);
    }
    ck_assert_int_eq(past.state, RUN_IN_PAST);
    past_seek(400);
    ck_assert_int_ne(past.state, RUN_IN_PAST);
    ck_assert_uint_eq(rich_bytes(&session), bytes);
    ck_assert_mem_eq(&session.world->input, &input, sizeof input);
    ck_assert_uint_eq(file_bytes(), written);
    ck_assert_uint_eq(past.rewind_count, 0);
    past_play(10, 0);
    ck_assert_uint_eq(past.rewind_count, 0);
    ck_assert_uint_eq(run_newest(&past), 410);
}

TEST(seeks_beyond_the_range_stop_at_its_ends)
{
    past_play(50, 0);
    past_seek(7);
    past_seek(UINT64_MAX);
    ck_assert_uint_eq(cw_world_tick(session.world), 50);
    cw_history_begin(history, session.world);
    past_seek(3);
    ck_assert_uint_eq(cw_world_tick(session.world), 50);
    ck_assert_int_ne(past.state, RUN_IN_PAST);
}

/* Quitting while looking at the past: the recording ends with the newest tick. */
TEST(the_finish_is_that_of_the_newest_tick)
{
    past_play(650, 0);
    ck_assert(past.is_finished);
    past_seek(500);
    ck_assert(!session_probe(&session).finished);
    ck_assert(past.is_finished);
    CwReplayFile *replay = past_recording();
    ck_assert(replay->finished);
    ck_assert_uint_eq(replay->tick_count, 650);
}

TEST(a_branch_is_checked_by_the_sync_test_from_its_own_start)
{
    changes_of(&session)->sync_test = sync_test_create(8, &error);
    past_play(100, 0);
    past_seek(60);
    past_play(100, 1);
    past_seek(157);
    past_play(50, 2);
}

TEST(without_a_history_only_the_present_exists)
{
    run_begin(&past, &(RunDesc){.session = &session});
    past_play(20, 0);
    ck_assert_uint_eq(run_oldest(&past), 20);
    ck_assert_uint_eq(run_newest(&past), 20);
    EXPECT_REFUSED(run_seek(&past, 10, &error), "game.history");
    ck_assert_uint_eq(cw_world_tick(session.world), 20);
}

TEST(a_game_is_told_how_its_run_was_played)
{
    CwFrame frame = {.services = &(CwFrameServices){.run = &past}};
    past_play(90, 0);
    past_seek(40);
    past_play(10, 1);
    ck_assert(!cw_frame_run_info(&frame).clean); /* no player plays it */
    past.is_played = true;
    CwRunInfo info = cw_frame_run_info(&frame);
    ck_assert(info.ticks == 50 && info.rewind_count == 1 && !info.edited && !info.taken_over);
    run_note_taken(&past);
    info = cw_frame_run_info(&frame);
    ck_assert(info.taken_over && !info.clean);
    frame.scene = CW_SCENE_TITLE;
    ck_assert_uint_eq(cw_frame_run_info(&frame).ticks, 0);
}

static void play_anything(int ticks, CwRng *dice, CwTickInput *input)
{
    for (int i = 0; i < ticks; i++) {
        for (int player = 0; player < CW_PLAYER_MAX; player++) {
            input->players[player] = sample_any_input(dice, &input->players[player]);
        }
        EXPECT_OK(cw_rng_below(dice, 2) == 0 ? run_play(&past, input, &error)
                                             : run_tick(&past, input, &error));
    }
}

TEST(any_input_of_a_bot_or_source_is_made_possible_and_recorded)
{
    CwRng dice = seeded_rng(4, 1);
    CwTickInput input = {0};
    for (int i = 0; i < 20; i++) {
        play_anything(20, &dice, &input);
        past_seek(run_newest(&past) - cw_rng_below(&dice, 30));
    }
    play_anything(20, &dice, &input);
    ck_assert_uint_le(session.world->input.players[0].value[0], CW_ACTION_VALUE_MAX);
    const CwReplayFile *replay = expect_recorded(cw_world_tick(session.world), past.rewind_count);
    ck_assert_int_eq(replay->state, CW_REPLAY_ENDED);
}

static void correct(uint64_t tick, uint64_t course)
{
    CwLateInput late = {.tick = tick, .input = rich_input(tick, course).players[0]};
    EXPECT_OK(run_correct(&past, &late, &error));
}

static void catch_up(void)
{
    EXPECT_OK(run_begin_correction(&past, &error));
    while (cw_world_tick(session.world) < run_newest(&past)) {
        EXPECT_OK(run_repeat_tick(&past, &error));
    }
}

TEST(corrected_input_gives_the_world_that_it_would_have_given)
{
    past_play(200, 1);
    uint64_t wanted = cw_world_hash(session.world);
    past_tear_down();
    set_up();
    past_play(130, 1);
    past_play(40, 2);
    for (uint64_t tick = 170; tick > 130; tick--) { /* in any order */
        correct(tick, 1);
    }
    catch_up();
    ck_assert_uint_eq(cw_world_tick(session.world), 170);
    past_play(30, 1);
    uint64_t hash = cw_world_hash(session.world);
    ck_assert_uint_eq(hash, wanted);
    ck_assert_uint_eq(past.rewind_count, 0);
    past_seek(20); /* keyframes from before and after hold what was corrected */
    past_seek(180);
    past_seek(200);
    ck_assert_uint_eq(cw_world_hash(session.world), hash);
    expect_recorded(200, 1); /* its recording goes back to the mistake */
}

TEST(a_correction_that_changes_nothing_costs_nothing)
{
    past_play(100, 1);
    correct(90, 1);
    ck_assert_uint_eq(past.mistaken_tick, 0);
    uint64_t bytes = rich_bytes(&session);
    catch_up();
    ck_assert_uint_eq(rich_bytes(&session), bytes);
}

TEST(a_correction_too_late_or_too_early_is_refused)
{
    past_play(10, 1);
    CwLateInput late = {.tick = 11};
    EXPECT_REFUSED(run_correct(&past, &late, &error), "the newest is 10: keep it until then");
    late.tick = 0;
    EXPECT_REFUSED(run_correct(&past, &late, &error), "too late at tick 10: raise game.history");
}

/* Waking frees memory of the sleep outside of any tick. */
TEST(sleeping_bodies_in_contact_can_be_changed_by_hand)
{
    past_play(300, 0);
    int count = session.world->body_count, changed_count = 0;
    for (int i = count - 1; i >= 0; i--) {
        const cpBody *body = session.world->bodies[i];
        CwReplayEdit edit;
        if (cpBodyIsSleeping(body) && body->arbiterList != NULL) {
            const char *field = textf("body.%d.v.y", i + 1);
            EXPECT_OK(world_edit_parse(session.world, field, "1", &edit, &error));
            EXPECT_OK(changes_make(&past, &edit, &error));
            changed_count++;
        }
    }
    ck_assert_int_gt(changed_count, 0);
    past_play(10, 0);
    expect_recorded(310, 0);
}
