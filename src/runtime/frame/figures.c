#include "frame/figures.h"

#include "base/number.h"
#include "base/report.h"
#include "paint/renderer.h"
#include "platform/locale.h"
#include "platform/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROW_BYTES = 512 };

/* ---- what the table reads ---- */

static const Session *session_of(const FigureSource *from)
{
    return &from->playback->session;
}

static const CwWorld *world_of(const FigureSource *from)
{
    return from->playback->session.world;
}

static double real_ns(const FigureSource *from)
{
    Host *host = from->stage->desc.host;
    return (double)(host->now_ns(host->self) - from->stats->started_ns);
}

static double first_picture_ns(const FigureSource *from)
{
    int64_t shown = from->stats->first_picture_ns;
    return shown == 0 ? NAN : (double)(shown - from->begun_ns);
}

static double mean_us(int64_t sum_ns, uint64_t count)
{
    return (double)sum_ns * 1e-3 / (count > 0 ? (double)count : 1);
}

static const ComingStats *coming_of(const FigureSource *from)
{
    return &session_of(from)->coming.stats;
}

static double first_ms(const FigureSource *from, double quantile)
{
    return latency_quantile_ms(&from->stage->latency.first, quantile);
}

static double full_ms(const FigureSource *from, double quantile)
{
    return latency_quantile_ms(&from->stage->latency.full, quantile);
}

static RendererStats drawn_by(const FigureSource *from)
{
    const Renderer *renderer = from->stage->desc.renderer;
    return renderer == NULL ? (RendererStats){0} : renderer_stats(renderer);
}

static double mib(size_t bytes)
{
    return (double)bytes / 1048576;
}

static double process_mib(const FigureSource *from)
{
    (void)from;
    size_t bytes = memory_of_process();
    return bytes == 0 ? NAN : mib(bytes);
}

static double history_mib(const FigureSource *from)
{
    const CwHistory *history = from->playback->history;
    return history == NULL ? NAN : mib(cw_history_bytes(history));
}

static const char *latency_mode(const FigureSource *from)
{
    static const char *const moments[] = {
        [LATENCY_AHEAD] = "ahead", [LATENCY_INTERPOLATE] = "interpolate", [LATENCY_TICK] = "tick"};
    return moments[from->playback->desc.config->latency];
}

static const char *slow_words(const FigureSource *from)
{
    const StepClock *clock = &from->playback->clock;
    return clock->slow_cause != CW_SLOW_NONE ? slow_cause_name(clock->slow_cause)
           : clock->is_paused                ? "no: paused"
                                             : "no";
}

static const char *picture_words(const FigureSource *from)
{
    const Playback *playback = from->playback;
    return playback->alpha > 1                 ? "ahead"
           : playback->must_interpolate        ? "between ticks: a tick takes half a frame"
           : playback->session.coming.lead > 0 ? "waiting for the next tick"
                                               : "between ticks";
}

/* ---- the table ---- */

/* N(group, id, name, unit, digits, number) and T(group, id, name, format, ...), in output order. */
#define FIGURES(N, T)                                                                              \
    T(STATS, level, "level", "%s", session_of(from)->level)                                        \
    N(STATS, ticks, "ticks", "", 0, from->stats->tick_count)                                       \
    N(STATS, frames, "frames", "", 0, from->frame)                                                 \
    N(STATS, painted, "painted", "", 0, from->stage->painted_count)                                \
    N(STATS, time, "time_s", "", 3, real_ns(from) * 1e-9)                                          \
    N(STATS, first_picture, "first_picture_ms", "", 1, first_picture_ns(from) * 1e-6)              \
    N(STATS, dropped, "dropped_ms", "", 3, (double)from->playback->clock.dropped_ns * 1e-6)        \
    N(STATS, backward, "clock_backward", "", 0, from->stage->pacer.backward_count)                 \
    N(STATS, frozen, "clock_frozen", "", 0, from->stage->pacer.frozen_count)                       \
    N(STATS, huge, "clock_huge", "", 0, from->stage->pacer.huge_count)                             \
    N(STATS, tick_cost, "tick_us", "", 1,                                                          \
      mean_us(from->stats->simulation_ns, from->stats->tick_count))                                \
    N(STATS, draw_cost, "draw_us", "", 1, mean_us(from->stats->render_ns, from->frame))            \
    T(STATS, mode, "latency_mode", "%s%s", latency_mode(from),                                     \
      from->playback->must_interpolate ? " interpolated ticks-too-slow" : "")                      \
    N(STATS, coming, "coming_ticks", "", 0, coming_of(from)->simulated_count)                      \
    N(JOINED, right, "right", "", 0, coming_of(from)->right_count)                                 \
    N(JOINED, wrong, "wrong", "", 0, coming_of(from)->wrong_count)                                 \
    N(STATS, coming_cost, "coming_us", "", 1,                                                      \
      coming_of(from)->simulated_count > 0 ? from->stats->tick_ns * 1e-3 : 0)                      \
    N(STATS, coming_size, "coming_kib", "", 0, coming_bytes(session_of(from)) >> 10)               \
    N(STATS, latencies, "latency_count", "", 0, from->stage->latency.full.count)                   \
    N(STATS, first, "latency_first_ms", "", 1, first_ms(from, 0.5))                                \
    N(JOINED, first_p99, "p99", "", 1, first_ms(from, 0.99))                                       \
    N(STATS, full, "latency_full_ms", "", 1, full_ms(from, 0.5))                                   \
    N(JOINED, full_p99, "p99", "", 1, full_ms(from, 0.99))                                         \
    N(STATS, arena, "arena_kib", "", 0, world_of(from)->arena->used_bytes >> 10)                   \
    N(STATS, progress, "progress", "", 3, session_probe(session_of(from)).progress)                \
    T(STATS, finished, "finished", "%s", session_probe(session_of(from)).finished ? "yes" : "no")  \
    T(STATS, hash, "hash", "%016" PRIx64, cw_world_hash(world_of(from)))                           \
    N(LENGTH, frame, "frame", "ms", 2, (double)from->stage->measured_ns * 1e-6)                    \
    N(FRAME, pacing, "pacing error", "ms", 2, from->pacing_ms)                                     \
    N(FRAME, dropped, "dropped", "ms", 1, (double)from->plan->dropped_ns * 1e-6)                   \
    N(FRAME, ticks, "ticks", "", 0, from->plan->ticks)                                             \
    N(WORLD, latency, "input latency", "ms", 1,                                                    \
      from->stage->latency.first.count > 0 ? first_ms(from, 0.5) : NAN)                            \
    N(WORLD, awake, "bodies awake", "", 0, world_census(world_of(from)).awake_count)               \
    N(WORLD, asleep, "bodies asleep", "", 0, world_census(world_of(from)).asleep_count)            \
    N(WORLD, contacts, "contacts", "", 0, world_census(world_of(from)).contact_count)              \
    N(WORLD, joints, "joints", "", 0, world_census(world_of(from)).joint_count)                    \
    N(WORLD, calls, "draw calls", "", 0, drawn_by(from).draw_calls)                                \
    N(WORLD, sprites, "sprites", "", 0, drawn_by(from).sprites)                                    \
    N(WORLD, process, "process", "MiB", 1, process_mib(from))                                      \
    N(WORLD, history, "history", "MiB", 1, history_mib(from))                                      \
    N(WORLD, arena, "arena", "MiB", 1, mib(world_of(from)->arena->used_bytes))                     \
    N(WORLD, arena_share, "arena", "%", 1,                                                         \
      100 * mib(world_of(from)->arena->used_bytes) / mib(world_of(from)->arena->limit_bytes))      \
    T(ALARM, slow, "running slowly", "%s", slow_words(from))                                       \
    T(WORDS, picture, "picture", "%s", picture_words(from))                                        \
    T(WORDS, time, "time", "%d/s  x%.2f  alpha %.3f", session_of(from)->settings.tick_rate,        \
      from->playback->clock.desc.time_scale_thousandths * 1e-3,                                    \
      number_round(from->playback->alpha, 3))                                                      \
    T(WORDS, physics, "physics", "%d substeps  %d iterations", cw_world_substeps(world_of(from)),  \
      cpSpaceGetIterations(world_of(from)->space))                                                 \
    T(WORDS, tick, "tick", "%" PRIu64, cw_world_tick(world_of(from)))                              \
    T(WORDS, hash, "world hash", "%016" PRIx64, cw_world_hash(world_of(from)))

#define READ(group, id, name, unit, digits, number)                                                \
    static double read_##group##_##id(const FigureSource *from)                                    \
    {                                                                                              \
        return (double)(number);                                                                   \
    }
#define WRITE(group, id, name, ...)                                                                \
    static void write_##group##_##id(const FigureSource *from, char text[FIGURE_TEXT_BYTES])       \
    {                                                                                              \
        snprintf(text, FIGURE_TEXT_BYTES, __VA_ARGS__);                                            \
    }
FIGURES(READ, WRITE)

#define NUMBER_ROW(group, id, name, unit, digits, number)                                          \
    {FIGURES_##group, name, unit, digits, read_##group##_##id, NULL},
#define TEXT_ROW(group, id, name, ...) {FIGURES_##group, name, "", 0, NULL, write_##group##_##id},
const Figure figure_table[] = {FIGURES(NUMBER_ROW, TEXT_ROW)};
_Static_assert(CW_ARRAY_LENGTH(figure_table) <= FIGURE_MAX, "every figure has a place");
const int figure_count = (int)CW_ARRAY_LENGTH(figure_table);

void figure_text(const Figure *figure, const FigureSource *from, char text[FIGURE_TEXT_BYTES])
{
    double number = figure->read == NULL ? 0 : figure->read(from);
    if (figure->read == NULL) {
        figure->write(from, text);
    } else if (isnan(number)) {
        snprintf(text, FIGURE_TEXT_BYTES, "-");
    } else {
        snprintf(text, FIGURE_TEXT_BYTES, "%.*f", figure->digits, number);
    }
}

void figures_print_stats(const FigureSource *from)
{
    char line[ROW_BYTES] = "";
    void *previous = locale_plain_begin();
    for (int i = 0; i < figure_count; i++) {
        const Figure *figure = &figure_table[i];
        bool is_joined = figure->group == FIGURES_JOINED;
        char text[FIGURE_TEXT_BYTES] = "-";
        if (is_joined || figure->group == FIGURES_STATS) {
            figure_text(figure, from, text);
        }
        if (strcmp(text, "-") == 0) {
            continue;
        }
        if (!is_joined && line[0] != '\0') {
            print_line("%s", line);
            line[0] = '\0';
        }
        size_t at = strlen(line);
        snprintf(line + at, ROW_BYTES - at, "%s%s %s", is_joined ? " " : "", figure->name, text);
    }
    print_line("%s", line);
    locale_plain_end(previous);
}
