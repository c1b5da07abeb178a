/* The world as a whole: its surroundings of a tick, what stops it, and that frames can't touch it
 *. The hash has a file of its own. */
#include "support/sim_fixture.h"
#include "support/test.h"

#include <fenv.h>
#include <math.h>
#include <signal.h>
#include <string.h>

static Sim sim;
static World *world;

static void open_mixed(void)
{
    sim_open_scene(&sim, "mixed", 0);
    world = sim.world;
    sim_run(&sim, 100);
}

static void close_world(void)
{
    sim_close(&sim);
}

FIXTURE(.set_up = open_mixed, .tear_down = close_world);

/* ---- frames ---- */

static void read_everything(const World *from, Frame *frame)
{
    double sum = 0;
    for (int i = 0; i < from->pose_count; i++) {
        sum += world_pose(from, from->poses[i].body, frame->alpha).x_m;
    }
    for (Entity e = world_next(from, (Entity){0}); e.index1 != 0; e = world_next(from, e)) {
        sum += world_data(from, e) != NULL;
    }
    const Event *event = NULL;
    while ((event = world_event_after(from, event == NULL ? 0 : event->sequence)) != NULL) {
        sum += event->strength;
    }
    ck_assert(isfinite(sum));
}

static void push_while_drawing(const World *from, Frame *frame)
{
    (void)frame;
    cpBodySetVelocity(from->poses[0].body, cpv(1, 1));
}

static void add_reader(void)
{
    sim_add_system(&sim,
                   &(System){.name = "read", .phase = PHASE_RENDER, .frame = read_everything});
}

static void run_frame(double alpha)
{
    Frame frame = {.dt_s = 0.01, .alpha = alpha};
    static const Phase phases[] = {PHASE_EARLY, PHASE_UPDATE, PHASE_PRE_RENDER, PHASE_RENDER,
                                   PHASE_END_FRAME};
    for (size_t i = 0; i < ARRAY_LENGTH(phases); i++) {
        schedule_run_phase(&sim.schedule, phases[i], world, &frame);
    }
}

TEST(a_thousand_frames_leave_the_world_as_it_is)
{
    add_reader();
    Snapshot before = {0}, after = {0};
    Rng view;
    rng_seed(&view, 1, 2);
    ck_assert(world_snapshot(world, &before));
    for (int i = 0; i < 1000; i++) {
        run_frame(rng_range(&view, 0, 1));
    }
    ck_assert(world_snapshot(world, &after));
    ck_assert_uint_eq(before.size, after.size);
    ck_assert(memcmp(before.bytes, after.bytes, before.size) == 0);
    snapshot_free(&before);
    snapshot_free(&after);
}

TEST(frames_hashes_and_snapshots_read_a_protected_world)
{
    add_reader();
    Snapshot snapshot = {0};
    for (int i = 0; i < 20; i++) {
        world_protect(world, true);
        run_frame(i / 20.0);
        world_hash(world);
        ck_assert(world_check(world, NULL));
        ck_assert(world_snapshot(world, &snapshot));
        world_protect(world, false);
        sim_run(&sim, 1);
    }
    snapshot_free(&snapshot);
}

TEST(a_view_that_sets_a_velocity_faults, .signal = SIGSEGV)
{
    const System mutant = {.name = "mutant", .phase = PHASE_RENDER, .frame = push_while_drawing};
    sim_add_system(&sim, &mutant);
    signal(SIGSEGV, SIG_DFL); /* AddressSanitizer would catch it */
    world_protect(world, true);
    run_frame(0.5);
}

/* ---- the tick's surroundings ---- */

TEST(time_is_counted_in_ticks)
{
    ck_assert_uint_eq(world_tick(world), 100);
    ck_assert_double_eq(world_time_s(world), 100.0 / 60);
    ck_assert_double_eq(world_dt_s(world), 1.0 / 60);
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
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        ck_assert_uint_eq(world_ms_to_ticks(world, cases[i].ms), cases[i].ticks);
    }
}

static int16_t seen_wheel;

static void look_at_input(World *from)
{
    seen_wheel = world_input(from)->wheel;
}

TEST(a_tick_sees_the_input_it_began_with)
{
    const System reader = {.name = "look", .phase = PHASE_INPUT, .tick = look_at_input};
    sim_add_system(&sim, &reader);
    InputFrame input = {.wheel = 4};
    world_begin_tick(world, &input);
    input.wheel = 5;
    schedule_run_tick(&sim.schedule, world);
    ck_assert_int_eq(seen_wheel, 4);
}

TEST(a_tick_restores_the_rounding_of_floating_point)
{
    ck_assert_int_eq(fesetround(FE_DOWNWARD), 0);
    sim_run(&sim, 1);
    ck_assert_int_eq(fegetround(), FE_TONEAREST);
}

TEST(memory_of_the_world_is_clear_and_comes_back)
{
    char *memory = world_alloc(world, 100);
    for (int i = 0; i < 100; i++) {
        ck_assert_int_eq(memory[i], 0);
    }
    world_free(world, memory);
    ck_assert_ptr_eq(world_alloc(world, 100), memory);
}

TEST(a_full_arena_stops_the_world_with_the_key_to_change)
{
    world_alloc(world, (size_t)40 << 20);
    Error error = {0};
    ck_assert(!sim_try_tick(&sim, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "simulation.arena_size"));
    ck_assert_ptr_nonnull(strstr(error.text, "32 MiB"));
}

TEST(a_taken_slot_is_an_error)
{
    WorldDesc desc = sim_desc();
    Error error = {0};
    ck_assert_ptr_null(world_open(&desc, &error));
    ck_assert_str_ne(error.text, "");
}

TEST(a_world_opened_again_starts_the_same)
{
    sim_close(&sim);
    sim_open_scene(&sim, "mixed", 0);
    uint64_t first = world_hash(sim.world);
    sim_run(&sim, 50);
    uint64_t later = world_hash(sim.world);
    sim_close(&sim);
    sim_open_scene(&sim, "mixed", 0);
    ck_assert_uint_eq(world_hash(sim.world), first);
    sim_run(&sim, 50);
    ck_assert_uint_eq(world_hash(sim.world), later);
    ck_assert_uint_ne(first, later);
}
