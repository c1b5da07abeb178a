/* One half of the lab: a world with one of the two loops.
 *
 * The naive loop takes one step a frame, as long as the frame; the fixed loop steps by whole ticks.
 * The caller passes the frame's length, so a side can be repeated exactly. */
#pragma once

#include "frame/config_table.h"
#include "frame/limiter.h"
#include "frame/step_clock.h"
#include "run/run.h"

#include <stdio.h>

enum { LAB_BODY_MAX = 256, LAB_SCENE_COUNT = 2 };

typedef struct LabScene {
    const char *name;   /* one word, for the command line */
    const char *about;  /* one line about what should happen */
    const CwGame *game; /* NULL: the program's game */
    cpBB home_m;        /* a body outside has tunnelled */
} LabScene;

extern const LabScene lab_scenes[LAB_SCENE_COUNT];

/* NULL: no scene has this name. */
const LabScene *lab_scene_find(const char *name);

/* Decides when the next frame begins. A window waits for it; the table only calculates with it. */
typedef struct LabPace {
    double fps;   /* 0: the caller's interval */
    int stall_ms; /* length of a stall once a second; 0: none */
    int64_t stall_due_ns;
    Limiter limiter;
} LabPace;

/* Called once a frame; returns when the next one begins. `interval_ns` is used if fps is 0; 0: no
 * limit. */
int64_t lab_pace_next_ns(LabPace *pace, int64_t now_ns, int64_t interval_ns);

typedef enum LabLoop { LAB_NAIVE, LAB_FIXED, LAB_LOOP_COUNT } LabLoop;

typedef struct LabDesc {
    const Config *config; /* gives the arena and the step clock's limits */
    const CwGame *game;   /* the program's */
    const char *map_path; /* a level of `game` */
    const LabScene *scene;
    LabLoop loop;
    int slot;                   /* the arena's slot */
    const CwReplayFile *driver; /* inputs for the program's game */
    CwSimSettings settings;
} LabDesc;

typedef struct LabSide {
    LabDesc desc;
    Session session;
    Run run;
    StepClock clock; /* used by the fixed loop */
    uint64_t frame_count;
    int64_t now_ns; /* length of all frames */
    double time_s;  /* simulated time */
    double step_s;  /* length of the last step */
    double longest_step_s;
    double alpha;            /* position of the picture between the last two steps, 0..1 */
    int ticks;               /* steps in the last frame */
    int64_t dropped_ns;      /* time that the step clock dropped in all frames */
    bool broken;             /* a tick failed, so the side stopped */
    int lost_count;          /* bodies that have tunnelled */
    bool lost[LAB_BODY_MAX]; /* tunnelled bodies, by index in the world */
} LabSide;

/* On false nothing is open. */
bool lab_side_open(LabSide *side, const LabDesc *desc, CwError *error);
void lab_side_close(LabSide *side); /* does nothing on a closed or zeroed side */

/* Plays one frame. The fixed loop stops at `tick_limit`. */
void lab_side_frame(LabSide *side, int64_t frame_ns, uint64_t tick_limit);

/* The player's x in the level; 0 without a player. */
double lab_side_player_m(const LabSide *side);

/* Prints the table for desc->scene, or if that is NULL for all scenes. A row is a loop under a
 * condition, simulated for `seconds` in each scene. All fixed rows end at the same tick, so they
 * have the same hash. The table is the same on every machine. */
bool lab_table_print(const LabDesc *desc, double seconds, FILE *table, CwError *error);
