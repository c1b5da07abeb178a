#include "screens/menus.h"

#include <math.h>
#include <stdlib.h>

static const double SHOWN_S = 3;
static const UiKeys STEPS = {UI_STEP_BACK, UI_STEP_FORWARD, 0.06};
static const double JUMP_S = 5; /* jump of a step key while a replay runs */

void time_bar_update(TimeBar *bar, const TimeFrame *frame)
{
    const Playback *playback = frame->playback;
    bool is_used = frame->used_ns != bar->used_ns || frame->activity != bar->activity;
    bar->idle_s = is_used ? 0 : bar->idle_s + (double)frame->elapsed_ns * 1e-9;
    bar->used_ns = frame->used_ns;
    bar->activity = frame->activity;
    bar->is_hidden = frame->activity == ACTIVITY_WATCHING && !playback->clock.is_paused &&
                     bar->idle_s > SHOWN_S && !frame->marks.is_repeating;
}

static bool has_bar(const TimeBar *bar, const TimeFrame *frame)
{
    return (frame->activity == ACTIVITY_PLAYING && frame->marks.is_repeating) ||
           (frame->activity == ACTIVITY_WATCHING && !bar->is_hidden) ||
           (frame->activity == ACTIVITY_PAUSED && !frame->is_covered &&
            playback_has_past(frame->playback));
}

double time_bar_height(const TimeBar *bar, const TimeFrame *frame)
{
    return has_bar(bar, frame) ? TRANSPORT_HEIGHT + frame->lift : 0;
}

/* Any speed but 1, so that a slow game does not look like a slow machine; 0: none is shown. */
static double shown_speed(const TimeFrame *frame)
{
    const Playback *playback = frame->playback;
    bool is_rewind = playback_is_paused_for(playback, PAUSE_REWIND);
    bool is_timed = frame->activity == ACTIVITY_PLAYING || frame->activity == ACTIVITY_WATCHING;
    bool is_shown = is_timed && !playback_is_paused_for(playback, PAUSE_MENU);
    double speed = is_rewind ? -playback->rewind_speed : speed_factor(&playback->speed);
    return is_rewind || (is_shown && speed != 1) ? speed : 0;
}

/* Adds the run's time and its end, as the game counts them. */
static void add_times(const Playback *playback, Transport *transport)
{
    const CwReplayFile *replay = playback->replay;
    const Run *run = &playback->run;
    double dt_s = cw_world_dt_s(playback->session.world);
    CwProbe probe = session_probe(&playback->session);
    uint64_t now = run_time_at(run, &probe), end = run->now_time;
    if (replay != NULL) { /* an old recording has no time: its end is estimated */
        uint64_t tick = cw_world_tick(playback->session.world);
        uint64_t left = probe.finished || tick > replay->tick_count ? 0 : replay->tick_count - tick;
        end = replay->time_ticks > 0 ? replay->time_ticks : now + left;
    }
    transport->run_s = (double)now * dt_s;
    transport->run_end_s = (double)(end > now ? end : now) * dt_s; /* a carried run begins late */
}

/* ---- moments of the run ---- */

/* The bar's column for a tick; negative: the tick is not in the bar's range. */
static int column_of(const Playback *playback, uint64_t tick)
{
    double first = (double)playback_first_tick(playback);
    double share = ((double)tick - first) / ((double)playback_last_tick(playback) - first);
    return share >= 0 && share <= 1 ? (int)lround(share * (TRANSPORT_COLUMNS - 1)) : -100;
}

/* The most important mark of the closest column with marks. NULL: none is close. */
static const RunMark *mark_near(const Playback *playback, double fraction)
{
    const RunMark *found = NULL;
    int column = (int)lround(fraction * (TRANSPORT_COLUMNS - 1));
    double least = 5;
    for (int i = 0; i < playback->marks.count; i++) {
        const RunMark *mark = &playback->marks.items[i];
        double away = abs(column_of(playback, mark->tick) - column) - 0.2 * (double)mark->sort;
        found = away < least ? mark : found;
        least = fmin(least, away);
    }
    return found;
}

/* The next mark before (-1) or after (1) the shown tick, or at it (0); NULL: none. */
static const RunMark *mark_beside(const Playback *playback, int direction)
{
    const RunMark *found = NULL;
    uint64_t now = cw_world_tick(playback->session.world);
    for (int i = 0; i < playback->marks.count; i++) {
        const RunMark *mark = &playback->marks.items[i];
        int side = (mark->tick > now) - (mark->tick < now);
        bool is_better = found == NULL || side < 0 || (side == 0 && mark->sort > found->sort);
        found = side == direction && is_better ? mark : found;
    }
    return found;
}

/* "checkpoint 2, tick 812" */
static void print_mark(const RunMark *mark, char text[PAGE_LABEL_BYTES])
{
    char words[PAGE_LABEL_BYTES], label[PAGE_LABEL_BYTES];
    const char *name = mark->name;
    setting_label(name, label);
    if (mark->sort == MARK_CHECKPOINT) {
        snprintf(words, sizeof words, text_of("checkpoint %.0f"), mark->number);
    } else if (mark->sort == MARK_HIT && name[0] == '\0') {
        snprintf(words, sizeof words, text_of("hit at %.1f m/s"), mark->number);
    } else if (mark->sort == MARK_HIT) {
        snprintf(words, sizeof words, text_of("hit %s at %.1f m/s"), text_in("thing", name),
                 mark->number);
    } else if (name[0] == '\0') {
        snprintf(words, sizeof words, text_of("event %.0f"), mark->number);
    } else {
        const char *found = mark->sort == MARK_PRESS ? text_of(label) : text_in("event", name);
        snprintf(words, sizeof words, "%s", found);
    }
    snprintf(text, PAGE_LABEL_BYTES, text_of("%.150s, tick %llu"), text_figures(words),
             (unsigned long long)mark->tick);
}

static void add_marks(const Playback *playback, Transport *transport)
{
    for (int i = 0; i < playback->marks.count; i++) {
        const RunMark *mark = &playback->marks.items[i];
        int column = column_of(playback, mark->tick);
        if (column >= 0 && transport->heights[column] <= mark->sort) {
            transport->heights[column] = (uint8_t)(mark->sort + 1);
        }
    }
}

void time_bar_draw(const TimeBar *bar, const TimeFrame *frame, const CwTheme *theme,
                   CwDrawList *list)
{
    const Playback *playback = frame->playback;
    double speed = shown_speed(frame);
    if (!has_bar(bar, frame)) {
        if (speed != 0) {
            transport_draw_speed(speed, theme, list);
        }
        return;
    }
    const char *note = frame->activity == ACTIVITY_PAUSED ? NULL : frame->marks.note;
    bool has_name = bar->named.tick > 0 && frame->activity != ACTIVITY_PLAYING;
    char name[PAGE_LABEL_BYTES];
    print_mark(&bar->named, name);
    uint64_t now = cw_world_tick(playback->session.world), last = playback_last_tick(playback);
    Transport transport = {.first_tick = playback_first_tick(playback),
                           .last_tick = last,
                           .tick = now < last ? now : last, /* a replay plays on at its end */
                           .is_moving = !playback->clock.is_paused,
                           .lift = frame->lift,
                           .marks = frame->marks,
                           .note = has_name ? name : note,
                           .note_tick = has_name ? bar->named.tick : 0,
                           .prompts = frame->prompts,
                           .speed = speed};
    add_marks(playback, &transport);
    add_times(playback, &transport);
    transport_draw(&transport, theme, list);
}

/* ---- keys ---- */

/* In a level that is too large for the history, says why the keys of time do nothing. */
static void mention_no_past(const TimeFrame *frame)
{
    const Playback *playback = frame->playback;
    int history_mib = playback->desc.config->history;
    size_t needed_bytes = cw_history_budget_min(playback->session.world);
    bool is_empty = run_oldest(&playback->run) == run_newest(&playback->run);
    if (is_empty && needed_bytes > (size_t)history_mib << 20) {
        notices_add(frame->notices,
                    "To rewind in this level, raise game.history from %d to %zu MiB", history_mib,
                    (needed_bytes >> 20) + 1);
    }
}

static bool update_rewind(const TimeFrame *frame, CwError *error)
{
    Playback *playback = frame->playback;
    bool is_possible =
        playback_has_past(playback) && !playback_is_paused_for(playback, PAUSE_BACKGROUND) &&
        (frame->activity == ACTIVITY_PLAYING || frame->activity == ACTIVITY_FINISHED);
    bool is_wanted = is_possible && cw_input_down(frame->ui, UI_REWIND);
    if (is_wanted && cw_input_pressed(frame->ui, UI_REWIND)) {
        mention_no_past(frame);
    }
    return playback_rewind(playback, is_wanted, frame->elapsed_ns, error);
}

/* Time is paused while the handle is held, also in a replay. */
static bool update_bar(TimeBar *bar, const TimeFrame *frame, CwError *error)
{
    Playback *playback = frame->playback;
    const CwInputFrame *ui = frame->ui;
    CwPoint2 pointer = {ui->pointer_x, ui->pointer_y};
    double fraction;
    bool is_dragged = playback_is_paused_for(playback, PAUSE_DRAG);
    bool is_pointing = !is_dragged && transport_small_marks_at(&frame->view, pointer, &fraction);
    const RunMark *mark = is_pointing ? mark_near(playback, fraction) : NULL;
    bar->is_pointer_idle = bar->is_pointer_idle && ui->pointer_dx == 0 && ui->pointer_dy == 0;
    const RunMark *own = mark != NULL && !bar->is_pointer_idle ? mark : mark_beside(playback, 0);
    bar->named = own != NULL ? *own : (RunMark){0};
    if (mark != NULL && cw_input_pressed(ui, UI_CLICK)) {
        return playback_seek(playback, (double)mark->tick, error);
    }
    bool is_on_bar = transport_at(&frame->view, pointer, is_dragged, &fraction);
    bool has_begun = cw_input_pressed(ui, UI_CLICK) && is_on_bar;
    bool is_dragging = (has_begun || is_dragged) && cw_input_down(ui, UI_CLICK);
    if (is_dragging != is_dragged) {
        playback_set_pause(playback, PAUSE_DRAG, is_dragging);
    }
    if (!has_begun && !is_dragging) {
        return true;
    }
    double first = (double)playback_first_tick(playback);
    double last = (double)playback_last_tick(playback);
    double wanted = floor(first + fraction * (last - first) + 0.5);
    return wanted == (double)cw_world_tick(playback->session.world) ||
           playback_seek(playback, wanted, error);
}

static bool update_pause(TimeBar *bar, const TimeFrame *frame, CwError *error)
{
    Playback *playback = frame->playback;
    bool has_past = playback_has_past(playback);
    int direction = ui_step(&bar->repeat_s, &STEPS, frame->ui, (double)frame->elapsed_ns * 1e-9);
    if (has_past && cw_input_pressed(frame->ui, UI_STEP_BACK)) {
        mention_no_past(frame);
    }
    bool is_step = direction != 0 && (has_past || direction > 0);
    int marks =
        cw_input_pressed(frame->ui, UI_MARK_NEXT) - cw_input_pressed(frame->ui, UI_MARK_BEFORE);
    const RunMark *mark = has_past && marks != 0 ? mark_beside(playback, marks) : NULL;
    bar->is_pointer_idle = bar->is_pointer_idle || is_step || mark != NULL;
    return (!is_step || playback_step(playback, direction, error)) &&
           (mark == NULL || playback_seek(playback, (double)mark->tick, error)) &&
           (!has_past || update_bar(bar, frame, error));
}

/* A replay that is resumed at its end starts over. */
static bool toggle_stop(Playback *playback, CwError *error)
{
    bool is_stopped = playback_is_paused_for(playback, PAUSE_STOP);
    if (is_stopped && playback_is_at_end(playback) && !playback_seek(playback, 0, error)) {
        return false;
    }
    playback_set_pause(playback, PAUSE_STOP, !is_stopped);
    return true;
}

static bool update_watching(TimeBar *bar, const TimeFrame *frame, CwError *error)
{
    Playback *playback = frame->playback;
    const CwInputFrame *ui = frame->ui;
    bool is_steered = frame->marks.is_steered; /* the game has all keys but the time keys */
    bool is_toggled =
        !is_steered && (cw_input_pressed(ui, UI_PAUSE) || cw_input_pressed(ui, UI_CONFIRM));
    if (is_toggled && !toggle_stop(playback, error)) {
        return false;
    }
    if (cw_input_pressed(ui, UI_FASTER) || cw_input_pressed(ui, UI_SLOWER)) {
        playback_change_speed(playback,
                              cw_input_pressed(ui, UI_FASTER) - cw_input_pressed(ui, UI_SLOWER));
    }
    double elapsed_s = (double)frame->elapsed_ns * 1e-9;
    int direction = is_steered ? 0 : ui_step(&bar->repeat_s, &STEPS, ui, elapsed_s);
    double now = (double)cw_world_tick(playback->session.world);
    double jump_ticks = JUMP_S * playback->session.settings.tick_rate;
    double ticks = playback_is_paused_for(playback, PAUSE_STOP) ? 1 : jump_ticks;
    bool is_at_end = direction > 0 && now >= (double)playback_last_tick(playback);
    bool is_jump = direction != 0 && !is_at_end;
    if ((is_jump && !playback_seek(playback, now + direction * ticks, error)) ||
        !update_bar(bar, frame, error)) {
        return false;
    }
    if (playback_is_at_end(playback) && !playback_is_paused_for(playback, PAUSE_STOP)) {
        playback_set_pause(playback, PAUSE_STOP, true);
        playback_show_tick(playback);
    }
    return true;
}

bool time_bar_handle_keys(TimeBar *bar, const TimeFrame *frame, CwError *error)
{
    if (!update_rewind(frame, error)) {
        return false;
    }
    if (frame->activity == ACTIVITY_PAUSED) {
        return update_pause(bar, frame, error);
    }
    return frame->activity != ACTIVITY_WATCHING || update_watching(bar, frame, error);
}
