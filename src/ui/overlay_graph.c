#include "ui/overlay_parts.h"

#include <math.h>

static const double FULL_FRAMES = 2.5; /* refresh intervals from the bottom to the top */
static const double STRIP_SHARE = 0.2; /* of the height, for the ticks */
static const double USUAL_HZ = 60;
enum { GRAPH_STEPS = 40, TICKS_FULL = 4 };

/* What all columns have in common is one rectangle, and so are neighbours of equal looks: narrow
 * ones are expensive to paint in software, and an even run has none. */
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

static int common_steps(const Overlay *overlay, ColumnOf *column_of, double interval_ns)
{
    int least = GRAPH_STEPS;
    for (int i = 0; i < overlay->frame_count; i++) {
        int steps = column_of(frame_at(overlay, i), interval_ns).steps;
        least = steps < least ? steps : least;
    }
    return least;
}

static void draw_columns(const Overlay *overlay, const OverlayPen *pen, Box box,
                         ColumnOf *column_of)
{
    const CwColour colours[] = {overlay_dim(pen->theme, pen->theme->text, 0.6), pen->theme->accent,
                                overlay_warning};
    double interval_ns = 1e9 / (overlay->refresh_hz > 0 ? overlay->refresh_hz : USUAL_HZ);
    double column_width = box.width / (double)OVERLAY_FRAMES;
    double left = box.x + column_width * (OVERLAY_FRAMES - overlay->frame_count);
    int common = common_steps(overlay, column_of, interval_ns);
    double base = box.height * common / (double)GRAPH_STEPS, floor_y = box.y + box.height - base;
    panel_fill(pen->draw, (Box){left, floor_y, box.x + box.width - left, base}, colours[0]);
    int begin = 0;
    for (int i = 0; i < overlay->frame_count; i = begin) {
        Column column = column_of(frame_at(overlay, i), interval_ns);
        for (begin = i + 1; begin < overlay->frame_count; begin++) {
            Column other = column_of(frame_at(overlay, begin), interval_ns);
            if (other.steps != column.steps || other.sort != column.sort) {
                break;
            }
        }
        double height = box.height * (column.steps - common) / (double)GRAPH_STEPS;
        Box run = {left + column_width * i, floor_y - height, column_width * (begin - i), height};
        if (column.steps > common) {
            panel_fill(pen->draw, run, colours[column.sort]);
        }
    }
}

void overlay_draw_frames(const Overlay *overlay, const OverlayPen *pen, Box box)
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
