#include "check/world_audit.h"

#include "sim/entity_data.h"
#include "sim/world.h"
#include "sim/world_fields.h"

#include <chipmunk/chipmunk_structs.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_BYTES = 96 };

static const char OVERWRITTEN[] =
    "was overwritten: it belongs to the world; keep yours in the entity's data";
typedef struct Audit {
    const CwWorld *world;
    const cpShapeClass *classes[CP_NUM_SHAPES];
    CwError *error;
    bool has_failed;
} Audit;

static void fail(Audit *audit, const char *what, CwEntity owner, const char *how)
{
    char words[WORDS_BYTES];
    audit->has_failed = true;
    cw_error_set(audit->error, "tick %" PRIu64 ": %s%s %s", audit->world->tick, what,
                 entity_words(audit->world, owner, words, sizeof words), how);
}

/* The body's index in the world; -1: the world doesn't know the body. */
static int row_of(const CwWorld *world, const cpBody *body)
{
    uintptr_t index1 = (uintptr_t)body->userData;
    bool is_known =
        index1 > 0 && index1 <= (uintptr_t)world->body_count && world->bodies[index1 - 1] == body;
    return is_known ? (int)(index1 - 1) : -1;
}

static CwEntity owner_of(const CwWorld *world, const cpBody *body)
{
    int row = row_of(world, body);
    return row < 0 ? (CwEntity){0} : world->body_owners[row];
}

static void audit_poses(Audit *audit)
{
    const CwWorld *world = audit->world;
    for (int i = 0; i < world->body_count && !audit->has_failed; i++) {
        const cpBody *body = world->bodies[i];
        CwEntity owner = world->body_owners[i];
        if (body->space != world->space) {
            fail(audit, "a body", owner,
                 "was removed behind the world's back: destroy its owner or call "
                 "cw_world_remove_...");
        } else if (row_of(world, body) != i) {
            fail(audit, "the user data of a body", owner, OVERWRITTEN);
        }
    }
}

/* Finds a body that the space knows and the world doesn't. */
static void audit_body(Audit *audit, const cpBody *body)
{
    if (!audit->has_failed && row_of(audit->world, body) < 0) {
        fail(audit, "a body", (CwEntity){0},
             "was added with cpSpaceAddBody: hand it to cw_world_add_body instead");
    }
}

static void audit_bodies(Audit *audit)
{
    const cpSpace *space = audit->world->space;
    const cpArray *lists[] = {space->dynamicBodies, space->staticBodies};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(lists); i++) {
        for (int j = 0; j < lists[i]->num; j++) {
            audit_body(audit, lists[i]->arr[j]);
        }
    }
    const cpArray *islands = space->sleepingComponents;
    for (int i = 0; i < islands->num; i++) {
        for (const cpBody *body = islands->arr[i]; body != NULL; body = body->sleeping.next) {
            audit_body(audit, body);
        }
    }
}

static void audit_shape(void *object, void *context)
{
    Audit *audit = context;
    const CwWorld *world = audit->world;
    const cpShape *shape = object;
    if (audit->has_failed) {
        return;
    }
    const cpBody *body = shape->body;
    CwEntity owner = cw_shape_owner(shape);
    if (((uintptr_t)shape->userData & OWNER_MASK) > (uintptr_t)world->part_owner_count) {
        fail(audit, "the user data of a shape", owner_of(world, body), OVERWRITTEN);
    } else if (body != world->space->staticBody && row_of(world, body) < 0) {
        fail(audit, "the body of a shape", owner,
             "was never handed over: give it to cw_world_add_body");
    }
}

static void audit_shapes(Audit *audit)
{
    const CwWorld *world = audit->world;
    cpSpatialIndex *lists[] = {world->space->staticShapes, world->space->dynamicShapes};
    int count = 0;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(lists); i++) {
        cpSpatialIndexEach(lists[i], audit_shape, audit);
        count += cpSpatialIndexCount(lists[i]);
    }
    if (!audit->has_failed && count != world->shape_count) {
        fail(audit, "a shape", (CwEntity){0},
             count > world->shape_count
                 ? "was added with cpSpaceAddShape: hand it to cw_world_add_shape instead"
                 : "was removed with cpSpaceRemoveShape: destroy its owner or call "
                   "cw_world_remove_...");
    }
}

/* Finds memory that looks like a body or a shape in no space. */
static void audit_block(void *memory, size_t bytes, void *context)
{
    Audit *audit = context;
    const cpBody *body = memory;
    if (!audit->has_failed && bytes == sizeof *body &&
        body->position_func == cpBodyUpdatePosition && body->space == NULL) {
        fail(audit, "a body", (CwEntity){0},
             "was created and never handed over: give it to cw_world_add_body, or free it");
    }
    const cpShape *shape = memory;
    for (int i = 0; i < CP_NUM_SHAPES && !audit->has_failed && bytes >= sizeof *shape; i++) {
        if (shape->klass == audit->classes[i] && shape->space == NULL) {
            fail(audit, "a shape", owner_of(audit->world, shape->body),
                 "was created and never handed over: give it to cw_world_add_shape, or free it");
        }
    }
}

/* Makes shapes to get their classes, which identify shapes but are not exported by Chipmunk. */
static void find_classes(Audit *audit)
{
    cpBody body = {0};
    cpBodyInit(&body, 1, 1);
    cpCircleShape circle = {0};
    cpSegmentShape segment = {0};
    cpPolyShape box = {0};
    audit->classes[CP_CIRCLE_SHAPE] = cpCircleShapeInit(&circle, &body, 1, cpvzero)->shape.klass;
    audit->classes[CP_SEGMENT_SHAPE] =
        cpSegmentShapeInit(&segment, &body, cpvzero, cpv(1, 0), 1)->shape.klass;
    audit->classes[CP_POLY_SHAPE] = cpBoxShapeInit(&box, &body, 1, 1, 0)->shape.klass;
}

bool world_audit(const CwWorld *world, CwError *error)
{
    Audit audit = {.world = world, .error = error};
    find_classes(&audit);
    audit_poses(&audit);
    audit_bodies(&audit);
    audit_shapes(&audit);
    arena_walk(world->arena, audit_block, &audit);
    return !audit.has_failed;
}

/* ---- what Chipmunk does not support ---- */

static const double MASS_RATIO_MAX = 1e6;

/* Describes the pair if one body is far heavier. Static and kinematic bodies count as no mass. */
static bool is_unequal(const CwWorld *world, const cpBody *a, const cpBody *b,
                       char text[AUDIT_TEXT_BYTES])
{
    char first[WORDS_BYTES], second[WORDS_BYTES];
    if (a->m_inv == 0 || b->m_inv == 0 || fmax(a->m, b->m) < MASS_RATIO_MAX * fmin(a->m, b->m)) {
        return false;
    }
    snprintf(text, AUDIT_TEXT_BYTES,
             "tick %" PRIu64 ": a body of %g kg%s meets one of %g kg%s, which physics can't hold "
             "apart: keep masses within a factor of 1,000",
             world->tick, a->m, entity_words(world, owner_of(world, a), first, sizeof first), b->m,
             entity_words(world, owner_of(world, b), second, sizeof second));
    return true;
}

bool mass_ratio_find(const CwWorld *world, char text[AUDIT_TEXT_BYTES])
{
    const cpArray *pairs = world->space->arbiters, *joints = world->space->constraints;
    bool found = false;
    for (int i = 0; i < pairs->num && !found; i++) {
        const cpArbiter *pair = pairs->arr[i];
        found = is_unequal(world, pair->body_a, pair->body_b, text);
    }
    for (int i = 0; i < joints->num && !found; i++) {
        const cpConstraint *joint = joints->arr[i];
        found = is_unequal(world, joint->a, joint->b, text);
    }
    return found;
}

/* True if a body was moved in the last tick, but its type or its velocity says that it rests. */
static bool is_moved_at_rest(const CwWorld *world, int index)
{
    const CwTransform2 *now = &world->current_poses[index], *then = &world->previous_poses[index];
    cpBody *body = world->bodies[index];
    bool is_at_rest =
        cpBodyGetType(body) == CP_BODY_TYPE_STATIC ||
        (cpBodyGetType(body) == CP_BODY_TYPE_KINEMATIC && body->v.x == 0 && body->v.y == 0 &&
         body->w == 0 && body->position_func == body_update_position); /* no mover */
    return is_at_rest &&
           (now->x_m != then->x_m || now->y_m != then->y_m || now->angle_rad != then->angle_rad);
}

bool moved_static_find(const CwWorld *world, char text[AUDIT_TEXT_BYTES])
{
    char owner[WORDS_BYTES];
    const cpBody *own = world->space->staticBody;
    bool has_moved = own->p.x != 0 || own->p.y != 0 || own->a != 0;
    if (has_moved) {
        snprintf(text, AUDIT_TEXT_BYTES,
                 "tick %" PRIu64 ": the world's static body was moved, which its shapes don't "
                 "notice: leave it at the origin",
                 world->tick);
    }
    for (int i = 0; i < world->body_count && !has_moved; i++) {
        has_moved = is_moved_at_rest(world, i);
        if (has_moved) {
            bool is_static = cpBodyGetType(world->bodies[i]) == CP_BODY_TYPE_STATIC;
            snprintf(text, AUDIT_TEXT_BYTES,
                     "tick %" PRIu64 ": a %s body%s is moved each tick, which bodies on it don't "
                     "notice: %s its velocity",
                     world->tick, is_static ? "static" : "kinematic",
                     entity_words(world, world->body_owners[i], owner, sizeof owner),
                     is_static ? "make it kinematic (cpBodyNewKinematic) and set" : "set");
        }
    }
    return has_moved;
}

/* ---- members without a field ---- */

/* Header of an entity's or the state's data in the copy. */
typedef struct SavedData {
    int slot; /* -1: the state */
    uint32_t generation;
    size_t bytes;
} SavedData;

static void append_data(Text *copy, SavedData saved, const void *data)
{
    text_add(copy, (const char *)&saved, sizeof saved);
    text_add(copy, data, saved.bytes);
}

void unnamed_keep(Text *copy, const CwWorld *world)
{
    copy->size = 0;
    append_data(copy, (SavedData){-1, 0, part_offset(&world->desc.state, NULL, false)},
                world->state);
    for (int i = 0; i < world->slot_count; i++) {
        const EntitySlot *slot = &world->slots[i];
        if (slot->data != NULL) {
            size_t bytes = part_offset(&world->desc.kinds[slot->kind], NULL, false);
            append_data(copy, (SavedData){i, slot->generation, bytes}, slot->data);
        }
    }
}

static size_t field_end(const CwField *field)
{
    bool is_unhashed = field->count == 0 && field->link == NULL;
    size_t bytes = field->link != NULL ? sizeof(void *)
                   : is_unhashed       ? field->word_bytes
                                       : field_bytes(field->type) * field->count;
    return field->offset + bytes;
}

/* True if a field names the byte. Sets `before` to the last field in front of it. */
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
                    char text[AUDIT_TEXT_BYTES])
{
    const CwField *before;
    for (size_t i = 0; i < block->size; i++) {
        if (was[i] != is[i] && !is_named(block, i, &before)) {
            snprintf(text, AUDIT_TEXT_BYTES,
                     "a tick changes a member of %s%s%s that no field names, at byte %zu%s%s: no "
                     "hash and no question sees it; give it a CW_FIELD or CW_FIELD_UNHASHED",
                     of, of[0] == '\0' ? "" : ".", block->name, i, before == NULL ? "" : ", after ",
                     before == NULL ? "" : before->name);
            return true;
        }
    }
    return false;
}

bool unnamed_find(const Text *copy, const CwWorld *world, char text[AUDIT_TEXT_BYTES])
{
    const WorldDesc *desc = &world->desc;
    SavedData saved;
    bool found = false;
    for (size_t at = 0; at < copy->size && !copy->has_failed && !found; at += saved.bytes) {
        memcpy(&saved, copy->bytes + at, sizeof saved);
        at += sizeof saved;
        const char *was = copy->bytes + at;
        const EntitySlot *slot = saved.slot < 0 ? NULL : &world->slots[saved.slot];
        const CwKind *kind = slot == NULL ? &desc->state : &desc->kinds[slot->kind], *block;
        const char *is = slot == NULL ? world->state : slot->data;
        size_t offset = 0;
        bool is_there = slot == NULL || (is != NULL && slot->generation == saved.generation);
        for (int i = 0; is_there && !found && (block = kind_block(kind, i)) != NULL; i++) {
            found = find_in(block, i == 0 ? "" : kind->name, was + offset, is + offset, text);
            offset += block_stride(block->size);
        }
    }
    return found;
}
