/* Triggers: rectangles that start, stop or reverse machines when the buggy drives in. Targets are
 * named by Tiled's names of objects; several machines of one name act together. */
#ifndef THINGS_TRIGGER_H
#define THINGS_TRIGGER_H

#include "things/thing.h"

enum { TARGETS_MAX = 32 };

typedef struct Trigger {
    int32_t target_ids[TARGETS_MAX]; /* Tiled's numbers of the objects */
    int32_t target_count;
    int32_t action; /* a MachineAction */
    bool once;
    bool fired;
    bool hidden;
    uint32_t inside_count; /* shapes of the buggy that are in it */
    cpVect foot_m;         /* middle of the lower edge */
    double width_m;
} Trigger;

THING(trigger, Trigger);
extern const CwField trigger_fields[6];
void trigger_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event);

#endif
