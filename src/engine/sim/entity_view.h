/* Memory of entities that belongs to a session's view: CwKind.view_bytes of each, and what pictures
 * of the coming tick need of fields that they blend.
 *
 * It lies outside the arena. Each entity that has some is stamped when it spawns with what led
 * there: its slot's generation and all input so far. An entity that is simulated again has the same
 * stamp. Another one with the same handle, after a rewind, has its own. */
#pragma once

#include "sim/world.h"

/* A field that pictures blend, between a tick and the coming one (coming.h). */
typedef struct ComingValue {
    double from, to;
    double offset; /* of the picture, from a wrong guess; fades out */
    bool jumps;    /* it stays at `from` until the tick is true */
} ComingValue;

typedef struct EntityView {
    uint64_t stamp; /* EntitySlot.view_stamp of its entity; 0: nobody's */
    char *memory;   /* CwKind.view_bytes, then the values */
    ComingValue *values;
    int value_count;
} EntityView;

typedef struct EntityViews {
    EntityView *items; /* by slot */
    int count;
} EntityViews;

/* The stamp of an entity that spawns; 0 where its kind has no such memory. */
uint64_t entity_view_stamp(const CwWorld *world, const EntitySlot *slot);

/* When a world opens: whether some kind has such memory or fields that are blended. */
void entity_views_begin(CwWorld *world);

/* Once a tick, when its input is there. */
void entity_views_note_input(CwWorld *world);

/* Makes sure that an entity has its memory. False: refused, or a world without a session. */
bool entity_view_prepare(const CwWorld *world, int slot);

/* Frees the memory of entities that are gone; of all with world NULL. */
void entity_views_sweep(EntityViews *views, const CwWorld *world);
