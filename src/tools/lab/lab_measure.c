#include "lab/lab_measure.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

static bool moves(const cpBody *body)
{
    return body->m < INFINITY;
}

double lab_energy_j(const CwWorld *world, double rest_m)
{
    double energy_j = 0;
    cpVect gravity = world->space->gravity;
    for (int i = 0; i < world->body_count; i++) {
        const cpBody *body = world->bodies[i];
        if (moves(body)) {
            cpVect centre = cpTransformPoint(body->transform, body->cog);
            energy_j += 0.5 * body->m * cpvlengthsq(body->v) + 0.5 * body->i * body->w * body->w -
                        body->m * (gravity.x * centre.x + gravity.y * (centre.y - rest_m));
        }
    }
    return energy_j;
}

static void lose(LabLost *lost, const cpBody *body)
{
    for (int i = 0; i < lost->count; i++) {
        if (lost->bodies[i] == body) {
            return;
        }
    }
    if (lost->count < LAB_LOST_MAX) {
        lost->bodies[lost->count++] = body;
    }
}

static void note_static(cpShape *shape, cpVect point, cpFloat distance, cpVect gradient, void *data)
{
    (void)point, (void)gradient;
    bool *inside = data;
    bool solid = !shape->sensor && shape->body->m == INFINITY;
    *inside = *inside || (solid && distance < 0);
}

static bool is_lost(const CwWorld *world, const cpBody *body, cpBB home_m)
{
    cpVect centre = cpTransformPoint(body->transform, body->cog);
    bool inside = false;
    if (!cpBBContainsVect(home_m, centre)) {
        return true;
    }
    const cpShape *shape = body->shapeList;
    if (shape != NULL) { /* what it passes by design is no wall to it */
        cpSpacePointQuery(world->space, centre, 0, shape->filter, note_static, &inside);
    }
    return inside;
}

void lab_count_lost(LabLost *lost, const CwWorld *world, cpBB home_m)
{
    for (int i = 0; i < world->body_count; i++) {
        const cpBody *body = world->bodies[i];
        if (moves(body) && is_lost(world, body, home_m)) {
            lose(lost, body);
        }
    }
}

double lab_joint_gap_m(const CwWorld *world)
{
    double widest_m = 0;
    const cpArray *joints = world->space->constraints;
    for (int i = 0; i < joints->num; i++) {
        const cpConstraint *joint = joints->arr[i];
        if (cpConstraintIsPivotJoint(joint)) {
            const struct cpPivotJoint *pivot = (const struct cpPivotJoint *)joint;
            cpVect a = cpTransformPoint(joint->a->transform, pivot->anchorA);
            cpVect b = cpTransformPoint(joint->b->transform, pivot->anchorB);
            widest_m = fmax(widest_m, cpvdist(a, b));
        }
    }
    return widest_m;
}

static double apart_m(const CwWorld *world, const cpBody *body, const CwWorld *other,
                      const cpBody *twin, double alpha)
{
    CwTransform2 a = cw_world_pose(world, body, 1), b = cw_world_pose(other, twin, alpha);
    return cpvdist(cpv(a.x_m, a.y_m), cpv(b.x_m, b.y_m));
}

double lab_distance_m(const LabRun *run, const LabRun *other, double alpha)
{
    const CwWorld *world = run->session.world, *world2 = other->session.world;
    const cpBody *player = session_probe(&run->session).player;
    const cpBody *player2 = session_probe(&other->session).player;
    if (player != NULL && player2 != NULL) {
        return apart_m(world, player, world2, player2, alpha);
    }
    double furthest_m = 0;
    int count = world->body_count < world2->body_count ? world->body_count : world2->body_count;
    for (int i = 0; i < count; i++) {
        double m = apart_m(world, world->bodies[i], world2, world2->bodies[i], alpha);
        furthest_m = fmax(furthest_m, m);
    }
    return furthest_m;
}
