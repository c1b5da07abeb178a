#include "frame/overlay.h"

#include "base/number.h"
#include "platform/locale.h"
#include "ui/panel.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const int64_t REFRESH_NS = 250000000;
static const double LEGIBLE_PX = 10.5;              /* height of a line */
static const double LINE_LEAST = 7, LINE_MOST = 13; /* view points */
static const double HUD_HEIGHT = 94; /* of what games show along the upper edge, view points */
static const double PANEL_LINES = 24, BARS_LINES = 19, GRAPH_LINES = 5, ROW_LINES = 1.05;

typedef struct OverlayPen {
    CwDrawList *draw;
    const CwTheme *theme;
    double line;     /* height of a line of text, points of ui_view.h: the unit of the layout */
    CwViewRect view; /* all that is seen, in the same */
} OverlayPen;

static const CwColour WARNING = {0xe8, 0x5c, 0x41, 255};

/* Mixed with the panels' opaque shade: the HUD must not shine through, and blending is slow. */
static CwColour dim(const CwTheme *theme, CwColour colour, double share)
{
    CwColour back = panel_alpha(theme->shade, 255);
    return (CwColour){(uint8_t)(back.r + (colour.r - back.r) * share),
                      (uint8_t)(back.g + (colour.g - back.g) * share),
                      (uint8_t)(back.b + (colour.b - back.b) * share), 255};
}

/* ---- the graph ---- */

static const double FULL_FRAMES = 2.5; /* refresh intervals from the bottom to the top */
static const double STRIP_SHARE = 0.2; /* of the height, for the ticks */
static const double USUAL_HZ = 60;
enum { GRAPH_STEPS = 40, TICKS_FULL = 4 };

/* Equal neighbours are one rectangle: narrow ones are slow to paint in software. */
typedef struct Column {
    int steps;
    int sort;
} Column;

typedef Column ColumnOf(const OverlayFrame *frame, double interval_ns);

static const OverlayFrame *frame_at(const Overlay *overlay, int index)
{
    int oldest = overlay->next_frame - overlay->frame_count + OVERLAY_FRAMES;
    return &overlay->frames[(oldest + index) % OVERLAY_FRAMES];
}

/* Sorts: on time, a refresh missed, a hitch. */
static Column length_column(const OverlayFrame *frame, double interval_ns)
{
    double intervals = (double)frame->length_ns / interval_ns;
    int steps = (int)lround(fmin(1, intervals / FULL_FRAMES) * (double)GRAPH_STEPS);
    return (Column){steps, intervals > 2.25 ? 2 : intervals > 1.25};
}

/* Sorts: as many as usual, or time was dropped. */
static Column ticks_column(const OverlayFrame *frame, double interval_ns)
{
    (void)interval_ns;
    int ticks = frame->ticks < TICKS_FULL ? frame->ticks : TICKS_FULL;
    bool many = frame->ticks > TICKS_FULL || frame->dropped_ns > 0;
    return (Column){ticks * GRAPH_STEPS / TICKS_FULL, many ? 2 : ticks > 1};
}

static void draw_columns(const Overlay *overlay, const OverlayPen *pen, Box box,
                         ColumnOf *column_of)
{
    const CwColour colours[] = {dim(pen->theme, pen->theme->text, 0.6), pen->theme->accent,
                                WARNING};
    double interval_ns = 1e9 / (overlay->refresh_hz > 0 ? overlay->refresh_hz : USUAL_HZ);
    double column_width = box.width / (double)OVERLAY_FRAMES;
    double left = box.x + column_width * (OVERLAY_FRAMES - overlay->frame_count);
    int begin = 0;
    for (int i = 0; i < overlay->frame_count; i = begin) {
        Column column = column_of(frame_at(overlay, i), interval_ns);
        for (begin = i + 1; begin < overlay->frame_count; begin++) {
            Column other = column_of(frame_at(overlay, begin), interval_ns);
            if (other.steps != column.steps || other.sort != column.sort) {
                break;
            }
        }
        double height = box.height * column.steps / (double)GRAPH_STEPS;
        Box run = {left + column_width * i, box.y + box.height - height, column_width * (begin - i),
                   height};
        panel_fill(pen->draw, run, colours[column.sort]);
    }
}

/* The graph of frame times with the refresh line, and below it the ticks of each frame. */
static void draw_frames(const Overlay *overlay, const OverlayPen *pen, Box box)
{
    double strip = box.height * STRIP_SHARE;
    double gap = strip * 0.25;
    Box graph = {box.x, box.y, box.width, box.height - strip - gap};
    Box ticks = {box.x, box.y + box.height - strip, box.width, strip};
    draw_columns(overlay, pen, graph, length_column);
    draw_columns(overlay, pen, ticks, ticks_column);
    double refresh_y = graph.y + graph.height * (1 - 1 / FULL_FRAMES);
    Box line = {graph.x, refresh_y - 0.25, graph.width, 0.5};
    panel_fill(pen->draw, line, pen->theme->accent);
}

/* ---- the bars ---- */

static double mean_us(int64_t total_ns, int64_t *before_ns, int frames)
{
    double time_us = (double)(total_ns - *before_ns) * 1e-3 / (frames > 0 ? frames : 1);
    *before_ns = total_ns;
    return fmax(0, time_us);
}

static void add_bar(Overlay *overlay, const char *name, double time_us, bool is_system)
{
    OverlayBar *bar = &overlay->bars[overlay->bar_count++];
    *bar = (OverlayBar){.name = name, .time_us = time_us, .is_system = is_system};
    bool long_time = time_us >= 9999.5;
    double shown = long_time ? time_us * 1e-3 : time_us;
    int decimals = long_time || time_us < 99.95 ? 1 : 0;
    snprintf(bar->text, sizeof bar->text, long_time ? "%.*f ms" : "%.*f", decimals,
             number_round(shown, decimals));
}

/* A phase without systems is left out; one with a single system is that system. */
static void add_phase(Overlay *overlay, const Schedule *schedule, int phase, int frames)
{
    int begin = schedule->phase_begin[phase], end = schedule->phase_begin[phase + 1];
    double time_us = mean_us(schedule->phase_ns[phase], &overlay->phase_totals_ns[phase], frames);
    if (begin < end) {
        add_bar(overlay, cw_phase_name((CwPhase)phase), time_us, false);
    }
    for (int i = begin; i < end; i++) {
        int system = schedule->calls[i];
        double system_us =
            mean_us(schedule->system_ns[system], &overlay->system_totals_ns[system], frames);
        if (end - begin > 1) {
            add_bar(overlay, schedule->systems[system].name, system_us, true);
        }
    }
}

/* 1, 2 or 5 times a power of ten, from 10 us. */
static double round_up(double time_us)
{
    double full_us = 10;
    for (int i = 0; full_us < time_us; i++) {
        full_us *= i % 3 == 1 ? 2.5 : 2;
    }
    return full_us;
}

static void refresh_bars(Overlay *overlay, const Schedule *schedule,
                         const int64_t parts_ns[PART_COUNT])
{
    int frames = overlay->frames_since_refresh;
    double longest_us = 0;
    overlay->bar_count = 0;
    for (int i = 0; i < FRAME_TRACK_COUNT; i++) {
        int part = frame_tracks[i] - CW_PHASE_COUNT;
        if (part < 0) {
            add_phase(overlay, schedule, frame_tracks[i], frames);
        } else if (parts_ns != NULL) {
            double time_us = mean_us(parts_ns[part], &overlay->part_totals_ns[part], frames);
            add_bar(overlay, frame_part_name((FramePart)part), time_us, false);
        }
    }
    for (int i = 0; i < overlay->bar_count; i++) { /* waiting is no work */
        bool waits = overlay->bars[i].name == frame_part_name(PART_WAIT) ||
                     overlay->bars[i].name == frame_part_name(PART_PRESENT);
        longest_us = waits ? longest_us : fmax(longest_us, overlay->bars[i].time_us);
    }
    overlay->bar_full_us = round_up(longest_us);
}

/* The least time that a system must take to be shown, so that no more than `room` are. */
static double least_shown_us(const Overlay *overlay, int room)
{
    double times_us[OVERLAY_BARS];
    int count = 0;
    for (int i = 0; i < overlay->bar_count; i++) {
        if (overlay->bars[i].is_system) {
            times_us[count++] = overlay->bars[i].time_us;
        }
    }
    stats_quantile(times_us, count, 0); /* which sorts them */
    return count <= room ? 0 : nextafter(times_us[count - 1 - room], INFINITY);
}

static void draw_bar(const Overlay *overlay, const OverlayPen *pen, const OverlayBar *bar, Box row)
{
    const double name_lines = 9.8, value_lines = 3.6;
    const CwTheme *theme = pen->theme;
    Box name = {row.x + (bar->is_system ? pen->line * 0.8 : 0), row.y, 0, row.height};
    double full = row.width - pen->line * (name_lines + value_lines);
    double share = fmin(1, bar->time_us / overlay->bar_full_us);
    double thick = row.height * (bar->is_system ? 0.3 : 0.6);
    Box filled = {row.x + pen->line * name_lines, row.y + (row.height - thick) / 2, full * share,
                  thick};
    panel_label(pen->draw, name,
                &(Label){bar->name, CW_FACE_REGULAR, CW_ALIGN_LEFT, pen->line,
                         dim(theme, theme->text, bar->is_system ? 0.75 : 1)});
    panel_fill(pen->draw, filled, bar->is_system ? dim(theme, theme->accent, 0.6) : theme->accent);
    panel_label(pen->draw, row,
                &(Label){bar->text, CW_FACE_REGULAR, CW_ALIGN_RIGHT, pen->line, theme->text});
}

static void draw_heading(const Overlay *overlay, const OverlayPen *pen, Box row)
{
    char text[64];
    void *previous = locale_plain_begin();
    snprintf(text, sizeof text, "us a frame; full bar %.2f ms",
             number_round(overlay->bar_full_us * 1e-3, 2));
    locale_plain_end(previous);
    panel_label(pen->draw, row,
                &(Label){text, CW_FACE_REGULAR, CW_ALIGN_RIGHT, pen->line,
                         dim(pen->theme, pen->theme->text, 0.75)});
}

static void draw_bars(const Overlay *overlay, const OverlayPen *pen, double top_y)
{
    double pad = pen->line * 0.5, row_height = pen->line * ROW_LINES;
    double room = pen->view.y + pen->view.height - top_y;
    int rows = (int)((room - 2 * pad) / row_height) - 1;
    int phases = 0, shown = 1;
    for (int i = 0; i < overlay->bar_count; i++) {
        phases += !overlay->bars[i].is_system;
    }
    double least_us = least_shown_us(overlay, rows > phases ? rows - phases : 0);
    for (int i = 0; i < overlay->bar_count; i++) {
        shown += !overlay->bars[i].is_system || overlay->bars[i].time_us >= least_us;
    }
    double width = pen->line * BARS_LINES;
    Box panel = {pen->view.x + pen->view.width - width, top_y, width, shown * row_height + 2 * pad};
    panel_fill(pen->draw, panel, panel_alpha(pen->theme->shade, 255));
    Box row = {panel.x + pad, panel.y + pad, width - 2 * pad, row_height};
    draw_heading(overlay, pen, row);
    for (int i = 0; i < overlay->bar_count; i++) {
        if (!overlay->bars[i].is_system || overlay->bars[i].time_us >= least_us) {
            row.y += row_height;
            draw_bar(overlay, pen, &overlay->bars[i], row);
        }
    }
}

/* ---- frames ---- */

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

OverlayLengths overlay_lengths(const Overlay *overlay)
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
    return (OverlayLengths){sum_ms / count, worst_ms, sqrt(squares / count)};
}

OverlayFigure *overlay_add(Overlay *overlay, const char *name, const char *format, ...)
{
    OverlayFigure *figure = &overlay->figures[overlay->figure_count++];
    *figure = (OverlayFigure){.name = name, .share = -1};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(figure->text, sizeof figure->text, format, arguments);
    va_end(arguments);
    return figure;
}

void overlay_refresh(Overlay *overlay, double refresh_hz, const Schedule *schedule,
                     const int64_t parts_ns[PART_COUNT])
{
    overlay->figure_count = 0;
    overlay->refresh_hz = refresh_hz;
    if (overlay->frames_since_refresh > 0 || overlay->bar_count == 0) {
        void *previous = locale_plain_begin();
        refresh_bars(overlay, schedule, parts_ns);
        locale_plain_end(previous);
    }
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
                         dim(theme, theme->text, 0.75)});
    if (figure->share >= 0) {
        Box bar = {row.x + row.width * 0.68, row.y + row.height * 0.3, row.width * 0.32,
                   row.height * 0.4};
        panel_fill(pen->draw, bar, dim(theme, theme->text, 0.25));
        bar.width *= fmin(1, figure->share);
        panel_fill(pen->draw, bar, figure->alarming ? WARNING : theme->accent);
    }
    panel_label(pen->draw, value,
                &(Label){figure->text, CW_FACE_REGULAR, CW_ALIGN_LEFT, pen->line,
                         figure->alarming ? WARNING : theme->text});
}

/* Below a game's HUD, where there is room for it. */
static double top_y(const OverlayPen *pen, double height)
{
    CwViewRect view = pen->view;
    return fmax(view.y, fmin(view.y + HUD_HEIGHT, view.y + view.height - height));
}

static double draw_figures(const Overlay *overlay, const OverlayPen *pen, int count)
{
    double pad = pen->line * 0.5, row_height = pen->line * ROW_LINES;
    double width = pen->line * PANEL_LINES;
    double graph_height = pen->line * GRAPH_LINES;
    double height = graph_height + 3 * pad + count * row_height;
    Box panel = {pen->view.x, top_y(pen, height), width, height};
    panel_fill(pen->draw, panel, panel_alpha(pen->theme->shade, 255));
    Box graph = {panel.x + pad, panel.y + pad, width - 2 * pad, graph_height};
    draw_frames(overlay, pen, graph);
    Box row = {panel.x + pad, panel.y + graph_height + 2 * pad, width - 2 * pad, row_height};
    for (int i = 0; i < count; i++) {
        draw_figure(pen, &overlay->figures[i], row);
        row.y += row_height;
    }
    return panel.y + panel.height;
}

void overlay_draw(const Overlay *overlay, const CwTheme *theme, double scale, CwDrawList *draw)
{
    if (overlay->mode == OVERLAY_OFF) {
        return;
    }
    CwViewRect view = ui_view_begin(draw, CW_ENGINE_LAYER_OVERLAY);
    OverlayPen pen = {draw, theme, overlay_line_points(scale), view};
    bool full = overlay->mode == OVERLAY_FULL;
    int shown = full ? overlay->figure_count : overlay->figure_count < 1 ? 0 : 1;
    double end_y = draw_figures(overlay, &pen, shown);
    bool narrow = pen.line * (PANEL_LINES + BARS_LINES) > view.width;
    bool below = narrow && end_y < view.y + view.height * 0.7;
    if (full) {
        draw_bars(overlay, &pen, below ? end_y : top_y(&pen, pen.line * 20));
    }
}
