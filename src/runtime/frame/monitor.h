/* The monitor: what shows and records how the loop runs: overlay, trace, notices, captions, and the
 * times they share. The loop marks the ends of its parts; while nothing is shown or traced, no
 * clock is read. View only. */
#pragma once

#include "check/trace.h"
#include "frame/meter.h"
#include "frame/overlay.h"
#include "ui/notices.h"

/* Troubles of a clock. Each is reported once a run; --stats has the numbers. */
typedef enum ClockTrouble {
    TROUBLE_BACKWARD,
    TROUBLE_FROZEN,
    TROUBLE_SATURATED,
    TROUBLE_DROPPED,
    TROUBLE_COUNT
} ClockTrouble;

typedef struct Monitor {
    Overlay overlay;
    Trace trace;
    Notices notices, captions;
    Meter meter;
    bool active;                                    /* this frame is timed: shown or traced */
    bool usual;                                     /* its length tells of the machine */
    int64_t frame_begin_ns, mark_ns, tick_begin_ns; /* clock_now_ns */
    int64_t phase_begin_ns;
    bool in_phase; /* some of its systems have been told */
    uint64_t frame;
    uint64_t tick; /* the one under way; 0 outside ticks */
    int64_t parts_ns[PART_COUNT];
    int64_t presented_ns;    /* by the host's clock */
    uint64_t refreshed_tick; /* of the overlay's figures */
    bool reported[TROUBLE_COUNT];
    bool is_behind;    /* the run has just lost time, and a notice said so */
    int64_t loaded_ns; /* stage.real_ns when a level was loaded last */
} Monitor;

bool monitor_open(Monitor *monitor, const Config *config, const TraceDesc *trace, CwError *error);

void monitor_begin_frame(Monitor *monitor, uint64_t frame);

/* The session of this frame; `usual` frames count in the statistics of the machine's speed. */
void monitor_set_session(Monitor *monitor, Session *session, bool usual);

/* A part of the frame ends. It began where the last part or phase ended. */
void monitor_mark(Monitor *monitor, FramePart part);

void monitor_begin_tick(Monitor *monitor, uint64_t tick);
void monitor_end_tick(Monitor *monitor);

/* Reports what was wrong with the clock's reading of this frame. */
void monitor_report_clock(Monitor *monitor, const Playback *playback, const Stage *stage,
                          const StepFrame *step);

/* On top of the picture; notices in this part of the view (ui_view.h). */
void monitor_draw(Monitor *monitor, const Playback *playback, Stage *stage, CwViewRect room);

void monitor_keys(Monitor *monitor, const Session *session, const CwInputFrame *ui);

void monitor_end_frame(Monitor *monitor, const Playback *playback, const Stage *stage,
                       const StepFrame *step);
