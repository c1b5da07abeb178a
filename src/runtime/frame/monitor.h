/* The monitor shows how the loop runs: overlay, notices, captions, and the times that they and the
 * guest share. The loop marks the ends of its parts; while nobody wants times, no clock is read.
 * Its meter has the facts about the machine that a game may see (clockwork/system.h). View only. */
#pragma once

#include "clockwork/system.h"
#include "frame/loop_guest.h"
#include "frame/overlay.h"
#include "ui/notices.h"

/* Costs are measured for those who asked within the last second; the level of quality
 * (CwFrame.quality) costs a few additions a frame. */
typedef struct Meter {
    CwStats stats;
    double asked_s; /* remaining real time of measuring, for those who asked */
    double since_s; /* real time of the last refresh */
    int frames;     /* frames since the refresh */
    int64_t phase_ns[CW_PHASE_COUNT], system_ns[SCHEDULE_CAPACITY], paint_ns; /* totals then */
    double late;   /* share of late frames in about the last second */
    double calm_s; /* time with hardly a late frame */
    double loss;   /* 1 minus the level of quality */
} Meter;

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

/* Adapts the level of quality to a frame of this length, late or not. */
void meter_note_lateness(Meter *meter, bool late, double length_s);
