#include "fields/field_difference.h"

#include "base/array.h"
#include "base/report.h"
#include "fields/world_edit.h"
#include "sim/world_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* A value under a hash of its field's name. */
typedef struct Item {
    uint64_t id, bits;
} Item;

/* A walk over a world's fields. An object's fields come in one or more groups. */
typedef struct Listing {
    const CwWorld *world;
    bool is_shared; /* the worlds belong to two versions of the game, so keys don't use numbers */
    const CwWorld *origin; /* the world whose entities define the keys; NULL: `world` */
    bool only_settable;
    const WorldTransfer *transfer; /* values to set in `target`; may be NULL */
    CwWorld *target;               /* `world`, to be changed */
    bool is_second_walk;           /* objects to be removed are gone */
    size_t set_count;
    Item *items;
    size_t count;
    const char *object;
    uint64_t number, key;
    bool is_left_out;
    uint64_t *entity_keys, *body_keys; /* indexed by number */
    uint64_t *joint_keys;              /* keys so far, in the order of the walk */
    uint32_t *owned;                   /* bodies found so far, for each entity */
    size_t joint_count;
    FieldDifference *described; /* receives the description; NULL: the walk lists items */
    size_t wanted;              /* index of the item to describe */
    char *value;                /* `described->a` or `described->b` */
    bool is_short;              /* memory ran out, so items are missing */
} Listing;

/* ---- keys ---- */

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a ^ b * 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u;
    return x ^ x >> 31;
}

static uint64_t mix_text(uint64_t hash, const char *text)
{
    return XXH3_64bits_withSeed(text, strlen(text), hash);
}

static void *make_table(Listing *listing, size_t count, size_t bytes)
{
    void *table = calloc(count + 1, bytes);
    listing->is_short = listing->is_short || table == NULL;
    return table;
}

/* An entity's key is its kind and its place among the living ones of that kind. */
static void make_entity_keys(Listing *listing)
{
    const CwWorld *world = listing->world, *origin = listing->origin;
    uint32_t *places = make_table(listing, (size_t)world->desc.kind_count, sizeof *places);
    listing->entity_keys = make_table(listing, (size_t)world->slot_count, sizeof(uint64_t));
    for (int i = 0; i < world->slot_count && !listing->is_short; i++) {
        listing->entity_keys[i + 1] = mix(1, (uint64_t)i + 1); /* made after the start */
    }
    for (int i = 0; i < origin->slot_count && !listing->is_short; i++) {
        const EntitySlot *slot = &origin->slots[i];
        if (slot->state == SLOT_FREE) {
            continue;
        }
        uint64_t kind = mix_text(1, world->desc.kinds[slot->kind].name);
        uint64_t key = mix(kind, ++places[slot->kind]);
        if (i < world->slot_count && world->slots[i].generation == slot->generation) {
            listing->entity_keys[i + 1] = key;
        }
    }
    free(places);
}

static void begin_body(Listing *listing, uint32_t owner)
{
    uint64_t number = listing->number;
    listing->is_left_out = number == 0;
    if (number > 0) {
        cpBody *body = listing->world->bodies[number - 1];
        listing->is_left_out = cpBodyGetType(body) == CP_BODY_TYPE_STATIC;
        listing->body_keys[number] = mix(listing->entity_keys[owner], ++listing->owned[owner]);
    }
    listing->key = listing->body_keys[number];
}

static int compare_ids(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b; /* `id` comes first */
    return x < y ? -1 : x > y;
}

static const struct TransferredField *find_transferred(const Listing *listing, uint64_t id)
{
    const WorldTransfer *transfer = listing->transfer;
    return transfer == NULL || transfer->count == 0
               ? NULL
               : bsearch(&id, transfer->fields, transfer->count, sizeof *transfer->fields,
                         compare_ids);
}

static void add_item(Listing *listing, uint64_t id, uint64_t bits)
{
    Item *items = grow_for_one(listing->items, listing->count, sizeof *listing->items);
    listing->is_short = items == NULL;
    if (!listing->is_short) {
        listing->items = items;
        listing->items[listing->count++] = (Item){id, bits};
    }
}

/* Lists an entity, shape or joint. True: the caller has to remove it. */
static bool add_presence(Listing *listing, uint64_t key)
{
    uint64_t id = mix(key, UINT64_MAX);
    const struct TransferredField *field = find_transferred(listing, id);
    if (listing->only_settable) {
        add_item(listing, id, 1);
    }
    return field != NULL && field->is_removed && !listing->is_second_walk;
}

/* A shape's key is its body and the count of the body's older shapes (Chipmunk lists the newest
 * first). On the level's body, it is the owner and the count of the owner's older shapes. */
static void begin_shape(Listing *listing, const FieldGroup *group)
{
    const cpShape *shape = group->base;
    uint32_t owner = group->links.owners[0];
    bool is_fixed = shape->body == listing->world->space->staticBody;
    uint64_t older = 0;
    listing->is_left_out = cpBodyGetType(shape->body) == CP_BODY_TYPE_STATIC;
    for (const cpShape *at = shape->next; at != NULL && !listing->is_left_out; at = at->next) {
        older++;
    }
    listing->key = mix(listing->body_keys[body_number(shape->body)], older);
    if (!listing->only_settable || !is_fixed || owner == 0) {
        return;
    }
    for (const cpShape *at = listing->origin->space->staticBody->shapeList; at != NULL;
         at = at->next) {
        older += at->hashid < shape->hashid && cw_shape_owner(at).index1 == owner;
    }
    if (add_presence(listing, mix(listing->entity_keys[owner], older))) {
        cw_world_remove_shape(listing->target, (cpShape *)(uintptr_t)shape);
    }
}

static void begin_joint(Listing *listing, const FieldGroup *group)
{
    uint64_t ends =
        mix(listing->body_keys[group->links.parts[0]], listing->body_keys[group->links.parts[1]]);
    uint64_t place = 0;
    ends = listing->only_settable ? mix_text(ends, group->links.word) : ends;
    uint64_t *keys = grow_for_one(listing->joint_keys, listing->joint_count, sizeof *keys);
    listing->is_short = listing->is_left_out = keys == NULL;
    if (keys == NULL) {
        return;
    }
    listing->joint_keys = keys;
    for (size_t i = 0; i < listing->joint_count; i++) {
        place += listing->joint_keys[i] == ends;
    }
    listing->joint_keys[listing->joint_count++] = ends;
    listing->key = mix(ends, place);
    if (add_presence(listing, listing->key)) {
        cpConstraint *joint = (void *)(uintptr_t)group->links.things[0];
        cw_world_remove_constraint(listing->target, joint);
    }
}

static bool is_one_of(const char *text, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(text, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Leaves out the engine's counters and lists, which shift when a level gains an object. */
static void begin_other(Listing *listing, const FieldGroup *group)
{
    static const char *const engines[] = {"entity", "awake",   "island", "event",
                                          "space",  "dropped", "systems"};
    listing->key = group->section == SECTION_ENTITIES && strcmp(group->object, "entity") != 0
                       ? listing->entity_keys[group->number]
                       : group->number;
    listing->is_left_out = is_one_of(group->object, engines, CW_ARRAY_LENGTH(engines));
    if (listing->only_settable && strcmp(group->object, "entity") == 0) {
        const EntitySlot *slot = &listing->world->slots[group->number - 1];
        CwEntity self = {(uint32_t)group->number, slot->generation};
        if (slot->state != SLOT_FREE && add_presence(listing, listing->entity_keys[self.index1])) {
            cw_world_destroy(listing->target, self);
        }
    }
}

static void begin_object(Listing *listing, const FieldGroup *group)
{
    listing->object = group->object;
    listing->number = group->number;
    if (!listing->is_shared) {
        listing->key = group->number;
    } else if (strcmp(group->object, "body") == 0) {
        begin_body(listing, group->links.owners[0]);
    } else if (strcmp(group->object, "shape") == 0) {
        begin_shape(listing, group);
    } else if (strcmp(group->object, "joint") == 0) {
        begin_joint(listing, group);
    } else {
        begin_other(listing, group);
    }
}

/* ---- values ---- */

/* True for object numbers and counters. A shape's filter group is often an entity's number. */
static bool is_number_or_counter(const Listing *listing, const CwField *field)
{
    static const char *const links[] = {"number", "island", "next",   "owner",
                                        "hashid", "body_a", "body_b", "filter.group"};
    bool settings = strncmp(field->name, "settings.", 9) == 0;
    bool engines = strcmp(listing->object, "body") == 0 || strcmp(listing->object, "shape") == 0 ||
                   strcmp(listing->object, "joint") == 0;
    return (engines && is_one_of(field->name, links, CW_ARRAY_LENGTH(links))) ||
           (strcmp(listing->object, "world") == 0 && !settings);
}

/* Fills in the name, value and owner of an element. */
static void describe_element(const Listing *listing, const FieldElement *element)
{
    FieldDifference *field = listing->described;
    const FieldGroup *group = element->group;
    FieldValue value = field_element_value(element);
    char words[96], text[FIELD_TEXT_BYTES];
    uint32_t owner = group->links.owners[0];
    field_element_name(element, field->name);
    snprintf(listing->value, FIELD_TEXT_BYTES, "%s", field_value_text(&value, text));
    if (group->section == SECTION_BODIES && owner > 0) {
        uint32_t generation = listing->world->slots[owner - 1].generation;
        entity_words(listing->world, (CwEntity){owner, generation}, words, sizeof words);
        snprintf(field->owner, sizeof field->owner, "; the %s%s", group->object, words);
    }
}

/* The bits of a handle to the entity that has this key; zeros if there is none. */
static uint64_t entity_bits(const Listing *listing, uint64_t key)
{
    CwEntity entity = {0};
    uint64_t bits;
    for (int i = 0; key != 0 && i < listing->world->slot_count; i++) {
        if (listing->entity_keys[i + 1] == key) {
            entity = (CwEntity){(uint32_t)i + 1, listing->world->slots[i].generation};
        }
    }
    memcpy(&bits, &entity, sizeof bits);
    return bits;
}

static void set_element(Listing *listing, const FieldElement *element, uint64_t id, uint64_t bits)
{
    if (!world_edit_is_open(element)) {
        return;
    }
    const struct TransferredField *field = find_transferred(listing, id);
    if (field != NULL && !field->is_removed) {
        bool entity = element->field->type == CW_FIELD_ENTITY;
        uint64_t value = entity ? entity_bits(listing, field->bits) : field->bits;
        world_edit_element(listing->target, element, value);
        listing->set_count++;
    }
    add_item(listing, id, bits);
}

static void add_element(void *context, const FieldElement *element)
{
    Listing *listing = context;
    const CwField *field = element->field;
    if (listing->is_short || (listing->is_shared && is_number_or_counter(listing, field))) {
        return;
    }
    if (listing->described == NULL) {
        FieldValue value = field_element_value(element);
        const char *part = element->group->part;
        uint64_t names = mix_text(mix_text(listing->key, element->group->object), field->name);
        names = part == NULL ? names : mix_text(names, part);
        uint64_t id = mix(names, (uint64_t)element->index << 1 | (element->axis == 1));
        if (listing->is_shared && field->type == CW_FIELD_ENTITY) {
            uint32_t entity = (uint32_t)value.number;
            bool known = entity <= (uint32_t)listing->world->slot_count;
            value.bits = known ? listing->entity_keys[entity] : 0;
        }
        if (listing->only_settable) {
            set_element(listing, element, mix(id, field->type), value.bits);
        } else {
            add_item(listing, id, value.bits);
        }
    } else if (listing->count++ == listing->wanted) {
        describe_element(listing, element);
    }
}

static void add_group(void *context, const FieldGroup *group)
{
    Listing *listing = context;
    if (listing->is_short) {
        return;
    }
    if (listing->object == NULL || listing->number != group->number ||
        strcmp(listing->object, group->object) != 0) {
        begin_object(listing, group);
    }
    if (!listing->is_left_out) {
        field_group_list(group, add_element, listing);
    }
}

static void walk(Listing *listing)
{
    const CwWorld *world = listing->world;
    unsigned sections = ALL_SECTIONS & ~(1u << SECTION_PROBE);
    listing->object = NULL;
    listing->count = listing->joint_count = 0;
    listing->origin = listing->origin == NULL ? world : listing->origin;
    make_entity_keys(listing);
    listing->body_keys = make_table(listing, (size_t)world->body_count, sizeof(uint64_t));
    listing->owned = make_table(listing, (size_t)world->slot_count, sizeof(uint32_t));
    world_visit_fields(world, listing->is_shared ? sections & ~(1u << SECTION_CONTACTS) : sections,
                       add_group, listing);
    free(listing->entity_keys);
    free(listing->body_keys);
    free(listing->owned);
}

/* ---- the comparison ---- */

static const size_t NONE = SIZE_MAX;

/* Searches from `from`, where the item usually is, because both lists have the same order. */
static size_t find_item(const Listing *listing, uint64_t id, size_t from)
{
    for (size_t i = 0; i < listing->count; i++) {
        size_t at = from + i < listing->count ? from + i : from + i - listing->count;
        if (listing->items[at].id == id) {
            return at;
        }
    }
    return NONE;
}

static bool are_complete(const Listing lists[2])
{
    bool is_complete = !lists[0].is_short && !lists[1].is_short;
    if (!is_complete) {
        report("out of memory: the fields of two worlds can't be compared");
    }
    return is_complete;
}

/* Finds the first item of `a` with another value in `b`, or, in one version, missing there. */
static bool compare(const Listing *a, const Listing *b, size_t *in_a, size_t *in_b)
{
    size_t from = 0;
    for (*in_a = 0; *in_a < a->count; (*in_a)++) {
        const Item *item = &a->items[*in_a];
        *in_b = find_item(b, item->id, from);
        if (*in_b == NONE ? !a->is_shared : item->bits != b->items[*in_b].bits) {
            return true;
        }
        from = *in_b == NONE ? from : *in_b + 1;
    }
    return false;
}

/* Walks the world again to describe an item. The world must not have changed since the listing. */
static void describe(Listing *listing, size_t place, FieldDifference *field, char *value)
{
    snprintf(value, FIELD_TEXT_BYTES, "-");
    if (place != NONE) {
        listing->wanted = place;
        listing->described = field;
        listing->value = value;
        walk(listing);
    }
}

static void free_lists(Listing lists[2])
{
    for (int i = 0; i < 2; i++) {
        free(lists[i].items);
        free(lists[i].joint_keys);
    }
}

/* Lists a world as it is, then as it was at `past`. Afterwards the world is restored to `now`. */
typedef struct Restoring {
    CwWorld *world;
    const CwSnapshot *past, *now;
} Restoring;

static bool find(FieldDifference *field, Listing lists[2], const Restoring *restoring)
{
    size_t places[2];
    *field = (FieldDifference){0};
    walk(&lists[0]);
    if (restoring != NULL) {
        cw_world_restore(restoring->world, restoring->past);
    }
    walk(&lists[1]);
    bool is_different =
        compare(&lists[0], &lists[1], &places[0], &places[1]) ||
        (!lists[0].is_shared && compare(&lists[1], &lists[0], &places[1], &places[0]));
    if (is_different) {
        describe(&lists[1], places[1], field, field->b);
    }
    if (restoring != NULL) {
        cw_world_restore(restoring->world, restoring->now);
    }
    if (is_different) {
        describe(&lists[0], places[0], field, field->a);
    }
    free_lists(lists);
    return are_complete(lists) && is_different;
}

bool field_difference_find(FieldDifference *field, const CwWorld *a, const CwWorld *b)
{
    return find(field, (Listing[2]){{.world = a}, {.world = b}}, NULL);
}

bool field_difference_find_shared(FieldDifference *field, const CwWorld *a, const CwWorld *b)
{
    Listing lists[2] = {{.world = a, .is_shared = true}, {.world = b, .is_shared = true}};
    return find(field, lists, NULL);
}

bool field_difference_since(FieldDifference *field, CwWorld *world, const CwSnapshot *before)
{
    Listing lists[2] = {{.world = world}, {.world = world}};
    CwSnapshot here = {0};
    *field = (FieldDifference){0};
    lists[0].is_short = !cw_world_snapshot(world, &here);
    bool found = are_complete(lists) && find(field, lists, &(Restoring){world, before, &here});
    cw_snapshot_free(&here);
    return found;
}

/* ---- the transfer ---- */

/* Collects changed, new and removed fields. Both lists are sorted by id. */
static void collect_changes(WorldTransfer *transfer, const Listing *start, const Listing *now)
{
    for (size_t a = 0, b = 0; a < start->count || b < now->count;) {
        const Item *old = a < start->count ? &start->items[a] : NULL;
        const Item *new = b < now->count ? &now->items[b] : NULL;
        bool is_removed = new == NULL || (old != NULL && old->id < new->id);
        bool is_in_both = !is_removed && old != NULL && old->id == new->id;
        if (is_removed) {
            transfer->fields[transfer->count++] = (struct TransferredField){old->id, 0, true};
        } else if (!is_in_both || old->bits != new->bits) {
            transfer->fields[transfer->count++] =
                (struct TransferredField){new->id, new->bits, false};
        }
        a += is_removed || is_in_both;
        b += !is_removed;
    }
}

bool world_transfer_take(WorldTransfer *transfer, const CwWorld *start, const CwWorld *now)
{
    Listing lists[2] = {{.world = start, .is_shared = true, .only_settable = true},
                        {.world = now, .is_shared = true, .only_settable = true, .origin = start}};
    world_transfer_free(transfer);
    for (int i = 0; i < 2; i++) {
        walk(&lists[i]);
        qsort(lists[i].items, lists[i].count, sizeof(Item), compare_ids);
    }
    size_t count = lists[0].count + lists[1].count;
    transfer->fields = are_complete(lists) ? calloc(count + 1, sizeof *transfer->fields) : NULL;
    if (transfer->fields != NULL) {
        collect_changes(transfer, &lists[0], &lists[1]);
        transfer->tick = now->tick;
        transfer->input = now->input;
        transfer->settings = now->settings;
    }
    free_lists(lists);
    return transfer->fields != NULL;
}

void world_transfer_free(WorldTransfer *transfer)
{
    free(transfer->fields);
    *transfer = (WorldTransfer){0};
}

static void set_fields(void *context)
{
    Listing *listing = context;
    walk(listing);
    listing->is_second_walk = true; /* setting an angle moves the body: set its position again */
    listing->set_count = 0;
    walk(listing);
    entities_flush(listing->target);
}

bool world_transfer_apply(WorldTransfer *transfer, CwWorld *world, CwError *error)
{
    Listing lists[2] = {{.world = world,
                         .is_shared = true,
                         .only_settable = true,
                         .transfer = transfer,
                         .target = world}};
    bool was_shut = arena_open(world->arena);
    Arena *before = arena_make_current(world->arena);
    bool ok = world_attempt(world, set_fields, &lists[0], error);
    arena_make_current(before);
    arena_shut(world->arena, was_shut);
    size_t wanted = 0;
    for (size_t i = 0; i < transfer->count; i++) {
        wanted += !transfer->fields[i].is_removed;
    }
    transfer->lost_count = wanted > lists[0].set_count ? wanted - lists[0].set_count : 0;
    world->tick = world->transfer_tick = transfer->tick;
    world->input = transfer->input;
    free_lists(lists);
    return ok;
}
