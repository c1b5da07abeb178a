/* The bounds of jitter, for the two estimators of the frame pacer: how far a reading may lie off
 * before it is a stray, and whether strays in a row agree with one another, which no accident does.
 *
 * Constants that both share are here; frame_pacer.h says why they have these values. */
#ifndef TIME_JITTER_H
#define TIME_JITTER_H

enum {
    JITTER_STRAY_LIMIT = 3,  /* strays in a row that agree are a change */
    JITTER_STEADY_LIMIT = 12 /* equal frames in a row that are no chance */
};

extern const double JITTER_EDGE_NOISES;    /* noises off that make a stray */
extern const double JITTER_UNSEEN_PERIODS; /* an uneven step of this size is not seen */
extern const double JITTER_PERIOD_MIN_NS;  /* the least length of a frame: 10 kHz is no display */

/* Beyond this a residual is a stray. */
double jitter_edge_ns(double noise_ns, double period_ns);

/* Noise to begin with, before anything is known. */
double jitter_start_ns(double period_ns);

/* The running rms of residuals after one more; `share` is its weight, at least 1/32. Strays count
 * as the edge. */
double jitter_noise_ns(double noise_ns, double off_ns, double edge_ns, double share);

/* Strays in a row that agree with one another, after a residual off_ns that differs from the one
 * before by change_ns. */
int jitter_count_strays(int count, double off_ns, double change_ns, double edge_ns);

double jitter_clamp(double value, double low, double high);

#endif
