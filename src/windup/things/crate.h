/* Crates: loose boxes to plough through. They burst when the buggy hits them hard, and wear out
 * when it grinds on them: no crate jams it for long. */
#ifndef THINGS_CRATE_H
#define THINGS_CRATE_H

#include "things/thing.h"

typedef struct Crate {
    cpBody *body;
    const CwMapObject *object;
    uint32_t touch_count; /* shapes of the buggy that touch it */
    uint32_t worn_ticks;  /* how long they have, in all */
} Crate;

THING(crate, Crate);
extern const CwField crate_fields[2];
void crate_tick(CwWorld *world, CwEntity self, void *data);
void crate_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event);

#endif
