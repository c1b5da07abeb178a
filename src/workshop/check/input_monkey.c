#include "check/input_monkey.h"

/* Chances in one tick, out of CHANCES. */
enum { PRESS_CHANCES = 16, TAP_CHANCES = 6, RELEASE_CHANCES = 12, POINT_CHANCES = 32 };
enum { CHANCES = 1024 };

/* Three in four holds are full, like a key's; the others are partial, like a trigger's. */
static uint8_t random_value(CwRng *rng)
{
    enum { HALF = CW_ACTION_VALUE_MAX / 2 };
    bool is_full = cw_rng_below(rng, 4) != 0;
    return is_full ? CW_ACTION_VALUE_MAX : (uint8_t)(HALF + 1 + cw_rng_below(rng, HALF));
}

static void play_action(CwRng *rng, CwInputFrame *frame, int action)
{
    uint32_t bit = UINT32_C(1) << action;
    uint32_t chance = cw_rng_below(rng, CHANCES);
    if ((frame->down & bit) != 0) {
        if (chance < RELEASE_CHANCES) {
            frame->down &= ~bit;
            frame->released |= bit;
            frame->value[action] = 0;
        }
        return;
    }
    frame->value[action] = 0;
    if (chance >= PRESS_CHANCES + TAP_CHANCES) {
        return;
    }
    frame->pressed |= bit;
    frame->value[action] = random_value(rng);
    if (chance < PRESS_CHANCES) {
        frame->down |= bit;
    } else {
        frame->released |= bit;
    }
}

void input_monkey(CwRng *rng, CwInputFrame *frame, int action_count)
{
    frame->pressed = frame->released = 0;
    frame->pointer_dx = frame->pointer_dy = frame->wheel = 0;
    for (int action = 0; action < action_count; action++) {
        play_action(rng, frame, action);
    }
}

/* The pointer uses a default camera at the player, because a tick may not depend on a picture. */
void input_monkey_fill(CwRng *rng, const Session *session, CwInputFrame *input)
{
    const CwGame *game = session->desc.game;
    input_monkey(rng, input, game->input.action_count);
    if (game->input.pointer_in_world) {
        const cpBody *body = session_probe(session).player;
        cpVect place = body != NULL ? cpBodyGetPosition(body) : cpvzero;
        CwViewRect base = game_view(game);
        CwCamera usual = {
            .x_m = place.x, .y_m = place.y, .height_m = game->looks.camera_height_m, .view = base};
        if (cw_rng_below(rng, CHANCES) < POINT_CHANCES) { /* moves the pointer */
            input->pointer_x = (int16_t)cw_rng_below(rng, (uint32_t)base.width);
            input->pointer_y = (int16_t)cw_rng_below(rng, (uint32_t)base.height);
        }
        cw_input_point_at(
            input, cw_camera_to_world(&usual, (CwPoint2){input->pointer_x, input->pointer_y}));
    }
}
