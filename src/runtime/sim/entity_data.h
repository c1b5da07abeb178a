/* Layout of an entity's memory.
 *
 * Its data in the arena: the kind's own, then that of its parts in their order, each at a multiple
 * of 16 bytes, then what each field with CW_FIELD_LERP was at the end of the tick before; no tick
 * reads that, and no hash sees it. A kind and each of its parts are a block of it.
 *
 * View memory, outside the arena: CwKind.view_bytes, and what pictures of the coming tick need of
 * fields that they blend. Each entity that has some is stamped when it spawns with what led there:
 * its slot's generation and all input so far. An entity that is simulated again has the same stamp.
 * Another one with the same handle, after a rewind, has its own. */
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

/* Offset of a part in the data, or with `view` in the view memory; SIZE_MAX: the kind has no
 * such part. NULL: the bytes of all. */
size_t part_offset(const CwKind *kind, const CwKind *part, bool view);

/* ---- values that pictures blend ---- */

typedef struct LerpValue {
    double *now, *previous;
    bool is_angle;
} LerpValue;

/* How many values entities of this kind have. */
int lerp_count(const CwKind *kind);

/* Visits the values of an entity, always in the same order. */
typedef void LerpVisitor(void *context, int index, const LerpValue *value);
void lerps_visit(const CwWorld *world, const EntitySlot *slot, LerpVisitor *visit, void *context);

/* The way from one value to another; of an angle the short one. */
double lerp_way(double from, double to, bool is_angle);

/* Pictures show the present values until a tick changes them: of all entities, or of one. */
void lerps_remember(CwWorld *world);
void lerps_snap(CwWorld *world, const EntitySlot *slot);

/* ---- view memory ---- */

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
