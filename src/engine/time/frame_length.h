/* The clock hypothesis of the frame pacer: no grid, only a mean length of frames that changes.
 *
 * Several exponential means expect each frame, from slow to fast; the one that lately erred least
 * is believed. Frames that fit nothing but one another are a new rate, and restart everything;
 * frames that take turns, short and long, have a mean each. Owned by the frame pacer, whose header
 * explains the constants. */
#ifndef TIME_FRAME_LENGTH_H
#define TIME_FRAME_LENGTH_H

#include <stdbool.h>

enum { FRAME_LENGTH_MEANS = 4 };

typedef struct RunningMean {
    double ns;      /* the expected frame */
    double loss_ns; /* running mean of its error */
} RunningMean;

typedef struct FrameLength {
    RunningMean means[FRAME_LENGTH_MEANS]; /* from slow to fast */
    double turn_ns[2];                     /* of frames that take turns: a mean for each turn */
    double pace_ns;                        /* the expected next frame */
    double noise_ns;                       /* rms of what that misses */
    double last_ns;                        /* last frame */
    double memory;                         /* frames since the rate changed */
    int stray_count;                       /* frames in a row that fit nothing but one another */
    int turn, turn_count;
    bool takes_turns;
} FrameLength;

/* Discards everything and begins with a frame of this length. */
void frame_length_restart(FrameLength *length, double pace_ns);

/* Takes a frame of dt_ns. Whole periods of a locked grid (period_ns, else 0) are missed vblanks and
 * no change of rate, unless they go on. Returns false when the rate has changed: then all starts
 * again from this frame. `trusting`: readings that come late are usually time. */
bool frame_length_add(FrameLength *length, double dt_ns, double period_ns, bool trusting);

#endif
