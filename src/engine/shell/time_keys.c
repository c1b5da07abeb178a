#include "shell/time_keys.h"

#include "ui/transport.h"
#include "ui/ui_actions.h"

#include <math.h>

static const UiKeys STEPS = {UI_STEP_BACK, UI_STEP_FORWARD, 0.06};
static const double JUMP_S = 5; /* of a step key while a replay runs */

bool time_keys_speed(Playback *playback, const TimeKeysFrame *frame, CwError *error)
{
    const CwInputFrame *ui = frame->ui;
    int change = cw_input_pressed(ui, UI_FAST_FORWARD) - cw_input_pressed(ui, UI_SLOW_MOTION);
    if (change == 0) {
        return true;
    }
    if (frame->activity == ACTIVITY_PAUSED && (change > 0 || playback_has_past(playback))) {
        return playback_step(playback, change * frame->step_ticks, error);
    }
    if (frame->activity == ACTIVITY_PLAYING) {
        playback_change_speed(playback, change);
    }
    return true;
}

/* Keys must not seem broken where the history is too small for the level. */
static void mention_no_past(const Playback *playback, Notices *notices)
{
    const Run *run = &playback->run;
    int history_mib = playback->desc.config->history;
    size_t needed_bytes = cw_history_budget_min(playback->session.world);
    bool nothing = playback->history != NULL && run_oldest(run) == run_newest(run);
    if (nothing && needed_bytes > (size_t)history_mib << 20) {
        notices_add(notices, "To rewind in this level, raise game.history from %d to %zu MiB",
                    history_mib, (needed_bytes >> 20) + 1);
    }
}

static bool update_rewind(Playback *playback, const TimeKeysFrame *frame, Notices *notices,
                          CwError *error)
{
    bool possible = playback_has_past(playback) && !playback_is_held(playback, HOLD_BACKGROUND) &&
                    (frame->activity == ACTIVITY_PLAYING || frame->activity == ACTIVITY_FINISHED);
    bool wanted = possible && cw_input_down(frame->ui, UI_REWIND);
    if (wanted && cw_input_pressed(frame->ui, UI_REWIND)) {
        mention_no_past(playback, notices);
    }
    return playback_rewind(playback, wanted, frame->elapsed_ns, error);
}

static int step_wanted(TimeKeys *keys, const TimeKeysFrame *frame)
{
    return ui_step(&keys->repeat_s, &STEPS, frame->ui, (double)frame->elapsed_ns * 1e-9);
}

/* While the knob is held time stands, also in a replay that plays. */
static bool update_bar(Playback *playback, const TimeKeysFrame *frame, CwError *error)
{
    const CwInputFrame *ui = frame->ui;
    CwPoint2 pointer = {ui->pointer_x, ui->pointer_y};
    double fraction;
    bool dragged = playback_is_held(playback, HOLD_DRAG);
    bool on_bar = transport_at(&frame->view, pointer, dragged, &fraction);
    bool began = cw_input_pressed(ui, UI_CLICK) && on_bar;
    bool drags = (began || dragged) && cw_input_down(ui, UI_CLICK);
    if (drags != dragged) {
        playback_hold(playback, HOLD_DRAG, drags);
    }
    if (!began && !drags) {
        return true;
    }
    double first = (double)playback_first_tick(playback);
    double last = (double)playback_last_tick(playback);
    double wanted = floor(first + fraction * (last - first) + 0.5);
    return wanted == (double)cw_world_tick(playback->session.world) ||
           playback_seek(playback, wanted, error);
}

static bool update_pause(TimeKeys *keys, Playback *playback, const TimeKeysFrame *frame,
                         Notices *notices, CwError *error)
{
    bool has_past = playback_has_past(playback);
    int direction = step_wanted(keys, frame);
    if (has_past && cw_input_pressed(frame->ui, UI_STEP_BACK)) {
        mention_no_past(playback, notices);
    }
    bool steps = direction != 0 && (has_past || direction > 0);
    return (!steps || playback_step(playback, direction, error)) &&
           (!has_past || update_bar(playback, frame, error));
}

/* At its end a replay that is started again begins anew. */
static bool toggle_stop(Playback *playback, CwError *error)
{
    bool stopped = playback_is_held(playback, HOLD_STOP);
    if (stopped && playback_is_at_end(playback) && !playback_seek(playback, 0, error)) {
        return false;
    }
    playback_hold(playback, HOLD_STOP, !stopped);
    return true;
}

static bool update_watching(TimeKeys *keys, Playback *playback, const TimeKeysFrame *frame,
                            CwError *error)
{
    const CwInputFrame *ui = frame->ui;
    bool toggles =
        !frame->plays && (cw_input_pressed(ui, UI_PAUSE) || cw_input_pressed(ui, UI_CONFIRM));
    if (toggles && !toggle_stop(playback, error)) {
        return false;
    }
    if (cw_input_pressed(ui, UI_FASTER) || cw_input_pressed(ui, UI_SLOWER)) {
        playback_change_speed(playback,
                              cw_input_pressed(ui, UI_FASTER) - cw_input_pressed(ui, UI_SLOWER));
    }
    int direction = frame->plays ? 0 : step_wanted(keys, frame);
    double now = (double)cw_world_tick(playback->session.world);
    double jump_ticks = JUMP_S * playback->session.desc.settings.tick_rate;
    double ticks = playback_is_held(playback, HOLD_STOP) ? 1 : jump_ticks;
    bool behind_end = direction > 0 && now >= (double)playback_last_tick(playback);
    if (direction != 0 && !behind_end && !playback_seek(playback, now + direction * ticks, error)) {
        return false;
    }
    if (!update_bar(playback, frame, error)) {
        return false;
    }
    if (playback_is_at_end(playback) && !playback_is_held(playback, HOLD_STOP)) {
        playback_hold(playback, HOLD_STOP, true);
        playback_show_tick(playback);
    }
    return true;
}

bool time_keys_update(TimeKeys *keys, Playback *playback, const TimeKeysFrame *frame,
                      Notices *notices, CwError *error)
{
    if (!update_rewind(playback, frame, notices, error)) {
        return false;
    }
    if (frame->activity == ACTIVITY_PAUSED) {
        return update_pause(keys, playback, frame, notices, error);
    }
    return frame->activity != ACTIVITY_WATCHING || update_watching(keys, playback, frame, error);
}
