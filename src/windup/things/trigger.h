/* Triggers: rectangles that start, stop or reverse machines when the buggy drives in. Targets are
 * named by Tiled's names of objects; several machines of one name act together. */
#ifndef THINGS_TRIGGER_H
#define THINGS_TRIGGER_H

#include "things/machine.h"

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

enum { TRIGGER_FIELD_COUNT = 6 };
extern const CwField trigger_fields[TRIGGER_FIELD_COUNT];

/* One name of a list separated by blanks. */
typedef struct TargetName {
    const char *text;
    int length;
} TargetName;

/* Moves `list` behind its next name; length 0: there is none. */
TargetName trigger_next_name(const char **list);

/* True when the object has this name. */
bool trigger_names(TargetName name, const CwMapObject *object);

void trigger_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void trigger_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event);
void trigger_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);

#endif
