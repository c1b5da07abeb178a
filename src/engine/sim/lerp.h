/* Values that pictures blend: the fields of entities that are declared with CW_FIELD_LERP.
 *
 * An entity's data ends with what each of them was at the end of the tick before. No tick reads
 * that, and no hash sees it. */
#pragma once

#include "sim/world.h"

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
