/* The layout of an entity's data and view memory.
 *
 * Data lies in the arena. It has a block for the kind and one for each part, in their order, each
 * at a multiple of 16 bytes. After these come the values that CW_FIELD_LERP fields had at the end
 * of the previous tick. No tick reads those values, and no hash includes them.
 *
 * View memory lies outside of the arena. It has CwKind.view_bytes, and the coming tick's values of
 * blended fields. A stamp ties it to its entity: a hash of the kind, the slot's generation and all
 * input up to the spawn. An entity that is simulated again has the same stamp. Another entity that
 * has the same handle after a rewind has another stamp. */
#pragma once

#include "clockwork/entity.h"
#include "sim/world.h"

static inline size_t block_stride(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

/* Block 0 is the kind itself, and block n its n-th part. NULL after the last. */
static inline const CwKind *kind_block(const CwKind *kind, int block)
{
    return block == 0 ? kind : kind->parts[block - 1];
}

/* The offset of a part in the data or, with `view`, in the view memory. SIZE_MAX: the kind lacks
 * the part. For a part of NULL: the size of all blocks. */
size_t part_offset(const CwKind *kind, const CwKind *part, bool view);

/* ---- values that pictures blend ---- */

typedef struct LerpValue {
    double *now, *previous;
    bool is_angle;
} LerpValue;

/* The number of blended values in an entity of this kind. */
int lerp_count(const CwKind *kind);

/* A walk over an entity's values, always in the same order:
 *
 *     for (LerpWalk walk = lerps_begin(world, slot); lerps_next(&walk);) {... walk.value ...} */
typedef struct LerpWalk {
    LerpValue value;
    int index; /* index of the value among all of the entity */
    const CwKind *kind;
    int block, field; /* place of the next value */
    uint32_t item;
    char *data; /* data of the block */
    double *previous;
} LerpWalk;

LerpWalk lerps_begin(const CwWorld *world, const EntitySlot *slot);
bool lerps_next(LerpWalk *walk); /* false: there is no further value */

/* The difference of two values, for angles by the short way around. */
double lerp_way(double from, double to, bool is_angle);

/* Copy all entities' present values, or one's, to the previous values: no motion is shown. */
void lerps_remember(CwWorld *world);
void lerps_snap(CwWorld *world, const EntitySlot *slot);

/* ---- view memory ---- */

/* A field that pictures blend, between a tick and the coming one (coming.h). */
typedef struct ComingValue {
    double from, to;
    double offset;   /* added to the drawn value after a wrong guess; fades */
    bool has_jumped; /* drawn at `from` until the tick is due */
} ComingValue;

typedef struct EntityView {
    uint64_t stamp; /* EntitySlot.view_stamp of the entity; 0: no entity */
    char *memory;   /* CwKind.view_bytes, then the values */
    ComingValue *values;
    int value_count;
} EntityView;

typedef struct EntityViews {
    EntityView *items; /* an item for each slot */
    int count;
} EntityViews;

/* Bytes of an entity's view memory: CwKind.view_bytes of all blocks, and blended values. */
size_t entity_view_bytes(const CwKind *kind);

/* The stamp of a spawning entity; 0: its kind has no view memory. */
uint64_t entity_view_stamp(const CwWorld *world, const EntitySlot *slot);

/* Notes in a new world whether a kind has view memory or blended fields. */
void entity_views_begin(CwWorld *world);

/* Adds the tick's input to later stamps. Call it once a tick, when the input is set. */
void entity_views_note_input(CwWorld *world);

/* Allocates an entity's view memory unless that is done. False: no memory, or nothing to store. */
bool entity_view_prepare(const CwWorld *world, int slot);

/* Frees the view memory of dead entities or, for a world of NULL, of all. */
void entity_views_sweep(EntityViews *views, const CwWorld *world);
