#include "panel/debug_shapes.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

enum { CORNERS_MAX = 32 };

static const double LINE_M = 0.03;
static const CwColour AWAKE = {120, 255, 120, 255};
static const CwColour ASLEEP = {110, 160, 255, 255};
static const CwColour STATIC = {200, 200, 200, 255};
static const CwColour SENSOR = {255, 230, 90, 255};

static CwPoint2 to_world(cpVect local, CwTransform2 pose)
{
    double c = cos(pose.angle_rad), s = sin(pose.angle_rad);
    return (CwPoint2){pose.x_m + local.x * c - local.y * s, pose.y_m + local.x * s + local.y * c};
}

static void draw_outline(CwDrawList *draw, CwTransform2 pose, const cpVect *corners, int count,
                         CwColour colour)
{
    CwPoint2 points[CORNERS_MAX + 1];
    for (int i = 0; i < count; i++) {
        points[i] = to_world(corners[i], pose);
    }
    points[count] = points[0];
    cw_draw_polyline(draw, points, count + 1, LINE_M, colour);
}

/* Draws a polygon around the circle, and a spoke that shows how it turns. */
static void draw_circle(CwDrawList *draw, CwTransform2 pose, const struct cpCircleShape *shape,
                        CwColour colour)
{
    enum { SIDES = 20 };
    cpVect corners[SIDES];
    for (int i = 0; i < SIDES; i++) {
        double angle = 2 * CP_PI * i / (double)SIDES;
        corners[i] = cpvadd(shape->c, cpvmult(cpv(cos(angle), sin(angle)), shape->r));
    }
    draw_outline(draw, pose, corners, SIDES, colour);
    const CwPoint2 spoke[] = {to_world(shape->c, pose), to_world(corners[0], pose)};
    cw_draw_polyline(draw, spoke, 2, LINE_M, colour);
}

static void draw_polygon(CwDrawList *draw, CwTransform2 pose, const struct cpPolyShape *shape,
                         CwColour colour)
{
    cpVect corners[CORNERS_MAX];
    int count = shape->count < CORNERS_MAX ? shape->count : CORNERS_MAX;
    for (int i = 0; i < count; i++) {
        corners[i] = shape->planes[i + shape->count].v0; /* the untransformed half */
    }
    draw_outline(draw, pose, corners, count, colour);
}

static void draw_shape(const cpShape *shape, CwTransform2 pose, CwColour colour, CwDrawList *draw)
{
    switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE:
        draw_circle(draw, pose, (const struct cpCircleShape *)shape, colour);
        break;
    case CP_SEGMENT_SHAPE: {
        const struct cpSegmentShape *segment = (const struct cpSegmentShape *)shape;
        const CwPoint2 line[] = {to_world(segment->a, pose), to_world(segment->b, pose)};
        cw_draw_polyline(draw, line, 2, fmax(LINE_M, 2 * segment->r), colour);
        break;
    }
    case CP_POLY_SHAPE:
        draw_polygon(draw, pose, (const struct cpPolyShape *)shape, colour);
        break;
    case CP_NUM_SHAPES:
        break;
    }
}

static CwColour colour_of(const cpBody *body, const cpShape *shape)
{
    bool is_dynamic = cpBodyGetType((cpBody *)body) == CP_BODY_TYPE_DYNAMIC;
    return shape->sensor ? SENSOR : !is_dynamic ? STATIC : cpBodyIsSleeping(body) ? ASLEEP : AWAKE;
}

/* Draws the space's static body first. */
void debug_shapes_draw(const CwWorld *world, double alpha, const Thing *only, CwColour marked,
                       CwDrawList *draw)
{
    cw_draw_set_world(draw, 1);
    cw_draw_set_layer(draw, CW_ENGINE_LAYER_SHAPES);
    for (int i = -1; i < world->body_count; i++) {
        const cpBody *body = i < 0 ? world->space->staticBody : world->bodies[i];
        CwTransform2 pose = i < 0 ? (CwTransform2){0} : cw_world_pose(world, body, alpha);
        for (const cpShape *shape = body->shapeList; shape != NULL; shape = shape->next) {
            bool is_drawn = only == NULL ||
                            (only->entity != 0 ? shape_owner_number(world, shape) == only->entity
                                               : shape->hashid == only->shape);
            if (is_drawn) {
                draw_shape(shape, pose, only == NULL ? colour_of(body, shape) : marked, draw);
            }
        }
    }
}

void debug_shapes_draw_at(const cpBody *body, CwTransform2 pose, CwColour colour, CwDrawList *draw)
{
    for (const cpShape *shape = body->shapeList; shape != NULL; shape = shape->next) {
        draw_shape(shape, pose, colour, draw);
    }
}
