#include "common/numbers.h"
#include "common/race.h"
#include "view/view.h"

#include <math.h>
#include <stdio.h>

enum { TICKS_A_FRAME = 20 }; /* limit a frame, so that no frame is late */

static const double NEAR_M = 0.7, FAR_M = 2.6; /* distances between which the ghost fades */
static const double FAINTEST = 0.12;           /* least opacity, as a share */
static const double LIMIT_S = 30;              /* limit of processor time */

static void record_place(Ghost *ghost, const CwWorld *world)
{
    const Buggy *buggy = buggy_of_const(world);
    CwProbe probe = race_probe(world);
    uint64_t tick = probe.time_ticks;
    if (buggy == NULL || tick >= GHOST_TICKS_MAX) { /* NULL: a map that is only shown */
        return;
    }
    for (int i = 0; i < BUGGY_PARTS; i++) {
        cpVect at = cpBodyGetPosition(buggy_part(buggy, i));
        float angle_rad = (float)cpBodyGetAngle(buggy_part(buggy, i));
        ghost->track[tick][i] = (GhostPart){(float)at.x, (float)at.y, angle_rad};
    }
    ghost->tick_count = (int)tick + 1;
    while (ghost->time.split_count < probe.checkpoints && ghost->time.split_count < CW_SPLIT_MAX) {
        ghost->time.splits[ghost->time.split_count++] = (uint32_t)tick;
    }
}

static void free_recording(void *replay)
{
    cw_replay_free(replay);
}

static void find_ghost(Ghost *ghost, const CwWorld *world, const CwFrame *frame)
{
    CwError error = {0};
    ghost->replay = cw_frame_ghost(frame);
    if (ghost->replay == NULL) {
        return;
    }
    CwSimDesc desc = cw_sim_desc_of(world);
    desc.settings = ghost->replay->header.settings;
    desc.seed = ghost->replay->header.seed;
    desc.limit_s = LIMIT_S;
    desc.closed = free_recording;
    desc.data = ghost->replay;
    ghost->sim = cw_sim_open(&desc, &error);
    if (ghost->sim == NULL) {
        fprintf(stderr, "clockwork: no ghost: %s\n", error.text);
        cw_replay_free(ghost->replay);
        ghost->replay = NULL;
        return;
    }
    record_place(ghost, cw_sim_world(ghost->sim));
}

static bool has_ended(const Ghost *ghost)
{
    const CwWorld *world = cw_sim_world(ghost->sim);
    return cw_world_tick(world) >= ghost->replay->tick_count || race_of_const(world)->finished;
}

/* Simulates ticks ahead of the run. False: the ghost differs from its recording. */
static bool simulate_ahead(Ghost *ghost, uint64_t race_ticks)
{
    const CwWorld *world = cw_sim_world(ghost->sim);
    for (int i = 0;
         !has_ended(ghost) && (i < TICKS_A_FRAME || (uint64_t)ghost->tick_count <= race_ticks);
         i++) {
        CwError error = {0};
        CwTickInput input = cw_replay_input(ghost->replay, cw_world_tick(world) + 1);
        if (!cw_sim_tick(ghost->sim, &input, &error)) {
            fprintf(stderr, "clockwork: no ghost: %s\n", error.text);
            return false;
        }
        record_place(ghost, world);
    }
    uint64_t last = cw_world_tick(world);
    return last > 0 && cw_replay_hash(ghost->replay, last) == cw_world_hash(world);
}

void ghost_update(const CwWorld *world, CwFrame *frame)
{
    Ghost *ghost = &((View *)frame->view)->ghost;
    if (frame->scene >= CW_SCENE_RESULTS || frame->real_s <= 0) {
        return; /* the first picture does not wait for the ghost */
    }
    if (!ghost->looked_for) {
        ghost->looked_for = true;
        find_ghost(ghost, world, frame);
    }
    if (ghost->sim == NULL) {
        return;
    }
    bool ok = simulate_ahead(ghost, race_ticks(world));
    if (!ok || has_ended(ghost)) {
        ghost->tick_count = ok ? ghost->tick_count : 0;
        cw_sim_close(ghost->sim);
        ghost->sim = NULL;
        ghost->replay = NULL;
    }
}

/* The ghost's pose: it waits at the start until our clock runs, and stops at its end. */
static BuggyPose pose_at(const Ghost *ghost, double tick)
{
    double place = cpfclamp(tick, 0.0, ghost->tick_count - 1);
    int from = (int)place, to = from + 1 < ghost->tick_count ? from + 1 : from;
    CwTransform2 parts[BUGGY_PARTS];
    for (int i = 0; i < BUGGY_PARTS; i++) {
        GhostPart a = ghost->track[from][i], b = ghost->track[to][i];
        parts[i] =
            (CwTransform2){cpflerp(a.x_m, b.x_m, place - from), cpflerp(a.y_m, b.y_m, place - from),
                           cpflerp(a.angle_rad, b.angle_rad, place - from)};
    }
    return (BuggyPose){.chassis = parts[0], .wheels = {parts[1], parts[2]}};
}

void ghost_draw(const CwWorld *world, CwFrame *frame)
{
    const View *view = frame->view;
    const Race *race = race_of_const(world);
    if (view->ghost.tick_count == 0 || frame->scene >= CW_SCENE_RESULTS || race->start_tick == 0) {
        return;
    }
    double tick = (double)(cw_world_tick(world) + 1 - race->start_tick) + frame->alpha - 1.0;
    if (view->ghost.sim != NULL && tick > view->ghost.tick_count - 1.0) {
        return; /* not known yet */
    }
    BuggyPose pose = pose_at(&view->ghost, tick);
    if (fabs(pose.wheels[0].x_m - pose.chassis.x_m) > 1.0) {
        return; /* a wreck, whose wheels have come off */
    }
    CwTransform2 ours = cw_world_pose(world, buggy_of_const(world)->chassis, frame->alpha);
    double away_m = hypot(ours.x_m - pose.chassis.x_m, ours.y_m - pose.chassis.y_m);
    double share = fmax(FAINTEST, cpfclamp01((away_m - NEAR_M) / (FAR_M - NEAR_M)));
    CwColour pale = {0xa8, 0xd0, 0xff, (uint8_t)(150 * share)};
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_BUGGY);
    cw_draw_set_lit(frame->draw, true);
    cw_draw_set_look(frame->draw, (CwPoint2){0}, pale);
    buggy_draw_at(frame->draw, &pose);
    cw_draw_set_look(frame->draw, (CwPoint2){0}, (CwColour){255, 255, 255, 255});
    cw_draw_set_lit(frame->draw, false);
}

double ghost_split_s(const Ghost *ghost, const CwWorld *world, uint32_t passed, uint64_t ticks)
{
    bool known = ghost->tick_count > 0 && passed > 0 && passed <= ghost->time.split_count;
    double split_ticks = known ? (double)ghost->time.splits[passed - 1] : (double)NAN;
    return ((double)ticks - split_ticks) * cw_world_dt_s(world);
}
