#include "program/loop.h"

#include "platform/clock.h"
#include "sim/possible_input.h"

#include <math.h>

static const double SLOW_SHARE = 0.5, FAST_SHARE = 0.25; /* shares of a frame that a tick takes */
static const int64_t SLOW_LEAST_NS = 2000000000;
static const double NEW_SHARE = 0.1; /* weight of the newest tick in the mean */

/* ---- the fallback ---- */

/* The length of the loop's frame, or of the display's if that is longer; its rest is free. */
static double frame_ns(const Stage *stage)
{
    return fmax(stage->mean_frame_s, 1 / stage_refresh_hz(&stage->status)) * 1e9;
}

/* Notes a tick's length, at most a frame's, because preemption makes ticks look long. */
static void note_length(Loop *loop, int64_t length_ns)
{
    double length = fmin((double)length_ns, frame_ns(&loop->stage));
    loop->stats.tick_ns += (length - loop->stats.tick_ns) * NEW_SHARE;
}

/* An adopted coming tick does not show the cost of a tick. */
void loop_coming_note_tick(Loop *loop, int64_t length_ns)
{
    if (!loop->playback.shows_coming) {
        note_length(loop, length_ns);
    }
}

/* If a tick takes more than half of a frame, two ticks may not fit. */
static void follow_cost(Loop *loop)
{
    LoopComing *coming = &loop->coming;
    const Stage *stage = &loop->stage;
    double share = loop->stats.tick_ns / frame_ns(stage);
    if (loop->desc.mode.headless || !(stage->mean_frame_s > 0)) {
        coming->slow = false; /* headless frames have no length */
    } else if (!coming->slow && share > SLOW_SHARE) {
        coming->slow = true;
        coming->slow_since_ns = stage->real_ns;
    } else if (share < FAST_SHARE && stage->real_ns - coming->slow_since_ns > SLOW_LEAST_NS) {
        coming->slow = false;
    }
}

/* ---- frames ---- */

void loop_coming_begin_frame(Loop *loop)
{
    Playback *playback = &loop->playback;
    Activity activity = loop->menus.screens.activity;
    bool played = activity == ACTIVITY_PLAYING || activity == ACTIVITY_WATCHING;
    follow_cost(loop);
    playback->falls_back = loop->coming.slow && loop->desc.config->latency == LATENCY_AHEAD;
    playback->shows_coming = playback_may_show_coming(playback) && played &&
                             !loop->desc.mode.lockstep && playback->run.ends_at == 0 &&
                             !catch_up_runs(loop) && !menus_repeat_marks(&loop->menus);
}

static void simulate(Loop *loop)
{
    Playback *playback = &loop->playback;
    const ComingStats *stats = &playback->session.coming.stats;
    uint64_t count = stats->simulated_count;
    CwTickInput guess;
    if (playback->desc.replay == NULL && !controls_guess(&loop->controls, &guess)) {
        return;
    }
    int64_t begin_ns = clock_now_ns();
    monitor_begin_tick(&loop->monitor, cw_world_tick(playback->session.world) + 1);
    playback_simulate_coming(playback, &guess);
    if (stats->simulated_count > count) {
        note_length(loop, clock_now_ns() - begin_ns);
        monitor_mark(&loop->monitor, PART_REMEMBER);
    }
    CwInputFrame all = possible_input_union(&playback->session.coming.input);
    if (coming_exists(&playback->session) && (all.pressed | all.released) != 0) {
        latency_coming(&loop->stage.latency, loop_coming_effect_tick(loop, 1));
    }
}

void loop_coming_compare(Loop *loop)
{
    Playback *playback = &loop->playback;
    if (!coming_exists(&playback->session) && !loop->desc.mode.lockstep) {
        CwTickInput held = possible_input_held(&playback->session.world->input);
        playback_simulate_coming(playback, &held);
    }
}

uint64_t loop_coming_effect_tick(const Loop *loop, uint64_t ahead)
{
    const Session *session = &loop->playback.session;
    return cw_world_tick(session->world) + ahead + (session->coming.moved ? 0 : 1);
}

/* If ticks are slow, a frame that ran its maximum of ticks has no time for another one. After a
 * stall it has time, and without a coming tick the picture would jump back by up to a tick. A span
 * that repeats takes recorded input, not the keys held now. */
static bool may_simulate(const Loop *loop, const StepFrame *step)
{
    const Playback *playback = &loop->playback;
    const StepClock *clock = &playback->clock;
    return !clock->paused && clock->desc.time_scale_thousandths != 0 &&
           (playback->alpha > 1 || playback->shows_coming) && !playback->cut && !loop->end.failed &&
           !catch_up_runs(loop) && !menus_repeat_marks(&loop->menus) &&
           (step->ticks < clock->desc.max_steps_per_frame ||
            clock->slow_cause != CW_SLOW_SIMULATION);
}

void loop_simulate_coming(Loop *loop, const StepFrame *step)
{
    Playback *playback = &loop->playback;
    if (may_simulate(loop, step)) {
        simulate(loop);
    }
    const CwCamera *camera = &playback->session.camera;
    double height_px = camera->view.height * loop->stage.viewport.scale_y;
    playback_place(playback, step, height_px / camera->height_m);
}
