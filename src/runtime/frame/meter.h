/* The meter: the facts about the machine that a game may see, behind clockwork/stats.h and
 * CwFrame.quality.
 *
 * The monitor owns it and tells it of each frame. Costs are measured for those who asked within the
 * last second; the level of quality costs a few additions a frame. View only. */
#pragma once

#include "clockwork/stats.h"
#include "frame/playback.h"
#include "frame/stage.h"

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

/* Notes a presented frame. `usual`: its length tells of the machine. `paint_ns`: all painting. */
void meter_end_frame(Meter *meter, const Playback *playback, const Stage *stage, bool usual,
                     int64_t paint_ns);

/* The shortest usual time between two frames, by the display and the limiter. */
double meter_interval_ns(const Playback *playback, const Stage *stage);

/* Adapts the level of quality to a frame of this length, late or not. */
void meter_note_lateness(Meter *meter, bool late, double length_s);
