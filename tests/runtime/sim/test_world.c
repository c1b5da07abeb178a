/* The world as a whole: what a tick sees, what stops it, that frames can't touch it, its snapshots
 * and its timers. */
#include "support/sim_world.h"

static CwWorld *world;

SET_UP(.tear_down = sim_tear_down)
{
    world = sim_begin_scene("mixed");
    sim_run(&sim, 100);
}

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

static CwSnapshot take(void)
{
    CwSnapshot snapshot = {0};
    ck_assert(cw_world_snapshot(world, &snapshot));
    return snapshot;
}

TEST(a_snapshot_holds_what_is_used_and_keeps_its_buffer)
{
    CwSnapshot snapshot = take();
    ck_assert_uint_eq(snapshot.size, world->arena->used_bytes);
    const void *buffer = snapshot.bytes;
    ck_assert(cw_world_snapshot(world, &snapshot));
    ck_assert_ptr_eq(snapshot.bytes, buffer);
    cw_world_alloc(world, 1000000);
    ck_assert(cw_world_snapshot(world, &snapshot));
    ck_assert_uint_gt(snapshot.size, 1000000);
    cw_snapshot_free(&snapshot);
    ck_assert_ptr_null(snapshot.bytes);
    ck_assert_uint_eq(snapshot.size, 0);
}

TEST(a_snapshot_of_another_world_is_refused, .signal = SIGABRT)
{
    Sim other;
    sim_open_scene(&other, "mixed", 1);
    CwSnapshot snapshot = take();
    cw_world_restore(other.world, &snapshot);
}

ABORTS(an_empty_snapshot_is_refused, cw_world_restore(world, &(CwSnapshot){0}))

static int ends_in(uint32_t timer, int ticks)
{
    int ended = 0;
    for (int i = 0; i < ticks; i++) {
        ended += cw_timer_ends(&timer);
    }
    return ended;
}

TEST(a_timer_ends_once_after_its_seconds)
{
    uint32_t timer = cw_timer_start(world, 0.5);
    ck_assert_uint_eq(timer, 30);
    ck_assert_int_eq(ends_in(timer, 29), 0);
    ck_assert_int_eq(ends_in(timer, 30), 1);
    ck_assert_int_eq(ends_in(timer, 300), 1);
}

TEST(any_time_above_zero_takes_a_tick)
{
    ck_assert_uint_eq(cw_timer_start(world, 1e-6), 1);
    ck_assert_int_eq(ends_in(cw_timer_start(world, 0), 100), 0);
    ck_assert_int_eq(ends_in(cw_timer_start(world, -1), 100), 0);
}

static int repeats(double seconds, int ticks)
{
    int64_t passed = 0;
    int count = 0;
    for (int i = 0; i < ticks; i++) {
        count += cw_timer_repeat(world, &passed, seconds);
    }
    return count;
}

TEST(a_repeated_timer_keeps_its_remainder)
{
    ck_assert_int_eq(repeats(0.04, 600), 250);
    ck_assert_int_eq(repeats(1.0 / 7, 600), 70);
    ck_assert_int_eq(repeats(1.0 / 3, 36000), 1800);
    ck_assert_int_eq(repeats(0.001, 600), 600); /* less than a tick */
    ck_assert_int_eq(repeats(0, 600) + repeats(-1, 600), 0);
    ck_assert_int_eq(repeats(1e300, 600), 0);
}
