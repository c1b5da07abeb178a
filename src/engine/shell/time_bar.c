#include "shell/time_bar.h"

#include "ui/transport.h"

static const double SHOWN_S = 3;

static bool repeats(const TimeBarFrame *frame)
{
    return frame->span != NULL && ab_span_is_on(frame->span);
}

void time_bar_update(TimeBar *bar, const TimeBarFrame *frame)
{
    const Playback *playback = frame->playback;
    bool used = frame->used_ns != bar->used_ns || frame->activity != bar->activity;
    bar->idle_s = used ? 0 : bar->idle_s + frame->dt_s;
    bar->used_ns = frame->used_ns;
    bar->activity = frame->activity;
    bar->small = frame->activity == ACTIVITY_WATCHING && !step_clock_is_paused(&playback->clock) &&
                 bar->idle_s > SHOWN_S && !repeats(frame);
}

static bool has_bar(const TimeBarFrame *frame)
{
    return (frame->activity == ACTIVITY_PLAYING && repeats(frame)) ||
           frame->activity == ACTIVITY_WATCHING ||
           (frame->activity == ACTIVITY_PAUSED && !frame->covered &&
            playback_has_past(frame->playback));
}

double time_bar_height(const TimeBar *bar, const TimeBarFrame *frame)
{
    return has_bar(frame) && !bar->small ? TRANSPORT_HEIGHT + frame->lift : 0;
}

/* A slow game should not look like a slow machine. */
static void draw_sign(const TimeBarFrame *frame, const CwTheme *theme, CwDrawList *list)
{
    const Playback *playback = frame->playback;
    if (playback_is_held(playback, HOLD_REWIND)) {
        transport_draw_rewind(playback->rewind_speed, theme, list);
    } else if (playback->speed.steps != 0 && frame->activity == ACTIVITY_PLAYING) {
        transport_draw_speed(speed_factor(&playback->speed), theme, list);
    }
}

static const char *span_note(const TimeBarFrame *frame)
{
    bool shown = repeats(frame) && frame->activity != ACTIVITY_PAUSED;
    return !shown               ? NULL
           : frame->span->live  ? "Loop: kept; you play up to B"
           : frame->span->taken ? "Loop: you play up to B"
                                : "Loop: as recorded";
}

/* The run's time as the game counts it: what idles before it and goes on after it is no part. */
static void add_times(const Playback *playback, Transport *transport)
{
    const CwReplayFile *replay = playback->desc.replay;
    const Run *run = &playback->run;
    double dt_s = cw_world_dt_s(playback->session.world);
    CwProbe probe = session_probe(&playback->session);
    uint64_t now = run_time_at(run, &probe), end = run->now_time;
    if (replay != NULL) { /* which may not know: then it goes on as it went so far */
        uint64_t tick = cw_world_tick(playback->session.world);
        uint64_t left = probe.finished || tick > replay->tick_count ? 0 : replay->tick_count - tick;
        end = replay->time_ticks > 0 ? replay->time_ticks : now + left;
    }
    transport->run_s = (double)now * dt_s;
    transport->run_end_s = (double)end * dt_s;
}

void time_bar_draw(const TimeBar *bar, const TimeBarFrame *frame, const CwTheme *theme,
                   CwDrawList *list)
{
    const Playback *playback = frame->playback;
    draw_sign(frame, theme, list);
    if (!has_bar(frame)) {
        return;
    }
    double dt_s = cw_world_dt_s(playback->session.world);
    static const AbSpan none;
    const AbSpan *span = frame->span != NULL ? frame->span : &none;
    Transport transport = {.begin_s = (double)playback_first_tick(playback) * dt_s,
                           .end_s = (double)playback_last_tick(playback) * dt_s,
                           .now_s = cw_world_time_s(playback->session.world),
                           .speed = speed_factor(&playback->speed),
                           .moving = !step_clock_is_paused(&playback->clock),
                           .small = bar->small,
                           .lift = frame->lift,
                           .has_a = span->has_a,
                           .has_b = span->has_b,
                           .a_s = (double)span->a * dt_s,
                           .b_s = (double)span->b * dt_s,
                           .note = span_note(frame)};
    add_times(playback, &transport);
    transport_draw(&transport, theme, list);
}
