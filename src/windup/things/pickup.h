/* Pickups: keys that wind the mainspring, and brass cogs. */
#ifndef THINGS_PICKUP_H
#define THINGS_PICKUP_H

#include "things/thing.h"

/* A key that winds the mainspring, or a cog to collect. */
typedef struct Pickup {
    cpVect centre_m;
    double size_m;
    double wind_J; /* of a key */
} Pickup;

THING(key, Pickup);
THING(cog, Pickup);
extern const CwField pickup_fields[1];
void key_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event);
void cog_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event);

#endif
