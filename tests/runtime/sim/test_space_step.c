/* The world's own step of a space computes the bits of Chipmunk's. */
#include "support/sim_world.h"

#include <chipmunk/chipmunk_structs.h>

enum { STEPS = 240 };

static Sim other;

static void teardown(void)
{
    sim_tear_down();
    world_close(other.world);
}

FIXTURE(.tear_down = teardown);

static bool same_motion(const cpBody *a, const cpBody *b)
{
    return memcmp(&a->p, &b->p, sizeof a->p) == 0 && memcmp(&a->v, &b->v, sizeof a->v) == 0 &&
           memcmp(&a->v_bias, &b->v_bias, sizeof a->v_bias) == 0 &&
           memcmp(&a->a, &b->a, sizeof a->a) == 0 && memcmp(&a->w, &b->w, sizeof a->w) == 0 &&
           memcmp(&a->w_bias, &b->w_bias, sizeof a->w_bias) == 0;
}

/* Gives shapes other surfaces, so that contacts bounce, slide and are driven. */
static void vary_surface(cpBody *body, cpShape *shape, void *context)
{
    int *number = context;
    (void)body;
    cpShapeSetElasticity(shape, *number % 3 * 0.3);
    cpShapeSetFriction(shape, *number % 5 * 0.2);
    cpShapeSetSurfaceVelocity(shape, cpv(*number % 7 - 3, 0));
    ++*number;
}

/* Adds a moving kinematic body, too. */
static void vary_scene(CwWorld *world)
{
    cpSpace *space = world->space;
    int number = 0;
    arena_make_current(world->arena);
    cpBody *paddle = cpSpaceAddBody(space, cpBodyNewKinematic());
    cpBodySetPosition(paddle, cpv(-3, 1));
    cpBodySetVelocity(paddle, cpv(0.5, 0));
    cpBodySetAngularVelocity(paddle, 2);
    cpSpaceAddShape(space, cpBoxShapeNew(paddle, 1, 0.4, 0));
    for (int i = 0; i < space->dynamicBodies->num; i++) {
        cpBodyEachShape(space->dynamicBodies->arr[i], vary_surface, &number);
    }
}

static void step(CwWorld *world, void (*step_space)(cpSpace *space, cpFloat dt_s))
{
    world_begin_tick(world, &(CwTickInput){0});
    step_space(world->space, 1.0 / 60);
}

/* Joints and sleep, a stack, and many circles. */
static const char *const SCENES[] = {"mixed", "pyramid-40", "rain"};

TEST(a_step_has_the_bits_of_chipmunks, .rounds = CW_ARRAY_LENGTH(SCENES))
{
    sim_begin_scene(SCENES[_i]);
    sim_open_scene(&other, SCENES[_i], 1);
    vary_scene(sim.world);
    vary_scene(other.world);
    for (int number = 0; number < STEPS; number++) {
        step(sim.world, space_step);
        step(other.world, cpSpaceStep);
        const cpArray *a = sim.world->space->dynamicBodies, *b = other.world->space->dynamicBodies;
        ck_assert_int_eq(a->num, b->num);
        for (int i = 0; i < a->num; i++) {
            ck_assert_msg(same_motion(a->arr[i], b->arr[i]), "body %d after step %d", i, number);
        }
    }
}
