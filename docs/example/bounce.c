#include "clockwork/clockwork.h"

enum { KICK }; /* the only action */
typedef struct Ball {
    cpBody *body;
} Ball;

static void spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    (void)args;
    Ball *ball = data;
    ball->body = cw_world_add_body(world, self, cpBodyNew(1, 0.08)); /* kg, kg m2 */
    cpBodySetPosition(ball->body, cpv(cw_rng_range(cw_world_rng(world), -3, 3), 6));
    cpShape *shape = cpCircleShapeNew(ball->body, 0.4, cpvzero);
    cpShapeSetElasticity(cw_world_add_shape(world, self, shape), 0.9);
}

static void drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    double kick = cw_input_pressed(cw_world_input(world), KICK) ? 6 : 0;
    cpBodyApplyImpulseAtLocalPoint(((Ball *)data)->body, cpv(0, kick), cpvzero);
}

static void draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    CwTransform2 at = cw_world_pose(world, ((const Ball *)data)->body, frame->alpha);
    cw_draw_circle(frame->draw, (CwPoint2){at.x_m, at.y_m}, 0.4, (CwColour){240, 190, 90, 255});
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    cpShape *floor = cpSegmentShapeNew(ground, cpv(-9, -3), cpv(9, -3), 0.1);
    cpShapeSetElasticity(cw_world_add_shape(world, (CwEntity){0}, floor), 1);
    for (int i = 0; i < 5; i++) {
        cw_world_spawn(world, 0, NULL, 0);
    }
    return true;
}

static const CwActionDef kick = {"kick", "kick the balls", "key:Space pad:a"};
static const CwKind ball = {"ball", sizeof(Ball), .spawn = spawn, .drive = drive, .draw = draw};
static const CwGame toy = {
    .id = "bounce",
    .title = "Bounce",
    .input = {.actions = &kick, .action_count = 1},
    .content = {.kinds = &ball, .kind_count = 1},
    .looks = {.theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {20, 40, 60, 220}},
              .camera_height_m = 12},
    .start = start};

int main(int argc, char **argv)
{
    return cw_main(&toy, argc, argv);
}
