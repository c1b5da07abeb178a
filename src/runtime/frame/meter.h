/* The meter: what a game may know of the machine under it, behind clockwork/stats.h and
 * CwFrame.quality.
 *
 * The monitor owns it and tells it of each frame. Costs are measured for those who asked within the
 * last second; the level of quality costs a few additions a frame. View only. */
#pragma once

#include "clockwork/stats.h"
#include "frame/playback.h"
#include "frame/stage.h"

typedef struct CwMeter {
    CwStats stats;
    double asked_s; /* of real time, for which somebody still wants them measured */
    double since_s; /* the last refresh */
    int frames;     /* since then */
    int64_t phase_ns[CW_PHASE_COUNT], system_ns[SCHEDULE_CAPACITY], paint_ns; /* totals then */
    double late;   /* share of late frames, of about the last second */
    double calm_s; /* without any to speak of */
    double loss;   /* 1 less the level of quality */
} Meter;

/* A frame was presented. `usual`: its length tells of the machine. `paint_ns`: of all painting. */
void meter_end_frame(Meter *meter, const Playback *playback, const Stage *stage, bool usual,
                     int64_t paint_ns);

/* A frame of this length, which was late or not, changes the level of quality. */
void meter_note_lateness(Meter *meter, bool late, double length_s);
