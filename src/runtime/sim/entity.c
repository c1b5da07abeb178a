#include "base/report.h"
#include "sim/breadcrumb.h"
#include "sim/entity_data.h"
#include "sim/schedule.h"

#include <stdio.h>
#include <string.h>

EntitySlot *entity_slot(const CwWorld *world, CwEntity entity)
{
    if (entity.index1 == 0 || entity.index1 > (uint32_t)world->slot_count) {
        return NULL;
    }
    EntitySlot *slot = &world->slots[entity.index1 - 1];
    bool is_current = slot->generation == entity.generation && slot->state != SLOT_FREE;
    return is_current ? slot : NULL;
}

const char *entity_words(const CwWorld *world, CwEntity entity, char *text, size_t size)
{
    int kind = cw_world_kind(world, entity);
    snprintf(text, size, " of the %.64s (entity %u)", kind < 0 ? "" : world->desc.kinds[kind].name,
             (unsigned)entity.index1);
    text[kind < 0 ? 0 : strlen(text)] = '\0';
    return text;
}

static CwEntity handle_of(const CwWorld *world, const EntitySlot *slot)
{
    return (CwEntity){.index1 = (uint32_t)(slot - world->slots) + 1,
                      .generation = slot->generation};
}

static const CwKind *kind_of(const CwWorld *world, const EntitySlot *slot)
{
    return &world->desc.kinds[slot->kind];
}

/* ---- hooks: a kind's functions, each identified by its offset in CwKind ---- */

typedef union Hook {
    void (*tick)(CwWorld *world, CwEntity self, void *data);
    void (*frame)(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
    void (*event)(CwWorld *world, CwEntity self, void *data, const CwEvent *event);
    void (*spawn)(CwWorld *world, CwEntity self, void *data, const void *args);
} Hook;

static Hook hook_of(const CwKind *kind, size_t offset)
{
    Hook hook;
    memcpy(&hook, (const char *)kind + offset, sizeof hook);
    return hook;
}

/* A call of an entity's hook. A hook may move slots in memory, but never an entity's data. */
typedef struct Call {
    const CwWorld *world; /* cast to non-const for hooks of ticks */
    CwEntity self;
    char *data;
    size_t hook;          /* offset in CwKind */
    CwFrame *frame;       /* NULL: the hook belongs to ticks */
    const CwEvent *event; /* argument of the hook `event` */
    const void *args;     /* argument of the hook `spawn` */
} Call;

static inline void call_block(const Call *call, const CwKind *block, size_t offset)
{
    Hook hook = hook_of(block, call->hook);
    CwWorld *world = (CwWorld *)(uintptr_t)call->world;
    bool has_rate = block->every_hz > 0 && call->hook == offsetof(CwKind, tick);
    uint64_t tick = world->tick + call->self.index1; /* spreads entities over ticks */
    if (hook.tick == NULL ||
        (has_rate && !rate_is_due(tick, block->every_hz, world->settings.tick_rate))) {
        return;
    }
    breadcrumb_enter(block, call->self.index1);
    if (call->frame != NULL) {
        hook.frame(world, call->self, call->data + offset, call->frame);
    } else if (call->event != NULL) {
        hook.event(world, call->self, call->data + offset, call->event);
    } else if (call->hook == offsetof(CwKind, spawn)) {
        hook.spawn(world, call->self, call->data + offset, call->args);
    } else {
        hook.tick(world, call->self, call->data + offset);
    }
}

static void call_parts(const Call *call, const CwKind *kind)
{
    size_t offset = block_stride(kind->size);
    for (int i = 0; kind->parts[i] != NULL; i++) {
        call_block(call, kind->parts[i], offset);
        offset += block_stride(kind->parts[i]->size);
    }
}

/* Calls the parts first, so that the kind can override their results. */
static inline void call_hook(const Call *call, const CwKind *kind)
{
    if (kind->parts[0] != NULL) {
        call_parts(call, kind);
    }
    call_block(call, kind, 0);
}

static void call_destroy(const Call *call, const CwKind *kind)
{
    int count = 0;
    call_block(call, kind, 0);
    while (kind->parts[count] != NULL) {
        count++;
    }
    while (count-- > 0) {
        call_block(call, kind->parts[count], part_offset(kind, kind->parts[count], false));
    }
}

/* ---- spawning and destroying ---- */

/* Takes the lowest free slot, so that handles depend only on the game's history. */
static EntitySlot *take_slot(CwWorld *world)
{
    for (; world->first_free_slot < world->slot_count; world->first_free_slot++) {
        if (world->slots[world->first_free_slot].state == SLOT_FREE) {
            return &world->slots[world->first_free_slot];
        }
    }
    world->slots = arena_grow_array(world->slots, world->slot_count, &world->slot_capacity,
                                    sizeof *world->slots);
    EntitySlot *slot = &world->slots[world->slot_count++];
    *slot = (EntitySlot){.generation = world->generation_floor}; /* the slot may be reused */
    return slot;
}

/* Limit on nested spawns, which run at once while a level is built. */
enum { SPAWN_DEPTH_MAX = 1000 };

static void spawn_now(CwWorld *world, CwEntity entity)
{
    EntitySlot *slot = entity_slot(world, entity);
    if (slot == NULL || slot->state != SLOT_PENDING) {
        return; /* destroyed while pending */
    }
    const CwKind *kind = kind_of(world, slot);
    void *args = slot->spawn_args;
    slot->spawn_args = NULL;
    slot->state = SLOT_ALIVE;
    slot->view_stamp = entity_view_stamp(world, slot);
    const BreadcrumbEntity saved = current_breadcrumb.entity;
    world->spawn_depth++;
    CW_ASSERT(world->spawn_depth <= SPAWN_DEPTH_MAX,
              "end the spawn of this kind, which spawns its own kind again and again");
    call_hook(&(Call){world, entity, slot->data, offsetof(CwKind, spawn), .args = args}, kind);
    world->spawn_depth--;
    current_breadcrumb.entity = saved;
    arena_free(args);
}

CwEntity cw_world_spawn(CwWorld *world, int kind, const void *args, size_t args_bytes)
{
    ASSERT_IN_TICK();
    ASSERT_NUMBER(kind, kind >= 0 && kind < world->desc.kind_count,
                  "spawn a kind of the game's table");
    ASSERT_NUMBER(args_bytes, args_bytes <= CW_SPAWN_ARGS_MAX,
                  "pass a pointer or less data to the spawn");
    CW_ASSERT((args == NULL) == (args_bytes == 0),
              "pass args with their size in bytes, or NULL and 0");
    EntitySlot *slot = take_slot(world);
    *slot = (EntitySlot){.generation = slot->generation + 1, .kind = kind, .state = SLOT_PENDING};
    const CwKind *row = kind_of(world, slot);
    slot->data =
        arena_calloc(1, part_offset(row, NULL, false) + (size_t)lerp_count(row) * sizeof(double));
    slot->spawn_args = arena_calloc(1, CW_SPAWN_ARGS_MAX);
    if (args_bytes > 0) {
        memcpy(slot->spawn_args, args, args_bytes);
    }
    CwEntity entity = handle_of(world, slot);
    if (world->is_building) {
        spawn_now(world, entity);
        return entity;
    }
    world->spawn_queue = arena_grow_array(world->spawn_queue, world->spawn_count,
                                          &world->spawn_capacity, sizeof *world->spawn_queue);
    world->spawn_queue[world->spawn_count++] = entity.index1;
    return entity;
}

void cw_world_destroy(CwWorld *world, CwEntity entity)
{
    ASSERT_IN_TICK();
    EntitySlot *slot = entity_slot(world, entity);
    if (slot == NULL || slot->state == SLOT_DYING) {
        return;
    }
    slot->state = SLOT_DYING;
    world->dying_count++;
}

static void destroy_now(CwWorld *world, EntitySlot *slot)
{
    const CwKind *kind = kind_of(world, slot);
    CwEntity entity = handle_of(world, slot);
    BreadcrumbEntity saved = breadcrumb_enter(kind, entity.index1);
    if (slot->spawn_args == NULL) {
        call_destroy(&(Call){world, entity, slot->data, .hook = offsetof(CwKind, destroy)}, kind);
        slot = entity_slot(world, entity);
    }
    while (slot->owned != NULL) {
        remove_now(world, slot->owned->type, slot->owned->object);
    }
    arena_free(slot->spawn_args);
    arena_free(slot->data);
    current_breadcrumb.entity = saved;
    *slot = (EntitySlot){.generation = slot->generation};
    int index = (int)(slot - world->slots);
    world->first_free_slot = index < world->first_free_slot ? index : world->first_free_slot;
}

static void destroy_dying(CwWorld *world)
{
    if (world->dying_count == 0) {
        return;
    }
    for (int i = 0; world->dying_count > 0; i = (i + 1) % world->slot_count) {
        if (world->slots[i].state == SLOT_DYING) {
            world->dying_count--;
            destroy_now(world, &world->slots[i]);
        }
    }
    int count = world->slot_count; /* drops free slots at the end */
    for (; count > 0 && world->slots[count - 1].state == SLOT_FREE; count--) {
        uint32_t generation = world->slots[count - 1].generation, *floor = &world->generation_floor;
        *floor = generation > *floor ? generation : *floor;
    }
    world->slot_count = count;
    world->first_free_slot = world->first_free_slot < count ? world->first_free_slot : count;
}

/* Destroys first, so that spawned entities can reuse the memory. An entity that a spawn hook spawns
 * appears in the same flush. One that it destroys is removed in the next flush. */
void entities_flush(CwWorld *world)
{
    poses_snap(world, world->settled_body_count); /* bodies made by ticks and events */
    tiles_flush(world);
    removals_flush(world);
    destroy_dying(world);
    int first_new_pose = world->body_count;
    for (int i = 0; i < world->spawn_count; i++) {
        uint32_t index1 = world->spawn_queue[i];
        spawn_now(world, handle_of(world, &world->slots[index1 - 1]));
    }
    for (int i = 0; i < world->spawn_count; i++) {
        lerps_snap(world, &world->slots[world->spawn_queue[i] - 1]);
    }
    world->spawn_count = 0;
    poses_snap(world, first_new_pose);
    removals_flush(world); /* hooks may have removed things */
    world->settled_body_count = world->body_count;
    events_sort(world);
}

bool cw_world_alive(const CwWorld *world, CwEntity entity)
{
    const EntitySlot *slot = entity_slot(world, entity);
    return slot != NULL && slot->state != SLOT_DYING;
}

const void *cw_world_data_const(const CwWorld *world, CwEntity entity)
{
    const EntitySlot *slot = entity_slot(world, entity);
    if (slot == NULL) {
        current_breadcrumb.gone = entity;
    }
    return slot == NULL ? NULL : slot->data;
}

void *cw_world_data(CwWorld *world, CwEntity entity)
{
    return (void *)(uintptr_t)cw_world_data_const(world, entity);
}

int cw_world_kind(const CwWorld *world, CwEntity entity)
{
    const EntitySlot *slot = entity_slot(world, entity);
    return slot == NULL ? -1 : slot->kind;
}

CwEntity cw_world_next(const CwWorld *world, CwEntity after)
{
    for (uint32_t i = after.index1; i < (uint32_t)world->slot_count; i++) {
        if (world->slots[i].state == SLOT_ALIVE) {
            return handle_of(world, &world->slots[i]);
        }
    }
    return (CwEntity){0};
}

CwEntity cw_world_next_of(const CwWorld *world, int kind, CwEntity after)
{
    ASSERT_NUMBER(kind, kind >= 0 && kind < world->desc.kind_count,
                  "ask for a kind of the game's table");
    CwEntity next = cw_world_next(world, after);
    while (next.index1 != 0 && world->slots[next.index1 - 1].kind != kind) {
        next = cw_world_next(world, next);
    }
    return next;
}

/* ---- phases ---- */

/* Whether a kind or one of its parts has the hook. */
static inline bool has_hook(const CwKind *kind, size_t hook)
{
    const CwKind *block = kind;
    for (int i = 0; block != NULL && hook_of(block, hook).tick == NULL; i++) {
        block = kind->parts[i];
    }
    return block != NULL;
}

/* Whether any kind has the hook; if not, no walk over entities is needed. */
static bool is_used(const CwWorld *world, size_t hook)
{
    for (int i = 0; i < world->desc.kind_count; i++) {
        if (has_hook(&world->desc.kinds[i], hook)) {
            return true;
        }
    }
    return false;
}

/* Calls a hook for all entities. `frame` is NULL for hooks of ticks, which may change the world.
 * Always inlined, so that each hook has a loop of its own. */
__attribute__((always_inline)) static inline void call_each(const CwWorld *world, size_t hook,
                                                            CwFrame *frame)
{
    bool is_unsafe = world->is_broken && frame == NULL; /* Chipmunk would abort on its bodies */
    if (is_unsafe || !is_used(world, hook)) {
        return;
    }
    Call call = {world, .hook = hook, .frame = frame};
    for (int i = 0; i < world->slot_count; i++) {
        const EntitySlot *slot = &world->slots[i];
        const CwKind *kind = kind_of(world, slot);
        if (slot->state == SLOT_ALIVE && has_hook(kind, hook) &&
            (frame == NULL || slot->view_stamp == 0 || entity_view_prepare(world, i))) {
            call.self = (CwEntity){(uint32_t)i + 1, slot->generation};
            call.data = slot->data;
            call_hook(&call, kind);
        }
    }
    breadcrumb_enter(NULL, 0);
}

void entity_handle_event(CwWorld *world, CwEntity self, const CwEvent *event)
{
    const EntitySlot *slot = entity_slot(world, self);
    if (slot != NULL && slot->state == SLOT_ALIVE) {
        const BreadcrumbEntity saved = current_breadcrumb.entity;
        call_hook(&(Call){world, self, slot->data, offsetof(CwKind, event), .event = event},
                  kind_of(world, slot));
        current_breadcrumb.entity = saved;
    }
}

#define TICK_SYSTEM(hook)                                                                          \
    void entities_##hook(CwWorld *world)                                                           \
    {                                                                                              \
        call_each(world, offsetof(CwKind, hook), NULL);                                            \
    }
#define FRAME_SYSTEM(hook)                                                                         \
    void entities_##hook(const CwWorld *world, CwFrame *frame)                                     \
    {                                                                                              \
        call_each(world, offsetof(CwKind, hook), frame);                                           \
    }
ENTITY_HOOKS(TICK_SYSTEM, FRAME_SYSTEM)
