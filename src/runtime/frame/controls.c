#include "frame/controls.h"

#include "sim/breadcrumb.h"
#include "sim/possible_input.h"

enum { FILL_STREAM = 2 }; /* random stream of the first player; the others follow */

void controls_begin(Controls *controls)
{
    *controls = (Controls){.playback = controls->playback,
                           .stage = controls->stage,
                           .driver = controls->driver,
                           .steering = controls->steering};
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        cw_rng_seed(&controls->fill_rngs[i], controls->driver->fill_seed,
                    FILL_STREAM + (uint64_t)i);
    }
}

/* The place stays until the tick is due, unless the pointer moves in the view. */
static void point(Controls *controls, int player, CwInputFrame *frame)
{
    const Stage *stage = controls->stage;
    uint64_t tick = cw_world_tick(controls->playback->session.world) + 1;
    PointedPlace *place = &controls->pointed[player];
    if (place->tick != tick || place->pointer_x != frame->pointer_x ||
        place->pointer_y != frame->pointer_y) {
        collector_point(&stage->players.collectors[player], &stage->draw_list.state.camera, frame);
        *place = (PointedPlace){tick, frame->pointer_x, frame->pointer_y, frame->world_x,
                                frame->world_y};
    }
    frame->world_x = place->world_x;
    frame->world_y = place->world_y;
}

static void point_all(Controls *controls, CwTickInput *input)
{
    const CwGame *game = controls->playback->desc.game;
    for (int i = 0; i < controls->stage->players.count && game->input.pointer_in_world; i++) {
        point(controls, i, &input->players[i]);
    }
}

void controls_latch(Controls *controls, CwTickInput *input)
{
    players_latch_tick(&controls->stage->players, input->players);
    point_all(controls, input);
}

static CwTickInput own_input(Controls *controls)
{
    const Playback *playback = controls->playback;
    const CwGame *game = controls->playback->desc.game;
    const RunDriver *driver = controls->driver;
    const Session *session = &playback->session;
    if (playback->desc.replay != NULL) {
        return (CwTickInput){0}; /* a replay has its own input */
    }
    /* In a shared run the world's input may have this machine's player in another row. */
    const CwTickInput *before = playback->desc.shared ? &controls->own : &session->world->input;
    CwTickInput input = {0};
    switch (controls->steering == STEERING_DEMO ? PILOT_BOT : driver->pilot) {
    case PILOT_PLAYER:
        if (controls->steering != STEERING_COAST) {
            controls_latch(controls, &input);
        }
        break;
    case PILOT_BOT:
        if (game->bot != NULL) {
            current_breadcrumb.function = "bot";
            game->bot(session->world, &input.players[0]);
            current_breadcrumb.function = NULL;
        }
        cw_input_derive_edges(&input.players[0], &before->players[0]);
        break;
    case PILOT_OTHER:
        input = *before;
        for (int i = 0; i < game_player_count(game); i++) {
            driver->fill(&controls->fill_rngs[i], session, &input.players[i]);
        }
        break;
    }
    if (driver->script != NULL && controls->steering == STEERING_PLAY) {
        input_script_apply(driver->script, cw_world_tick(session->world) + 1,
                           session->desc.settings.tick_rate, before, &input);
    }
    input.command = (CwInputCommand){0};
    return input;
}

const CwInputSource *controls_source(const Controls *controls)
{
    bool plays = controls->steering != STEERING_DEMO && controls->playback->desc.replay == NULL;
    return plays ? controls->playback->desc.game->input.source : NULL;
}

bool driver_is_player(const RunDriver *driver)
{
    bool scripted = driver->script != NULL && !input_script_is_empty(driver->script);
    return driver->pilot == PILOT_PLAYER && !scripted;
}

bool controls_guess(Controls *controls, CwTickInput *input)
{
    const Playback *playback = controls->playback;
    const CwTickInput *before = &playback->session.world->input;
    if (controls->steering == STEERING_DEMO || playback->desc.game->input.source != NULL) {
        return false;
    }
    *input = (CwTickInput){0};
    if (!driver_is_player(controls->driver)) {
        *input = possible_input_held(before);
    } else if (controls->steering != STEERING_COAST) {
        players_peek_tick(&controls->stage->players, input->players);
        point_all(controls, input);
    }
    return true;
}

bool controls_next(Controls *controls, CwTickInput *input)
{
    const CwInputSource *source = controls_source(controls);
    if (!controls->waits) {
        controls->own = own_input(controls);
    }
    *input = controls->own;
    controls->waits = false;
    if (source == NULL || source->fill == NULL) {
        return true;
    }
    controls->waits =
        !source->fill(source->context, controls->playback->session.world, input->players);
    for (int i = game_player_count(controls->playback->desc.game); i < CW_PLAYER_MAX; i++) {
        input->players[i] = (CwInputFrame){0};
    }
    return !controls->waits;
}
