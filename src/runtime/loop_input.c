/* Input on its way to a tick: from the host into the view's coordinates and both collectors, from
 * the collector, the bot, the monkey or a recording to the input of the next tick. */
#include "runtime/loop_parts.h"

#include "core/input_monkey.h"
#include "host/bindings.h"
#include "runtime/view_event.h"

/* The configuration lets only bindings in that parse. */
static InputMap read_map(const Config *config, const char bindings[][CONFIG_TEXT_MAX + 1],
                         int count)
{
    InputMap map = {
        .dead_zones = {.stick = config->dead_zone, .trigger = config->trigger_dead_zone}};
    for (int i = 0; i < count; i++) {
        ActionBindings *action = &map.actions[i];
        bindings_parse(bindings[i], action->items, BINDING_MAX, &action->count, NULL);
    }
    return map;
}

InputMap loop_play_map(const Loop *loop)
{
    const Config *config = loop->desc.config;
    return read_map(config, config->game_bindings, loop->desc.game->action_count);
}

InputMap loop_ui_map(const Loop *loop)
{
    const Config *config = loop->desc.config;
    return read_map(config, config->ui_bindings, UI_ACTION_COUNT);
}

/* The host gives pixels of its picture; collectors want the view. */
void loop_take_event(void *context, const InputEvent *event)
{
    Loop *loop = context;
    InputEvent seen = view_event(&loop->viewport, event), pointing;
    if (view_event_points(&seen, &pointing)) {
        collector_push(&loop->ui_input, &pointing);
    }
    uint64_t edge_count = loop->play_input.edge_count;
    collector_push(&loop->play_input, &seen);
    if (loop->play_input.edge_count > edge_count) {
        latency_event(&loop->latency, event->time_ns);
    }
    collector_push(&loop->ui_input, &seen);
}

/* In a pause a single step takes what was held before and still is. Where a new branch begins the
 * edges follow from the tick before it: what was held there and no longer is gets its release,
 * nothing is released that wasn't held, and what is held since stays without a press. */
static InputFrame latch_player(Loop *loop)
{
    bool suspended = loop->play_input.suspended;
    collector_resume(&loop->play_input);
    InputFrame input = collector_latch(&loop->play_input);
    if (suspended) {
        collector_suspend(&loop->play_input);
    }
    if (loop->playback.timeline.in_past) {
        unsigned before = loop->playback.session.input.down;
        unsigned released = (input.released & (before | input.pressed)) | (before & ~input.down);
        input.pressed = (uint16_t)(input.pressed & (~before | released));
        input.released = (uint16_t)released;
    }
    return input;
}

InputFrame loop_next_input(Loop *loop)
{
    const Game *game = loop->desc.game;
    const InputFrame *before = &loop->playback.session.input;
    InputFrame input = {0};
    Pilot pilot = loop->menu.screen == SCREEN_TITLE ? PILOT_BOT : loop->desc.pilot;
    bool hands_off = loop->menu.screen == SCREEN_FINISHED;
    switch (pilot) {
    case PILOT_PLAYER:
        if (hands_off) {
            input_derive_edges(&input, before);
        } else {
            input = latch_player(loop);
        }
        break;
    case PILOT_BOT:
        if (game->bot != NULL) {
            game->bot(loop->playback.session.world, &input);
        }
        input_derive_edges(&input, before);
        break;
    case PILOT_MONKEY:
        input = *before;
        input_monkey(&loop->monkey, &input, game->action_count);
        break;
    case PILOT_REPLAY:
        input = loop->desc.replay->ticks[world_tick(loop->playback.session.world)].input;
        break;
    }
    return input;
}
