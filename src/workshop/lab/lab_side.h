/* One half of the lab: a world under one of the two loops, its twin, and what is measured.
 *
 * The naive loop steps once a frame, as long as that was; the fixed one by whole ticks. The twin is
 * the same at a steady LAB_TWIN_FPS: where they differ, results depend on the frame rate. Time is
 * what the caller says, so a side can be repeated exactly. */
#pragma once

#include "base/files.h"
#include "frame/config_table.h"
#include "frame/limiter.h"
#include "frame/step_clock.h"
#include "host/frame_times.h"
#include "run/run.h"

enum { LAB_TWIN_FPS = 144, LAB_BODY_MAX = 256 };

/* A scene is a CwGame; the last is the program's. No body falls asleep. */
typedef struct LabScene {
    const char *name;  /* one word, for the command line */
    const char *about; /* one line: what should happen */
    CwGame game;       /* without a start: the game of the program */
    cpBB home_m;       /* a body that leaves it has tunnelled */
    bool has_energy;   /* its energy should not change */
    double rest_m;     /* height at which potential energy counts as 0 */
} LabScene;

enum { LAB_SCENE_COUNT = 5 };

extern const LabScene lab_scenes[LAB_SCENE_COUNT];

/* NULL when no scene has that name. */
const LabScene *lab_scene_find(const char *name);

/* When the next frame begins: a window waits for it, the table only counts with it. */
typedef struct LabPace {
    double fps;    /* 0: the caller's own interval */
    int jitter_ms; /* each frame is late by up to this */
    int stall_ms;  /* once a second; 0: never */
    int64_t stall_due_ns;
    Limiter limiter;
    CwRng rng;
} LabPace;

LabPace lab_pace(double fps, int jitter_ms, int stall_ms);

/* Begin of the coming frame; `interval_ns` is for no rate, 0: none. Once a frame. */
int64_t lab_pace_next_ns(LabPace *pace, int64_t now_ns, int64_t interval_ns);

typedef enum LabLoop { LAB_NAIVE, LAB_FIXED, LAB_LOOP_COUNT } LabLoop;

/* A hand that pulls the same body in all worlds. */
typedef struct LabGrab {
    bool held;
    int body;    /* its index in the world */
    cpVect at_m; /* of the hand */
} LabGrab;

typedef struct LabDesc {
    const Config *config; /* arena, limits of the step clock */
    const CwGame *game;   /* of the scene without one */
    const char *map_path; /* of that game */
    const LabScene *scene;
    LabLoop loop;
    const CwReplayFile *driver; /* whose inputs drive the game's scene */
    const LabGrab *grab;        /* NULL: none */
    int slot;                   /* of the arena; the twin takes the next one */
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
    int64_t dropped_ns; /* in all frames */
    bool broken;        /* the world can't go on */
} LabRun;

typedef struct LabSide {
    LabDesc desc;
    LabRun run, twin;
    uint64_t frame_count;
    double energy_at_start_j;
    double energy_pct, worst_energy_pct;     /* change since the start; 0 without energy */
    double divergence_m, worst_divergence_m; /* from the twin; negative while that is behind */
    double joint_gap_m, worst_joint_gap_m;   /* the widest gap of any pivot joint */
    double longest_step_s;
    int lost_count;          /* bodies that ever tunnelled */
    bool lost[LAB_BODY_MAX]; /* by their place in the world */
} LabSide;

/* On false nothing is left open. */
bool lab_side_open(LabSide *side, const LabDesc *desc, CwError *error);
void lab_side_close(LabSide *side); /* fine on one that is not open */

/* One frame of both runs, and what it measures. The fixed loop doesn't go beyond `tick_limit`. */
void lab_side_frame(LabSide *side, int64_t frame_ns, uint64_t tick_limit);

/* The hand takes hold of the body where it is in the side's world, or very near. */
void lab_side_grab(LabSide *side, LabGrab *grab);

/* ---- the table ---- */

typedef struct LabTableDesc {
    LabDesc lab;                   /* without a scene: all of them */
    const FrameTimes *frame_times; /* if there are any, one more condition repeats them */
    double seconds;                /* simulated by every run */
    LogFile *table;
    LogFile *series; /* CSV, a line per frame; it need not be open */
} LabTableDesc;

/* A row is a loop under a condition: bodies that tunnelled, summed, and the worst of other figures.
 * Fixed rows end at the same tick, so all have the same hash. The same on every machine. */
bool lab_table_print(const LabTableDesc *desc, CwError *error);
