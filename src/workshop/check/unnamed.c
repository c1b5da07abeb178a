#include "check/unnamed.h"

#include "sim/entity_data.h"
#include "sim/field_type.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Header of an entity's or the state's data in the copy. */
typedef struct Kept {
    int slot; /* -1: the state */
    uint32_t generation;
    size_t bytes;
} Kept;

static void keep(Unnamed *unnamed, Kept kept, const void *data)
{
    size_t need = unnamed->used + sizeof kept + kept.bytes;
    if (need > unnamed->capacity) {
        char *more = realloc(unnamed->kept, 2 * need);
        if (more == NULL) {
            return;
        }
        unnamed->kept = more;
        unnamed->capacity = 2 * need;
    }
    memcpy(unnamed->kept + unnamed->used, &kept, sizeof kept);
    memcpy(unnamed->kept + unnamed->used + sizeof kept, data, kept.bytes);
    unnamed->used = need;
}

void unnamed_keep(Unnamed *unnamed, const CwWorld *world)
{
    unnamed->used = 0;
    if (world->desc.state_bytes > 0) {
        keep(unnamed, (Kept){-1, 0, world->desc.state_bytes}, world->state);
    }
    for (int i = 0; i < world->slot_count; i++) {
        const EntitySlot *slot = &world->slots[i];
        if (slot->data != NULL) {
            size_t bytes = part_offset(&world->desc.kinds[slot->kind], NULL, false);
            keep(unnamed, (Kept){i, slot->generation, bytes}, slot->data);
        }
    }
}

static size_t field_end(const CwField *field)
{
    bool unhashed = field->count == 0 && field->link == NULL;
    size_t bytes = field->link != NULL ? sizeof(void *)
                   : unhashed          ? field->word_bytes
                                       : field_bytes(field->type) * field->count;
    return field->offset + bytes;
}

/* Whether a field names the byte. Sets `before` to the last field in front of it. */
static bool is_named(const CwKind *block, size_t offset, const CwField **before)
{
    *before = NULL;
    for (int i = 0; i < block->field_count; i++) {
        const CwField *field = &block->fields[i];
        if (offset >= field->offset && offset < field_end(field)) {
            return true;
        }
        bool is_nearest = *before == NULL || field->offset > (*before)->offset;
        *before = field->offset < offset && is_nearest ? field : *before;
    }
    return false;
}

/* Compares the data of a kind, a part or the state. */
static bool find_in(const CwKind *block, const char *of, const char *was, const char *is,
                    char text[UNNAMED_TEXT_BYTES])
{
    const CwField *before;
    for (size_t i = 0; i < block->size; i++) {
        if (was[i] != is[i] && !is_named(block, i, &before)) {
            snprintf(text, UNNAMED_TEXT_BYTES,
                     "a tick changes a member of %s%s%s that no field names, at byte %zu%s%s: no "
                     "hash and no question sees it; give it a CW_FIELD or CW_FIELD_UNHASHED",
                     of, of[0] == '\0' ? "" : ".", block->name, i, before == NULL ? "" : ", after ",
                     before == NULL ? "" : before->name);
            return true;
        }
    }
    return false;
}

bool unnamed_find(const Unnamed *unnamed, const CwWorld *world, char text[UNNAMED_TEXT_BYTES])
{
    const WorldDesc *desc = &world->desc;
    const CwKind state = {.name = "the game's state",
                          .size = desc->state_bytes,
                          .fields = desc->state_fields,
                          .field_count = desc->state_field_count};
    Kept kept;
    bool found = false;
    for (size_t at = 0; at < unnamed->used && !found; at += kept.bytes) {
        memcpy(&kept, unnamed->kept + at, sizeof kept);
        at += sizeof kept;
        const char *was = unnamed->kept + at;
        const EntitySlot *slot = kept.slot < 0 ? NULL : &world->slots[kept.slot];
        if (slot == NULL) {
            found = find_in(&state, "", was, world->state, text);
            continue;
        }
        const CwKind *kind = &desc->kinds[slot->kind], *block;
        size_t offset = 0;
        bool lives = slot->data != NULL && slot->generation == kept.generation;
        for (int i = 0; lives && !found && (block = kind_block(kind, i)) != NULL; i++) {
            found = find_in(block, i == 0 ? "" : kind->name, was + offset,
                            (const char *)slot->data + offset, text);
            offset += block_stride(block->size);
        }
    }
    return found;
}

void unnamed_free(Unnamed *unnamed)
{
    free(unnamed->kept);
    *unnamed = (Unnamed){0};
}
