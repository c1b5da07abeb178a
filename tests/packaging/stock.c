/* A scene in bare Chipmunk, without a line of Clockwork: a chain with springs, a motor and boxes in
 * a row of bumps. It prints a hash of all positions and angles after ten seconds.
 *
 * tests/packaging/exact.sh links it with Debian's shared library and glibc's maths, and with the
 * same library and the maths that Clockwork links, and runs both as on CPUs with and without FMA.
 */
#include <chipmunk/chipmunk.h>

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BOX_COUNT = 120, LINK_COUNT = 24, BUMP_COUNT = 60, TICK_COUNT = 600 };

static cpBody *bodies[BOX_COUNT + LINK_COUNT];
static int body_count;

static cpBody *add_box(cpSpace *space, cpVect at, double side)
{
    cpBody *body = cpSpaceAddBody(space, cpBodyNew(1, cpMomentForBox(1, side, side)));
    cpBodySetPosition(body, at);
    cpBodySetAngle(body, 0.1 * body_count);
    cpShapeSetFriction(cpSpaceAddShape(space, cpBoxShapeNew(body, side, side, 0.01)), 0.6);
    bodies[body_count++] = body;
    return body;
}

static void build(cpSpace *space)
{
    cpBody *ground = cpSpaceGetStaticBody(space);
    for (int i = 0; i < BUMP_COUNT; i++) {
        cpVect from = cpv(i - 30, sin(i * 0.9)), to = cpv(i - 29, sin((i + 1) * 0.9));
        cpShapeSetFriction(cpSpaceAddShape(space, cpSegmentShapeNew(ground, from, to, 0.1)), 0.9);
    }
    for (int i = 0; i < BOX_COUNT; i++) {
        add_box(space, cpv(i % 20 - 10 + 0.1 * (i / 20), 3 + i / 20), 0.7);
    }
    cpBody *last = ground;
    for (int i = 0; i < LINK_COUNT; i++) {
        cpBody *link = add_box(space, cpv(i * 0.5 - 6, 14), 0.4);
        cpSpaceAddConstraint(space, cpPivotJointNew(last, link, cpv(i * 0.5 - 6.25, 14)));
        cpSpaceAddConstraint(space, cpDampedRotarySpringNew(last, link, 0.1, 4, 0.3));
        last = link;
    }
    cpSpaceAddConstraint(space, cpSimpleMotorNew(ground, last, 3));
    cpSpaceAddConstraint(space, cpDampedSpringNew(ground, last, cpv(0, 18), cpvzero, 3, 30, 0.5));
}

static void mix(uint64_t *hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    *hash = (*hash ^ bits) * 0x9e3779b97f4a7c15;
    *hash ^= *hash >> 29;
}

int main(void)
{
    cpSpace *space = cpSpaceNew();
    cpSpaceSetGravity(space, cpv(0, -9.81));
    cpSpaceSetDamping(space, 0.98);
    build(space);
    for (int i = 0; i < TICK_COUNT; i++) {
        cpSpaceStep(space, 1.0 / 60);
    }
    uint64_t hash = 0;
    for (int i = 0; i < body_count; i++) {
        mix(&hash, cpBodyGetPosition(bodies[i]).x);
        mix(&hash, cpBodyGetPosition(bodies[i]).y);
        mix(&hash, cpBodyGetAngle(bodies[i]));
    }
    printf("%016" PRIx64 " chain end at %.6f %.6f\n", hash,
           cpBodyGetPosition(bodies[body_count - 1]).x,
           cpBodyGetPosition(bodies[body_count - 1]).y);
    return 0;
}
