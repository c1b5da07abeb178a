/* `clockwork lab` compares two loops in a window. Two worlds, one above the other, get the same
 * scene, driver and frame times. The upper loop steps by the length of the frame, the lower one by
 * whole ticks. Or both step by whole ticks, and only the lower one is interpolated. */
#pragma once

#include "frame/stage.h"
#include "frame/step_clock.h"
#include "run/run.h"
#include "ui/page.h"

/* ---- a side: a world with one of the two loops ---- */

enum { LAB_BODY_MAX = 256, LAB_SCENE_COUNT = 2 };

typedef struct LabScene {
    const char *name;   /* one word, for the command line */
    const char *about;  /* one line about what should happen */
    const CwGame *game; /* NULL: the program's game */
    cpBB home_m;        /* a body outside has tunnelled */
} LabScene;

extern const LabScene lab_scenes[LAB_SCENE_COUNT];

typedef enum LabLoop { LAB_NAIVE, LAB_FIXED } LabLoop;

typedef struct LabDesc {
    const Config *config; /* gives the arena and the step clock's limits */
    const CwGame *game;   /* the program's */
    const char *map_path; /* a level of `game` */
    int scene;            /* index in lab_scenes */
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
    double alpha;               /* position of the picture between the last two steps, 0..1 */
    int ticks;                  /* steps in the last frame */
    bool is_broken;             /* a tick failed, so the side stopped */
    int lost_count;             /* bodies that have tunnelled */
    bool is_lost[LAB_BODY_MAX]; /* tunnelled bodies, by index in the world */
} LabSide;

/* On false nothing is open. session_close closes a side. */
bool lab_side_open(LabSide *side, const LabDesc *desc, CwError *error);

void lab_side_frame(LabSide *side, int64_t frame_ns);

/* ---- both sides in a window ---- */

/* Rows of the page. LAB_COMPARE: the two loops, or one loop without and with interpolation. */
typedef enum LabRow { LAB_SCENE, LAB_COMPARE, LAB_STALL, LAB_FPS, LAB_SUBSTEPS, LAB_COUNT } LabRow;

enum { LAB_SIDE_COUNT = 2, LAB_INTERPOLATION_HZ = 20 };

typedef struct Lab {
    LabDesc desc;
    Stage stage;
    Page page;
    int choices[LAB_COUNT];
    Limiter limiter;
    int64_t stall_due_ns; /* the next stall, if stalls are on */
    LabSide sides[LAB_SIDE_COUNT];
    int64_t frame_ns; /* length of the last frame */
    bool has_failed;  /* `error` is set */
    CwError error;
} Lab;

/* An open lab must not move in memory. On false nothing is open. */
bool lab_open(Lab *lab, const LabDesc *desc, const StageDesc *stage, CwError *error);

/* Runs a frame. False when the lab is over; after an error lab->has_failed is set. */
bool lab_frame(Lab *lab);

void lab_close(Lab *lab);

/* Restarts both worlds with the present settings. */
void lab_restart(Lab *lab);
