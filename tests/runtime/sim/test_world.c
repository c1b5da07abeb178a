/* The world as a whole: what a tick sees, what stops it, and that frames can't touch it. */
#include "support/sim_world.h"

static CwWorld *world;

SET_UP(.tear_down = sim_tear_down)
{
    world = sim_begin_scene("mixed");
    sim_run(&sim, 100);
}

/* ---- frames ---- */

static void read_everything(const CwWorld *from, CwFrame *frame)
{
    double sum = 0;
    for (int i = 0; i < from->body_count; i++) {
        sum += cw_world_pose(from, from->bodies[i], frame->alpha).x_m;
    }
    for (CwEntity e = cw_world_next(from, (CwEntity){0}); e.index1 != 0;
         e = cw_world_next(from, e)) {
        sum += cw_world_data_const(from, e) != NULL;
    }
    const CwEvent *event = NULL;
    while ((event = cw_world_event_after(from, event == NULL ? 0 : event->sequence)) != NULL) {
        sum += event->strength;
    }
    ck_assert(isfinite(sum));
}

static void run_frame(double alpha)
{
    CwFrame frame = {.dt_s = 0.01, .alpha = alpha};
    static const CwPhase phases[] = {CW_PHASE_EARLY, CW_PHASE_UPDATE, CW_PHASE_PRE_RENDER,
                                     CW_PHASE_RENDER, CW_PHASE_END_FRAME};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(phases); i++) {
        schedule_run_phase(&sim.schedule, phases[i], world, &frame);
    }
}

TEST(frames_hashes_and_snapshots_read_a_protected_world)
{
    sim_add_system(&sim,
                   &(CwSystem){.name = "read", .phase = CW_PHASE_RENDER, .frame = read_everything});
    CwSnapshot snapshot = {0};
    for (int i = 0; i < 20; i++) {
        arena_protect(world->arena, true);
        run_frame(i / 20.0);
        cw_world_hash(world);
        ck_assert(world_check(world, NULL));
        ck_assert(cw_world_snapshot(world, &snapshot));
        arena_protect(world->arena, false);
        sim_run(&sim, 1);
    }
    cw_snapshot_free(&snapshot);
}

/* ---- the tick's surroundings ---- */

TEST(time_is_counted_in_ticks)
{
    ck_assert_uint_eq(cw_world_tick(world), 100);
    ck_assert_double_eq(cw_world_time_s(world), 100.0 / 60);
    ck_assert_double_eq(cw_world_dt_s(world), 1.0 / 60);
}

TEST(milliseconds_become_whole_ticks)
{
    static const struct {
        double ms;
        uint32_t ticks;
    } cases[] = {{0, 0},
                 {-5, 0},
                 {NAN, 0},
                 {0.001, 1},
                 {16.6, 1},
                 {100, 6},
                 {25, 2},
                 {1000, 60},
                 {INFINITY, UINT32_MAX},
                 {1e300, UINT32_MAX}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        ck_assert_uint_eq(cw_world_ms_to_ticks(world, cases[i].ms), cases[i].ticks);
    }
}

static int16_t seen_wheel;

static void look_at_input(CwWorld *from)
{
    seen_wheel = cw_world_input(from)->wheel;
}

TEST(a_tick_sees_the_input_it_began_with)
{
    const CwSystem reader = {.name = "look", .phase = CW_PHASE_INPUT, .tick = look_at_input};
    sim_add_system(&sim, &reader);
    CwTickInput input = {.players = {{.wheel = 4}}};
    world_begin_tick(world, &input);
    input.players[0].wheel = 5;
    schedule_run_tick(&sim.schedule, world);
    ck_assert_int_eq(seen_wheel, 4);
}

TEST(a_full_arena_stops_the_world_with_the_key_to_change)
{
    cw_world_alloc(world, (size_t)40 << 20);
    EXPECT_REFUSED(sim_try_tick(&sim, &error), "its 32 MiB; raise simulation.arena_size");
}
