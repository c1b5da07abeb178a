#include "frame/monitor.h"

#include "platform/clock.h"
#include "platform/locale.h"
#include "ui/ui_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t REFRESH_NS = 250000000;
static const double ALARM_PERCENT = 90;             /* share of a limit that raises an alarm */
static const double LEGIBLE_PX = 10.5;              /* height of a line */
static const double LINE_LEAST = 7, LINE_MOST = 13; /* view points */
static const double HUD_HEIGHT = 94; /* room for a game's own display at the top, view points */
static const double GRAPH_LINES = 5, ROW_LINES = 1.05;
/* Widths of the columns. The last, PLACE, is left out where the room is narrow. */
static const double NAME_LINES = 8, CELL_LINES = 4.2, PLACE_LINES = 11, PAD_LINES = 0.5;

typedef struct OverlayPen {
    CwDrawList *draw;
    const CwTheme *theme;
    double line;     /* height of a line of text, points of ui_view.h: the unit of the layout */
    CwViewRect room; /* part of the view without menus and time bar, in the same points */
} OverlayPen;

typedef struct OverlayTable {
    OverlayRow heading;
    const OverlayRow *rows;
    int count, columns;
    double above; /* height that stays free over the heading */
} OverlayTable;

static const CwColour WARNING = {0xe8, 0x5c, 0x41, 255};

/* Mixes with the panels' opaque shade: the HUD must not shine through, and blending is slow. */
static CwColour dim(const CwTheme *theme, CwColour colour, double share)
{
    CwColour back = panel_alpha(theme->shade, 255);
    return (CwColour){(uint8_t)(back.r + (colour.r - back.r) * share),
                      (uint8_t)(back.g + (colour.g - back.g) * share),
                      (uint8_t)(back.b + (colour.b - back.b) * share), 255};
}

/* ---- the graph ---- */

static const double FULL_FRAMES = 2.5; /* intervals from the bottom to the top */
enum { GRAPH_STEPS = 40, MISSED_STEPS = 20, HITCH_STEPS = 36 };

/* The height of a frame's column; 0 is the oldest frame. */
static int column_steps(const Overlay *overlay, int index)
{
    int64_t length_ns = overlay->lengths_ns[(overlay->next_frame + index) % OVERLAY_FRAMES];
    double intervals = (double)length_ns / fmax(1, overlay->interval_ns);
    return (int)lround(fmin(1, intervals / FULL_FRAMES) * (double)GRAPH_STEPS);
}

/* The graph of frame times with a line at the expected one. Equal neighbours are one rectangle:
 * narrow ones are slow to paint in software. */
static void draw_frames(const Overlay *overlay, const OverlayPen *pen, Box box)
{
    double column_width = box.width / (double)OVERLAY_FRAMES;
    int end = 0;
    for (int i = 0; i < OVERLAY_FRAMES; i = end) {
        int steps = column_steps(overlay, i);
        for (end = i + 1; end < OVERLAY_FRAMES && column_steps(overlay, end) == steps; end++) {
        }
        double height = box.height * steps / (double)GRAPH_STEPS;
        CwColour colour = steps > HITCH_STEPS    ? WARNING
                          : steps > MISSED_STEPS ? pen->theme->accent
                                                 : dim(pen->theme, pen->theme->text, 0.6);
        panel_fill(pen->draw,
                   (Box){box.x + column_width * i, box.y + box.height - height,
                         column_width * (end - i), height},
                   colour);
    }
    double expected_y = box.y + box.height * (1 - 1 / FULL_FRAMES);
    panel_fill(pen->draw, (Box){box.x, expected_y - 0.25, box.width, 0.5}, pen->theme->accent);
}

/* ---- samples ---- */

static void merge_span(FigureSpan *to, const FigureSpan *span)
{
    if (span->count == 0) {
        return;
    }
    if (to->count == 0 || span->worst > to->worst) {
        to->worst = span->worst;
        to->frame = span->frame;
        to->costliest = span->costliest;
    }
    to->last = span->last;
    to->sum += span->sum;
    to->count += span->count;
}

static void note_number(FigureSpan *span, double number, uint64_t frame, const char *costliest)
{
    if (!isnan(number)) {
        merge_span(span, &(FigureSpan){number, number, number, 1, frame, costliest});
    }
}

static const char *cost_name(const Schedule *schedule, int cost)
{
    return cost < FRAME_PART_COUNT ? frame_part_name((FramePart)cost)
                                   : schedule->systems[cost - FRAME_PART_COUNT].name;
}

/* Notes the costs of parts and systems since the last frame. Returns the name of the costliest;
 * waiting does not count. */
static const char *sample_costs(Overlay *overlay, const FigureSource *from,
                                const int64_t parts_ns[FRAME_PART_COUNT], FigureSpan *spans)
{
    const Schedule *schedule = &from->playback->session.schedule;
    const char *costliest = "";
    double most_us = 0;
    for (int i = 0; i < FRAME_PART_COUNT + schedule->system_count; i++) {
        int64_t total_ns =
            i < FRAME_PART_COUNT ? parts_ns[i] : schedule->system_ns[i - FRAME_PART_COUNT];
        double cost_us = fmax(0, (double)(total_ns - overlay->totals_ns[i]) * 1e-3);
        bool is_longest = i != FRAME_PART_WAIT && i != FRAME_PART_PRESENT && cost_us > most_us;
        overlay->totals_ns[i] = total_ns;
        costliest = is_longest ? cost_name(schedule, i) : costliest;
        most_us = is_longest ? cost_us : most_us;
        if (overlay->costliest != NULL) { /* without a last frame the cost covers many frames */
            note_number(&spans[i], cost_us, from->frame, "");
        }
    }
    return overlay->costliest == NULL ? "" : costliest;
}

static void sample(Overlay *overlay, const FigureSource *from,
                   const int64_t parts_ns[FRAME_PART_COUNT], bool is_due)
{
    int64_t now_ns = from->stage->real_ns;
    if (now_ns - overlay->second_ns >= OVERLAY_SECONDS * NS_PER_S) {
        memset(overlay->spans, 0, sizeof overlay->spans);
    }
    if (now_ns - overlay->second_ns >= NS_PER_S) {
        overlay->second_ns = now_ns;
        overlay->second = (overlay->second + 1) % OVERLAY_SECONDS;
        memset(overlay->spans[overlay->second], 0, sizeof overlay->spans[0]);
    }
    FigureSpan *spans = overlay->spans[overlay->second];
    const char *before = overlay->costliest;
    overlay->costliest = sample_costs(overlay, from, parts_ns, spans + FIGURE_MAX);
    for (int i = 0; i < figure_count; i++) {
        const Figure *figure = &figure_table[i];
        if (figure->group == FIGURES_LENGTH && before != NULL) {
            note_number(&spans[i], figure->read(from), from->frame - 1, before);
        } else if (figure->group == FIGURES_FRAME || (is_due && figure->group == FIGURES_WORLD)) {
            note_number(&spans[i], figure->read(from), from->frame, overlay->costliest);
        }
    }
}

/* ---- rows ---- */

/* The last ten seconds, from the oldest on. */
static FigureSpan sum_spans(const Overlay *overlay, int index)
{
    FigureSpan sum = {0};
    for (int i = 1; i <= OVERLAY_SECONDS; i++) {
        merge_span(&sum, &overlay->spans[(overlay->second + i) % OVERLAY_SECONDS][index]);
    }
    return sum;
}

static void write_columns(OverlayRow *row, const FigureSpan *span, int digits)
{
    row->mean_number = span->sum / span->count;
    snprintf(row->mean, sizeof row->mean, "%.*f", digits, row->mean_number);
    snprintf(row->worst, sizeof row->worst, "%.*f", digits, span->worst);
    snprintf(row->place, sizeof row->place, "%" PRIu64 " %.20s", span->frame, span->costliest);
}

static OverlayRow figure_row(const Overlay *overlay, int index, const FigureSource *from)
{
    const Figure *figure = &figure_table[index];
    OverlayRow row = {.name = figure->name, .unit = figure->unit, .is_text = figure->read == NULL};
    FigureSpan span = sum_spans(overlay, index);
    figure_text(figure, from, row.now);
    row.is_alarming = (figure->group == FIGURES_ALARM && strncmp(row.now, "no", 2) != 0) ||
                      (strcmp(figure->unit, "%") == 0 && figure->read(from) > ALARM_PERCENT);
    if (span.count > 0) {
        write_columns(&row, &span, figure->digits);
    }
    return row;
}

static OverlayRow cost_row(const Overlay *overlay, int cost, const Schedule *schedule)
{
    OverlayRow row = {.name = cost_name(schedule, cost), .unit = ""};
    FigureSpan span = sum_spans(overlay, FIGURE_MAX + cost);
    snprintf(row.now, sizeof row.now, "%.0f", span.last);
    if (span.count > 0) {
        write_columns(&row, &span, 0);
    }
    return row;
}

static int by_mean(const void *a, const void *b)
{
    double x = ((const OverlayRow *)a)->mean_number, y = ((const OverlayRow *)b)->mean_number;
    return (x < y) - (x > y);
}

static void refresh_rows(Overlay *overlay, const FigureSource *from)
{
    const Schedule *schedule = &from->playback->session.schedule;
    void *previous = locale_plain_begin();
    overlay->row_count = overlay->cost_count = 0;
    for (int i = 0; i < figure_count; i++) {
        if (figure_table[i].group >= FIGURES_LENGTH) {
            overlay->rows[overlay->row_count++] = figure_row(overlay, i, from);
        }
    }
    for (int i = 0; i < FRAME_PART_COUNT + schedule->system_count; i++) {
        overlay->costs[overlay->cost_count++] = cost_row(overlay, i, schedule);
    }
    qsort(overlay->costs, (size_t)overlay->cost_count, sizeof overlay->costs[0], by_mean);
    locale_plain_end(previous);
    overlay->must_refresh = false;
    overlay->since_refresh_ns = 0;
}

/* Each step in a pause refreshes the rows, so that they show its tick. */
void overlay_end_frame(Overlay *overlay, const FigureSource *from,
                       const int64_t parts_ns[FRAME_PART_COUNT], double interval_ns)
{
    uint64_t tick = cw_world_tick(from->playback->session.world);
    int64_t length_ns = from->stage->measured_ns;
    overlay->lengths_ns[overlay->next_frame] = length_ns;
    overlay->next_frame = (overlay->next_frame + 1) % OVERLAY_FRAMES;
    overlay->since_refresh_ns += length_ns > 0 ? length_ns : 0;
    overlay->interval_ns = interval_ns;
    if (overlay->mode == OVERLAY_OFF) {
        overlay->costliest = NULL;
        return;
    }
    bool is_due = overlay->must_refresh || overlay->since_refresh_ns >= REFRESH_NS ||
                  (tick != overlay->tick && from->playback->clock.is_paused);
    sample(overlay, from, parts_ns, is_due);
    if (is_due) {
        refresh_rows(overlay, from);
        overlay->tick = tick;
    }
}

/* ---- drawing ---- */

double overlay_line_points(double scale)
{
    return fmax(LINE_LEAST, fmin(LINE_MOST, LEGIBLE_PX / scale));
}

/* Texts begin at the left edge of the first column of numbers. */
static void draw_row(const OverlayPen *pen, const OverlayRow *row, Box box, int columns)
{
    const char *const cells[] = {row->now, row->mean, row->worst, row->place};
    CwColour faint = dim(pen->theme, pen->theme->text, 0.75);
    char name[64];
    snprintf(name, sizeof name, "%.40s %s", row->name, row->unit);
    panel_label(pen->draw, box, &(Label){name, CW_FACE_REGULAR, CW_ALIGN_LEFT, pen->line, faint});
    for (int i = 0; i < (row->is_text ? 1 : columns); i++) {
        bool is_left = row->is_text || i == 3;
        double edge = (NAME_LINES + CELL_LINES * (row->is_text ? 0 : i + (i < 3))) * pen->line;
        Box cell = {box.x + (is_left ? edge + pen->line * PAD_LINES : 0), box.y, is_left ? 0 : edge,
                    box.height};
        CwColour colour = row->is_alarming ? WARNING : i == 0 ? pen->theme->text : faint;
        panel_label(pen->draw, cell,
                    &(Label){cells[i], CW_FACE_REGULAR, is_left ? CW_ALIGN_LEFT : CW_ALIGN_RIGHT,
                             pen->line, colour});
    }
}

/* A panel below a game's HUD, where there is room, with as many rows as fit below `above`. */
static Box draw_table(const OverlayPen *pen, const OverlayTable *table, double x, double width)
{
    const double pad = pen->line * PAD_LINES, row_height = pen->line * ROW_LINES;
    const CwViewRect room = pen->room;
    double chrome = table->above + (table->above > 0 ? 3 : 2) * pad;
    int fit = (int)((room.height - chrome) / row_height) - 1;
    int count = table->count < fit ? table->count : fit;
    double height = chrome + (count + 1) * row_height;
    double top = fmax(room.y, fmin(room.y + HUD_HEIGHT, room.y + room.height - height));
    Box panel = {x, top, width, count < 0 ? 0 : height};
    if (count < 0) {
        return panel;
    }
    panel_fill(pen->draw, panel, panel_alpha(pen->theme->shade, 255));
    Box row = {x + pad, top + height - pad - (count + 1) * row_height, width - 2 * pad, row_height};
    draw_row(pen, &table->heading, row, table->columns);
    for (int i = 0; i < count; i++) {
        row.y += row_height;
        draw_row(pen, &table->rows[i], row, table->columns);
    }
    return panel;
}

/* Draws the figures and, beside them, the costs. A narrow room lacks a column or the costs. */
void overlay_draw(const Overlay *overlay, const CwTheme *theme, double scale, CwViewRect room,
                  CwDrawList *draw)
{
    if (overlay->mode == OVERLAY_OFF) {
        return;
    }
    ui_view_begin(draw, CW_ENGINE_LAYER_OVERLAY);
    const OverlayPen pen = {draw, theme, overlay_line_points(scale), room};
    bool is_full = overlay->mode == OVERLAY_FULL;
    double pad = pen.line * PAD_LINES, least = pen.line * (NAME_LINES + CELL_LINES) + 2 * pad;
    double numbers = least + 2 * pen.line * CELL_LINES;
    bool has_places = numbers + pen.line * PLACE_LINES <= room.width;
    bool is_narrow = numbers > room.width;
    double width = is_narrow ? least : numbers + (has_places ? pen.line * PLACE_LINES : 0);
    OverlayTable figures = {.heading = {.name = "last 10 s",
                                        .unit = "",
                                        .now = "now",
                                        .mean = "mean",
                                        .worst = "worst",
                                        .place = "in frame, mostly"},
                            .rows = overlay->rows,
                            .count = is_full ? overlay->row_count : overlay->row_count > 0,
                            .columns = is_narrow    ? 1
                                       : has_places ? 4
                                                    : 3,
                            .above = pen.line * GRAPH_LINES};
    if (width > room.width) {
        return;
    }
    Box box = draw_table(&pen, &figures, room.x, width);
    if (box.height > 0) {
        draw_frames(overlay, &pen, (Box){box.x + pad, box.y + pad, width - 2 * pad, figures.above});
    }
    OverlayTable costs = figures;
    costs.heading.name = "us a frame";
    costs.rows = overlay->costs;
    int fit = (int)((room.height - HUD_HEIGHT) / (pen.line * ROW_LINES)) - 2; /* below the HUD */
    costs.count = overlay->cost_count < fit ? overlay->cost_count : fit;
    costs.columns = 3;
    costs.above = 0;
    if (is_full && width + numbers <= room.width) {
        draw_table(&pen, &costs, room.x + room.width - numbers, numbers);
    }
}
