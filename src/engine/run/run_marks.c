#include "run/run_marks.h"

#include "sim/possible_input.h"
#include "sim/world.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double HIT_MPS = 3; /* a fall of half a metre */

/* A moment of several shapes or players is one mark. */
static void add(RunMarks *marks, const RunMark *mark)
{
    for (int i = marks->count - 1; i >= 0 && marks->items[i].tick == mark->tick; i--) {
        RunMark *same = &marks->items[i];
        if (same->sort == mark->sort && same->what == mark->what) {
            same->strength_mps = fmax(same->strength_mps, mark->strength_mps);
            return;
        }
    }
    if (marks->count == RUN_MARKS_MAX) {
        marks->count -= RUN_MARKS_MAX / 4;
        memmove(marks->items, marks->items + RUN_MARKS_MAX / 4,
                (size_t)marks->count * sizeof marks->items[0]);
    }
    marks->items[marks->count++] = *mark;
}

static void add_presses(RunMarks *marks, const CwWorld *world)
{
    uint32_t pressed = possible_input_union(&world->input).pressed;
    for (uint32_t action = 0; pressed >> action != 0; action++) {
        if ((pressed >> action & 1) != 0) {
            add(marks, &(RunMark){world->tick, RUN_MARK_PRESS, action, 0});
        }
    }
}

static bool is_marked(const CwGame *game, uint32_t code)
{
    return game->event_names == NULL ||
           (code < (uint32_t)game->event_name_count && game->event_names[code] != NULL);
}

static void add_event(RunMarks *marks, const Session *session, const CwEvent *event,
                      CwEntity player)
{
    const CwWorld *world = session->world;
    bool is_a = cw_entity_equal(event->a, player), is_b = cw_entity_equal(event->b, player);
    if (event->type == CW_EVENT_GAME && is_marked(session->desc.game, event->code)) {
        add(marks, &(RunMark){world->tick, RUN_MARK_EVENT, event->code, 0});
    } else if (event->type == CW_EVENT_CONTACT_BEGIN && player.index1 != 0 && is_a != is_b &&
               event->strength >= HIT_MPS) {
        uint32_t kind1 = (uint32_t)(cw_world_kind(world, is_a ? event->b : event->a) + 1);
        add(marks, &(RunMark){world->tick, RUN_MARK_HIT, kind1, event->strength});
    }
}

void run_marks_note(RunMarks *marks, const Session *session, const CwProbe *probe)
{
    const CwWorld *world = session->world;
    CwEntity player = probe->player == NULL ? (CwEntity){0} : cw_body_owner(probe->player);
    uint64_t before = world->event_sequence;
    const CwEvent *event;
    for (; marks->count > 0 && marks->items[marks->count - 1].tick >= world->tick; marks->count--) {
        const RunMark *dropped = &marks->items[marks->count - 1];
        marks->checkpoints =
            dropped->sort == RUN_MARK_CHECKPOINT ? dropped->what - 1 : marks->checkpoints;
    }
    add_presses(marks, world);
    while (before > 0 && (event = cw_world_event_after(world, before - 1))->sequence == before &&
           event->tick == world->tick) {
        before--;
    }
    for (; (event = cw_world_event_after(world, before)) != NULL; before++) {
        add_event(marks, session, event, player);
    }
    if (probe->checkpoints > marks->checkpoints) {
        add(marks, &(RunMark){world->tick, RUN_MARK_CHECKPOINT, probe->checkpoints, 0});
    }
    marks->checkpoints = probe->checkpoints;
}

void run_mark_words(const RunMark *mark, const CwGame *game, char words[RUN_MARK_BYTES])
{
    uint32_t what = mark->what;
    const char *name = mark->sort == RUN_MARK_PRESS ? game->actions[what].label
                       : mark->sort == RUN_MARK_HIT ? (what == 0 ? "" : game->kinds[what - 1].name)
                       : mark->sort == RUN_MARK_EVENT && game->event_names != NULL
                           ? game->event_names[what]
                           : NULL;
    if (mark->sort == RUN_MARK_HIT) {
        snprintf(words, RUN_MARK_BYTES, "hit %.40s %.1f m/s, tick %" PRIu64, name,
                 mark->strength_mps, mark->tick);
    } else if (name != NULL) {
        snprintf(words, RUN_MARK_BYTES, "%.60s, tick %" PRIu64, name, mark->tick);
    } else {
        snprintf(words, RUN_MARK_BYTES, "%s %" PRIu32 ", tick %" PRIu64,
                 mark->sort == RUN_MARK_EVENT ? "event" : "checkpoint", what, mark->tick);
    }
}
