#include "sim/world_nan.h"

#include "sim/world.h"
#include "sim/world_fields.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_real(CwFieldType type)
{
    return type == CW_FIELD_F64 || type == CW_FIELD_VECT;
}

static bool has_reals(const CwField *fields, int count)
{
    for (int i = 0; i < count; i++) {
        if (is_real(fields[i].type)) {
            return true;
        }
    }
    return false;
}

static bool holds_nan(const CwField *field, const char *base)
{
    size_t numbers = field->count * field_bytes(field->type) / sizeof(double);
    for (size_t i = 0; i < numbers; i++) {
        double number;
        memcpy(&number, base + field->offset + i * sizeof number, sizeof number);
        if (isnan(number)) {
            return true;
        }
    }
    return false;
}

static const CwField *find_nan(const CwField *fields, int count, const void *base)
{
    for (int i = 0; i < count; i++) {
        if (is_real(fields[i].type) && holds_nan(&fields[i], base)) {
            return &fields[i];
        }
    }
    return NULL;
}

static bool find_in_kind(const CwWorld *world, int kind_index, CwError *error)
{
    const CwKind *kind = &world->desc.kinds[kind_index];
    for (int i = 0; i < world->slot_count; i++) {
        const EntitySlot *slot = &world->slots[i];
        if (slot->kind != kind_index || slot->state == SLOT_FREE || slot->state == SLOT_PENDING) {
            continue;
        }
        const CwField *field = find_nan(kind->fields, kind->field_count, slot->data);
        if (field != NULL) {
            cw_error_set(error, "tick %" PRIu64 ": %s of the %s (entity %d) is no number any more",
                         world->tick, field->name, kind->name, i + 1);
            return true;
        }
    }
    return false;
}

bool world_find_nan(const CwWorld *world, CwError *error)
{
    const WorldDesc *desc = &world->desc;
    const CwField *field = find_nan(desc->state_fields, desc->state_field_count, world->state);
    if (field != NULL) {
        cw_error_set(error, "tick %" PRIu64 ": %s of the game's state is no number any more",
                     world->tick, field->name);
        return true;
    }
    for (int i = 0; i < desc->kind_count; i++) {
        if (has_reals(desc->kinds[i].fields, desc->kinds[i].field_count) &&
            find_in_kind(world, i, error)) {
            return true;
        }
    }
    return false;
}
