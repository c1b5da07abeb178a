/* The carry of a game through the real loop: a press of Space counts, tick 60 saves. */
#include "support/toy_run.h"

#include <sys/stat.h>

static const CwField field = {.name = "kicks", .type = CW_FIELD_I64, .count = 1};

enum { SAVE_TICK = 60 };
#define SAVE "saves/clockwork-carry.save"

static void count(CwWorld *world)
{
    *(int64_t *)cw_world_carry(world) += cw_input_pressed(cw_world_input(world), TOY_KICK);
    if (cw_world_tick(world) == SAVE_TICK) {
        cw_flow_save_carry(cw_world_flow(world));
    }
}

TOY_SET_UP
{
    static const char *const names[] = {"a", "b"};
    toy.while_ticking = count;
    run.game.carry = (CwGameCarry){sizeof(int64_t), &field, 1, NULL};
    run.game.content.levels = names;
    run.game.content.level_count = 2;
    levels_of_game(&run.levels, &run.game, temp_folder);
    run.desc.choice.level = "a";
    run.desc.files.player_dir = temp_folder;
}

static void expect_kicks(int64_t wanted)
{
    ck_assert_int_eq(*(const int64_t *)cw_world_carry_const(toy_world()), wanted);
}

/* Opens, kicks, and plays past the save. */
static void play(int kick_count)
{
    toy_run_open();
    toy_tap_times(TOY_KEY_SPACE, kick_count);
    toy_run_frames(SAVE_TICK + 10);
}

TEST(the_saved_carry_begins_the_next_session_until_the_save_is_damaged)
{
    play(2);
    toy_tap(TOY_KEY_SPACE); /* after the save */
    toy_run_close();
    toy_run_open();
    expect_kicks(2);
    ck_assert(!toy_playback()->session.may_rank);
    toy_run_close();
    temp_write(SAVE, "damage");
    toy_run_open();
    expect_kicks(0);
}

/* Each write makes another file. */
static ino_t saved_file(void)
{
    struct stat save;
    return stat(temp_path(SAVE), &save) == 0 ? save.st_ino : 0;
}

/* Back, before the save, then kicks, and the save once more. */
static void play_again(int kick_count)
{
    toy_key_for(TOY_KEY_REWIND, 1, 40);
    ck_assert_uint_lt(toy_ticks(), SAVE_TICK - 5);
    toy_key_for(TOY_KEY_REWIND, 0, 1);
    toy_tap_times(TOY_KEY_SPACE, kick_count);
    toy_run_frames(2 * SAVE_TICK);
}

TEST(a_tick_that_runs_again_saves_only_another_carry, .rounds = 2)
{
    play(1);
    ino_t before = saved_file();
    play_again(_i);
    expect_kicks(1 + _i);
    ck_assert(before != 0 && (saved_file() != before) == _i);
}

TEST(a_save_that_failed_is_made_when_it_is_asked_for_again)
{
    temp_write("saves", "no folder");
    play(1);
    unlink(temp_path("saves"));
    play_again(0);
    ck_assert(saved_file() != 0);
}

TEST(a_run_that_began_in_a_recording_leaves_progress_alone)
{
    toy_run_keep_runs();
    play(1);
    toy_restart();
    toy_tap_times(TOY_KEY_SPACE, 4);
    toy_run_frames(SAVE_TICK);
    ino_t before = saved_file();
    ck_assert(recordings_last_run(&run.loop.places, NULL, &run.loop.menus.screens.chosen));
    playlist_handle_ask(&run.loop, &(ScreenAsk){.kind = ASK_WATCH});
    toy_run_frames(5);
    playlist_handle_ask(&run.loop, &(ScreenAsk){.kind = ASK_TAKE_OVER});
    toy_run_frames(5);
    toy_tap(TOY_KEY_ESCAPE);
    toy_run_frames(2 * SAVE_TICK);
    ck_assert_uint_gt(toy_ticks(), SAVE_TICK);
    ck_assert(before != 0 && saved_file() == before);
    cw_flow_next_level(&run.loop.playlist.next);
    toy_run_frames(2);
    expect_kicks(4);
}

TEST(the_next_level_takes_the_carry_and_a_retry_begins_with_it)
{
    play(2);
    cw_flow_next_level(&run.loop.playlist.next);
    toy_run_frames(2);
    toy_tap(TOY_KEY_SPACE);
    toy_restart();
    ck_assert_str_eq(cw_world_level(toy_world()), "b");
    expect_kicks(2);
}

TEST(bots_use_no_save)
{
    run.desc.choice.driver.pilot = PILOT_BOT;
    play(0);
    ck_assert_int_eq(access(temp_path(SAVE), F_OK), -1);
}
