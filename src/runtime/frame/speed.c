#include "frame/speed.h"

#include <math.h>

static const double STOP_LEAST_S = 1;
static const double SIMULATED_SHARE_MIN = 0.95;
static const double LOADING_S = 1; /* a run's first second loads what its pictures need */

enum { SLOWEST = -3, FASTEST = 2, FASTEST_REPLAY = 4 };

void speed_begin_run(Speed *speed)
{
    speed->game_scale = 1;
    speed->game_fps = 0;
    speed->lost = (LostTime){0};
    speed->simulated_thousandths = 1000;
}

void speed_note_frame(Speed *speed, bool is_playing, double real_s, double simulated_s)
{
    LostTime *lost = &speed->lost;
    bool counts = is_playing && lost->is_playing && real_s > 0 && speed->game_scale > 0;
    lost->is_playing = is_playing;
    if (!counts) {
        return;
    }
    if (real_s >= STOP_LEAST_S && lost->played_s >= lost->stop_s) {
        lost->stop_s = lost->played_s + LOST_TIME_S;
        return;
    }
    int second = (int)lost->played_s;
    lost->played_s += real_s;
    bool is_loading = lost->played_s < LOADING_S;
    lost->lost_s += is_loading ? 0 : real_s - simulated_s / speed->game_scale;
    bool second_ended = (int)lost->played_s > second;
    double least_s = lost->lost_s; /* time gained earlier does not count */
    for (int i = 0; i < LOST_TIME_S; i++) {
        least_s = fmin(least_s, lost->marks_s[i]);
    }
    double share = fmax(0.001, 1 - (lost->lost_s - least_s) / LOST_TIME_S);
    int *thousandths = &speed->simulated_thousandths;
    if (second_ended || *thousandths == 1000) { /* a second changes it at most twice */
        *thousandths = share < SIMULATED_SHARE_MIN ? (int)lround(share * 1000) : 1000;
    }
    if (second_ended) {
        lost->marks_s[second % LOST_TIME_S] = lost->lost_s;
    }
}

void speed_change(Speed *speed, int change)
{
    int fastest = speed->is_replay ? FASTEST_REPLAY : FASTEST;
    int wanted = speed->steps + change;
    speed->steps = wanted < SLOWEST ? SLOWEST : wanted > fastest ? fastest : wanted;
}

double speed_factor(const Speed *speed)
{
    static const double factors[] = {0.1, 0.25, 0.5, 1, 2, 4, 8, 16};
    _Static_assert(CW_ARRAY_LENGTH(factors) == FASTEST_REPLAY - SLOWEST + 1, "a factor a step");
    return factors[speed->steps - SLOWEST];
}

/* At higher speeds the limits of a frame grow by the same factor. */
void speed_apply(const Speed *speed, const Config *config, StepClock *clock)
{
    double config_scale = speed->is_replay ? 1 : config->time_scale;
    double factor = speed_factor(speed) * speed->game_scale, limit_factor = fmax(1, factor);
    int game_fps = speed->game_fps, player_fps = config->target_fps; /* 0: no limit */
    step_clock_configure(
        clock,
        &(StepClockDesc){
            .tick_rate = clock->desc.tick_rate,
            .max_steps_per_frame = (int)lround(config->max_steps_per_frame * limit_factor),
            .max_frame_ns = llround(config->max_frame_time * 1e9 * limit_factor),
            .max_work_ns =
                config->min_picture_rate > 0 ? llround(1e9 / config->min_picture_rate) : 0,
            .time_scale_thousandths = (int)lround(config_scale * factor * 1000),
            .target_fps = game_fps == 0 || (player_fps != 0 && player_fps < game_fps) ? player_fps
                                                                                      : game_fps});
}
