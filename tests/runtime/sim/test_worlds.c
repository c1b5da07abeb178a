/* Worlds in a game's hands: a second one is the run's twin, a fork sees the run's future. */
#include "clockwork/worlds.h"

#include "draw/draw_list.h"
#include "platform/clock.h"
#include "support/expect.h"
#include "support/rich_game.h"
#include "support/toy_game.h"

enum { AHEAD_TICKS = 120 };

static Session session;
static CwGame game;

static uint64_t seen_hash, seen_tick;
static int seen_count;

static void note(void *context, const CwWorld *fork)
{
    seen_hash = cw_world_hash(fork);
    seen_tick = cw_world_tick(fork);
    seen_count++;
}

static void tear_down(void)
{
    session_close(&session);
}

SET_UP(.tear_down = tear_down)
{
    rich_open(&session, 0);
}

static void play(int ticks)
{
    for (int i = 0; i < ticks; i++) {
        rich_tick(&session, 0);
    }
}

static void open_game(const CwGame *opened)
{
    SessionDesc desc = rich_desc(0);
    session_close(&session);
    desc.game = opened;
    EXPECT_OK(session_open(&session, &desc, &error));
}

static CwSim *open_sim(const CwSimDesc *desc)
{
    CwSim *sim = cw_sim_open(desc, &error);
    EXPECT_OK(sim != NULL);
    return sim;
}

/* ---- simulations ---- */

TEST(a_second_world_is_the_twin_of_the_run)
{
    CwSimDesc desc = cw_sim_desc_of(session.world);
    CwSim *twin = open_sim(&desc);
    for (uint64_t tick = 1; tick <= 300; tick++) {
        CwTickInput input = rich_input(tick, 0);
        ck_assert(cw_sim_tick(twin, &input, &error));
        rich_tick(&session, 0);
        ck_assert_uint_eq(cw_world_hash(cw_sim_world(twin)), cw_world_hash(session.world));
    }
    ck_assert_uint_eq(cw_world_probe(cw_sim_world(twin)).finish_tick, 0);
    cw_sim_close(twin);
}

TEST(a_second_world_has_the_first_settings_of_the_run)
{
    CwTickInput input = {.command = {CW_SETTING_SUBSTEPS, 4}};
    ck_assert(session_tick(&session, &input, &error));
    ck_assert_int_eq(cw_sim_desc_of(session.world).settings.substeps, 1);
}

TEST(a_program_opens_worlds_of_its_own_with_a_seed)
{
    CwSimDesc desc = cw_sim_desc_default(rich_game());
    CwSim *a = open_sim(&desc);
    desc.seed = 2;
    CwSim *b = open_sim(&desc);
    for (uint64_t tick = 1; tick <= 60; tick++) {
        CwTickInput input = rich_input(tick, 0);
        ck_assert(cw_sim_tick(a, &input, &error) && cw_sim_tick(b, &input, &error));
    }
    ck_assert_uint_ne(cw_world_hash(cw_sim_world(a)), cw_world_hash(cw_sim_world(b)));
    cw_sim_close(a);
    cw_sim_close(b);
}

static void work_a_while(CwWorld *world)
{
    (void)world;
    for (int64_t end_ns = clock_thread_work_ns() + 20000000; clock_thread_work_ns() < end_ns;) {
    }
}

TEST(a_simulation_ends_at_its_limit_of_processor_time_and_only_its_ticks_count)
{
    open_game(&toy_game);
    CwSimDesc desc = cw_sim_desc_of(session.world);
    desc.limit_s = 0.05;
    CwSim *sim = open_sim(&desc);
    work_a_while(NULL);
    work_a_while(NULL);
    work_a_while(NULL);
    toy.while_ticking = work_a_while;
    ck_assert(cw_sim_tick(sim, &(CwTickInput){0}, &error));
    ck_assert(cw_sim_tick(sim, &(CwTickInput){0}, &error));
    (void)cw_sim_tick(sim, &(CwTickInput){0}, &error); /* the limit is checked before a tick */
    ck_assert(!cw_sim_tick(sim, &(CwTickInput){0}, &error));
    expect_text(error.text, "took more than 0.05 s of processor time");
}

TEST(a_world_beyond_the_last_slot_is_refused_with_a_remedy)
{
    CwSimDesc desc = cw_sim_desc_of(session.world);
    CwSim *sims[CW_SIM_MAX];
    for (int i = 0; i < CW_SIM_MAX; i++) {
        sims[i] = open_sim(&desc);
    }
    EXPECT_REFUSED(cw_sim_open(&desc, &error), "close one");
    cw_sim_close(sims[3]);
    cw_sim_close(open_sim(&desc));
}

TEST(worlds_beside_a_run_end_with_its_level)
{
    CwSimDesc desc = cw_sim_desc_of(session.world);
    for (int i = 0; i < CW_SIM_MAX + 2; i++) {
        open_sim(&desc);
        ck_assert(session_restart(&session, NULL, &error));
        ck_assert_ptr_null(session.sims);
    }
}

static void count_closed(void *data)
{
    ++*(int *)data;
}

TEST(the_opener_of_a_world_is_told_when_it_is_closed_and_of_too_little_memory)
{
    int count = 0;
    CwSimDesc desc = cw_sim_desc_of(session.world);
    desc.closed = count_closed;
    desc.data = &count;
    cw_sim_close(open_sim(&desc));
    ck_assert_int_eq(count, 1);
    open_sim(&desc);
    ck_assert(session_restart(&session, NULL, &error));
    ck_assert_int_eq(count, 2);
    desc.arena_bytes = 1 << 17;
    EXPECT_REFUSED(cw_sim_open(&desc, &error), "simulation.arena_size");
    ck_assert_int_eq(count, 2);
}

static CwSim *companion;

static void look(const CwWorld *world, CwFrame *frame)
{
}

/* Runs for further worlds, too, as they have the same systems. */
static void close_companion(CwWorld *world)
{
    CwSim *sim = companion;
    companion = NULL;
    cw_sim_close(sim);
}

TEST(a_dispose_may_close_what_is_beside_its_world)
{
    static const CwSystem system = {
        .name = "companion", .phase = CW_PHASE_UPDATE, .frame = look, .dispose = close_companion};
    game = *rich_game();
    game.content.systems = &system;
    game.content.system_count = 1;
    open_game(&game);
    for (int i = 0; i < 3; i++) {
        CwSimDesc beside = cw_sim_desc_of(session.world);
        companion = open_sim(&beside);
        ck_assert(session_restart(&session, NULL, &error));
        ck_assert_ptr_null(companion);
    }
}

static void open_in_tick(CwWorld *world)
{
    CwSimDesc desc = cw_sim_desc_of(world);
    cw_sim_open(&desc, NULL);
}

static void fork_in_tick(CwWorld *world)
{
    cw_world_fork(world, &(CwFork){.ticks = 1}, NULL);
}

static void run_in_tick(CwTickFunction *function)
{
    const CwSystem system = {.name = "wrong", .phase = CW_PHASE_GAME_LOGIC, .tick = function};
    EXPECT_OK(schedule_add(&session.schedule, &system, &error));
    play(1);
}

ABORTS(a_tick_may_not_open_one, run_in_tick(open_in_tick))

ABORTS(a_tick_may_not_fork, run_in_tick(fork_in_tick))

/* ---- forks ---- */

static void look_ahead(const CwWorld *world, CwFrame *frame)
{
    CwTickInput inputs[AHEAD_TICKS];
    for (uint64_t i = 0; i < AHEAD_TICKS; i++) {
        inputs[i] = rich_input(cw_world_tick(world) + 1 + i, 0);
    }
    CwFork fork = {
        .ticks = AHEAD_TICKS, .inputs = inputs, .input_count = AHEAD_TICKS, .seen = note};
    EXPECT_OK(cw_world_fork(world, &fork, &error));
}

static void open_with_look(void)
{
    static CwSystem systems[2];
    game = *rich_game();
    systems[0] = game.content.systems[0];
    systems[1] = (CwSystem){.name = "look", .phase = CW_PHASE_UPDATE, .frame = look_ahead};
    game.content.systems = systems;
    game.content.system_count = 2;
    open_game(&game);
}

TEST(a_fork_in_a_protected_frame_sees_the_future_and_changes_no_byte)
{
    open_with_look();
    session.schedule.is_profiling = true;
    for (int round = 0; round < 5; round++) {
        play(37);
        CwTickInput input = session.world->input;
        uint64_t bytes = rich_bytes(&session), hash = cw_world_hash(session.world);
        CwFrame frame = {0};
        int64_t physics_ns = session.schedule.phase_ns[CW_PHASE_PHYSICS];
        arena_protect(session.world->arena, true);
        session_run_phase(&session, CW_PHASE_UPDATE, &frame);
        arena_protect(session.world->arena, false);
        ck_assert_uint_eq(rich_bytes(&session), bytes);
        ck_assert_uint_eq(cw_world_hash(session.world), hash);
        ck_assert_mem_eq(&session.world->input, &input, sizeof input);
        ck_assert_int_eq(session.schedule.phase_ns[CW_PHASE_PHYSICS], physics_ns);
        uint64_t future = seen_hash;
        play(AHEAD_TICKS);
        ck_assert_uint_eq(cw_world_tick(session.world), seen_tick);
        ck_assert_uint_eq(cw_world_hash(session.world), future);
    }
    ck_assert_int_eq(seen_count, 5 * AHEAD_TICKS);
}

TEST(a_protected_frame_is_still_protected_after_a_fork, .signal = SIGSEGV)
{
    play(1);
    arena_protect(session.world->arena, true);
    ck_assert(cw_world_fork(session.world, &(CwFork){.ticks = 5}, &error));
    signal(SIGSEGV, SIG_DFL); /* AddressSanitizer would catch it */
    *(volatile double *)&session.world->dt_s = 1;
}

static void count_presses(void *context, const CwWorld *fork)
{
    const CwInputFrame *input = cw_world_input(fork);
    int *counts = context;
    counts[0] += cw_input_down(input, RICH_KICK);
    counts[1] += cw_input_pressed(input, RICH_KICK);
}

TEST(after_the_given_inputs_held_actions_stay_held)
{
    CwTickInput input = {.players = {{.down = 1 << RICH_KICK, .pressed = 1 << RICH_KICK}}};
    int counts[2] = {0};
    CwFork fork = {
        .ticks = 20, .inputs = &input, .input_count = 1, .seen = count_presses, .context = counts};
    ck_assert(cw_world_fork(session.world, &fork, &error));
    ck_assert_int_eq(counts[0], 20);
    ck_assert_int_eq(counts[1], 1);
}

TEST(a_fork_that_is_too_long_is_refused)
{
    CwFork fork = {.ticks = CW_FORK_TICKS_MAX + 1, .seen = note};
    EXPECT_REFUSED(cw_world_fork(session.world, &fork, &error), "too long");
}

TEST(a_fork_that_fails_says_so_and_leaves_the_world)
{
    open_game(&toy_game);
    uint64_t bytes = rich_bytes(&session);
    toy.break_body = true;
    ck_assert(!cw_world_fork(session.world, &(CwFork){.ticks = 9}, &error));
    toy.break_body = false;
    expect_text(error.text, "a fork: tick");
    ck_assert_uint_eq(rich_bytes(&session), bytes);
    ck_assert(session_tick(&session, &(CwTickInput){0}, &error));
}

/* ---- pictures ---- */

TEST(a_world_is_drawn_beside_itself_as_a_ghost)
{
    open_game(&toy_game);
    CwDrawList list = {0};
    CwFrame frame = {.draw = &list, .alpha = 1};
    draw_list_begin(&list, &(CwCamera){.height_m = 36}, &(SpriteTable){0});
    cw_world_draw(session.world, &frame, (CwPoint2){3, 1}, (CwColour){255, 128, 255, 100});
    const CapsuleCommand *runner = &list.commands[0].capsule;
    ck_assert_uint_ge(list.command_count, 1);
    ck_assert_float_eq_tol(runner->a.x, 350, 1e-3F); /* 10 points a metre, right and up */
    ck_assert_float_eq_tol(runner->a.y, 170, 1e-3F);
    ck_assert_int_eq(runner->colour.g, 128);
    ck_assert_int_eq(runner->colour.a, 100);
    cw_draw_circle(&list, (CwPoint2){0, 0}, 1, (CwColour){9, 9, 9, 9});
    ck_assert_float_eq_tol(list.commands[list.command_count - 1].capsule.a.x, 320, 1e-3F);
    draw_list_free(&list);
}

/* ---- many at once ---- */

static bool succeed(CwSim *sim, void *data, CwError *why)
{
    return true;
}

static bool refuse(CwSim *sim, void *data, CwError *why)
{
    return false;
}

TEST(a_world_of_many_that_fails_says_why_and_leaves_the_others)
{
    CwSimRun runs[] = {{cw_sim_desc_default(rich_game()), refuse, NULL, {""}},
                       {cw_sim_desc_default(rich_game()), succeed, NULL, {""}},
                       {cw_sim_desc_default(rich_game()), succeed, NULL, {""}}};
    runs[2].desc.map_path = "nowhere.tmj";
    ck_assert_int_eq(cw_sim_run_many(runs, 3, 2), 1);
    expect_text(runs[0].error.text, "failed without saying why");
    ck_assert_str_eq(runs[1].error.text, "");
    expect_text(runs[2].error.text, "nowhere.tmj");
}
