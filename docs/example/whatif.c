/* Draws where things will be in the next two seconds if the input stays the same. */
#include "clockwork/clockwork.h"

enum { LEFT, RIGHT, ACTION_COUNT };
enum { BALL_COUNT = 4 };

/* ---- the fork ---- */

static void preview_draw(void *context, const CwWorld *fork)
{
    if (cw_world_tick(fork) % 20 == 0) {
        cw_world_draw(fork, context, (CwPoint2){0, 0}, (CwColour){255, 255, 255, 70});
    }
}

static void preview(const CwWorld *world, CwFrame *frame)
{
    CwError error = {0};
    CwFork fork = {.ticks = (uint32_t)(2 / cw_world_dt_s(world)),
                   .inputs = cw_world_tick_input(world),
                   .input_count = 1,
                   .seen = preview_draw,
                   .context = frame};
    if (!cw_world_fork(world, &fork, &error)) {
        cw_draw_set_screen(frame->draw);
        cw_draw_text(frame->draw, &(CwTextDraw){.text = error.text, .x = 20, .y = 20, .size = 14});
    }
}

/* ---- the game: balls on a seesaw that the player leans on ---- */

typedef struct Thing {
    cpBody *body;
} Thing;

static void plank_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    (void)args;
    Thing *plank = data;
    plank->body = cw_world_add_body(world, self, cpBodyNew(5, 30));
    cpShape *shape = cpSegmentShapeNew(plank->body, cpv(-5, 0), cpv(5, 0), 0.15);
    cpShapeSetFriction(cw_world_add_shape(world, self, shape), 0.8);
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    cw_world_add_constraint(world, (CwEntity){0}, cpPivotJointNew(plank->body, ground, cpvzero));
    cw_world_add_constraint(world, (CwEntity){0},
                            cpRotaryLimitJointNew(plank->body, ground, -0.5, 0.5));
}

static void plank_drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    const CwInputFrame *input = cw_world_input(world);
    double way = cw_input_value(input, LEFT) - cw_input_value(input, RIGHT);
    cpBodySetTorque(((Thing *)data)->body, 200 * way);
}

static void plank_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    CwTransform2 at = cw_world_pose(world, ((const Thing *)data)->body, frame->alpha);
    cpVect along = cpvmult(cpvforangle(at.angle_rad), 5);
    CwPoint2 ends[] = {{at.x_m - along.x, at.y_m - along.y}, {at.x_m + along.x, at.y_m + along.y}};
    cw_draw_polyline(frame->draw, ends, 2, 0.3, (CwColour){150, 110, 70, 255});
}

static void ball_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    (void)args;
    Thing *ball = data;
    ball->body = cw_world_add_body(world, self, cpBodyNew(1, 0.08));
    cpBodySetPosition(ball->body, cpv(cw_rng_range(cw_world_rng(world), -3, 3), 4));
    cpShape *shape = cpCircleShapeNew(ball->body, 0.4, cpvzero);
    cpShapeSetFriction(cw_world_add_shape(world, self, shape), 0.8);
}

/* A ball that fell off comes back from above. */
static void ball_tick(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    cpBody *body = ((Thing *)data)->body;
    if (cpBodyGetPosition(body).y < -6) {
        double x_m = cw_rng_range(cw_world_rng(world), -3, 3);
        cpBodySetVelocity(body, cpvzero);
        cw_world_teleport(world, body, (CwTransform2){x_m, 5, 0}, CW_TELEPORT_SNAP);
    }
}

static void ball_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    CwTransform2 at = cw_world_pose(world, ((const Thing *)data)->body, frame->alpha);
    cw_draw_circle(frame->draw, (CwPoint2){at.x_m, at.y_m}, 0.4, (CwColour){240, 190, 90, 255});
}

static const CwKind kinds[] = {
    {"plank", sizeof(Thing), .spawn = plank_spawn, .drive = plank_drive, .draw = plank_draw},
    {"ball", sizeof(Thing), .spawn = ball_spawn, .tick = ball_tick, .draw = ball_draw}};

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    for (int i = 0; i <= BALL_COUNT; i++) {
        cw_world_spawn(world, i > 0, NULL, 0);
    }
    return true;
}

static const CwActionDef actions[ACTION_COUNT] = {{"left", "lean left", "key:Left pad:lefttrigger"},
                                                  {"right", "lean right",
                                                   "key:Right "
                                                   "pad:righttrigger"}};
static const CwSystem systems[] = {{"preview", CW_PHASE_RENDER, .frame = preview}};
static const CwGame toy = {
    .id = "whatif",
    .title = "What if",
    .input = {.actions = actions, .action_count = ACTION_COUNT},
    .content = {.kinds = kinds,
                .kind_count = CW_ARRAY_LENGTH(kinds),
                .systems = systems,
                .system_count = CW_ARRAY_LENGTH(systems)},
    .looks = {.theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {20, 40, 60, 220}},
              .camera_height_m = 12},
    .start = start};

int main(int argc, char **argv)
{
    return cw_main(&toy, argc, argv);
}
