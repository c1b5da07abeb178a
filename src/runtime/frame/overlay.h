/* The overlay: the table of figures (figures.h) over the picture, with the worst of the last ten
 * seconds; F3 switches between none, a graph of frame times, and everything. View only. Figures
 * change a few times a second, so that they can be read and drawing costs little. */
#pragma once

#include "clockwork/game.h"
#include "frame/figures.h"

enum { OVERLAY_FRAMES = 240, OVERLAY_SECONDS = 10, OVERLAY_COSTS = PART_COUNT + SCHEDULE_CAPACITY };

/* The values of a number in a second. */
typedef struct FigureSpan {
    double sum, worst, last;
    int count;
    uint64_t frame;        /* frame of the worst value */
    const char *costliest; /* system or part that took longest in that frame */
} FigureSpan;

typedef struct OverlayRow {
    const char *name, *unit;
    char now[FIGURE_TEXT_BYTES], mean[24], worst[24];
    char place[48]; /* frame of the worst value, and what took longest in it */
    double mean_number;
    bool words; /* the row is text, not a number */
    bool alarming;
} OverlayRow;

/* The overlay. Zero-initialise. `mode` may be set at any time; set `stale`, too. */
typedef struct Overlay {
    OverlayMode mode;
    int64_t lengths_ns[OVERLAY_FRAMES]; /* ring of frame lengths, from start to start */
    int next_frame;
    int64_t since_refresh_ns;
    bool stale;         /* set to refresh the rows in this frame */
    uint64_t tick;      /* tick of the rows */
    double interval_ns; /* usual time between two frames */
    FigureSpan spans[OVERLAY_SECONDS][FIGURE_MAX + OVERLAY_COSTS]; /* ring of seconds */
    int second; /* current second in the ring; it began at second_ns */
    int64_t second_ns;
    int64_t totals_ns[OVERLAY_COSTS]; /* total costs of parts and systems up to the last frame */
    const char *costliest;            /* costliest of the last frame; NULL: it was not noted */
    OverlayRow rows[FIGURE_MAX], costs[OVERLAY_COSTS]; /* costs are sorted, the largest first */
    int row_count, cost_count;
} Overlay;

/* Notes a frame, also while hidden: a graph that opens should not be empty. While shown, it also
 * notes the figures and the times spent so far by the schedule (with `profile` on) and the loop's
 * parts, and a few times a second makes the rows. `interval_ns`: usual time between two frames. */
void overlay_end_frame(Overlay *overlay, const FigureSource *from,
                       const int64_t parts_ns[PART_COUNT], double interval_ns);

/* Draws into this part of the view (ui_view.h), and nothing where that is too small. `scale` is
 * pixels for a point: text gets larger on small pictures. */
void overlay_draw(const Overlay *overlay, const CwTheme *theme, double scale, CwViewRect room,
                  CwDrawList *draw);

/* Height of a line of small text that can be read on such a picture, view points. */
double overlay_line_points(double scale);
