/* The frame pacer turns the clock readings of a game loop into the time to show. The loop calls it
 * once a frame, between the host's clock and the step clock. It owns nothing but its struct, does
 * no I/O, and must not know SDL, ticks or the game.
 *
 * Model. Frame n starts at a reading m[n] = D[n-1] + jitter, D[n-1] being the moment the frame
 * before appeared. Motion looks even if the time shown steps as the display will: S[n] - S[n-1] =
 * D[n] - D[n-1]. So each frame shows what the last one should have, by now, plus the expected
 * length of the next:
 *
 *     step = pace + time that certainly passed beyond it + a small way back to the clock.
 *
 * A late reading is either jitter (the next one is early again) or a real delay (it stays). The
 * pacer decides which, at four scales.
 *
 * 1. Over seconds: a grid or a clock? The grid hypothesis (PeriodLine) says that time comes in
 *    whole periods and all the rest is jitter. Readings that wander off, as with variable refresh
 *    or no vsync, keep its memory short, so the memory is the confidence: the grid counts when it
 *    is long. Otherwise only the mean length of a frame can be known (FrameLength).
 * 2. Over some frames: has the rate changed? Frames that fit nothing but one another, two in a
 *    row, or three on a host known for late readings, restart everything. A steady run of whole
 * periods makes their sum the period. Frames that take turns, short and long, have a mean each.
 * 3. From frame to frame: is a late reading time (LateReading)? The next one tells: it is as
 *    late, or back in time. The share of those that were time is the trust; with it, time is shown
 *    at once, without it a frame later. Past a whole frame it is time: the frame's own vblank has
 *    gone by. But where a queue of frames feeds the display, a late loop makes no late picture, and
 *    the readings after it bunch up while the queue drains. The share of such readings that came
 *    back tells which kind of display it is. With a queue they are followed until they are back;
 *    one that stays as it is for three frames was time.
 * 4. On a locked grid: time is whole periods, weighed against jitter by likelihood (Student's t, so
 *    that one wild reading proves little). Other strays count for no more than the edge of the
 *    noise.
 *
 * The way back closes the gap to the clock, so nothing drifts: a share of it a frame, never more
 * than the eye sees. A gap longer than a frame is time that was withheld by mistake, and is shown.
 *
 * Assumptions. A frame shows at a vblank (or, without a grid, when it is done) after the reading.
 * The jitter is bounded, and correlated over less than 16 frames; slower jitter is followed,
 * gently. The reported rate is worth one frame: it may be missing or wrong. Nothing foretells a
 * missed vblank, so it costs two wrong steps (jump) or one and a long small lag (slew); no
 * estimator can do better. Nothing foretells a queue either: the first hiccup that it absorbs looks
 * like time, and costs one wrong step and the way back. Waiting with the first would cost more,
 * where a rate falls by half or misses come in bursts.
 *
 * Odd readings are counted. Back by more than a frame, or ahead by over 5 s: an ordinary step, and
 * what was ahead adds to skipped_ns. Back by less: an early reading. The same again: nothing or an
 * ordinary step, as the grid says; later readings make it up. Shown time never steps back.
 *
 * Constants                    why (each was halved and doubled, for what hurts see below)
 *   memory 8 to 2048 frames    fewer can't tell noise from slope; 2 ms of noise leave 1.5 us a step
 *   locked at 96, lost at 48   frames; free-running frames seldom hold a line for 96
 *   SLOW_RATE   1/16 a frame   the span in which jitter must forget itself and drift must show
 *   SLOW_SHARE  0.65           of the mean size: 2.9 sigma of white noise
 *   MEMORY_CUT  0.85 a frame   half the memory in 4 frames
 *   NOISE_RATE  1/32 a frame   the noise known to 10 %
 *   START_PERIODS 0.05, NOISE_MIN_NS 1 us     before anything is known; a floor for perfect clocks
 *   EDGE_NOISES 3.5, EDGE_PERIODS 0.02        a stray: 3.5 sigma plus what the eye does not notice
 *   MISS_COST   4 nats         prior odds of a missed vblank, 1 in 55 frames
 *   STRAY_LIMIT 3 frames       in a row that agree are no accident (one less if trust is high and
 *                              there is no queue)
 *   STEADY_LIMIT 12 frames     by chance 1 in 4096 even at one miss in two frames
 *   TRUST_RATE  1/4            the last four cases count
 *   QUEUE_LEAST 0.75, QUEUE_MOST 3.5 periods  late by that much: no queue is deeper than three
 *   DRAIN_LEAST 0.15 periods a frame          half of what a slow loop gains
 *   SLOWEST_GAIN 0.02, GAIN_RATIO 2.7         means over 50, 19, 7 and 2.5 frames: no gap matters
 *   TURN_GAIN   1/8            turns are regular, or are none
 *   LOSS_RATE   1/64 a frame   the record by which means are compared: a second or less
 *   GAIN 0.13 a frame, UNSEEN 0.035 periods   the way back: slower is calmer, faster is truer; a
 *                              step 5 % wrong counts as bad, 1.5 % is left for noise
 *   JUMP 1 period, SLEW_JUMP_NS 0.1 s         a longer gap is shown at once (jump, slew)
 *   HUGE_NS     5 s            longer than any frame; a machine that slept
 *   GUESS_MAX_NS 1 s           a longer first frame says nothing of the rate
 *   PERIOD_MIN_NS 0.1 ms, DEFAULT_HZ 60       no display has 10 kHz; corrected by a frame
 * These hurt when wrong by 2: SLOW_RATE and SLOW_SHARE (fixed rates), EDGE_NOISES and
 * STRAY_LIMIT (misses, changes), QUEUE_ and DRAIN_ (absorbed hiccups), GAIN_RATIO, SLOWEST_GAIN and
 * GAIN (variable refresh).
 *
 * Sources. Least squares with growing and fading memory: Morrison, Introduction to Sequential
 * Smoothing and Prediction, 1969. Tracking signal: Trigg, Operational Research Quarterly 15, 1964;
 * with an adaptive rate Trigg and Leach, 18, 1967. Clipped residuals: Huber, Annals of Mathematical
 * Statistics 35, 1964; t noise: Lange, Little and Taylor, JASA 84, 1989. Following the best expert:
 * Cesa-Bianchi and Lugosi, Prediction, Learning, and Games, 2006. The problem: Ladavac (Croteam),
 * The Elusive Frame Timing, 2018; Glaiel, How to make your game run at 60fps, 2019; Godot's
 * main_timer_sync; PresentMon's animation error. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum PacingMode {
    PACING_GRID, /* the model above */
    PACING_RAW   /* the clock as it reads: steps back count as none, all others in full */
} PacingMode;

typedef enum PacingCatchUp {
    CATCH_UP_JUMP, /* a missed vblank shows in the next frame: true time */
    CATCH_UP_SLEW  /* it is worked off unseen, 4 % a frame: calm, late */
} PacingCatchUp;

typedef enum PacingEvent {
    PACING_DISPLAY_CHANGED, /* other display or mode: learn again, time goes on */
    PACING_STALLED,         /* the time up to the next reading is lost: one ordinary step at most */
    PACING_RESTARTED        /* the next frame takes no step, and the time up to it is lost */
} PacingEvent;

typedef struct FramePacerDesc {
    PacingMode mode;
    PacingCatchUp catch_up;
    double refresh_hz; /* as reported; 0: unknown */
} FramePacerDesc;

/* The grid hypothesis: a straight line through the readings, least squares in recursive form, with
 * a memory that grows by a frame a frame as long as the residuals look like jitter and is cut when
 * they have a slow part big enough to be seen. Once the memory is long, the line is locked and
 * frames are its periods. */
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

enum { FRAME_LENGTH_MEANS = 4 };

typedef struct RunningMean {
    double ns;      /* the expected frame */
    double loss_ns; /* running mean of its error */
} RunningMean;

/* The clock hypothesis: no grid, only a mean length of frames that changes. Several exponential
 * means expect each frame, from slow to fast; the one that lately erred least is believed. */
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

typedef struct LateReading {
    double late_ns;  /* of the reading whose cause is still open; 0: none */
    double trust;    /* share of late readings that proved to be time */
    double queue;    /* share of those that a queue may absorb that came back */
    int still_count; /* readings since in a row that didn't come back any further */
    bool far;        /* so late that a queue may have absorbed it */
    bool shown;      /* counts as time before its cause is known */
} LateReading;

/* Owned by the stage. Counts and skipped_ns may be read. */
typedef struct FramePacer {
    FramePacerDesc desc;
    PeriodLine line;
    FrameLength length;
    LateReading late;
    int64_t reading_ns, shown_ns; /* last in, last out */
    double lag_ns;                /* clock minus shown */
    bool started, guess, skip, hold;

    uint64_t backward_count; /* readings below the one before */
    uint64_t frozen_count;   /* readings equal to the one before */
    uint64_t huge_count;     /* readings more than 5 s after the one before */
    double skipped_ns;       /* of huge readings: time that is never shown */
} FramePacer;

/* Grid, jump, refresh unknown. */
FramePacerDesc frame_pacer_desc_default(void);

/* The first reading sets the origin of both clocks. */
void frame_pacer_init(FramePacer *pacer, const FramePacerDesc *desc);

/* Another way from the next frame on; shown time goes on without a step. */
void frame_pacer_set_mode(FramePacer *pacer, PacingMode mode, PacingCatchUp catch_up);

/* Restarts learning with a reported rate; 0 or absurd: unknown. Shown time continues. */
void frame_pacer_set_refresh(FramePacer *pacer, double refresh_hz);

void frame_pacer_notify(FramePacer *pacer, PacingEvent event);

/* The time to show, ns, in a frame at whose start the clock read measured_ns (any value); never
 * less than the last. */
int64_t frame_pacer_frame(FramePacer *pacer, int64_t measured_ns);
