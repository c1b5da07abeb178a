/* Platforms that follow a path, to and fro or round and round, and lifts. */
#ifndef THINGS_PLATFORM_H
#define THINGS_PLATFORM_H

#include "things/machine.h"

/* A platform on a path, or a lift, whose path is up and down. */
typedef struct Platform {
    Machine machine;
    cpBody *body;
    cpVect *stops; /* corners of the path; on a loop the first comes again */
    int32_t stop_count;
    double path_m;
    double speed_mps; /* on average from end to end */
    double wait_s;    /* at each end; on a loop at its beginning */
    bool loop;
    bool ease;   /* sets off and stops softly */
    bool called; /* a trigger's start sends it to its other end, where it stops */
    const CwMapObject *object;
} Platform;

THING(platform, Platform);
THING(lift, Platform);
extern const ThingClass path_class; /* a path is no thing: platforms follow it */
void platform_drive(CwWorld *world, CwEntity self, void *data);

#endif
