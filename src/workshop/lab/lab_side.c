#include "lab/lab.h"

#include "frame/playback.h"
#include "panel/debug_shapes.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

/* ---- scenes ---- */

enum { BALL_COUNT = 12 };

static const double ROOM_X_M = 7.4, ROOM_Y_M = 3.9, OUTER_WALL_M = 1.0, THIN_WALL_M = 0.05;
static const double BALL_M = 0.2; /* radius */
static const double BALL_MPS = 12;

static void add_wall(CwWorld *world, cpVect from_m, cpVect to_m, double radius_m)
{
    cpBody *level = cpSpaceGetStaticBody(cw_world_space(world));
    cpShape *shape = cpSegmentShapeNew(level, from_m, to_m, radius_m);
    cpShapeSetElasticity(shape, 1);
    cw_world_add_shape(world, (CwEntity){0}, shape);
}

/* Balls don't collide with each other, so they keep their speed. */
static void add_ball(CwWorld *world, int index)
{
    double lane_m = ROOM_Y_M * ((2 * index + 1) / (double)BALL_COUNT - 1) * 0.93;
    double speed_mps = BALL_MPS * (0.8 + 0.2 * index / (BALL_COUNT - 1));
    cpBody *body = cpBodyNew(1, cpMomentForCircle(1, 0, BALL_M, cpvzero));
    cpBodySetPosition(body, cpv(-6.8 + 0.5 * ((index * 7) % BALL_COUNT), lane_m));
    cpBodySetVelocity(body, cpvmult(cpvforangle(0.03 * (index - 5.5)), speed_mps));
    cw_world_add_body(world, (CwEntity){0}, body);
    cpShape *shape = cpCircleShapeNew(body, BALL_M, cpvzero);
    cpShapeSetElasticity(shape, 1);
    cpShapeSetFilter(shape, cpShapeFilterNew(1, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
    cw_world_add_shape(world, (CwEntity){0}, shape);
}

static bool start_wall(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    cpSpaceSetSleepTimeThreshold(cw_world_space(world), INFINITY);
    cpSpaceSetGravity(cw_world_space(world), cpvzero);
    double x = ROOM_X_M + OUTER_WALL_M, y = ROOM_Y_M + OUTER_WALL_M;
    add_wall(world, cpv(-x, -y), cpv(x, -y), OUTER_WALL_M);
    add_wall(world, cpv(-x, y), cpv(x, y), OUTER_WALL_M);
    add_wall(world, cpv(-x, -y), cpv(-x, y), OUTER_WALL_M);
    add_wall(world, cpv(x, -y), cpv(x, y), OUTER_WALL_M);
    add_wall(world, cpv(0, -y), cpv(0, y), THIN_WALL_M);
    for (int i = 0; i < BALL_COUNT; i++) {
        add_ball(world, i);
    }
    return true;
}

static void draw_wall(const CwWorld *world, CwFrame *frame)
{
    cw_draw_set_world(frame->draw, 1);
    debug_shapes_draw(world, frame->alpha, NULL, (CwColour){0}, frame->draw);
}

static const CwSystem SYSTEM = {.name = "lab.draw", .phase = CW_PHASE_RENDER, .frame = draw_wall};

static const CwGame WALL = {.id = "wall",
                            .title = "Wall",
                            .content = {.systems = &SYSTEM, .system_count = 1},
                            .looks = {.camera_height_m = 9},
                            .start = start_wall};

const LabScene lab_scenes[LAB_SCENE_COUNT] = {
    {.name = "bridge",
     .about = "The same driver on both sides. Springs and joints feel every uneven step.",
     .home_m = {-INFINITY, 0, INFINITY, INFINITY}},
    {.name = "wall",
     .about = "The balls should stay on the left. A long step carries them through the wall.",
     .game = &WALL,
     .home_m = {-7.7, -4.2, 0, 4.2}},
};

/* ---- ticks ---- */

/* Counts bodies outside the scene's home, each only once. */
static void count_lost(LabSide *side)
{
    const CwWorld *world = side->session.world;
    for (int i = 0; i < world->body_count && i < LAB_BODY_MAX; i++) {
        const cpBody *body = world->bodies[i];
        cpVect centre_m = cpTransformPoint(body->transform, body->cog);
        if (!side->is_lost[i] && body->m < INFINITY &&
            !cpBBContainsVect(lab_scenes[side->desc.scene].home_m, centre_m)) {
            side->is_lost[i] = true;
            side->lost_count++;
        }
    }
}

static void side_tick(LabSide *side)
{
    CwError error;
    const LabDesc *desc = &side->desc; /* steps may differ from recorded ticks */
    uint64_t tick = (uint64_t)(side->time_s * desc->config->sim.tick_rate + 0.5);
    bool drives = lab_scenes[desc->scene].game == NULL && tick < desc->driver->tick_count;
    CwTickInput input = drives ? cw_replay_input(desc->driver, tick + 1) : (CwTickInput){0};
    cw_input_derive_edges(&input.players[0], &side->session.world->input.players[0]);
    side->is_broken = !run_tick(&side->run, &input, &error);
    side->time_s += side->step_s;
    side->longest_step_s = fmax(side->longest_step_s, side->step_s);
    side->ticks++;
    if (!side->is_broken) {
        count_lost(side);
    }
}

static void step_by_ticks(LabSide *side)
{
    FramePlan plan = step_clock_frame(&side->clock, side->now_ns);
    side->alpha = plan.alpha;
    for (int i = 0; i < plan.ticks && !side->is_broken; i++) {
        side_tick(side);
    }
}

/* ---- the side ---- */

bool lab_side_open(LabSide *side, const LabDesc *desc, CwError *error)
{
    const CwGame *own = lab_scenes[desc->scene].game;
    SessionDesc session = playback_session_desc(own != NULL ? own : desc->game, desc->config);
    StepClockDesc clock = step_clock_desc_default();
    *side = (LabSide){.desc = *desc, .alpha = 1, .step_s = 1.0 / desc->settings.tick_rate};
    clock.tick_rate = desc->settings.tick_rate;
    clock.max_steps_per_frame = desc->config->max_steps_per_frame;
    clock.max_frame_ns = llround(desc->config->max_frame_time * 1e9);
    step_clock_init(&side->clock, &clock);
    step_clock_frame(&side->clock, 0);
    session.settings = desc->settings;
    session.fixed |=
        SIM_SETTINGS_ALL & ~sim_settings_bit(CW_SETTING_GRAVITY); /* the lab sets them */
    session.slot = desc->slot;
    session.map_path = own != NULL ? NULL : desc->map_path;
    if (!session_open(&side->session, &session, error)) {
        return cw_error_context(error, "lab, scene %s", lab_scenes[desc->scene].name);
    }
    run_begin(&side->run, &(RunDesc){.session = &side->session});
    return true;
}

void lab_side_frame(LabSide *side, int64_t frame_ns)
{
    side->frame_count++;
    side->ticks = 0;
    if (side->is_broken) {
        return;
    }
    side->now_ns += frame_ns;
    if (side->desc.loop == LAB_FIXED) {
        step_by_ticks(side);
    } else if (frame_ns > 0) {
        side->step_s = (double)frame_ns * 1e-9;
        side->session.world->dt_s = side->step_s;
        side_tick(side);
    }
}
