/* The grid hypothesis of the frame pacer: time comes in whole periods and all the rest is jitter.
 *
 * A straight line through the readings, least squares in recursive form, with a memory that grows
 * by a frame a frame as long as the residuals look like jitter and is cut when they have a slow
 * part big enough to be seen. So the memory is the confidence: once it is long, the line is locked
 * and frames are its periods. Owned by the frame pacer, whose header explains the constants. */
#ifndef TIME_PERIOD_LINE_H
#define TIME_PERIOD_LINE_H

#include <stdbool.h>

typedef struct PeriodLine {
    double error_ns;  /* last reading minus the vblank it belongs to */
    double period_ns; /* of a usual frame */
    double memory;    /* frames the fit rests on */
    double noise_ns;  /* rms of the residuals */
    double slow_ns;   /* running mean of the residuals ... */
    double fast_ns;   /* ... and of their size */
    double stray_ns;  /* last residual */
    int stray_count;  /* strays in a row that agree */
    bool locked;
} PeriodLine;

/* Discards everything and begins with a frame of this length. */
void period_line_restart(PeriodLine *line, double period_ns);

/* Takes a frame of dt_ns. Returns the whole periods beyond the usual one that passed in it, in ns:
 * missed vblanks. Those are found only if a late reading may be time. */
double period_line_add(PeriodLine *line, double dt_ns, bool may_be_time);

/* A frame of dt_ns that says nothing of the grid. */
void period_line_skip(PeriodLine *line, double dt_ns);

/* The usual frame now lasts dt_ns: a whole number of the old periods if that fits, else everything
 * restarts. */
void period_line_adopt(PeriodLine *line, double dt_ns);

#endif
