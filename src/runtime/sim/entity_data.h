/* The layout of an entity's memory, for the files of this folder.
 *
 * Data in the arena has a block for the kind and one for each part in their order, each at a
 * multiple of 16 bytes. After these come the previous values of CW_FIELD_LERP fields, from the end
 * of the tick before; no tick reads them, and they are in no hash.
 *
 * View memory lies outside the arena. It has CwKind.view_bytes, and the coming tick's values of
 * blended fields. A spawning entity gets a stamp of its slot's generation and all input so far. An
 * entity that is simulated again has the same stamp; a different one with the same handle, after a
 * rewind, has another. */
#pragma once

#include "clockwork/entity.h"
#include "sim/world.h"

static inline size_t block_stride(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

/* Block 0 is the kind itself, block n its n-th part; NULL after the last. */
static inline const CwKind *kind_block(const CwKind *kind, int block)
{
    return block == 0 ? kind : kind->parts[block - 1];
}

/* Offset of a part in the data, or with `view` in the view memory. SIZE_MAX: the kind lacks the
 * part. A NULL part gives the size of all blocks. */
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
    int index; /* of the value */
    const CwKind *kind;
    int block, field; /* where the next value is */
    uint32_t item;
    char *data; /* of the block */
    double *previous;
} LerpWalk;

LerpWalk lerps_begin(const CwWorld *world, const EntitySlot *slot);
bool lerps_next(LerpWalk *walk); /* false: there is no further value */

/* The difference of two values; for angles the short way around. */
double lerp_way(double from, double to, bool is_angle);

/* Copy the present values of all entities, or of one, to the previous ones, so that pictures show
 * no motion until a tick changes them. */
void lerps_remember(CwWorld *world);
void lerps_snap(CwWorld *world, const EntitySlot *slot);

/* ---- view memory ---- */

/* A field that pictures blend, between a tick and the coming one (coming.h). */
typedef struct ComingValue {
    double from, to;
    double offset;   /* offset of the picture after a wrong guess; fades out */
    bool has_jumped; /* stays at `from` until the tick is true */
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

/* Prepares a new world: notes whether a kind has view memory or blended fields. */
void entity_views_begin(CwWorld *world);

/* Adds the tick's input to later stamps. Called once a tick, when the input is set. */
void entity_views_note_input(CwWorld *world);

/* Makes sure that an entity has its view memory. False: no memory, or a world without a session. */
bool entity_view_prepare(const CwWorld *world, int slot);

/* Frees the view memory of dead entities; of all entities with world NULL. */
void entity_views_sweep(EntityViews *views, const CwWorld *world);
