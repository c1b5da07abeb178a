/* Shared by all kinds of things: how a map describes one, bodies and shapes, breaking, and whether
 * one is in the picture. A kind's class says what a level may hold: shape, properties, checks. */
#pragma once

#include "clockwork/clockwork.h"
#include "common/numbers.h"

/* An object of a map. The map outlives the world. */
typedef struct FromMap {
    const CwMap *map;
    const CwMapObject *object;
} FromMap;

/* A custom property. One with a field is read into the thing's data before the thing spawns. */
typedef struct Property {
    const char *name;
    double usual, least, most; /* of a number or a bool, which is 0 or 1 */
    CwField field;             /* a bool or a double; name NULL: the spawn reads it itself */
    bool is_text;
} Property;

#define PROPERTY(type, member, name, usual, least, most)                                           \
    {                                                                                              \
        name, usual, least, most, CW_FIELD(type, member), false                                    \
    }
#define LIMITS(name, least, most)                                                                  \
    {                                                                                              \
        name, 0.0, least, most, {0}, false                                                         \
    }
#define TEXT(name)                                                                                 \
    {                                                                                              \
        name, 0.0, 0.0, 0.0, {0}, true                                                             \
    }

enum { PROPERTIES_MAX = 10 };

typedef struct ThingClass {
    CwMapShape shape, other_shape;       /* in Tiled; the other one may be left out (a point) */
    int least, most;                     /* in a level */
    double flattest;                     /* cosine: no edge of a polyline is steeper */
    Property properties[PROPERTIES_MAX]; /* the first without a name ends them */
    bool (*check)(const FromMap *from, CwError *error); /* of one object; may be NULL */
    /* Checks references to other objects of the map, without those that are left out (by index). */
    bool (*check_others)(const FromMap *from, const bool *left_out, CwError *error);
} ThingClass;

/* Reads the properties of a class that have a field. */
void thing_read(const ThingClass *class, const FromMap *from, void *data);

/* False with an error that says what is wrong with this property of the object. */
bool thing_check_property(const CwMapObject *object, const Property *property, CwError *error);

/* Length of a line of corners, and the place so far along it; beyond its end the end. */
double line_length_m(const cpVect *corners_m, int count);
cpVect line_point(const cpVect *corners_m, int count, double along_m);

/* ---- bodies and shapes ---- */

/* Collision filters: hangs in the air or stands on its own pivot; is loose; is noticed only. */
static const cpShapeFilter FILTER_HANGING = {CP_NO_GROUP, CATEGORY_PLANK, CATEGORY_THING};
static const cpShapeFilter FILTER_LOOSE = {CP_NO_GROUP, CATEGORY_THING, CP_ALL_CATEGORIES};
static const cpShapeFilter FILTER_GROUND = {CP_NO_GROUP, CATEGORY_GROUND, CATEGORY_THING};

cpBody *thing_add_body(CwWorld *world, CwEntity self, cpBody *body, cpVect at_m, double angle_rad);
void thing_add_shape(CwWorld *world, CwEntity self, cpShape *shape, double friction,
                     cpShapeFilter filter);

/* A joint that goes with its bodies. */
cpConstraint *thing_join(CwWorld *world, cpConstraint *joint);

/* A box about the body's origin, its corners rounded by at most 5 cm. */
cpShape *thing_box(cpBody *body, double width_m, double height_m);

/* Corners in the world, fixed to it. */
cpShape *thing_fixed_polygon(CwWorld *world, const cpVect *corners_m, int count);

/* Makes the shape notice what passes through it: CW_EVENT_TRIGGER_ENTER and _EXIT. */
void thing_add_sensor(CwWorld *world, CwEntity self, cpShape *shape);

/* True for an event of the buggy's. */
bool is_of_buggy(const CwWorld *world, const CwEvent *event);

/* True for one in which a part of it comes into a sensor. */
bool thing_is_entered(const CwWorld *world, const CwEvent *event);

/* ---- what breaks ---- */

/* Broken things are made anew when the buggy goes back to its checkpoint. */
typedef struct Breakage {
    FromMap from;
    bool broken;
    uint32_t respawn_count; /* of the run when it broke */
} Breakage;

void breakage_note(const CwWorld *world, Breakage *breakage);

/* Once a tick: true when it was broken and has just been replaced. */
bool breakage_replace(CwWorld *world, CwEntity self, const Breakage *breakage);

/* Once a tick: updates `load_N` from all that presses on the entity, smoothed: a blow counts by its
 * impulse over 50 ms. Returns its body that is pressed hardest, NULL: none. */
cpBody *pressure_tick(const CwWorld *world, CwEntity self, double *load_N);

/* ---- drawing ---- */

/* True when what reaches so far to the left and right of `x_m` may be in the picture. */
bool span_is_seen(const CwFrame *frame, double x_m, double reach_m);

/* True when a map's object, and what sticks out of it by `reach_m`, may be in the picture. */
bool object_is_seen(const CwFrame *frame, const CwMapObject *object, double reach_m);

/* A place on a map's object, metres from its middle along its sides. */
CwPoint2 object_point(const CwMapObject *object, double x_m, double y_m);

/* Simulated seconds at the moment that the frame shows. */
double frame_time_s(const CwWorld *world, const CwFrame *frame);

/* ---- clocks of the level and of the backdrop, which show the time of the run: the long hand turns
 * once a minute, the short one once in twelve ---- */

typedef struct ClockHands {
    CwPoint2 centre; /* in the list's present space */
    double radius;   /* of the dial */
    double time_s;
    double up; /* 1 where y points up (world space), -1 where it points down */
    CwColour colour;
} ClockHands;

/* The run's time in the picture, seconds. */
double clock_time_s(const CwWorld *world, const CwFrame *frame);

void clock_hands_draw(CwDrawList *list, const ClockHands *hands);
