#include "lab/lab_grab.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

static const double REACH_M = 0.3;
static const double STRENGTH_MPS2 = 250; /* the force is this times the body's mass */

bool lab_grab_take(LabGrab *grab, CwWorld *world, cpVect at_m)
{
    cpPointQueryInfo info;
    cpShapeFilter all = CP_SHAPE_FILTER_ALL;
    world_make_current(world);
    const cpShape *shape = cpSpacePointQueryNearest(world->space, at_m, REACH_M, all, &info);
    if (shape == NULL || cpBodyGetType(shape->body) != CP_BODY_TYPE_DYNAMIC) {
        return false;
    }
    for (int i = 0; i < world->body_count; i++) {
        if (world->bodies[i] == shape->body) {
            grab->held = true;
            grab->grip++;
            grab->body = i;
            grab->anchor = cpBodyWorldToLocal(shape->body, at_m);
            grab->at_m = at_m;
            return true;
        }
    }
    return false;
}

void lab_grab_move(LabGrab *grab, cpVect at_m)
{
    grab->at_m = at_m;
}

void lab_grab_release(LabGrab *grab)
{
    grab->held = false;
}

void lab_grab_forget(LabGrab *grab)
{
    *grab = (LabGrab){.grip = grab->grip};
}

/* A body that dies takes its joints with it. */
static bool is_tied(const CwWorld *world, const LabHand *hand)
{
    const cpArray *joints = world->space->constraints;
    for (int i = 0; hand->joint != NULL && i < joints->num; i++) {
        const cpConstraint *joint = joints->arr[i];
        if (joint == hand->joint && joint->a == hand->hand) {
            return true;
        }
    }
    return false;
}

static void let_go(CwWorld *world, LabHand *hand)
{
    if (is_tied(world, hand)) {
        cpSpaceRemoveConstraint(world->space, hand->joint);
        cpConstraintFree(hand->joint);
    }
    hand->joint = NULL;
}

static void tie(const LabGrab *grab, CwWorld *world, LabHand *hand)
{
    hand->grip = grab->grip;
    if (grab->body >= world->body_count) {
        return;
    }
    cpBody *body = world->bodies[grab->body];
    if (hand->hand == NULL) {
        hand->hand = cpBodyNewKinematic();
    }
    hand->joint = cpPivotJointNew2(hand->hand, body, cpvzero, grab->anchor);
    cpConstraintSetMaxForce(hand->joint, STRENGTH_MPS2 * cpBodyGetMass(body));
    cw_world_add_constraint(world, (CwEntity){0}, hand->joint);
}

void lab_grab_before_tick(LabRun *run, void *context)
{
    LabGrab *grab = context;
    CwWorld *world = run->session.world;
    LabHand *hand = &grab->hands[run->desc.slot];
    if (hand->joint != NULL && (!grab->held || hand->grip != grab->grip)) {
        let_go(world, hand);
    }
    if (grab->held && hand->grip != grab->grip) {
        tie(grab, world, hand);
    }
    if (is_tied(world, hand)) {
        cpBodySetPosition(hand->hand, grab->at_m);
        cpBodyActivate(hand->joint->b);
    }
}

bool lab_grab_anchor(const LabGrab *grab, const CwWorld *world, double alpha, cpVect *at_m)
{
    if (!grab->held || grab->body >= world->body_count) {
        return false;
    }
    CwTransform2 pose = cw_world_pose(world, world->bodies[grab->body], alpha);
    cpVect turned = cpvrotate(grab->anchor, cpv(cos(pose.angle_rad), sin(pose.angle_rad)));
    *at_m = cpv(pose.x_m + turned.x, pose.y_m + turned.y);
    return true;
}
