/* The monitor shows how the loop runs: overlay, notices, captions, and the times that they and the
 * guest share. The loop marks the ends of its parts; while nobody wants times, no clock is read.
 * View only. */
#pragma once

#include "frame/loop_guest.h"
#include "frame/meter.h"
#include "frame/overlay.h"
#include "ui/notices.h"

typedef struct Monitor {
    const LoopGuest *guest; /* NULL: none */
    Overlay overlay;
    Notices notices, captions;
    Meter meter;
    bool active;                                    /* the frame is timed */
    bool usual;                                     /* the frame's length tells of the machine */
    int64_t frame_begin_ns, mark_ns, tick_begin_ns; /* clock_now_ns */
    int64_t phase_begin_ns;
    bool in_phase; /* some of the phase's systems have been told */
    uint64_t frame;
    uint64_t tick; /* current tick; 0 outside ticks */
    int64_t parts_ns[PART_COUNT];
    int64_t presented_ns;   /* last present, by the host's clock */
    bool has_reported_drop; /* dropped time is reported once a run; --stats has the sum */
    bool is_behind;         /* a notice said that the run lost time */
    int64_t loaded_ns;      /* stage.real_ns at the last load of a level */
} Monitor;

void monitor_open(Monitor *monitor, const Config *config, const LoopGuest *guest);

void monitor_begin_frame(Monitor *monitor, uint64_t frame);

/* Sets the session of the frame; `usual` frames count in the statistics of the machine's speed. */
void monitor_set_session(Monitor *monitor, Session *session, bool usual);

/* Ends a part of the frame, which began where the last part or phase ended. */
void monitor_mark(Monitor *monitor, FramePart part);

void monitor_begin_tick(Monitor *monitor, uint64_t tick);
void monitor_end_tick(Monitor *monitor);

void monitor_report_clock(Monitor *monitor, const Playback *playback, const Stage *stage,
                          const StepFrame *step);

/* Draws over the picture: notices into this room of the view (ui_view.h), the overlay only where
 * no page and no time bar is. */
void monitor_draw(Monitor *monitor, Stage *stage, CwViewRect room, CwViewRect uncovered);

void monitor_keys(Monitor *monitor, const CwInputFrame *ui);

void monitor_end_frame(Monitor *monitor, const FigureSource *frame);
