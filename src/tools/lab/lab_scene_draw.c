/* The lab's own scenes as pictures: theirs are shapes, so shapes are what is drawn. Reads the space
 * through its structs, because Chipmunk's iteration writes the space's lock counter. */
#include "lab/lab_scenes.h"

#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

enum { LAYER_BACK = -10, LAYER_WALLS, LAYER_RODS, LAYER_BODIES, CORNERS_MAX = 32 };

static const double OUTLINE_M = 0.05;
static const CwColour SKY_TOP = {0x20, 0x30, 0x5a, 255};
static const CwColour SKY_BOTTOM = {0x5f, 0x7d, 0x92, 255};
static const CwColour WALL = {0x16, 0x38, 0x3f, 255};
static const CwColour ROD = {0xa8, 0x70, 0x2b, 255};
static const CwColour INK = {0x2b, 0x1d, 0x14, 255};
static const CwColour FILLS[] = {{0xdb, 0xa6, 0x45, 255},
                                 {0xc8, 0x6b, 0x3c, 255},
                                 {0x6f, 0xa8, 0x9a, 255},
                                 {0xe7, 0xd3, 0x9c, 255}};

static CwPoint2 placed(cpVect local, CwTransform2 pose)
{
    double c = cos(pose.angle_rad), s = sin(pose.angle_rad);
    return (CwPoint2){pose.x_m + local.x * c - local.y * s, pose.y_m + local.x * s + local.y * c};
}

static void draw_back(CwDrawList *draw)
{
    cw_draw_set_screen(draw);
    cw_draw_set_layer(draw, LAYER_BACK);
    cw_draw_rect(draw, &(CwRectDraw){.width = CW_VIEW_WIDTH,
                                     .height = CW_VIEW_HEIGHT,
                                     .top = SKY_TOP,
                                     .bottom = SKY_BOTTOM});
    cw_draw_set_world(draw, 1);
}

static void draw_walls(const CwWorld *world, CwDrawList *draw)
{
    cw_draw_set_layer(draw, LAYER_WALLS);
    const cpShape *shape = cpSpaceGetStaticBody(world->space)->shapeList;
    for (; shape != NULL; shape = shape->next) {
        if (shape->klass->type == CP_SEGMENT_SHAPE) {
            const struct cpSegmentShape *wall = (const struct cpSegmentShape *)shape;
            const CwPoint2 line[] = {{wall->a.x, wall->a.y}, {wall->b.x, wall->b.y}};
            cw_draw_polyline(draw, line, 2, 2 * wall->r, WALL);
        }
    }
}

/* A disc with a spoke, so that turning shows. */
static void draw_disc(const struct cpCircleShape *circle, CwTransform2 pose, CwColour fill,
                      CwDrawList *draw)
{
    CwPoint2 centre = placed(circle->c, pose);
    const CwPoint2 spoke[] = {centre,
                              placed(cpv(circle->c.x, circle->c.y - circle->r * 0.7), pose)};
    cw_draw_circle(draw, centre, circle->r, INK);
    cw_draw_circle(draw, centre, circle->r - OUTLINE_M, fill);
    cw_draw_polyline(draw, spoke, 2, OUTLINE_M, INK);
}

static void draw_box(const struct cpPolyShape *shape, CwTransform2 pose, CwColour fill,
                     CwDrawList *draw)
{
    CwPoint2 outer[CORNERS_MAX], inner[CORNERS_MAX];
    int count = shape->count < CORNERS_MAX ? shape->count : CORNERS_MAX;
    for (int i = 0; i < count; i++) {
        cpVect corner = shape->planes[i + shape->count].v0; /* the untransformed half */
        double shrink = 1 - 1.4 * OUTLINE_M / cpvlength(corner);
        outer[i] = placed(corner, pose);
        inner[i] = placed(cpvmult(corner, shrink), pose);
    }
    cw_draw_polygon(draw, outer, count, INK);
    cw_draw_polygon(draw, inner, count, fill);
}

static void draw_bodies(const CwWorld *world, double alpha, CwDrawList *draw)
{
    cw_draw_set_layer(draw, LAYER_BODIES);
    for (int i = 0; i < world->body_count; i++) {
        const cpBody *body = world->bodies[i];
        CwTransform2 pose = cw_world_pose(world, body, alpha);
        CwColour fill = FILLS[(size_t)i % CW_ARRAY_LENGTH(FILLS)];
        const cpShape *shape = body->shapeList;
        for (; shape != NULL; shape = shape->next) {
            if (shape->klass->type == CP_CIRCLE_SHAPE) {
                draw_disc((const struct cpCircleShape *)shape, pose, fill, draw);
            } else if (shape->klass->type == CP_POLY_SHAPE) {
                draw_box((const struct cpPolyShape *)shape, pose, fill, draw);
            }
        }
    }
}

static void draw_rods(const CwWorld *world, double alpha, CwDrawList *draw)
{
    cw_draw_set_layer(draw, LAYER_RODS);
    const cpArray *joints = world->space->constraints;
    for (int i = 0; i < joints->num; i++) {
        const cpConstraint *joint = joints->arr[i];
        if (!cpConstraintIsPivotJoint(joint)) {
            continue;
        }
        const struct cpPivotJoint *pivot = (const struct cpPivotJoint *)joint;
        CwTransform2 a = cw_world_pose(world, joint->a, alpha),
                     b = cw_world_pose(world, joint->b, alpha);
        CwPoint2 line[] = {placed(pivot->anchorA, a), {b.x_m, b.y_m}};
        cw_draw_polyline(draw, line, 2, 0.09, ROD);
        cw_draw_circle(draw, line[0], 0.08, INK);
    }
}

void lab_scene_draw(const CwWorld *world, CwFrame *frame)
{
    draw_back(frame->draw);
    draw_walls(world, frame->draw);
    draw_rods(world, frame->alpha, frame->draw);
    draw_bodies(world, frame->alpha, frame->draw);
}
