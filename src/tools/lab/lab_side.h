/* One half of the lab: a world under one of the two loops, its twin, and what is measured.
 *
 * The naive loop takes one step per frame, as long as the frame was. The fixed loop is Clockwork's:
 * the step clock turns the same frames into whole ticks. The twin is the same loop with the same
 * scene at a steady LAB_TWIN_FPS: where the two are apart, the result depends on the frame rate.
 * Time is only what the caller says, so that a side can be repeated exactly. Knows no window. */
#ifndef LAB_LAB_SIDE_H
#define LAB_LAB_SIDE_H

#include "lab/lab_scenes.h"
#include "lab/learned_inputs.h"
#include "run/run.h"
#include "shell/config_table.h"
#include "time/step_clock.h"

enum { LAB_TWIN_FPS = 144, LAB_LOST_MAX = 256 };

#define LAB_NO_LIMIT UINT64_MAX

typedef enum LabLoop { LAB_NAIVE, LAB_FIXED, LAB_LOOP_COUNT } LabLoop;

/* A hand that pulls the same body in all worlds. */
typedef struct LabGrab {
    bool held;
    int body;      /* its index in the world */
    cpVect anchor; /* on the body, in its coordinates */
    cpVect at_m;   /* of the hand */
} LabGrab;

typedef struct LabDesc {
    const Config *config; /* arena, limits of the step clock */
    const CwGame *game;   /* of the scene without one; NULL: there is no such scene */
    const char *map_path; /* of that game, NULL for none */
    const LabScene *scene;
    LabLoop loop;
    const LearnedInputs *driver; /* of the game's scene; NULL: none */
    const LabGrab *grab;         /* NULL: none */
    int slot;                    /* of the arena; the twin takes the next one */
    CwSimSettings settings;
} LabDesc;

/* One world and its loop. */
typedef struct LabRun {
    Session session;
    Run run;
    StepClock clock;    /* of the fixed loop */
    int64_t now_ns;     /* the sum of all frames */
    double time_s;      /* simulated */
    double step_s;      /* length of the last step */
    double alpha;       /* where the picture is between the last two steps */
    int ticks;          /* in the last frame */
    int owed_ticks;     /* counted by the clock, not yet run because of a limit */
    int64_t dropped_ns; /* in all frames */
    bool broken;        /* the world can't go on */
} LabRun;

typedef struct LabSide {
    LabDesc desc; /* changed solver settings apply from the next tick on, through its input */
    LabRun run, twin;
    uint64_t frame_count;
    double energy_at_start_j;
    double energy_pct, worst_energy_pct;     /* change since the start; 0 without energy */
    double divergence_m, worst_divergence_m; /* from the twin; negative while that is behind */
    double joint_gap_m, worst_joint_gap_m;   /* the widest gap of any pivot joint */
    double longest_step_s;
    int lost_count; /* bodies that ever tunnelled */
    const cpBody *lost[LAB_LOST_MAX];
} LabSide;

/* Learns what the game's bot does in its scene; nothing in a scene without a driver. */
bool lab_learn(LearnedInputs *driver, const LabDesc *desc, CwError *error);

/* On false nothing is left open. */
bool lab_side_open(LabSide *side, const LabDesc *desc, CwError *error);
void lab_side_close(LabSide *side); /* fine on one that is not open */

/* One frame of both runs, and what it measures. The fixed loop doesn't go beyond `tick_limit`. */
void lab_side_frame(LabSide *side, int64_t frame_ns, uint64_t tick_limit);

/* Takes hold of the body at this place of the side's world or very near; false when there is none.
 */
bool lab_side_grab(LabSide *side, cpVect at_m, LabGrab *grab);

#endif
