/* Systems switched by name: ticks' switches belong to the world, frames' switches to the view. */
#include "base/frame_services.h"
#include "clockwork/worlds.h"
#include "support/expect.h"
#include "support/rich_game.h"

enum { WIND_OFF = 1, WIND_ON = 2, BY_ENGINE = 4, BY_VIEW = 5, UNKNOWN = 6 };

static Session session;
static CwGame game;
static CwSystem systems[6];
static int frame_count; /* of leaves.draw */

static void switch_wind(CwWorld *world)
{
    switch (cw_world_input(world)->wheel) {
    case WIND_OFF:
    case WIND_ON:
        cw_world_enable_system(world, "wind", cw_world_input(world)->wheel == WIND_ON);
        break;
    case BY_ENGINE:
        cw_world_enable_system(world, "physics.step", false);
        break;
    case BY_VIEW:
        cw_world_enable_system(world, "leaves.draw", false);
        break;
    case UNKNOWN:
        cw_world_system_enabled(world, "wnd");
        break;
    }
}

static void blow(CwWorld *world)
{
    ((RichState *)cw_world_state(world))->kick_count++; /* no other code kicks here */
}

static void leaves_draw(const CwWorld *world, CwFrame *frame)
{
    frame_count++;
}

static bool init(CwWorld *world, CwError *failure)
{
    cw_world_enable_system(world, "asleep", false);
    return true;
}

static void never(CwWorld *world)
{
    ck_abort_msg("a system that was off from the start runs");
}

static SessionDesc switch_desc(int slot)
{
    SessionDesc desc = rich_desc(slot);
    game = *desc.game;
    systems[0] = game.content.systems[0];
    systems[1] = (CwSystem){"switch", CW_PHASE_INPUT, .tick = switch_wind, .init = init};
    systems[2] = (CwSystem){"wind", CW_PHASE_PRE_PHYSICS, .tick = blow};
    systems[3] = (CwSystem){"wind", CW_PHASE_ANIMATION, .tick = blow};
    systems[4] = (CwSystem){"leaves.draw", CW_PHASE_RENDER, .frame = leaves_draw};
    systems[5] = (CwSystem){"asleep", CW_PHASE_GAME_LOGIC, .tick = never};
    game.content.systems = systems;
    game.content.system_count = (int)CW_ARRAY_LENGTH(systems);
    desc.game = &game;
    return desc;
}

static void tear_down(void)
{
    session_close(&session);
}

SET_UP(.tear_down = tear_down)
{
    SessionDesc desc = switch_desc(0);
    frame_count = 0;
    EXPECT_OK(session_open(&session, &desc, &error));
}

static void tick(int wheel)
{
    EXPECT_OK(session_tick(&session, &(CwTickInput){.players[0].wheel = (int16_t)wheel}, &error));
}

static void ticks(int count)
{
    for (int i = 0; i < count; i++) {
        tick(0);
    }
}

static uint32_t blown(void)
{
    return ((const RichState *)cw_world_state_const(session.world))->kick_count;
}

TEST(a_switch_holds_from_the_next_tick_for_all_systems_of_its_name, .rounds = 2)
{
    session.schedule.is_profiling = _i == 1;
    ticks(3);
    ck_assert_uint_eq(blown(), 6);
    tick(WIND_OFF);
    ck_assert(!cw_world_system_enabled(session.world, "wind"));
    ck_assert_uint_eq(blown(), 8); /* not yet in its own, though "switch" is the first */
    ticks(5);
    ck_assert_uint_eq(blown(), 8);
    tick(WIND_ON);
    ck_assert(cw_world_system_enabled(session.world, "wind"));
    ck_assert_uint_eq(blown(), 8);
    ticks(1);
    ck_assert_uint_eq(blown(), 10);
}

TEST(a_system_off_before_the_first_tick_never_runs_and_stays_off_after_a_restart)
{
    ticks(2);
    EXPECT_OK(session_restart(&session, NULL, &error));
    ck_assert(!cw_world_system_enabled(session.world, "asleep"));
    ck_assert(cw_world_system_enabled(session.world, "wind"));
    ticks(2);
}

TEST(the_hash_sees_only_which_systems_are_off)
{
    session.world->systems.off = 0;
    uint64_t on = cw_world_hash(session.world);
    session.world->systems.off = 4;
    ck_assert_uint_ne(cw_world_hash(session.world), on);
    session.world->systems.off = 0;
    ck_assert_uint_eq(cw_world_hash(session.world), on);
}

TEST(a_fork_begins_with_what_its_world_has_and_leaves_it_alone)
{
    tick(WIND_OFF);
    uint64_t hash = cw_world_hash(session.world);
    const CwTickInput inputs[] = {[1].players[0].wheel = WIND_ON, [2].players[0].wheel = 0};
    CwSnapshot state = {0};
    CwFork fork = {.ticks = 3, .inputs = inputs, .input_count = 3, .state = &state};
    EXPECT_OK(cw_world_fork(session.world, &fork, &error));
    ck_assert_uint_eq(cw_world_hash(session.world), hash);
    ticks(3);
    ck_assert_uint_eq(blown(), 2);
    cw_world_restore(session.world, &state);
    ck_assert_uint_eq(blown(), 4);
    cw_snapshot_free(&state);
}

static void show(bool switches, bool enabled)
{
    CwFrame frame = {.services = &(CwFrameServices){.systems = &session.frame_systems}};
    arena_protect(session.world->arena, true);
    session_run_phase(&session, CW_PHASE_EARLY, &frame);
    if (switches) {
        cw_frame_enable_system(&frame, "leaves.draw", enabled);
        ck_assert(cw_frame_system_enabled(&frame, "leaves.draw") == enabled);
    }
    session_run_phase(&session, CW_PHASE_RENDER, &frame);
    arena_protect(session.world->arena, false);
}

TEST(a_frame_switches_from_the_next_frame_on_and_no_tick_sees_it, .rounds = 2)
{
    session.schedule.is_profiling = _i == 1;
    uint64_t hash = cw_world_hash(session.world);
    show(true, false);
    ck_assert_int_eq(frame_count, 1);
    show(false, false);
    show(true, true);
    ck_assert_int_eq(frame_count, 1);
    show(true, false);
    ck_assert_int_eq(frame_count, 2);
    ck_assert_uint_eq(cw_world_hash(session.world), hash);
    EXPECT_OK(session_restart(&session, NULL, &error));
    show(false, false);
    ck_assert_int_eq(frame_count, 3);
}

TEST(a_frame_without_a_loop_switches_nothing)
{
    CwFrame frame = {0};
    cw_frame_enable_system(&frame, "leaves.draw", false);
    ck_assert(cw_frame_system_enabled(&frame, "leaves.draw"));
}

ABORTS(an_unknown_name_aborts, tick(UNKNOWN))

ABORTS(a_system_of_the_engine_cannot_be_switched, tick(BY_ENGINE))

ABORTS(a_tick_cannot_switch_a_system_of_frames, tick(BY_VIEW))

TEST(a_frame_cannot_switch_a_system_of_ticks, .signal = SIGABRT)
{
    CwFrame frame = {.services = &(CwFrameServices){.systems = &session.frame_systems}};
    cw_frame_enable_system(&frame, "wind", false);
}

ABORTS(between_ticks_nothing_is_switched, ticks(1);
       cw_world_enable_system(session.world, "wind", false))
