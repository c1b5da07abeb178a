#include "ui/overlay.h"

#include "base/number.h"
#include "ui/overlay_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const int64_t REFRESH_NS = 250000000;
static const double LEGIBLE_PX = 10.5;              /* height of a line */
static const double LINE_LEAST = 7, LINE_MOST = 13; /* view points */
static const double PANEL_LINES = 24, GRAPH_LINES = 5, ROW_LINES = 1.05;

const CwColour overlay_warning = {0xe8, 0x5c, 0x41, 255};

CwColour overlay_dim(const CwTheme *theme, CwColour colour, double share)
{
    CwColour back = panel_alpha(theme->shade, 255);
    return (CwColour){(uint8_t)(back.r + (colour.r - back.r) * share),
                      (uint8_t)(back.g + (colour.g - back.g) * share),
                      (uint8_t)(back.b + (colour.b - back.b) * share), 255};
}

/* ---- frames ---- */

void overlay_cycle(Overlay *overlay)
{
    overlay->mode = (OverlayMode)((overlay->mode + 1) % OVERLAY_MODE_COUNT);
    overlay->stale = true;
}

void overlay_add_frame(Overlay *overlay, const OverlayFrame *frame)
{
    overlay->frames[overlay->next_frame] = *frame;
    overlay->next_frame = (overlay->next_frame + 1) % OVERLAY_FRAMES;
    overlay->frame_count += overlay->frame_count < OVERLAY_FRAMES;
    overlay->since_refresh_ns += frame->length_ns > 0 ? frame->length_ns : 0;
    overlay->frames_since_refresh++;
}

bool overlay_due(const Overlay *overlay)
{
    return overlay->mode != OVERLAY_OFF &&
           (overlay->stale || overlay->since_refresh_ns >= REFRESH_NS);
}

/* ---- figures ---- */

typedef struct Lengths {
    double mean_ms, worst_ms, pacing_ms;
} Lengths;

static Lengths measure_frames(const Overlay *overlay)
{
    double sum_ms = 0, worst_ms = 0, squares = 0;
    for (int i = 0; i < overlay->frame_count; i++) {
        double length_ms = (double)overlay->frames[i].length_ns * 1e-6;
        double pacing_ms = (double)overlay->frames[i].pacing_ns * 1e-6;
        sum_ms += length_ms;
        worst_ms = fmax(worst_ms, length_ms);
        squares += pacing_ms * pacing_ms;
    }
    double count = overlay->frame_count > 0 ? overlay->frame_count : 1;
    return (Lengths){sum_ms / count, worst_ms, sqrt(squares / count)};
}

static OverlayFigure *add_figure(Overlay *overlay, const char *name)
{
    OverlayFigure *figure = &overlay->figures[overlay->figure_count++];
    *figure = (OverlayFigure){.name = name, .share = -1};
    return figure;
}

static void add_frame_figures(Overlay *overlay, const OverlayFacts *facts)
{
    Lengths lengths = measure_frames(overlay);
    double fps = lengths.mean_ms > 0 ? 1000 / lengths.mean_ms : 0;
    OverlayFigure *frame = add_figure(overlay, "frame");
    snprintf(frame->text, sizeof frame->text, "%.1f fps  %.2f ms  worst %.1f", number_round(fps, 1),
             number_round(lengths.mean_ms, 2), number_round(lengths.worst_ms, 1));

    OverlayFigure *ticks = add_figure(overlay, "ticks");
    snprintf(ticks->text, sizeof ticks->text, "%d/s  x%.2f  alpha %.3f", facts->tick_rate,
             number_round(facts->time_scale, 2), number_round(facts->alpha, 3));

    OverlayFigure *lost = add_figure(overlay, "dropped");
    snprintf(lost->text, sizeof lost->text, "%.1f ms",
             number_round((double)facts->dropped_ns * 1e-6, 1));

    OverlayFigure *slow = add_figure(overlay, "running slowly");
    slow->alarming = facts->slow != SLOW_NONE;
    snprintf(slow->text, sizeof slow->text, "%s",
             slow->alarming  ? slow_cause_name(facts->slow)
             : facts->paused ? "no: paused"
                             : "no");

    OverlayFigure *pace = add_figure(overlay, "pacing error");
    snprintf(pace->text, sizeof pace->text,
             facts->refresh_hz > 0 ? "%.2f ms rms  at %.2f Hz" : "%.2f ms rms  refresh unknown",
             number_round(lengths.pacing_ms, 2), number_round(facts->refresh_hz, 2));

    OverlayFigure *latency = add_figure(overlay, "input latency");
    snprintf(latency->text, sizeof latency->text,
             facts->latency_ms < 0 ? "press a key" : "%.1f ms median",
             number_round(facts->latency_ms, 1));
}

static void print_memory(OverlayFigure *figure, size_t bytes, size_t limit_bytes)
{
    if (limit_bytes == 0) {
        snprintf(figure->text, sizeof figure->text, "off");
        return;
    }
    figure->share = (double)bytes / (double)limit_bytes;
    figure->alarming = figure->share > 0.9;
    snprintf(figure->text, sizeof figure->text, "%.1f of %.0f MiB",
             number_round((double)bytes / 1048576, 1),
             number_round((double)limit_bytes / 1048576, 0));
}

static void add_world_figures(Overlay *overlay, const OverlayFacts *facts)
{
    const WorldCensus *census = &facts->census;
    OverlayFigure *bodies = add_figure(overlay, "bodies");
    snprintf(bodies->text, sizeof bodies->text, "%d awake  %d asleep", census->awake_count,
             census->asleep_count);
    OverlayFigure *contacts = add_figure(overlay, "contacts");
    snprintf(contacts->text, sizeof contacts->text, "%d of %d pairs  %d joints",
             census->contact_count, census->pair_count, census->joint_count);
    OverlayFigure *drawn = add_figure(overlay, "draw calls");
    snprintf(drawn->text, sizeof drawn->text, "%" PRIu32 "  %" PRIu32 " sprites",
             facts->drawn.draw_calls, facts->drawn.sprites);
    print_memory(add_figure(overlay, "arena"), facts->arena_bytes, facts->arena_limit_bytes);
    OverlayFigure *history = add_figure(overlay, "history");
    print_memory(history, facts->history_bytes, facts->history_limit_bytes);
    history->alarming = false; /* a full ring is as it should be */
    snprintf(add_figure(overlay, "tick")->text, sizeof overlay->figures[0].text, "%" PRIu64,
             facts->tick);
    snprintf(add_figure(overlay, "world hash")->text, sizeof overlay->figures[0].text,
             "%016" PRIx64, facts->hash);
}

void overlay_refresh(Overlay *overlay, const OverlayFacts *facts, const Schedule *schedule,
                     const int64_t parts_ns[PART_COUNT])
{
    overlay->figure_count = 0;
    overlay->refresh_hz = facts->refresh_hz;
    locale_t previous = number_locale_begin();
    add_frame_figures(overlay, facts);
    add_world_figures(overlay, facts);
    if (overlay->frames_since_refresh > 0 || overlay->bar_count == 0) {
        overlay_refresh_bars(overlay, schedule, parts_ns);
    }
    number_locale_end(previous);
    overlay->stale = false;
    overlay->since_refresh_ns = 0;
    overlay->frames_since_refresh = 0;
}

/* ---- drawing ---- */

double overlay_line_points(double scale)
{
    return fmax(LINE_LEAST, fmin(LINE_MOST, LEGIBLE_PX / scale));
}

static void draw_figure(const OverlayPen *pen, const OverlayFigure *figure, Box row)
{
    const double name_lines = 7.6;
    const CwTheme *theme = pen->theme;
    Box value = {row.x + pen->line * name_lines, row.y, 0, row.height};
    panel_label(pen->draw, row,
                &(Label){figure->name, CW_FACE_REGULAR, CW_ALIGN_LEFT, pen->line,
                         overlay_dim(theme, theme->text, 0.75)});
    if (figure->share >= 0) {
        Box bar = {row.x + row.width * 0.68, row.y + row.height * 0.3, row.width * 0.32,
                   row.height * 0.4};
        panel_fill(pen->draw, bar, overlay_dim(theme, theme->text, 0.25));
        bar.width *= fmin(1, figure->share);
        panel_fill(pen->draw, bar, figure->alarming ? overlay_warning : theme->accent);
    }
    panel_label(pen->draw, value,
                &(Label){figure->text, CW_FACE_REGULAR, CW_ALIGN_LEFT, pen->line,
                         figure->alarming ? overlay_warning : theme->text});
}

static void draw_figures(const Overlay *overlay, const OverlayPen *pen, int count)
{
    double pad = pen->line * 0.5, row_height = pen->line * ROW_LINES;
    double width = pen->line * PANEL_LINES;
    double graph_height = pen->line * GRAPH_LINES;
    Box panel = {0, 0, width, graph_height + 3 * pad + count * row_height};
    panel_fill(pen->draw, panel, panel_alpha(pen->theme->shade, 255));
    Box graph = {pad, pad, width - 2 * pad, graph_height};
    overlay_draw_frames(overlay, pen, graph);
    Box row = {pad, graph_height + 2 * pad, width - 2 * pad, row_height};
    for (int i = 0; i < count; i++) {
        draw_figure(pen, &overlay->figures[i], row);
        row.y += row_height;
    }
}

void overlay_draw(const Overlay *overlay, const CwTheme *theme, double scale, CwDrawList *draw)
{
    OverlayPen pen = {draw, theme, overlay_line_points(scale)};
    if (overlay->mode == OVERLAY_OFF) {
        return;
    }
    cw_draw_set_screen(draw);
    cw_draw_set_layer(draw, CW_ENGINE_LAYER_OVERLAY);
    bool full = overlay->mode == OVERLAY_FULL;
    int shown = full ? overlay->figure_count : overlay->figure_count < 1 ? 0 : 1;
    draw_figures(overlay, &pen, shown);
    if (full) {
        overlay_draw_bars(overlay, &pen);
    }
}
