/* One half of the lab: a world under one of the two loops.
 *
 * The naive loop steps once a frame, by the length of the frame; the fixed loop steps by whole
 * ticks. The caller says how long a frame was, so a side can be repeated exactly. */
#pragma once

#include "frame/config_table.h"
#include "frame/limiter.h"
#include "frame/step_clock.h"
#include "run/run.h"

#include <stdio.h>

enum { LAB_BODY_MAX = 256, LAB_SCENE_COUNT = 2 };

typedef struct LabScene {
    const char *name;   /* one word, for the command line */
    const char *about;  /* one line: what should happen */
    const CwGame *game; /* NULL: the game of the program */
    cpBB home_m;        /* a body that leaves it has tunnelled */
} LabScene;

extern const LabScene lab_scenes[LAB_SCENE_COUNT];

/* NULL when no scene has that name. */
const LabScene *lab_scene_find(const char *name);

/* When the next frame begins: a window waits for it, the table only counts with it. */
typedef struct LabPace {
    double fps;   /* 0: the caller's own interval */
    int stall_ms; /* once a second; 0: never */
    int64_t stall_due_ns;
    Limiter limiter;
} LabPace;

/* Begin of the coming frame; `interval_ns` is for no rate, 0: none. Once a frame. */
int64_t lab_pace_next_ns(LabPace *pace, int64_t now_ns, int64_t interval_ns);

typedef enum LabLoop { LAB_NAIVE, LAB_FIXED, LAB_LOOP_COUNT } LabLoop;

typedef struct LabDesc {
    const Config *config; /* arena, limits of the step clock */
    const CwGame *game;   /* of the program */
    const char *map_path; /* of that game */
    const LabScene *scene;
    LabLoop loop;               /* also the slot of the arena */
    const CwReplayFile *driver; /* its inputs drive the game of the program */
    CwSimSettings settings;
} LabDesc;

typedef struct LabSide {
    LabDesc desc;
    Session session;
    Run run;
    StepClock clock; /* of the fixed loop */
    uint64_t frame_count;
    int64_t now_ns;          /* the sum of all frames */
    double time_s;           /* simulated */
    double step_s;           /* length of the last step */
    double longest_step_s;   /* of all steps */
    double alpha;            /* where the picture is between the last two steps */
    int ticks;               /* in the last frame */
    int64_t dropped_ns;      /* in all frames */
    bool broken;             /* the world can't go on */
    int lost_count;          /* bodies that ever tunnelled */
    bool lost[LAB_BODY_MAX]; /* by their place in the world */
} LabSide;

/* On false nothing is left open. */
bool lab_side_open(LabSide *side, const LabDesc *desc, CwError *error);
void lab_side_close(LabSide *side); /* fine on one that is not open */

/* Plays one frame. The fixed loop doesn't go beyond `tick_limit`. */
void lab_side_frame(LabSide *side, int64_t frame_ns, uint64_t tick_limit);

/* The place of the game's player along the level; 0 where there is none. */
double lab_side_player_m(const LabSide *side);

/* Prints the table of the scene, or of all where `desc` has none. A row is a loop under a
 * condition; each scene is simulated for so many seconds. All fixed rows end at the same tick, so
 * they have the same hash. The table is the same on every machine. */
bool lab_table_print(const LabDesc *desc, double seconds, FILE *table, CwError *error);
