#include "clockwork/clockwork.h"

enum { KICK }; /* the only action */
typedef struct Ball {
    cpBody *body;
} Ball;

static void spawn(World *world, Entity self, void *data, const void *args)
{
    (void)args;
    Ball *ball = data;
    ball->body = world_add_body(world, self, cpBodyNew(1, cpMomentForCircle(1, 0, 0.4, cpvzero)));
    cpBodySetPosition(ball->body, cpv(rng_range(world_rng(world), -3, 3), 6));
    cpShape *shape = world_add_shape(world, self, cpCircleShapeNew(ball->body, 0.4, cpvzero));
    cpShapeSetElasticity(shape, 0.9);
}

static void drive(World *world, Entity self, void *data)
{
    (void)self;
    double kick = input_pressed(world_input(world), KICK) ? 6 : 0;
    cpBodyApplyImpulseAtLocalPoint(((Ball *)data)->body, cpv(0, kick), cpvzero);
}

static void draw(const World *world, Entity self, const void *data, Frame *frame)
{
    (void)self;
    Transform2 at = world_pose(world, ((const Ball *)data)->body, frame->alpha);
    draw_circle(frame->draw, (Point2){at.x_m, at.y_m}, 0.4, (Colour){240, 190, 90, 255});
}

static bool start(World *world, const Map *map, Error *error)
{
    (void)map, (void)error;
    cpBody *ground = cpSpaceGetStaticBody(world_space(world));
    cpShape *floor = cpSegmentShapeNew(ground, cpv(-9, -3), cpv(9, -3), 0.1);
    cpShapeSetElasticity(world_add_shape(world, (Entity){0}, floor), 1);
    for (int i = 0; i < 5; i++) {
        world_spawn(world, 0, NULL, 0);
    }
    return true;
}

static const ActionDef kick = {"kick", "kick the balls", "key:Space pad:a"};
static const Kind ball = {"ball", sizeof(Ball), .spawn = spawn, .drive = drive, .draw = draw};
static const Game bounce = {.id = "bounce",
                            .title = "Bounce",
                            .actions = &kick,
                            .action_count = 1,
                            .kinds = &ball,
                            .kind_count = 1,
                            .theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {20, 40, 60, 220}},
                            .camera_height_m = 12,
                            .start = start};

int main(int argc, char **argv)
{
    return clockwork_main(&bounce, argc, argv);
}
