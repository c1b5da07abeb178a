#include "run/run_marks.h"

#include "sim/possible_input.h"

#include <stdio.h>
#include <string.h>

static const double HIT_MPS = 3; /* a fall of half a metre */

static void add_mark(RunMarks *marks, uint64_t tick, RunMark mark, const char *name)
{
    if (marks->count == RUN_MARKS_MAX) {
        marks->count -= RUN_MARKS_MAX / 4;
        memmove(marks->items, marks->items + RUN_MARKS_MAX / 4,
                (size_t)marks->count * sizeof marks->items[0]);
    }
    mark.tick = tick;
    snprintf(mark.name, sizeof mark.name, "%s", name);
    marks->items[marks->count++] = mark;
}

static void add_event(RunMarks *marks, const Session *session, const CwEvent *event,
                      CwEntity player)
{
    const CwGame *game = session->desc.game;
    CwEntity other = cw_entity_equal(event->a, player) ? event->b : event->a;
    const RunMark mark = {.sort = MARK_EVENT, .number = event->code};
    bool is_hit = event->type == CW_EVENT_CONTACT_BEGIN && event->strength >= HIT_MPS;
    if (event->type == CW_EVENT_GAME && game->content.event_names == NULL) {
        add_mark(marks, event->tick, mark, "");
    } else if (event->type == CW_EVENT_GAME &&
               event->code < (uint32_t)game->content.event_name_count &&
               game->content.event_names[event->code] != NULL) {
        add_mark(marks, event->tick, mark, game->content.event_names[event->code]);
    } else if (is_hit && player.index1 != 0 &&
               (cw_entity_equal(event->a, player) != cw_entity_equal(event->b, player))) {
        int kind = cw_world_kind(session->world, other);
        add_mark(marks, event->tick, (RunMark){.sort = MARK_HIT, .number = event->strength},
                 kind < 0 ? "" : game->content.kinds[kind].name);
    }
}

/* The number of the last event before this tick. */
static uint64_t last_event_before(const CwWorld *world)
{
    uint64_t before = world->event_sequence;
    const CwEvent *event;
    while (before > 0 && (event = cw_world_event_after(world, before - 1))->sequence == before &&
           event->tick == world->tick) {
        before--;
    }
    return before;
}

void run_marks_note(RunMarks *marks, const Session *session, const CwProbe *probe)
{
    const CwWorld *world = session->world;
    CwEntity player = probe->player == NULL ? (CwEntity){0} : cw_body_owner(probe->player);
    uint32_t pressed = possible_input_union(&world->input).pressed;
    const CwEvent *event;
    for (; marks->count > 0 && marks->items[marks->count - 1].tick >= world->tick; marks->count--) {
        marks->checkpoints -= marks->items[marks->count - 1].sort == MARK_CHECKPOINT;
    }
    for (int action = 0; action < session->desc.game->input.action_count; action++) {
        if ((pressed >> action & 1) != 0) {
            add_mark(marks, world->tick, (RunMark){.sort = MARK_PRESS},
                     session->desc.game->input.actions[action].label);
        }
    }
    for (uint64_t i = last_event_before(world); (event = cw_world_event_after(world, i)) != NULL;
         i++) {
        add_event(marks, session, event, player);
    }
    if (probe->checkpoints > marks->checkpoints) {
        add_mark(marks, world->tick,
                 (RunMark){.sort = MARK_CHECKPOINT, .number = probe->checkpoints}, "");
    }
    marks->checkpoints = probe->checkpoints;
}
