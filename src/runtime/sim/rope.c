
#include "base/report.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

static const double LINK_LOAD_SHARE = 0.04; /* least mass of a link, as a share of the load */
static const double LINK_LEAST_M = 0.02;

CwRopeDesc cw_rope_desc_default(void)
{
    return (CwRopeDesc){
        .mass_kgpm = 3, .radius_m = 0.05, .friction = 0.5, .filter = CP_SHAPE_FILTER_ALL};
}

static double length_of(const CwRopeDesc *desc)
{
    double length_m = 0;
    for (int i = 0; i + 1 < desc->point_count; i++) {
        length_m += cpvdist(desc->points_m[i], desc->points_m[i + 1]);
    }
    return length_m;
}

static cpVect point_at(const CwRopeDesc *desc, double along_m)
{
    const cpVect *at = desc->points_m;
    for (int i = 0; i + 1 < desc->point_count; i++) {
        double edge_m = cpvdist(at[i], at[i + 1]);
        if (along_m < edge_m) {
            return cpvlerp(at[i], at[i + 1], along_m / edge_m);
        }
        along_m -= edge_m;
    }
    return at[desc->point_count - 1];
}

static cpBody *add_link(CwWorld *world, CwEntity owner, const CwRopeDesc *desc, cpVect from_m,
                        cpVect to_m)
{
    cpVect along = cpvsub(to_m, from_m);
    double length_m = fmax(LINK_LEAST_M, cpvlength(along));
    double mass_kg = fmax(desc->mass_kgpm * length_m, LINK_LOAD_SHARE * desc->load_kg);
    cpBody *link = cpBodyNew(mass_kg, cpMomentForBox(mass_kg, length_m, length_m));
    cpBodySetPosition(link, cpvlerp(from_m, to_m, 0.5));
    cpBodySetAngle(link, atan2(along.y, along.x));
    cw_world_add_body(world, owner, link);
    cpVect reach = cpv(length_m / 2.0, 0.0);
    cpShape *shape = cpSegmentShapeNew(link, cpvneg(reach), reach, desc->radius_m);
    cpShapeFilter filter = desc->filter;
    filter.group = filter.group != CP_NO_GROUP ? filter.group : owner.index1;
    cpShapeSetCollisionType(shape, desc->type);
    cpShapeSetFriction(shape, desc->friction);
    cpShapeSetFilter(shape, filter);
    cw_world_add_shape(world, owner, shape);
    return link;
}

/* A joint is removed with its links, so it needs no owner. */
static void add_joint(CwWorld *world, cpConstraint *joint, const cpBody *anchor)
{
    if (anchor != NULL && cpBodyGetType((cpBody *)anchor) != CP_BODY_TYPE_STATIC) {
        cpConstraintSetCollideBodies(joint, cpFalse);
    }
    cw_world_add_constraint(world, (CwEntity){0}, joint);
}

void cw_world_add_rope(CwWorld *world, CwEntity owner, const CwRopeDesc *desc, cpBody **links)
{
    CW_ASSERT(cw_world_alive(world, owner), "add a rope for an entity, which its links go with");
    ASSERT_NUMBER(desc->link_count, desc->link_count >= 1 && desc->point_count >= 2,
                  "give a rope 1 link and 2 points at least");
    cpBody *rock = cpSpaceGetStaticBody(cw_world_space(world));
    cpBody *from = desc->from == NULL ? rock : desc->from, *last = from;
    double length_m = length_of(desc);
    cpVect end_m = desc->points_m[0];
    for (int i = 0; i < desc->link_count; i++) {
        cpVect begin_m = end_m;
        end_m = point_at(desc, length_m * (i + 1) / desc->link_count);
        links[i] = add_link(world, owner, desc, begin_m, end_m);
        add_joint(world, cpPivotJointNew(last, links[i], begin_m), i == 0 ? desc->from : NULL);
        last = links[i];
    }
    if (desc->to != NULL) {
        add_joint(world, cpPivotJointNew(last, desc->to, end_m), desc->to);
        last = desc->to;
    }
    if (!desc->stretches && (from->m < INFINITY || last->m < INFINITY)) {
        cpVect begin = cpBodyWorldToLocal(from, desc->points_m[0]);
        cpVect end = cpBodyWorldToLocal(last, end_m);
        add_joint(world, cpSlideJointNew(from, last, begin, end, 0.0, length_m), NULL);
    }
}

void cw_rope_points(const CwWorld *world, cpBody *const *links, int count, double alpha,
                    CwPoint2 *points)
{
    for (int i = 0; i < count; i++) {
        const cpShape *shape = links[i]->shapeList;
        CwTransform2 pose = cw_world_pose(world, links[i], alpha);
        cpVect reach = cpvmult(cpvforangle(pose.angle_rad), cpSegmentShapeGetB(shape).x);
        points[i] = (CwPoint2){pose.x_m - reach.x, pose.y_m - reach.y};
        points[i + 1] = (CwPoint2){pose.x_m + reach.x, pose.y_m + reach.y};
    }
}
