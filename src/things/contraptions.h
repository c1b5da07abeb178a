/* The machines of a level: each an entity kind whose data begins with a Machine (machine.h), a file
 * each. What their properties mean is in assets/README.md. */
#ifndef GAME_CONTRAPTIONS_H
#define GAME_CONTRAPTIONS_H

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

void platform_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void lift_spawn(CwWorld *world, CwEntity self, void *data, const void *args);

void platform_drive(CwWorld *world, CwEntity self, void *data);

void platform_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void lift_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);

#endif
