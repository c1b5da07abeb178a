/* The monitor shows how the loop runs: overlay, notices, captions, and the times that they and the
 * guest share. The loop marks the ends of its parts; while no times are wanted, no clock is read.
 * Its meter has the facts about the machine that a game may see (clockwork/system.h). No tick reads
 * it. */
#pragma once

#include "frame/figures.h"
#include "ui/notices.h"

/* ---- the overlay: figures over the picture, with the worst of the last ten seconds ----
 *
 * F3 switches between none, a graph of frame times, and everything. Figures change a few times a
 * second, so that they can be read and drawing costs little. */

enum {
    OVERLAY_FRAMES = 240,
    OVERLAY_SECONDS = 10,
    OVERLAY_COSTS = FRAME_PART_COUNT + SCHEDULE_CAPACITY
};

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
    bool is_text; /* not a number */
    bool is_alarming;
} OverlayRow;

/* The overlay. Zero-initialise. `mode` may be set at any time; set `must_refresh`, too. */
typedef struct Overlay {
    OverlayMode mode;
    int64_t lengths_ns[OVERLAY_FRAMES]; /* ring of frame lengths, from start to start */
    int next_frame;
    int64_t since_refresh_ns;
    bool must_refresh;  /* the rows, in this frame */
    uint64_t tick;      /* tick of the rows */
    double interval_ns; /* expected time between two frames */
    FigureSpan spans[OVERLAY_SECONDS][FIGURE_MAX + OVERLAY_COSTS]; /* ring of seconds */
    int second; /* current second in the ring; it began at second_ns */
    int64_t second_ns;
    int64_t totals_ns[OVERLAY_COSTS]; /* total costs of parts and systems up to the last frame */
    const char *costliest;            /* costliest of the last frame; NULL: it was not noted */
    OverlayRow rows[FIGURE_MAX], costs[OVERLAY_COSTS]; /* costs are sorted, the largest first */
    int row_count, cost_count;
} Overlay;

/* Notes a frame, also while hidden: a graph that opens should not be empty. While shown, it also
 * notes the figures and the times spent so far by the schedule (with `is_profiling` on) and the
 * loop's parts, and a few times a second makes the rows. `interval_ns`: expected time between
 * frames. */
void overlay_end_frame(Overlay *overlay, const FigureSource *from,
                       const int64_t parts_ns[FRAME_PART_COUNT], double interval_ns);

/* Draws into this part of the view (ui_view.h), unless it is too small. `scale` is pixels per
 * point: text is larger on small pictures. */
void overlay_draw(const Overlay *overlay, const CwTheme *theme, double scale, CwViewRect room,
                  CwDrawList *draw);

/* Height of a legible line of small text at this scale, view points. */
double overlay_line_points(double scale);

/* ---- the monitor ---- */

/* Measures CwFrame.quality always, and costs for a second after each cw_frame_stats. */
typedef struct Meter {
    CwStats stats;
    double asked_s; /* remaining real time of measuring costs */
    double since_s; /* real time of the last refresh */
    int frames;     /* frames since the refresh */
    int64_t phase_ns[CW_PHASE_COUNT], system_ns[SCHEDULE_CAPACITY],
        paint_ns;  /* totals at the refresh */
    double late;   /* share of late frames in about the last second */
    double calm_s; /* time with hardly a late frame */
    double loss;   /* 1 - CwFrame.quality */
} Meter;

typedef struct Monitor {
    const LoopGuest *guest; /* set by the owner; NULL: none */
    Overlay overlay;
    Notices notices, captions;
    Meter meter;
    bool is_active;   /* the frame is timed */
    bool is_measured; /* the frame's length shows the machine's speed */
    int64_t frame_begin_ns, mark_ns, tick_begin_ns; /* clock_now_ns */
    int64_t phase_begin_ns;
    bool is_in_phase; /* a system of the current phase was reported */
    uint64_t frame;
    uint64_t tick; /* current tick; 0 outside ticks */
    int64_t parts_ns[FRAME_PART_COUNT];
    int64_t presented_ns;   /* last present, by the host's clock */
    bool has_reported_drop; /* dropped time is reported once a run; --stats has the sum */
    bool is_behind;         /* a notice said that the run lost time */
    int64_t loaded_ns;      /* stage.real_ns at the last load of a level */
} Monitor;

void monitor_begin_frame(Monitor *monitor, uint64_t frame);

/* Sets the session of the frame. Only measured frames count in the statistics of the machine. */
void monitor_set_session(Monitor *monitor, Session *session, bool is_measured);

/* Ends a part of the frame, which began where the last part or phase ended. */
void monitor_mark(Monitor *monitor, FramePart part);

void monitor_begin_tick(Monitor *monitor, uint64_t tick);
void monitor_end_tick(Monitor *monitor);

void monitor_report_clock(Monitor *monitor, const Playback *playback, const Stage *stage,
                          const FramePlan *plan);

/* Draws notices into `room`, and the overlay into `uncovered`, the part of the view (ui_view.h)
 * without page and time bar. */
void monitor_draw(Monitor *monitor, Stage *stage, CwViewRect room, CwViewRect uncovered);

void monitor_handle_keys(Monitor *monitor, const CwInputFrame *ui);

void monitor_end_frame(Monitor *monitor, const FigureSource *frame);

/* Adapts CwFrame.quality to a frame of this length, which was late or not. */
void meter_note_lateness(Meter *meter, bool is_late, double length_s);
