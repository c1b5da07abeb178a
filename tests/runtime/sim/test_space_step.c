/* The world's own step of a space computes the bits of Chipmunk's. */
#include "bench/scenes.h"
#include "sim/world.h"
#include "support/expect.h"

#include <chipmunk/chipmunk_structs.h>

enum { STEPS = 240 };

static BareScene theirs, ours;

static void teardown(void)
{
    bare_scene_close(&theirs);
    bare_scene_close(&ours);
}

SET_UP(.tear_down = teardown)
{
    theirs = ours = (BareScene){0};
}

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
static void vary_scene(const BareScene *scene)
{
    cpSpace *space = scene->space;
    int number = 0;
    arena_make_current(scene->arena);
    cpBody *paddle = cpSpaceAddBody(space, cpBodyNewKinematic());
    cpBodySetPosition(paddle, cpv(-3, 1));
    cpBodySetVelocity(paddle, cpv(0.5, 0));
    cpBodySetAngularVelocity(paddle, 2);
    cpSpaceAddShape(space, cpBoxShapeNew(paddle, 1, 0.4, 0));
    cpSpaceSetSleepTimeThreshold(space, 0.5);
    for (int i = 0; i < space->dynamicBodies->num; i++) {
        cpBodyEachShape(space->dynamicBodies->arr[i], vary_surface, &number);
    }
}

static void check_scene(const char *name)
{
    ck_assert_msg(bare_scene_open(&theirs, name, 1, &error), "%s", error.text);
    ck_assert_msg(bare_scene_open(&ours, name, 2, &error), "%s", error.text);
    vary_scene(&theirs);
    vary_scene(&ours);
    for (int step = 0; step < STEPS; step++) {
        bare_scene_step(&theirs);
        arena_make_current(ours.arena);
        space_step(ours.space, ours.space->curr_dt);
        const cpArray *a = theirs.space->dynamicBodies, *b = ours.space->dynamicBodies;
        ck_assert_int_eq(a->num, b->num);
        for (int i = 0; i < a->num; i++) {
            ck_assert_msg(same_motion(a->arr[i], b->arr[i]), "body %d after step %d", i, step);
        }
    }
}

TEST(a_step_with_joints_and_sleep_has_the_bits_of_chipmunks)
{
    check_scene("mixed");
}

TEST(a_step_of_a_stack_has_the_bits_of_chipmunks)
{
    check_scene("pyramid-20");
}

TEST(a_step_of_many_circles_has_the_bits_of_chipmunks)
{
    check_scene("rain");
}
