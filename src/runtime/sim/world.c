#include "sim/world.h"

#include "base/report.h"
#include "base/unit_check.h"
#include "platform/arithmetic.h"
#include "sim/body_check.h"
#include "sim/entity_data.h"
#include "sim/sim_settings.h"
#include "sim/world_fields.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define NOT_A_NUMBER                                                                               \
    "is not a number (NaN): look for a division by 0 or a root of a negative number"

/* Overlap that is tolerated. Chipmunk's default, 0.1 units, is meant for pixels. */
static const double COLLISION_SLOP_M = 0.005;
/* Bodies that rest on each other fall asleep when all were slower than this for this long. */
static const double SLEEP_AFTER_S = 0.5;
static const double SLEEP_SPEED_MPS = 0.05;

WorldDesc world_desc_default(void)
{
    return (WorldDesc){.arena_bytes = (size_t)64 << 20, .settings = cw_sim_settings_default()};
}

static cpSpace *space_open(const CwSimSettings *settings)
{
    cpSpace *space = cpSpaceNew();
    for (CwInputSetting i = CW_SETTING_NONE + 1; i < CW_SETTING_COUNT; i++) {
        sim_settings_apply_to_space(space, settings, i);
    }
    cpSpaceSetCollisionSlop(space, COLLISION_SLOP_M);
    cpSpaceSetSleepTimeThreshold(space, SLEEP_AFTER_S);
    cpSpaceSetIdleSpeedThreshold(space, SLEEP_SPEED_MPS);
    return space;
}

static void check_fields(const CwKind *block)
{
    CW_ASSERT((block->fields == NULL) == (block->field_count == 0),
              "give a table of fields together with its count");
    for (int i = 0; i < block->field_count; i++) {
        const CwField *field = &block->fields[i];
        CW_ASSERT(field->offset + field_bytes(field->type) * field->count <= block->size,
                  "describe the fields of the struct whose size you give");
    }
}

/* Writes a kind's fields of real numbers to `list`. Returns the place of the next list. */
static RealField *list_reals(RealField *list, const CwKind *kind)
{
    const CwKind *block;
    size_t begin = 0;
    for (int i = 0; (block = kind_block(kind, i)) != NULL; i++) {
        for (int at = 0; at < block->field_count; at++) {
            const CwField *field = &block->fields[at];
            if (field->type == CW_FIELD_F64 || field->type == CW_FIELD_VECT) {
                *list++ = (RealField){field, i == 0 ? NULL : block, begin + field->offset,
                                      field->count * field_bytes(field->type) / sizeof(double)};
            }
        }
        begin += block_stride(block->size);
    }
    return list + 1; /* the list ends with zeros */
}

static const CwKind *kind_or_state(const WorldDesc *desc, int kind)
{
    return kind < 0 ? &desc->state : &desc->kinds[kind];
}

/* Lists the fields of real numbers of the state and all kinds. */
static void list_all_reals(CwWorld *world)
{
    const WorldDesc *desc = &world->desc;
    const CwKind *block;
    size_t most = 0;
    for (int i = -1; i < desc->kind_count; i++) {
        most++;
        for (int at = 0; (block = kind_block(kind_or_state(desc, i), at)) != NULL; at++) {
            most += (size_t)block->field_count;
        }
    }
    RealField *next = arena_calloc(most, sizeof *next);
    world->kind_reals = arena_calloc((size_t)desc->kind_count + 1, sizeof *world->kind_reals);
    for (int i = -1; i < desc->kind_count; i++) {
        world->kind_reals[i + 1] = next;
        next = list_reals(next, kind_or_state(desc, i));
    }
}

CwWorld *world_open(const WorldDesc *desc, CwError *error)
{
    check_fields(&desc->state);
    check_fields(&desc->carry);
    for (int i = 0; i < desc->kind_count; i++) {
        const CwKind *block;
        CW_ASSERT(desc->kinds[i].parts[CW_PART_MAX] == NULL,
                  "give a kind CW_PART_MAX parts at most");
        for (int at = 0; (block = kind_block(&desc->kinds[i], at)) != NULL; at++) {
            check_fields(block);
        }
    }
    bool is_sound = sim_settings_check(&desc->settings, error);
    Arena *arena = is_sound ? arena_create(desc->slot, desc->arena_bytes, error) : NULL;
    if (arena == NULL) {
        return NULL;
    }
    arena_make_current(arena);
    arithmetic_reset(); /* building rounds as ticks do */
    CwWorld *world = arena_calloc(1, sizeof *world);
    world->arena = arena;
    arena->root = world;
    world->desc = *desc;
    world->settings = desc->settings;
    world->dt_s = 1.0 / desc->settings.tick_rate;
    entity_views_begin(world);
    world->systems = (CwSystemSet){desc->systems, desc->system_count, .is_for_ticks = true};
    world->is_building = true;
    world->substep = -1;
    world->substep_count = desc->settings.substeps;
    cw_rng_seed(&world->rng, desc->seed, 1);
    world->desc.state.parts[0] = &world->desc.carry;
    world->state = arena_calloc(1, part_offset(&world->desc.state, NULL, false));
    world->recent_capacity = RECENT_EVENTS_FIRST;
    world->recent = arena_calloc(RECENT_EVENTS_FIRST, sizeof *world->recent);
    world->space = space_open(&desc->settings);
    if (!arena_holds(arena, world->space)) {
        cw_error_set(error, "Chipmunk's memory is not the world's, so rewinding and replays would "
                            "break: " LINK_REMEDY);
        cpSpaceFree(world->space);
        arena_destroy(arena);
        return NULL;
    }
    list_all_reals(world);
    handlers_open(world);
    removals_open(world);
    return world;
}

void world_close(CwWorld *world)
{
    if (world != NULL) {
        arena_destroy(world->arena);
    }
}

void world_finish_building(CwWorld *world)
{
    entities_flush(world);
    poses_snap(world, 0);
    lerps_remember(world);
    world->is_building = false;
}

void world_begin_tick(CwWorld *world, const CwTickInput *input)
{
    arithmetic_reset();
    arena_make_current(world->arena);
    world->is_in_tick = true;
    world->input = *input;
    world->flow = (CwFlow){0};
    lerps_remember(world);
    entity_views_note_input(world);
    world->tick++;
}

static bool set_broken_error(const CwWorld *world, CwError *error)
{
    char owner[96] = "";
    for (int i = 0; i < world->body_count; i++) {
        if (!body_is_finite(world->bodies[i])) {
            entity_words(world, world->body_owners[i], owner, sizeof owner);
            break;
        }
    }
    return cw_error_set(error,
                        "tick %" PRIu64 ": a body%s is no longer at a finite place: look for a "
                        "force, gravity or joint that is out of range",
                        world->tick, owner);
}

/* Finds the first field with a NaN; NULL: there is none. */
static const RealField *find_nan(const RealField *fields, const char *data)
{
    for (; fields->field != NULL; fields++) {
        for (size_t i = 0; i < fields->count; i++) {
            double number;
            memcpy(&number, data + fields->offset + i * sizeof number, sizeof number);
            if (isnan(number)) {
                return fields;
            }
        }
    }
    return NULL;
}

/* Checks the game's fields for NaN, which would spread silently. body.c checks bodies. */
static bool check_numbers(const CwWorld *world, CwError *error)
{
    const RealField *found = find_nan(world->kind_reals[0], world->state);
    if (found != NULL) {
        return cw_error_set(error, "tick %" PRIu64 ": %s of the game's %s " NOT_A_NUMBER,
                            world->tick, found->field->name,
                            found->part == NULL ? "state" : "carry");
    }
    for (int i = 0; i < world->slot_count; i++) {
        const EntitySlot *slot = &world->slots[i];
        bool is_spawned = slot->state == SLOT_ALIVE || slot->state == SLOT_DYING;
        found = is_spawned ? find_nan(world->kind_reals[slot->kind + 1], slot->data) : NULL;
        if (found != NULL) {
            const char *part = found->part == NULL ? "" : found->part->name;
            return cw_error_set(error,
                                "tick %" PRIu64 ": %s%s%s of the %s (entity %d) " NOT_A_NUMBER,
                                world->tick, part, part[0] == '\0' ? "" : ".", found->field->name,
                                world->desc.kinds[slot->kind].name, i + 1);
        }
    }
    return true;
}

bool world_check(const CwWorld *world, CwError *error)
{
    if (world->is_broken) {
        return set_broken_error(world, error);
    }
    return cw_world_check_memory(world, error) && check_numbers(world, error);
}

/* Finds the kind with the most entities; writes their number. */
static const CwKind *find_largest_kind(const CwWorld *world, int *most)
{
    const CwKind *largest = NULL;
    *most = 0;
    for (int kind = 0; kind < world->desc.kind_count; kind++) {
        int count = 0;
        for (int i = 0; i < world->slot_count; i++) {
            count += world->slots[i].kind == kind && world->slots[i].state != SLOT_FREE;
        }
        if (count > *most) {
            largest = &world->desc.kinds[kind];
            *most = count;
        }
    }
    return largest;
}

/* This many entities of a kind are probably a mistake. */
enum { RUNAWAY_MIN = 5000 };

static bool set_memory_error(const CwWorld *world, CwError *error)
{
    int count;
    const CwKind *kind = find_largest_kind(world, &count);
    size_t mebibytes = world->arena->limit_bytes >> 20;
    return count >= RUNAWAY_MIN
               ? cw_error_set(error,
                              "tick %" PRIu64 ": the world needs more than its %zu MiB. It has %d "
                              "entities of kind %s: look for a spawn that never stops, or raise "
                              "simulation.arena_size",
                              world->tick, mebibytes, count, kind->name)
               : cw_error_set(error,
                              "tick %" PRIu64 ": the world needs more than its %zu MiB; raise "
                              "simulation.arena_size",
                              world->tick, mebibytes);
}

bool cw_world_check_memory(const CwWorld *world, CwError *error)
{
    return world->arena->used_bytes <= world->arena->limit_bytes || set_memory_error(world, error);
}

bool world_attempt(CwWorld *world, void (*work)(void *context), void *context, CwError *error)
{
    bool was_shut = arena_open(world->arena);
    bool done = arena_attempt(world->arena, work, context);
    world->is_broken = world->is_broken || !done;
    arena_shut(world->arena, was_shut);
    if (done) {
        return true;
    }
    WorkLimit *limit = world->arena->work_limit;
    if (limit != NULL && limit->is_over) {
        limit->tick = world->tick;
        return cw_error_set(
            error, "simulating up to tick %" PRIu64 " took more than %g s of processor time",
            world->tick, limit->seconds);
    }
    if (world->arena->is_edited && world->arena->used_bytes <= world->arena->limit_bytes) {
        return cw_error_set(error,
                            "tick %" PRIu64
                            ": physics can't go on after a change by hand: undo it, or "
                            "choose a smaller value",
                            world->tick);
    }
    return set_memory_error(world, error);
}

void world_assert_between_ticks(const CwWorld *world)
{
    CW_ASSERT(!arena_is_at_work(world->arena), "copy and restore a world between ticks");
}

uint64_t cw_world_tick(const CwWorld *world)
{
    return world->tick;
}

int cw_world_substeps(const CwWorld *world)
{
    return world->own_substeps > 0 ? world->own_substeps : world->settings.substeps;
}

double cw_world_dt_s(const CwWorld *world)
{
    return world->dt_s;
}

double cw_world_time_s(const CwWorld *world)
{
    return (double)world->tick / world->settings.tick_rate;
}

cpSpace *cw_world_space(const CwWorld *world)
{
    return world->space;
}

CwWorld *cw_space_world(const cpSpace *space)
{
    const Arena *arena = arena_at(space);
    CW_ASSERT(arena != NULL, "ask for the world of a space that cw_world_space gave");
    return arena->root;
}

const CwInputFrame *cw_world_input(const CwWorld *world)
{
    return &world->input.players[0];
}

const CwInputFrame *cw_world_player_input(const CwWorld *world, int player)
{
    ASSERT_NUMBER(player, player >= 0 && player < CW_PLAYER_MAX,
                  "ask for the players 0 to CW_PLAYER_MAX - 1");
    return &world->input.players[player];
}

const CwTickInput *cw_world_tick_input(const CwWorld *world)
{
    return &world->input;
}

CwRng *cw_world_rng(CwWorld *world)
{
    return &world->rng;
}

void *cw_world_state(CwWorld *world)
{
    return (void *)(uintptr_t)cw_world_state_const(world);
}

const void *cw_world_state_const(const CwWorld *world)
{
    CW_ASSERT(world->desc.state.size > 0, "give CwGame.content.state_bytes the size of the state");
    return world->state;
}

void *cw_world_carry(CwWorld *world)
{
    return (void *)(uintptr_t)cw_world_carry_const(world);
}

const void *cw_world_carry_const(const CwWorld *world)
{
    CW_ASSERT(world->desc.carry.size > 0, "give the game's table a carry");
    return (const char *)world->state + block_stride(world->desc.state.size);
}

void *cw_world_alloc(CwWorld *world, size_t bytes)
{
    CW_ASSERT(arena_is_current(world->arena), "make the world current before changing it");
    return arena_calloc(1, bytes);
}

void cw_world_free(CwWorld *world, void *memory)
{
    CW_ASSERT(arena_is_current(world->arena), "make the world current before changing it");
    arena_free(memory);
}

WorldCensus world_census(const CwWorld *world)
{
    WorldCensus census = {0};
    for (int i = 0; i < world->body_count; i++) {
        const cpBody *body = world->bodies[i];
        bool is_dynamic = cpBodyGetType((cpBody *)body) == CP_BODY_TYPE_DYNAMIC;
        bool is_asleep = is_dynamic && cpBodyIsSleeping(body);
        census.asleep_count += is_asleep;
        census.awake_count += is_dynamic && !is_asleep;
    }
    const cpArray *arbiters = world->space->arbiters;
    census.pair_count = arbiters->num;
    for (int i = 0; i < arbiters->num; i++) {
        census.contact_count += ((const cpArbiter *)arbiters->arr[i])->count;
    }
    census.joint_count = world->space->constraints->num;
    return census;
}

/* ---- timers, and times in ticks ---- */

static const double PERIOD_MAX_S = 1e6; /* keeps a timer's numbers below 2^63 */

uint32_t cw_world_ms_to_ticks(const CwWorld *world, double ms)
{
    if (!(ms > 0)) {
        return 0;
    }
    double ticks = floor(ms * world->settings.tick_rate / 1000.0 + 0.5);
    return ticks < 1 ? 1 : ticks > UINT32_MAX ? UINT32_MAX : (uint32_t)ticks;
}

/* Counts nanoseconds times the tick rate, so that a tick is a whole number. */
bool cw_timer_repeat(const CwWorld *world, int64_t *passed, double seconds)
{
    const int64_t tick = 1000000000;
    if (!(seconds > 0)) {
        return false;
    }
    double rounded_ns = floor(fmin(seconds, PERIOD_MAX_S) * 1e9 + 0.5);
    int64_t period = (int64_t)rounded_ns * world->settings.tick_rate;
    period = period < tick ? tick : period;
    *passed += tick;
    bool is_due = *passed + tick / 2 >= period;
    *passed -= is_due ? period : 0;
    return is_due;
}
