/* The overlay: figures of the machine and the loop over the picture; F3 switches between none, a
 * graph of frame times, and everything. View only. The monitor tells it of each frame and, a few
 * times a second (overlay_due), of figures, so drawing costs little and they can be read. */
#pragma once

#include "clockwork/game.h"
#include "frame/latency.h"
#include "sim/schedule.h"

typedef enum OverlayMode {
    OVERLAY_OFF,
    OVERLAY_GRAPH,
    OVERLAY_FULL,
    OVERLAY_MODE_COUNT
} OverlayMode;

enum {
    OVERLAY_FRAMES = 240,
    OVERLAY_FIGURES = 15,
    OVERLAY_BARS = FRAME_TRACK_COUNT + SCHEDULE_CAPACITY
};

typedef struct OverlayFrame {
    int64_t length_ns; /* from its start to the next frame's */
    int64_t pacing_ns; /* advance of shown time minus the display's */
    int64_t dropped_ns;
    int ticks;
} OverlayFrame;

typedef struct OverlayFigure {
    const char *name;
    char text[160];
    double share; /* 0..1: a bar behind the figure; below 0: none */
    bool alarming;
} OverlayFigure;

/* A bar: the mean time of a frame for something since the last refresh. */
typedef struct OverlayBar {
    const char *name;
    char text[24];
    double time_us;
    bool is_system; /* inside the phase above */
} OverlayBar;

/* The overlay. Zero-initialise. `mode` may be set at any time; set `stale`, too. */
typedef struct Overlay {
    OverlayMode mode;
    OverlayFrame frames[OVERLAY_FRAMES]; /* a ring */
    int frame_count, next_frame;
    int64_t since_refresh_ns;
    int frames_since_refresh;
    bool stale; /* set to refresh the figures in this frame */

    double refresh_hz;
    OverlayFigure figures[OVERLAY_FIGURES];
    int figure_count;
    OverlayBar bars[OVERLAY_BARS];
    int bar_count;
    double bar_full_us; /* time of a full bar */
    int64_t phase_totals_ns[CW_PHASE_COUNT], system_totals_ns[SCHEDULE_CAPACITY];
    int64_t part_totals_ns[PART_COUNT];
} Overlay;

/* Adds a frame, also while hidden: a graph that opens should not be empty. */
void overlay_add_frame(Overlay *overlay, const OverlayFrame *frame);

/* True if the overlay is shown and due: call overlay_refresh, then add figures. */
bool overlay_due(const Overlay *overlay);

/* Drops the figures and takes times spent so far by the schedule (with `profile` on) and the loop's
 * parts (NULL: none). `refresh_hz`: of the display or limiter; 0: unknown. */
void overlay_refresh(Overlay *overlay, double refresh_hz, const Schedule *schedule,
                     const int64_t parts_ns[PART_COUNT]);

/* Adds a figure without a bar. */
OverlayFigure *overlay_add(Overlay *overlay, const char *name, const char *format, ...)
    CW_PRINTF(3, 4);

/* Frames that were shown: mean, longest, and the rms of how far shown time strays. */
typedef struct OverlayLengths {
    double mean_ms, worst_ms, pacing_ms;
} OverlayLengths;
OverlayLengths overlay_lengths(const Overlay *overlay);

/* `scale` is pixels for a point of ui_view.h: text gets larger on small pictures. */
void overlay_draw(const Overlay *overlay, const CwTheme *theme, double scale, CwDrawList *draw);

/* Height of a line of small text that can be read on such a picture, view points. */
double overlay_line_points(double scale);
