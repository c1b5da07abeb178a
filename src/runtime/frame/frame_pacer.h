/* The frame pacer turns the clock readings of a game loop into the time to show. The loop calls it
 * once a frame, between the host's clock and the step clock. It owns nothing but its struct, does
 * no I/O, and must not know SDL, ticks or the game.
 *
 * Each frame advances shown time by a step. The pace is the expected length of a frame.
 *
 *   step = pace + time that certainly passed beyond it + a small correction to the clock.
 *
 * docs/frame-pacer.md has the model: how a late reading is judged as jitter or as a delay, the
 * reason for each constant, and sources. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum PacingMode {
    PACING_GRID, /* the model; a gap of more than 5 s, such as a suspend, is one ordinary step */
    PACING_RAW   /* the clock as it reads, except that steps back count as 0 */
} PacingMode;

/* The grid hypothesis: a line through the readings by recursive least squares. Its memory grows
 * while residuals look like jitter, and shrinks when they drift. Once the memory is long, the line
 * is locked: each frame is one of its periods. */
typedef struct PeriodLine {
    double error_ns;  /* last reading minus its vblank */
    double period_ns; /* period of an expected frame */
    double memory;    /* frames in the fit */
    double noise_ns;  /* rms of the residuals */
    double slow_ns;   /* running mean of the residuals */
    double fast_ns;   /* running mean of the residuals' size */
    bool is_locked;
} PeriodLine;

enum { FRAME_LENGTH_MEANS = 4 };

typedef struct RunningMean {
    double ns;      /* the expected frame */
    double loss_ns; /* running mean of its error */
} RunningMean;

/* The clock hypothesis: several means of the frames' length, slow to fast; the best is used. */
typedef struct FrameLength {
    RunningMean means[FRAME_LENGTH_MEANS]; /* ordered from slow to fast */
    double turn_ns[2];                     /* means of odd and of even frames */
    double pace_ns;                        /* the expected next frame */
    double noise_ns;                       /* rms of the prediction's error */
    double last_ns;                        /* last frame */
    double memory;                         /* frames since the rate changed */
    int stray_count; /* frames in a row off the pace that agree with one another */
    int turn, turn_count;
    bool takes_turns;
} FrameLength;

typedef struct LateReading {
    double late_ns;    /* lateness of a reading whose cause is unknown yet; 0: none */
    double trust;      /* share of late readings that proved to be real delays */
    double queue;      /* share of queueable late readings that a queue absorbed */
    int still_count;   /* readings in a row that did not catch up */
    bool is_queueable; /* late enough for a queue to have absorbed it */
    bool is_shown;     /* counts as time before its cause is known */
} LateReading;

/* The pacer, owned by the stage. Counts and skipped_ns may be read. */
typedef struct FramePacer {
    PacingMode mode; /* set by the owner between any two frames: shown time goes on */
    PeriodLine line;
    FrameLength length;
    LateReading late;
    int64_t reading_ns, shown_ns; /* last reading, last shown time */
    double lag_ns;                /* clock minus shown */
    bool has_started;
    bool is_skipping, is_holding; /* requests of frame_pacer_skip and frame_pacer_hold */

    uint64_t backward_count; /* readings below the previous one */
    uint64_t frozen_count;   /* readings equal to the previous one */
    uint64_t huge_count;     /* readings more than 5 s after the previous one */
    double skipped_ns;       /* total of huge readings, never shown */
} FramePacer;

/* Starts the pacer; the first reading sets the origin of both clocks. */
void frame_pacer_init(FramePacer *pacer, double refresh_hz);

/* Restarts learning with a display's reported rate; 0 or absurd: unknown. Shown time continues. */
void frame_pacer_set_refresh(FramePacer *pacer, double refresh_hz);

/* The time up to the next reading counts as at most one ordinary step. */
void frame_pacer_skip(FramePacer *pacer);

/* The next frame takes no step, and the time up to it is never shown. */
void frame_pacer_hold(FramePacer *pacer);

/* The time to show, ns, when the clock reads measured_ns (any); never less than the last. */
int64_t frame_pacer_frame(FramePacer *pacer, int64_t measured_ns);
