/* The carry of a game through the real loop: a press of Space counts, tick 60 saves. */
#include "support/toy_run.h"

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

TEST(a_tick_that_runs_again_saves_only_another_carry, .rounds = 2)
{
    play(1);
    unlink(temp_path(SAVE));
    toy_key_for(TOY_KEY_REWIND, 1, 40);
    ck_assert_uint_lt(toy_ticks(), SAVE_TICK - 5);
    toy_key_for(TOY_KEY_REWIND, 0, 1);
    toy_tap_times(TOY_KEY_SPACE, _i);
    toy_run_frames(2 * SAVE_TICK);
    expect_kicks(1 + _i);
    ck_assert_int_eq(access(temp_path(SAVE), F_OK), _i - 1);
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
