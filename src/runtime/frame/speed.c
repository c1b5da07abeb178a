#include "frame/playback.h"

#include <math.h>

static const double STOP_S = 1;
static const double KEPT_LEAST = 0.95;
static const double LOADING_S = 1; /* a run's first second loads what its pictures need */

enum { SLOWEST = -3, FASTEST = 2, FASTEST_WATCHED = 4 };

void speed_begin_run(Speed *speed)
{
    speed->game_scale = 1;
    speed->game_fps = 0;
    speed->lost = (LostTime){0};
    speed->kept = 1000;
}

void speed_note_frame(Speed *speed, bool plays, double real_s, double simulated_s)
{
    LostTime *lost = &speed->lost;
    bool counts = plays && lost->plays && real_s > 0 && speed->game_scale > 0;
    lost->plays = plays;
    if (!counts) {
        return;
    }
    if (real_s >= STOP_S && lost->played_s >= lost->stop_s) {
        lost->stop_s = lost->played_s + LOST_TIME_S;
        return;
    }
    int second = (int)lost->played_s;
    lost->played_s += real_s;
    bool loads = lost->played_s < LOADING_S;
    lost->lost_s += loads ? 0 : real_s - simulated_s / speed->game_scale;
    bool ended = (int)lost->played_s > second;
    double least_s = lost->lost_s; /* time gained before makes up for nothing */
    for (int i = 0; i < LOST_TIME_S; i++) {
        least_s = fmin(least_s, lost->marks_s[i]);
    }
    double kept = fmax(0.001, 1 - (lost->lost_s - least_s) / LOST_TIME_S);
    if (ended || speed->kept == 1000) { /* a second changes it at most twice */
        speed->kept = kept < KEPT_LEAST ? (int)lround(kept * 1000) : 1000;
    }
    if (ended) {
        lost->marks_s[second % LOST_TIME_S] = lost->lost_s;
    }
}

void speed_change(Speed *speed, int change)
{
    int fastest = speed->is_watched ? FASTEST_WATCHED : FASTEST;
    int wanted = speed->steps + change;
    speed->steps = wanted < SLOWEST ? SLOWEST : wanted > fastest ? fastest : wanted;
}

double speed_factor(const Speed *speed)
{
    static const double factors[] = {0.1, 0.25, 0.5, 1, 2, 4, 8, 16};
    _Static_assert(CW_ARRAY_LENGTH(factors) == FASTEST_WATCHED - SLOWEST + 1, "a factor a step");
    return factors[speed->steps - SLOWEST];
}

/* At higher speeds the limits of a frame grow by the same factor. */
void speed_apply(const Speed *speed, const Config *config, StepClock *clock)
{
    double time_scale = speed->is_watched ? 1 : config->time_scale;
    double factor = speed_factor(speed) * speed->game_scale, more = fmax(1, factor);
    int own = speed->game_fps, asked = config->target_fps; /* the lower one; 0 is none */
    step_clock_configure(
        clock, &(StepClockDesc){
                   .tick_rate = clock->desc.tick_rate,
                   .max_steps_per_frame = (int)lround(config->max_steps_per_frame * more),
                   .max_frame_ns = llround(config->max_frame_time * 1e9 * more),
                   .max_work_ns =
                       config->min_picture_rate > 0 ? llround(1e9 / config->min_picture_rate) : 0,
                   .time_scale_thousandths = (int)lround(time_scale * factor * 1000),
                   .target_fps = own == 0 || (asked != 0 && asked < own) ? asked : own});
}
