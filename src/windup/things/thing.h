/* What all kinds of things share: the description of a class of map objects, polygons, bodies and
 * shapes, visibility, and the hands of clocks. */
#pragma once

#include "clockwork/clockwork.h"
#include "common/numbers.h"

/* A custom property. With a field it is read into the thing's data before the thing spawns. */
typedef struct Property {
    const char *name;
    double usual, least, most; /* range of a number or a bool, which is 0 or 1 */
    CwField field;             /* a bool or a double; name NULL: the spawn reads the property */
    bool is_text;
} Property;

#define PROPERTY_ROW(...)                                                                          \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define PROPERTY(type, member, name, ...)                                                          \
    PROPERTY_ROW(name, __VA_ARGS__, CW_FIELD(type, member), false)
#define LIMITS(name, least, most) PROPERTY_ROW(name, 0.0, least, most, {0}, false)
#define TEXT(name) PROPERTY_ROW(name, 0.0, 0.0, 0.0, {0}, true)

enum { PROPERTIES_MAX = 10 };

/* What a level may hold of a class. */
typedef struct ThingClass {
    CwMapShape shape, other_shape;       /* shapes in Tiled; CW_MAP_POINT: no other shape */
    int least, most;                     /* things in a level */
    double flattest;                     /* cosine of the steepest edge of a polyline */
    Property properties[PROPERTIES_MAX]; /* a property without a name ends the list */
    bool (*check)(const CwMapObject *object, CwError *error); /* checks an object; may be NULL */
    /* Checks references to other objects of the map; objects left out (by index) don't count. */
    bool (*check_others)(const CwMap *map, const CwMapObject *object, const bool *left_out,
                         CwError *error);
} ThingClass;

/* Reads a class's properties that have a field. */
void thing_read(const ThingClass *class, const CwMapObject *object, void *data);

/* False with an error about this property of the object. */
bool thing_check_property(const CwMapObject *object, const Property *property, CwError *error);

double line_length_m(const cpVect *corners_m, int count);

/* ---- polygons of ground and oil ---- */

/* A copy of the object's corners, counter-clockwise, in the world's memory. */
cpVect *polygon_copy(CwWorld *world, const CwMapObject *object);

/* True if a place is inside, by the even-odd rule. */
bool polygon_contains(const cpVect *corners_m, int count, cpVect place_m);

/* A corner in the picture: the foot of ground lies deeper, since the camera follows falls. */
static inline CwPoint2 foot_point(cpVect corner_m)
{
    return (CwPoint2){corner_m.x, corner_m.y - (corner_m.y < -1.0 ? 5.0 : 0.0)};
}

/* Draws a polygon of at most CW_SHAPE_CORNERS_MAX corners in the list's space and layer. */
void polygon_draw(CwDrawList *list, const cpVect *corners_m, int count, CwColour colour);

/* ---- bodies and shapes ---- */

/* Collision filters: things that hang or turn on a pivot, and machines; loose things; ground. */
static const cpShapeFilter FILTER_HANGING = {CP_NO_GROUP, CATEGORY_PLANK, CATEGORY_THING};
static const cpShapeFilter FILTER_LOOSE = {CP_NO_GROUP, CATEGORY_THING, CP_ALL_CATEGORIES};
static const cpShapeFilter FILTER_GROUND = {CP_NO_GROUP, CATEGORY_GROUND, CATEGORY_THING};

cpBody *thing_add_body(CwWorld *world, CwEntity self, cpBody *body, cpVect at_m, double angle_rad);
void thing_add_shape(CwWorld *world, CwEntity self, cpShape *shape, double friction,
                     cpShapeFilter filter);

/* Adds a joint that goes with its bodies. */
cpConstraint *thing_join(CwWorld *world, cpConstraint *joint);

/* Makes a box about the body's origin, its corners rounded by at most `rounding_m`. */
cpShape *thing_box(cpBody *body, double width_m, double height_m, double rounding_m);

/* Makes a polygon of corners in the world, fixed to it. */
cpShape *thing_fixed_polygon(CwWorld *world, const cpVect *corners_m, int count);

/* True if an event is the buggy's. */
bool is_of_buggy(const CwWorld *world, const CwEvent *event);

/* ---- drawing ---- */

/* True if a map's object may be in the picture, with `reach_m` around it (an ellipse's centre). */
bool object_is_seen(const CwFrame *frame, const CwMapObject *object, double reach_m);

/* A place on a map's object, metres from its middle along its sides. */
CwPoint2 object_point(const CwMapObject *object, double x_m, double y_m);

/* A query of the ground for the eye. CwFrame.view begins with answers, since no ground moves. */
typedef struct GroundQuery {
    CwPoint2 from;
    double way_m, found_m;
} GroundQuery;
enum { GROUND_QUERIES = 256 };

/* The ground's depth below a place, for the eye; INFINITY: more than DEPTH_MAX_M. */
static const double DEPTH_MAX_M = 12.0;
double ground_depth_m(const CwWorld *world, const CwFrame *frame, CwPoint2 from);

/* Draws a post in LAYER_DECOR: down into the ground or, if that is nearer and within `hang_m`, up
 * into the ceiling. What may hang and is in the ground has none. */
void post_draw(const CwWorld *world, const CwFrame *frame, CwPoint2 top, double hang_m);

/* ---- clocks of the level and of the backdrop, which show the time of the run: the long hand turns
 * once a minute, the short one once in twelve ---- */

typedef struct ClockHands {
    CwPoint2 centre; /* in the list's space */
    double radius;   /* radius of the dial */
    double time_s;
    double up; /* 1 if y points up (world space), else -1 */
    CwColour colour;
} ClockHands;

/* The run's time in the picture, seconds. */
double clock_time_s(const CwWorld *world, const CwFrame *frame);

void clock_hands_draw(CwDrawList *list, const ClockHands *hands);
