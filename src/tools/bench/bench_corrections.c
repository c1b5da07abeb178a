/* How far the picture is corrected where the coming tick had other input than the tick that came
 * (sim/coming.h).
 *
 * The actions of the game's own recordings arrive as live keys, between the last tick and theirs.
 * In every frame a body moves on the screen as this frame knows that it moves, and by a correction,
 * which is measured at the end of its shapes. Teleports don't count. */
#include "bench/bench.h"
#include "cli/program.h"
#include "host/host_headless.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS_MAX = 1 << 14, BODIES_MAX = 1024, WIDTH_PX = 1280, HEIGHT_PX = 720 };

static const int RATES_HZ[] = {60, 144};
static const double LIMIT_PX = 2, SAME_M = 1e-6;

typedef struct Drawn {
    const cpBody *body;
    CwTransform2 pose;
    CwTransform2 current; /* at the true tick */
} Drawn;

typedef struct CorrectionsBench {
    const Program *program;
    CwReplayFile *replay;
    int rate_hz;
    Loop *loop;
    CwRng rng;
    HeadlessStep steps[STEPS_MAX]; /* those from `step_count` on are not due */
    int step_count;
    uint64_t fed_tick; /* whose keys were pressed */
    bool waits;        /* the next one's come in the second frame */
    Drawn drawn[BODIES_MAX];
    int drawn_count;
    uint64_t tick;      /* of the last picture */
    double shown_ticks; /* likewise */
    double largest_px;
} CorrectionsBench;

/* ---- keys ---- */

static int key_of(const Loop *loop, int action)
{
    const ActionBindings *bindings = &loop->stage.players.collectors[0].map.actions[action];
    for (int i = 0; i < bindings->count; i++) {
        if (bindings->items[i].source == BINDING_KEY) {
            return bindings->items[i].code;
        }
    }
    return 0;
}

static void press(CorrectionsBench *bench, int action, bool down)
{
    InputEvent key = {.type = INPUT_KEY, .code = key_of(bench->loop, action), .value = down};
    CW_ASSERT(bench->step_count < STEPS_MAX, "raise STEPS_MAX");
    bench->steps[bench->step_count++] = (HeadlessStep){.action = HEADLESS_INPUT, .event = key};
}

static void press_keys_of(CorrectionsBench *bench, uint64_t tick)
{
    CwTickInput input = cw_replay_input(bench->replay, tick);
    const CwInputFrame *frame = &input.players[0];
    for (int action = 0; action < bench->program->game->action_count; action++) {
        bool pressed = cw_input_pressed(frame, action), released = cw_input_released(frame, action);
        bool is_tap = pressed && released && !cw_input_down(frame, action);
        if (released && !is_tap) {
            press(bench, action, false);
        }
        if (pressed) {
            press(bench, action, true);
        }
        if (is_tap) {
            press(bench, action, false);
        }
    }
    bench->fed_tick = tick;
}

/* Before a frame. With more than two frames a tick the keys come in any of the first two. */
static void press_next_keys(CorrectionsBench *bench)
{
    uint64_t next = cw_world_tick(bench->loop->playback.session.world) + 1;
    if (next == bench->fed_tick || next > bench->replay->tick_count) {
        return;
    }
    int tick_rate = bench->program->config.sim.tick_rate;
    bench->waits = !bench->waits && bench->rate_hz > 2 * tick_rate && cw_rng_below(&bench->rng, 2);
    if (!bench->waits) {
        press_keys_of(bench, next);
    }
}

/* ---- pictures ---- */

static CwTransform2 difference(const CwTransform2 *a, const CwTransform2 *b)
{
    return (CwTransform2){a->x_m - b->x_m, a->y_m - b->y_m, a->angle_rad - b->angle_rad};
}

static CwTransform2 between(const CwTransform2 *from, const CwTransform2 *to, double part)
{
    CwTransform2 way = difference(to, from);
    return (CwTransform2){from->x_m + way.x_m * part, from->y_m + way.y_m * part,
                          from->angle_rad + way.angle_rad * part};
}

/* The place of a body at a moment, as this frame knows. */
static CwTransform2 known(const Session *session, int index, double ticks)
{
    const CwWorld *world = session->world;
    const ComingRow *row = &session->coming.rows[index];
    double part = ticks - (double)world->tick;
    return part > 0 ? between(&row->from, &row->to, part)
                    : between(&world->previous_poses[index], &world->current_poses[index],
                              fmax(0, part + 1));
}

static bool has_jumped(const CorrectionsBench *bench, int index)
{
    const Session *session = &bench->loop->playback.session;
    const CwWorld *world = session->world;
    const Drawn *was = &bench->drawn[index];
    CwTransform2 leap = difference(&world->previous_poses[index], &was->current);
    return index >= bench->drawn_count || was->body != world->bodies[index] ||
           (coming_exists(session) && session->coming.rows[index].jumps) ||
           (world->tick != bench->tick && hypot(leap.x_m, leap.y_m) > SAME_M);
}

static void extend(cpBody *body, cpShape *shape, void *context)
{
    double *reach_m = context;
    cpBB box = cpShapeGetBB(shape);
    cpVect at = cpBodyGetPosition(body);
    *reach_m = fmax(*reach_m, fmax(box.r - at.x, at.x - box.l));
    *reach_m = fmax(*reach_m, fmax(box.t - at.y, at.y - box.b));
}

static double correction_px(const CorrectionsBench *bench, int index, double shown_ticks,
                            const CwTransform2 *pose)
{
    const Session *session = &bench->loop->playback.session;
    CwTransform2 is = known(session, index, shown_ticks);
    CwTransform2 was = known(session, index, bench->shown_ticks);
    CwTransform2 moved = difference(pose, &bench->drawn[index].pose), due = difference(&is, &was);
    CwTransform2 rest = difference(&moved, &due);
    double reach_m = 0;
    cpBodyEachShape(session->world->bodies[index], extend, &reach_m);
    double turned_m = fabs(remainder(rest.angle_rad, 2 * CP_PI)) * reach_m;
    return (hypot(rest.x_m, rest.y_m) + turned_m) * (double)HEIGHT_PX / session->camera.height_m;
}

static void measure_picture(CorrectionsBench *bench)
{
    const Playback *playback = &bench->loop->playback;
    const CwWorld *world = playback->session.world;
    double shown_ticks = (double)world->tick - 1 + playback->alpha;
    CW_ASSERT(world->body_count <= BODIES_MAX, "raise BODIES_MAX");
    for (int i = 0; i < world->body_count; i++) {
        CwTransform2 pose = cw_world_pose(world, world->bodies[i], playback->alpha);
        if (!has_jumped(bench, i)) {
            bench->largest_px =
                fmax(bench->largest_px, correction_px(bench, i, shown_ticks, &pose));
        }
        bench->drawn[i] = (Drawn){world->bodies[i], pose, world->current_poses[i]};
    }
    bench->drawn_count = world->body_count;
    bench->tick = world->tick;
    bench->shown_ticks = shown_ticks;
}

/* ---- runs ---- */

static void begin_run(CorrectionsBench *bench)
{
    bench->step_count = bench->drawn_count = 0;
    bench->fed_tick = 0;
    bench->waits = false;
    bench->largest_px = 0;
    for (int i = 0; i < STEPS_MAX; i++) {
        bench->steps[i] = (HeadlessStep){.frame = UINT64_MAX};
    }
    cw_rng_seed(&bench->rng, 35, 1);
}

static bool play(CorrectionsBench *bench, const char *level, CwError *error)
{
    Loop *loop = bench->loop;
    Host host;
    LoopDesc desc = program_loop_desc(bench->program);
    Config config = *desc.config;
    HostHeadlessDesc host_desc = host_headless_desc_default();
    config.latency = LATENCY_AHEAD;
    config.sound = false;
    config.flight_recorder = config.history = 0;
    desc.config = &config;
    desc.choice.level = level;
    desc.files = (LoopFiles){.data_dir = desc.files.data_dir};
    desc.mode.tick_limit = bench->replay->tick_count;
    host_desc.frame_rate = (uint32_t)bench->rate_hz;
    host_desc.steps = bench->steps;
    host_desc.step_count = STEPS_MAX;
    host_desc.status.refresh_hz = bench->rate_hz;
    host_desc.status.width_px = WIDTH_PX;
    host_desc.status.height_px = HEIGHT_PX;
    if (!host_headless_open(&host, &host_desc, error)) {
        return false;
    }
    begin_run(bench);
    bool good = loop_open(loop, &desc, &host, NULL, error);
    bool goes_on = good;
    while (goes_on) {
        press_next_keys(bench);
        goes_on = loop_frame(loop);
        measure_picture(bench);
    }
    if (good) {
        const ComingStats *stats = &loop->playback.session.coming.stats;
        printf("  %-14s %3d Hz  %5.2f px  right %5llu  wrong %4llu\n", level, bench->rate_hz,
               bench->largest_px, (unsigned long long)stats->right_count,
               (unsigned long long)stats->wrong_count);
        loop_close(loop);
    }
    host.close(host.self);
    return good;
}

static BenchState open_bench(void *context, const BenchFigure *figure, const Program *program,
                             CwError *error)
{
    (void)figure;
    CorrectionsBench *bench = context;
    bench->program = program;
    bench->loop = calloc(1, sizeof *bench->loop);
    return bench->loop != NULL || cw_error_set(error, "out of memory; close other programs")
               ? BENCH_READY
               : BENCH_FAILED;
}

static void close_bench(void *context)
{
    free(((CorrectionsBench *)context)->loop);
}

static bool sample(void *context, double *ours, double *limit)
{
    CorrectionsBench *bench = context;
    const Levels *levels = &bench->program->levels;
    CwError error = {0};
    *limit = LIMIT_PX;
    *ours = 0;
    for (int i = 0; i < levels->count; i++) {
        bool good =
            (bench->replay = bench_load_run(bench->program, levels->names[i], &error)) != NULL;
        for (size_t rate = 0; good && rate < CW_ARRAY_LENGTH(RATES_HZ); rate++) {
            bench->rate_hz = RATES_HZ[rate];
            good = play(bench, levels->names[i], &error);
            *ours = fmax(*ours, bench->largest_px);
        }
        cw_replay_free(bench->replay);
        if (!good) {
            return false;
        }
    }
    return true;
}

static const BenchFigure figures[] = {
    {"corrections", "px", "the picture's largest in a frame after wrong guesses; limit: 2 px", 1,
     .sample = sample, .rounds = 1},
};

const BenchGroup bench_corrections = {figures, CW_ARRAY_LENGTH(figures), sizeof(CorrectionsBench),
                                      open_bench, close_bench};
