#include "things/thing.h"

#include "common/landscape.h"
#include "common/race.h"
#include "common/sprites.h"

#include <math.h>

void thing_read(const ThingClass *class, const CwMapObject *object, void *data)
{
    for (const Property *it = class->properties; it->name != NULL; it++) {
        char *field = (char *)data + it->field.offset;
        if (it->field.name == NULL) {
            continue;
        }
        double value = cw_property_number(object->properties, it->name, it->usual);
        if (it->field.type == CW_FIELD_BOOL) {
            *(bool *)field = value != 0.0;
        } else {
            *(double *)field = value;
        }
    }
}

bool thing_check_property(const CwMapObject *object, const Property *property, CwError *error)
{
    CwPropertyType type = cw_property_type(object->properties, property->name);
    bool is_number = type == CW_PROPERTY_NUMBER || type == CW_PROPERTY_BOOL;
    if (type == CW_PROPERTY_NONE || (property->is_text && type == CW_PROPERTY_TEXT)) {
        return true;
    }
    if (property->is_text) {
        return cw_error_set(error, "property \"%s\" is no text: make it one in Tiled",
                            property->name);
    }
    if (!is_number) {
        return cw_error_set(error, "property \"%s\" is a %s: make it a number or a bool",
                            property->name, type == CW_PROPERTY_TEXT ? "text" : "class");
    }
    double value = cw_property_number(object->properties, property->name, 0.0);
    return (value >= property->least && value <= property->most) ||
           cw_error_set(error, "property \"%s\" is %g: make it %g to %g", property->name, value,
                        property->least, property->most);
}

double line_length_m(const cpVect *corners_m, int count)
{
    double length_m = 0.0;
    for (int i = 0; i + 1 < count; i++) {
        length_m += cpvdist(corners_m[i], corners_m[i + 1]);
    }
    return length_m;
}

cpVect *polygon_copy(CwWorld *world, const CwMapObject *object)
{
    int count = object->corner_count;
    bool clockwise = cpAreaForPoly(count, object->corners_m, 0.0) < 0.0;
    cpVect *corners_m = cw_world_alloc(world, (size_t)count * sizeof *corners_m);
    for (int i = 0; i < count; i++) {
        corners_m[i] = object->corners_m[clockwise ? count - 1 - i : i];
    }
    return corners_m;
}

bool polygon_contains(const cpVect *corners_m, int count, cpVect place_m)
{
    bool inside = false;
    for (int i = 0; i < count; i++) {
        cpVect a = corners_m[i], b = corners_m[(i + 1) % count];
        if ((a.y > place_m.y) != (b.y > place_m.y) &&
            place_m.x < a.x + (b.x - a.x) * (place_m.y - a.y) / (b.y - a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

void polygon_draw(CwDrawList *list, const cpVect *corners_m, int count, CwColour colour)
{
    CwPoint2 points[CW_SHAPE_CORNERS_MAX];
    for (int i = 0; i < count; i++) {
        points[i] = foot_point(corners_m[i]);
    }
    cw_draw_shape(list, points, count, &(CwPaint){.colour = colour});
}

cpBody *thing_add_body(CwWorld *world, CwEntity self, cpBody *body, cpVect at_m, double angle_rad)
{
    cpBodySetPosition(body, at_m);
    cpBodySetAngle(body, angle_rad);
    return cw_world_add_body(world, self, body);
}

void thing_add_shape(CwWorld *world, CwEntity self, cpShape *shape, double friction,
                     cpShapeFilter filter)
{
    cpShapeSetFriction(shape, friction);
    cpShapeSetFilter(shape, filter);
    cw_world_add_shape(world, self, shape);
}

cpConstraint *thing_join(CwWorld *world, cpConstraint *joint)
{
    return cw_world_add_constraint(world, (CwEntity){0}, joint);
}

cpShape *thing_box(cpBody *body, double width_m, double height_m, double rounding_m)
{
    double r_m = fmin(rounding_m, fmin(width_m, height_m) / 4.0);
    return cpBoxShapeNew(body, width_m - 2.0 * r_m, height_m - 2.0 * r_m, r_m);
}

cpShape *thing_fixed_polygon(CwWorld *world, const cpVect *corners_m, int count)
{
    return cpPolyShapeNew(cpSpaceGetStaticBody(cw_world_space(world)), count, corners_m,
                          cpTransformIdentity, 0.0);
}

bool is_of_buggy(const CwWorld *world, const CwEvent *event)
{
    return cw_entity_equal(event->b, race_of_const(world)->buggy);
}

bool object_is_seen(const CwFrame *frame, const CwMapObject *object, double reach_m)
{
    CwWorldRect seen = cw_draw_visible_world(frame->draw);
    cpBB box = cpBBNewForExtents(object->centre_m, 0.0, 0.0); /* an ellipse has no corners */
    for (int i = 0; i < object->corner_count; i++) {
        box = cpBBExpand(box, object->corners_m[i]);
    }
    return box.r + reach_m > seen.left_m && box.l - reach_m < seen.right_m &&
           box.t + reach_m > seen.bottom_m && box.b - reach_m < seen.top_m;
}

CwPoint2 object_point(const CwMapObject *object, double x_m, double y_m)
{
    cpVect turned = cpvrotate(cpv(x_m, y_m), cpvforangle(object->angle_rad));
    return to_point(cpvadd(object->centre_m, turned));
}

static const cpShapeFilter FILTER_EYE = {CP_NO_GROUP, CATEGORY_THING, CATEGORY_GROUND};

/* The way to the ground, at most `way_m` up or, if negative, down; INFINITY: more. */
static double ground_way_m(const CwWorld *world, const CwFrame *frame, CwPoint2 from, double way_m)
{
    GroundQuery *known = (GroundQuery *)frame->view + (size_t)fabs(8.0 * from.x) % GROUND_QUERIES;
    if (known->from.x != from.x || known->from.y != from.y || known->way_m != way_m) {
        cpVect begin = cpv(from.x, from.y), end = cpv(from.x, from.y + way_m);
        cpSegmentQueryInfo hit;
        cpSpaceSegmentQueryFirst(cw_world_space(world), begin, end, 0.0, FILTER_EYE, &hit);
        double found_m = hit.shape == NULL ? INFINITY : fabs(hit.point.y - from.y);
        *known = (GroundQuery){from, way_m, found_m};
    }
    return known->found_m;
}

double ground_depth_m(const CwWorld *world, const CwFrame *frame, CwPoint2 from)
{
    return ground_way_m(world, frame, from, -DEPTH_MAX_M);
}

void post_draw(const CwWorld *world, const CwFrame *frame, CwPoint2 top, double hang_m)
{
    double down_m = ground_depth_m(world, frame, top);
    double up_m = hang_m > 0.0 ? ground_way_m(world, frame, top, hang_m) : INFINITY;
    double end_m = up_m < down_m ? top.y + up_m + 0.2 : fmax(top.y - down_m - 0.2, -5.0);
    cw_draw_set_layer(frame->draw, LAYER_DECOR);
    if (hang_m == 0.0 || cpSpacePointQueryNearest(cw_world_space(world), cpv(top.x, top.y), 0.0,
                                                  FILTER_EYE, NULL) == NULL) {
        draw_bar(frame->draw, top, (CwPoint2){top.x, end_m}, 0.13, WOOD_DARK);
    }
}

/* ---- clocks ---- */

double clock_time_s(const CwWorld *world, const CwFrame *frame)
{
    const Race *race = race_of_const(world);
    double ticks = (double)race_ticks(world), dt_s = cw_world_dt_s(world);
    double share = race->finished || race->start_tick == 0 ? 0.0 : frame->alpha - 1.0;
    double time_s = fmax(0.0, (ticks + share) * dt_s);
    bool strikes = race->finished && race->land->tune == TUNE_TOWER; /* twelve, at the end */
    double past = (double)cw_world_tick(world) - (double)race->finish_tick + frame->alpha - 1.0;
    double age_s = strikes ? fmax(0.0, past * dt_s) : 0.0;
    return cpflerp(time_s, 720.0 * ceil(time_s / 720.0), cw_ease(CW_EASE_OUT_CUBIC, age_s));
}

static void draw_hand(CwDrawList *list, const ClockHands *hands, double turn_s, double reach)
{
    double angle_rad = TURN_RAD * fmod(hands->time_s / turn_s, 1.0);
    double x = sin(angle_rad) * hands->radius, y = cos(angle_rad) * hands->radius * hands->up;
    draw_line(list, (CwPoint2){hands->centre.x - 0.16 * x, hands->centre.y - 0.16 * y},
              (CwPoint2){hands->centre.x + reach * x, hands->centre.y + reach * y},
              hands->radius * (reach > 0.6 ? 0.07 : 0.10), hands->colour);
}

void clock_hands_draw(CwDrawList *list, const ClockHands *hands)
{
    draw_hand(list, hands, 720.0, 0.5);
    draw_hand(list, hands, 60.0, 0.78);
    cw_draw_circle(list, hands->centre, 0.10 * hands->radius, hands->colour);
}
