#include "sim/undo.h"

#include "sim/world_setting.h"

#include <string.h>

/* A copy every quarter of the reach, which begins behind the first of them. */
enum { INTERVALS = 4, IMAGES_MAX = INTERVALS + 1 };

/* A copy of all but the tail. */
typedef struct Image {
    uint64_t past_ticks; /* it is the end of this one */
    size_t at, bytes;    /* in the tail */
} Image;

typedef struct PastTick {
    Lasting before;
    CwInputCommand command;
    CwInputFrame players[]; /* WorldDesc.player_count of them */
} PastTick;

/* The tail: this, the ticks (number n of the past at n % capacity), then the images one after the
 * other. */
typedef struct Past {
    int image_count;
    Image images[IMAGES_MAX];
} Past;

static uint64_t interval_ticks(const CwWorld *world)
{
    return ((uint64_t)world->desc.undo_ticks + INTERVALS - 1) / INTERVALS;
}

static uint64_t capacity(const CwWorld *world)
{
    return world->desc.undo_ticks + interval_ticks(world) + 1;
}

static Past *past_of(const CwWorld *world)
{
    return arena_tail(world->arena);
}

static size_t frames_bytes(const CwWorld *world)
{
    int players = world->desc.player_count == 0 ? 1 : world->desc.player_count;
    return (size_t)players * sizeof(CwInputFrame);
}

static size_t aligned(size_t bytes)
{
    return (bytes + 15) & ~(size_t)15;
}

static size_t past_tick_bytes(const CwWorld *world)
{
    return aligned(sizeof(PastTick) + frames_bytes(world));
}

static PastTick *past_tick(const CwWorld *world, uint64_t number)
{
    size_t at = aligned(sizeof(Past)) + number % capacity(world) * past_tick_bytes(world);
    return (PastTick *)(void *)((char *)past_of(world) + at);
}

static size_t images_begin(const CwWorld *world)
{
    return aligned(sizeof(Past)) + capacity(world) * past_tick_bytes(world);
}

static size_t images_end(const CwWorld *world)
{
    const Past *past = past_of(world);
    if (past->image_count == 0) {
        return images_begin(world);
    }
    const Image *last = &past->images[past->image_count - 1];
    return last->at + last->bytes;
}

/* Those that even the longest undo would pass over. */
static void drop_oldest(CwWorld *world)
{
    Past *past = past_of(world);
    int dropped = 0;
    while (dropped + 1 < past->image_count &&
           past->images[dropped + 1].past_ticks <= world->undo_floor) {
        dropped++;
    }
    if (dropped == 0) {
        return;
    }
    size_t end = images_end(world), gone = past->images[dropped].at - past->images[0].at;
    char *to = (char *)past + past->images[0].at;
    memmove(to, to + gone, end - past->images[dropped].at);
    past->image_count -= dropped;
    for (int i = 0; i < past->image_count; i++) {
        past->images[i] = past->images[i + dropped];
        past->images[i].at -= gone;
    }
}

static bool take_image(CwWorld *world, CwError *error)
{
    drop_oldest(world);
    size_t at = images_end(world), bytes = arena_head_bytes(world->arena);
    Past *past = arena_resize_tail(world->arena, at + bytes);
    if (past == NULL) {
        return world_refuse_size(world, error);
    }
    CW_ASSERT(past->image_count < IMAGES_MAX, "raise IMAGES_MAX");
    past->images[past->image_count++] = (Image){world->past_ticks, at, bytes};
    arena_copy_head(world->arena, (char *)past + at);
    return true;
}

bool undo_open(CwWorld *world, CwError *error)
{
    if (world->desc.undo_ticks == 0) {
        return true;
    }
    Past *past = arena_resize_tail(world->arena, images_begin(world));
    if (past == NULL) {
        return world_refuse_size(world, error);
    }
    memset(past, 0, images_begin(world));
    return take_image(world, error);
}

Lasting undo_before(const CwWorld *world)
{
    return (Lasting){world->tick, world->event_sequence, world->undo_floor, world->desc.settings};
}

static void set_lasting(CwWorld *world, const Lasting *lasting)
{
    world->tick = lasting->tick;
    world->event_sequence = lasting->event_sequence;
    world->undo_floor = lasting->undo_floor;
    settings_put_back(world, &lasting->settings);
}

bool undo_note(CwWorld *world, const Lasting *before, CwError *error)
{
    uint64_t reach = world->desc.undo_ticks;
    if (reach == 0) {
        return true;
    }
    world->past_ticks++;
    PastTick *tick = past_tick(world, world->past_ticks);
    tick->before = *before;
    tick->command = world->input.command;
    memcpy(tick->players, world->input.players, frames_bytes(world));
    if (world->past_ticks > world->undo_floor + reach) {
        world->undo_floor = world->past_ticks - reach;
    }
    return world->past_ticks % interval_ticks(world) != 0 || take_image(world, error);
}

uint32_t cw_world_undo_reach(const CwWorld *world)
{
    uint64_t kept = world->past_ticks - world->undo_floor + 1; /* with the present one */
    return kept < world->desc.undo_ticks ? (uint32_t)kept : world->desc.undo_ticks;
}

bool cw_world_undo(CwWorld *world, uint32_t ticks)
{
    CW_ASSERT(world->desc.undo_ticks > 0, "say in CwGame.undo_ticks how far back undo may go");
    CW_ASSERT(arena_is_at_work(world->arena) && !world->building,
              "undo in ticks: nothing else can be recorded");
    if (ticks > cw_world_undo_reach(world)) {
        return false;
    }
    world->undo_wanted = ticks;
    return true;
}

void undo_begin(CwWorld *world, UndoPresent *present)
{
    present->lasting = undo_before(world);
    present->input = world->input;
    present->flow = world->flow;
    present->target = world->past_ticks + 1 - world->undo_wanted;
    memcpy(present->recent, world->recent, sizeof present->recent);
    Past *past = past_of(world);
    while (past->images[past->image_count - 1].past_ticks > present->target) {
        past->image_count--;
    }
    const Image *image = &past->images[past->image_count - 1];
    arena_restore_head(world->arena, (const char *)past + image->at, image->bytes);
    arena_resize_tail(world->arena, images_end(world));
}

bool undo_next(CwWorld *world, const UndoPresent *present, CwTickInput *input)
{
    if (world->past_ticks == present->target) {
        return false;
    }
    const PastTick *next = past_tick(world, ++world->past_ticks);
    set_lasting(world, &next->before);
    *input = (CwTickInput){.command = next->command};
    memcpy(input->players, next->players, frames_bytes(world));
    return true;
}

void undo_end(CwWorld *world, const UndoPresent *present)
{
    set_lasting(world, &present->lasting);
    world->input = present->input;
    world->flow = present->flow;
    memcpy(world->recent, present->recent, sizeof world->recent);
}
