/* The machines of a level: each an entity kind whose data begins with a Machine (machine.h), a file
 * each. What their properties mean is in assets/README.md. */
#ifndef THINGS_CONTRAPTIONS_H
#define THINGS_CONTRAPTIONS_H

#include "things/machine.h"

/* A platform on a path, or a lift, whose path is up and down. */
typedef struct Platform {
    Machine machine;
    cpBody *body;
    cpVect *stops; /* corners of the path */
    int32_t stop_count;
    double path_m;
    double speed_mps; /* on average from end to end */
    double wait_s;    /* at each end; on a loop at its beginning */
    bool loop;
    bool ease;   /* sets off and stops softly */
    bool called; /* a trigger's start sends it to its other end, where it stops */
    double width_m, height_m, angle_rad;
} Platform;

enum { PLATFORM_FIELD_COUNT = MACHINE_FIELD_COUNT };
extern const CwField platform_fields[PLATFORM_FIELD_COUNT];

typedef struct Gear {
    Machine machine;
    cpBody *body;
    cpConstraint *axle; /* of a free one: its friction; stopped, it locks */
    double axle_Nm;
    cpVect centre_m;
    double radius_m; /* of the circle drawn in Tiled, in the middle of the teeth */
    int32_t tooth_count;
    double start_rad;   /* where its teeth fit those of its neighbours */
    double speed_radps; /* counter-clockwise */
    bool free;
} Gear;

enum { GEAR_FIELD_COUNT = MACHINE_FIELD_COUNT, GEAR_TEETH_MIN = 6, GEAR_TEETH_MAX = 200 };
extern const CwField gear_fields[GEAR_FIELD_COUNT];

typedef enum GearMeeting { GEARS_APART, GEARS_MESH, GEARS_OVERLAP } GearMeeting;

/* What a map's gears will be, for its check. */
GearMeeting gear_meeting(const CwMapObject *a, const CwMapObject *b);
double gear_radius_m(const CwMapObject *object);
int gear_tooth_count(const CwMap *map, const CwMapObject *object);

typedef struct Pendulum {
    Machine machine;
    cpBody *body;
    cpConstraint *axle; /* of a free one: stopped, it locks */
    cpVect pivot_m;
    double length_m;   /* to the middle of the bob */
    double bob_m;      /* its radius */
    double middle_rad; /* of its swing: 0 hangs straight down */
    double swing_rad;  /* to either side */
    double period_s;
    bool free;
} Pendulum;

enum { PENDULUM_FIELD_COUNT = MACHINE_FIELD_COUNT };
extern const CwField pendulum_fields[PENDULUM_FIELD_COUNT];

typedef struct Conveyor {
    Machine machine;
    cpShape *shape;
    cpVect centre_m;
    double angle_rad;
    double reach_m; /* from the centre to the axles of the rollers at its ends */
    double roller_m;
    double speed_mps; /* to the right on top */
} Conveyor;

enum { CONVEYOR_FIELD_COUNT = MACHINE_FIELD_COUNT };
extern const CwField conveyor_fields[CONVEYOR_FIELD_COUNT];

typedef struct Pad {
    Machine machine;
    cpVect up; /* the way it throws */
    cpVect centre_m;
    double width_m, height_m;
    double speed_mps;
    uint32_t busy_ticks; /* until it can throw again */
    bool pressed;        /* by the buggy: it will be thrown */
} Pad;

enum { PAD_FIELD_COUNT = MACHINE_FIELD_COUNT + 2 };
extern const CwField pad_fields[PAD_FIELD_COUNT];

void platform_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void lift_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void gear_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void pendulum_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void conveyor_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void pad_spawn(CwWorld *world, CwEntity self, void *data, const void *args);

void platform_drive(CwWorld *world, CwEntity self, void *data);
void gear_drive(CwWorld *world, CwEntity self, void *data);
void pendulum_drive(CwWorld *world, CwEntity self, void *data);
void conveyor_drive(CwWorld *world, CwEntity self, void *data);
void pad_drive(CwWorld *world, CwEntity self, void *data);

void platform_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void lift_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void gear_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void pendulum_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void conveyor_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void pad_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);

#endif
