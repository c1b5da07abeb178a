/* Time that the player moves: rewinding while a key is held, steps and seeks in a pause, watching a
 * replay. All of it is timeline_seek; none of it is an input of a tick. */
#include "runtime/loop_parts.h"

#include "core/report.h"
#include "runtime/transport.h"

#include <math.h>

static const double REWIND_SPEED_MIN = 1, REWIND_SPEED_MAX = 4;
static const double REWIND_RAMP_PER_S = 1.5; /* from the lowest to the highest in two seconds */
static const int64_t REPEAT_FIRST_NS = 400000000, REPEAT_NS = 60000000;
static const double JUMP_S = 5; /* of a step key while a replay runs */

static const double watch_speeds[] = {0.1, 0.25, 0.5, 1, 2, 4, 8, 16};
enum { WATCH_SPEED_NORMAL = 3 };

static int tick_rate(const Loop *loop)
{
    return loop->session.desc.settings.tick_rate;
}

/* The last tick that can be seen: of a replay its end, else of the history. */
static uint64_t last_tick(const Loop *loop)
{
    return loop->desc.replay != NULL ? loop->desc.replay->tick_count
                                     : timeline_newest(&loop->timeline);
}

void loop_time_begin(Loop *loop)
{
    loop->time = (TimeControl){.speed = WATCH_SPEED_NORMAL};
    loop->event_cursor = 0;
    loop->jumped = true;
}

void loop_after_jump(Loop *loop)
{
    loop->jumped = true;
    loop->event_cursor = loop->session.world->event_sequence;
}

/* Time goes on from the moment that was shown, wherever that was between two ticks. */
void loop_time_goes_on(Loop *loop)
{
    if (loop->time.exact) {
        step_clock_set_alpha(&loop->clock, 1);
    }
    loop->time.exact = false;
    loop->time.dragging = false;
}

double loop_view_dt_s(Loop *loop, const StepFrame *step, int64_t measured_ns)
{
    double passed_s = loop->time.passed_s;
    int64_t real_ns = loop->time.rewinding ? measured_ns : step->elapsed_ns;
    loop->time.passed_s = 0;
    return (real_ns > 0 ? (double)real_ns * 1e-9 : 0) + passed_s;
}

/* A replay goes forward by playing, also beyond what the history holds. */
static bool play_to(Loop *loop, uint64_t tick)
{
    while (world_tick(loop->session.world) < tick) {
        uint64_t now = world_tick(loop->session.world);
        if (!timeline_tick(&loop->timeline, &loop->desc.replay->ticks[now].input, &loop->error)) {
            return false;
        }
        loop_check_replay(loop);
    }
    return true;
}

/* Further back than the history reaches (all the way, without one) a replay is played from its
 * beginning. */
static bool seek_in_replay(Loop *loop, uint64_t tick)
{
    Timeline *timeline = &loop->timeline;
    if (tick < timeline_oldest(timeline)) {
        if (!session_restart(&loop->session, &loop->error)) {
            return false;
        }
        timeline_begin(timeline, &loop->session, loop->history, loop->sync_test);
    }
    bool remembered = loop->history != NULL && tick <= timeline_newest(timeline);
    return remembered ? timeline_seek(timeline, tick, &loop->error) : play_to(loop, tick);
}

static void seek(Loop *loop, double wanted)
{
    double last = (double)last_tick(loop);
    uint64_t tick = (uint64_t)fmax(0, fmin(last, wanted));
    double before_s = world_time_s(loop->session.world);
    bool good = loop->desc.replay != NULL ? seek_in_replay(loop, tick)
                                          : timeline_seek(&loop->timeline, tick, &loop->error);
    if (!good) {
        loop_fail(loop);
        return;
    }
    loop->time.passed_s += fabs(world_time_s(loop->session.world) - before_s);
    loop->time.exact = step_clock_is_paused(&loop->clock);
    loop_after_jump(loop);
}

/* ---- rewinding ---- */

static void begin_rewind(Loop *loop)
{
    TimeControl *time = &loop->time;
    time->rewinding = true;
    time->rewind_speed = REWIND_SPEED_MIN;
    time->position_ticks = (double)world_tick(loop->session.world) - 1 + loop->alpha;
    step_clock_pause(&loop->clock);
    collector_suspend(&loop->play_input);
    if (loop->menu.screen == SCREEN_FINISHED) {
        loop_show(loop, SCREEN_PLAYING);
    }
}

static void end_rewind(Loop *loop)
{
    double alpha;
    loop_rewinds(loop, &alpha);
    step_clock_set_alpha(&loop->clock, alpha);
    loop->time.rewinding = false;
    loop->finished_ns = 0;
    loop_share_out(loop);
}

static void rewind_on(Loop *loop, int64_t elapsed_ns)
{
    TimeControl *time = &loop->time;
    double elapsed_s = (double)elapsed_ns * 1e-9;
    double oldest = (double)timeline_oldest(&loop->timeline);
    time->position_ticks =
        fmax(oldest, time->position_ticks - elapsed_s * time->rewind_speed * tick_rate(loop));
    time->rewind_speed = fmin(REWIND_SPEED_MAX, time->rewind_speed + elapsed_s * REWIND_RAMP_PER_S);
    uint64_t tick = (uint64_t)ceil(time->position_ticks);
    if (tick != world_tick(loop->session.world) &&
        !timeline_seek(&loop->timeline, tick, &loop->error)) {
        loop_fail(loop);
    }
    loop_after_jump(loop);
}

/* A history that is too small for the level keeps nothing: keys that ask for it should not seem
 * broken. */
static void mention_no_past(Loop *loop)
{
    size_t needed_bytes = history_budget_min(loop->session.world);
    int budget_mib = loop->desc.config->history;
    if (timeline_oldest(&loop->timeline) == timeline_newest(&loop->timeline) &&
        needed_bytes > (size_t)budget_mib << 20) {
        notices_add(&loop->watch.notices,
                    "game.history = %d is too small for this level: going back takes %zu",
                    budget_mib, (needed_bytes >> 20) + 1);
    }
}

static void mind_rewind(Loop *loop, const InputFrame *ui, int64_t elapsed_ns)
{
    Screen screen = loop->menu.screen;
    bool possible = loop->history != NULL && !loop->held_back &&
                    (screen == SCREEN_PLAYING || screen == SCREEN_FINISHED);
    bool wanted = possible && input_down(ui, UI_REWIND);
    if (wanted && input_pressed(ui, UI_REWIND)) {
        mention_no_past(loop);
    }
    if (wanted && !loop->time.rewinding) {
        begin_rewind(loop);
    } else if (!wanted && loop->time.rewinding) {
        end_rewind(loop);
    }
    if (loop->time.rewinding) {
        rewind_on(loop, elapsed_ns);
    }
}

bool loop_rewinds(const Loop *loop, double *alpha)
{
    double position = loop->time.position_ticks;
    *alpha = position - (ceil(position) - 1);
    return loop->time.rewinding;
}

/* ---- steps and seeks ---- */

/* +1 or -1 when a step key was pressed, or is held and due again. */
static int step_wanted(Loop *loop, const InputFrame *ui, int64_t elapsed_ns)
{
    int direction = input_down(ui, UI_STEP_FORWARD) - input_down(ui, UI_STEP_BACK);
    bool pressed = input_pressed(ui, UI_STEP_FORWARD) || input_pressed(ui, UI_STEP_BACK);
    if (pressed) {
        loop->time.repeat_ns = REPEAT_FIRST_NS;
        return input_pressed(ui, UI_STEP_FORWARD) - input_pressed(ui, UI_STEP_BACK);
    }
    loop->time.repeat_ns -= elapsed_ns;
    if (direction == 0 || loop->time.repeat_ns > 0) {
        return 0;
    }
    loop->time.repeat_ns = REPEAT_NS;
    return direction;
}

void loop_step(Loop *loop, int ticks)
{
    uint64_t tick = world_tick(loop->session.world), last = last_tick(loop);
    bool beyond = ticks > 0 && (uint64_t)ticks > last - tick;
    if (!beyond || loop->desc.replay != NULL) {
        seek(loop, (double)tick + ticks);
        return;
    }
    if (tick < last) {
        seek(loop, (double)last);
    }
    int fresh = ticks - (int)(last - tick); /* new ticks, with what is held */
    step_clock_step(&loop->clock, fresh);
    loop->time.exact = true;
    loop->time.passed_s += fresh * world_dt_s(loop->session.world);
}

/* While the knob is held time stands, also in a replay that plays. */
static void mind_bar(Loop *loop, const InputFrame *ui)
{
    double fraction;
    bool dragged = loop->time.dragging;
    bool on_bar = transport_at(ui->pointer_x, ui->pointer_y, dragged, &fraction);
    bool began = input_pressed(ui, UI_CLICK) && on_bar;
    loop->time.dragging = (began || dragged) && input_down(ui, UI_CLICK);
    if (loop->time.dragging != dragged) {
        loop_share_out(loop);
    }
    if (!began && !loop->time.dragging) {
        return;
    }
    double first = loop->desc.replay != NULL ? 0 : (double)timeline_oldest(&loop->timeline);
    double wanted = floor(first + fraction * ((double)last_tick(loop) - first) + 0.5);
    if (wanted != (double)world_tick(loop->session.world)) {
        seek(loop, wanted);
    }
}

static void mind_pause(Loop *loop, const InputFrame *ui, int64_t elapsed_ns)
{
    int direction = step_wanted(loop, ui, elapsed_ns);
    if (loop->history != NULL && input_pressed(ui, UI_STEP_BACK)) {
        mention_no_past(loop);
    }
    if (direction != 0 && (loop->history != NULL || direction > 0)) {
        loop_step(loop, direction);
    }
    if (loop->history != NULL) {
        mind_bar(loop, ui);
    }
    loop->menu.aside = loop->menu.aside || loop->time.passed_s > 0;
}

/* ---- watching a replay ---- */

/* The limits of a frame are those of real time, as much larger as time runs faster. */
static void set_speed(Loop *loop, int change)
{
    const Config *config = loop->desc.config;
    int fastest = (int)ARRAY_LENGTH(watch_speeds) - 1;
    int wanted = loop->time.speed + change;
    loop->time.speed = wanted < 0 ? 0 : wanted > fastest ? fastest : wanted;
    double speed = watch_speeds[loop->time.speed];
    double more = fmax(1, speed);
    step_clock_set_time_scale(&loop->clock, (int)lround(speed * 1000));
    step_clock_set_limits(&loop->clock, (int)lround(config->max_steps_per_frame * more),
                          llround(config->max_frame_time * 1e9 * more));
}

static void stand(Loop *loop, bool standing)
{
    loop->time.standing = standing;
    loop_share_out(loop);
}

static void toggle_watching(Loop *loop)
{
    if (!loop->time.standing) {
        stand(loop, true);
        return;
    }
    if (world_tick(loop->session.world) >= last_tick(loop)) {
        seek(loop, 0);
    }
    if (!loop->failed) {
        stand(loop, false);
    }
}

static void mind_watching(Loop *loop, const InputFrame *ui, int64_t elapsed_ns)
{
    if (input_pressed(ui, UI_BACK)) {
        loop->done = true;
        return;
    }
    if (input_pressed(ui, UI_PAUSE) || input_pressed(ui, UI_CONFIRM)) {
        toggle_watching(loop);
    }
    if (loop->failed) {
        return;
    }
    if (input_pressed(ui, UI_FASTER) || input_pressed(ui, UI_SLOWER)) {
        set_speed(loop, input_pressed(ui, UI_FASTER) - input_pressed(ui, UI_SLOWER));
    }
    int direction = step_wanted(loop, ui, elapsed_ns);
    if (direction != 0) {
        double ticks = loop->time.standing ? 1 : JUMP_S * tick_rate(loop);
        seek(loop, (double)world_tick(loop->session.world) + direction * ticks);
    }
    if (loop->failed) {
        return; /* a seek that failed leaves no world */
    }
    mind_bar(loop, ui);
    if (!loop->failed && world_tick(loop->session.world) >= last_tick(loop) &&
        !loop->time.standing) {
        stand(loop, true);
        loop->time.exact = true;
    }
}

void loop_control_time(Loop *loop, const InputFrame *ui, int64_t elapsed_ns)
{
    int64_t passed_ns = elapsed_ns > 0 ? elapsed_ns : 0;
    mind_rewind(loop, ui, passed_ns);
    if (loop->menu.screen == SCREEN_PAUSED) {
        mind_pause(loop, ui, passed_ns);
    } else if (loop->menu.screen == SCREEN_WATCHING) {
        mind_watching(loop, ui, passed_ns);
    }
}

/* The first tick that isn't as recorded is said. */
void loop_check_replay(Loop *loop)
{
    if (!replay_check_tick(&loop->check, loop->session.world)) {
        report("this replay does not play as it was recorded: tick %llu differs in %s",
               (unsigned long long)loop->check.tick, loop->check.sections);
    }
}

void loop_draw_time(Loop *loop)
{
    const Theme *theme = &loop->desc.game->theme;
    if (loop->desc.headless) {
        return; /* nobody can point at it */
    }
    loop_draw_speed(loop);
    if (loop->time.rewinding) {
        transport_draw_rewind(loop->time.rewind_speed, theme, &loop->draw);
    }
    bool paused = loop->menu.screen == SCREEN_PAUSED && loop->history != NULL;
    if (!paused && loop->menu.screen != SCREEN_WATCHING) {
        return;
    }
    double dt_s = world_dt_s(loop->session.world);
    uint64_t first = loop->desc.replay != NULL ? 0 : timeline_oldest(&loop->timeline);
    transport_draw(&(Transport){.begin_s = (double)first * dt_s,
                                .end_s = (double)last_tick(loop) * dt_s,
                                .now_s = world_time_s(loop->session.world),
                                .speed = paused ? 1 : watch_speeds[loop->time.speed],
                                .moving = !step_clock_is_paused(&loop->clock)},
                   theme, &loop->draw);
}
