/* The lab in a window: two worlds side by side with the same scene, driver and frame times.
 *
 * One loop steps by what the frame took, the other by whole ticks; or both are fixed and one is
 * drawn with interpolation. Frames can be throttled, shaken and stalled, bodies dragged, the solver
 * changed while it runs. The command line opens a lab on a host and runs lab_frame until it is
 * over. Host and renderer stay the caller's. Knows neither SDL nor the inside of a game. */
#ifndef LAB_LAB_H
#define LAB_LAB_H

#include "lab/lab_pace.h"
#include "lab/lab_side.h"
#include "shell/stage.h"

typedef enum LabAction {
    LAB_UP,
    LAB_DOWN,
    LAB_LEFT,
    LAB_RIGHT,
    LAB_NEXT,
    LAB_RESET,
    LAB_STALL_SHORT,
    LAB_STALL_MEDIUM,
    LAB_STALL_LONG,
    LAB_INTERPOLATION,
    LAB_PAUSE,
    LAB_QUIT,
    LAB_POINT, /* drag a body */
    LAB_ACTION_COUNT
} LabAction;

typedef enum LabSetting {
    LAB_SCENE,
    LAB_COMPARE, /* 0: the two loops, 1: one loop without and with interpolation */
    LAB_FPS,     /* 0: the display's */
    LAB_JITTER,  /* ms */
    LAB_STALL,   /* ms every two seconds, 0: none */
    LAB_SUBSTEPS,
    LAB_ITERATIONS,
    LAB_TICK_RATE, /* Hz */
    LAB_SETTING_COUNT
} LabSetting;

enum { LAB_PANE_COUNT = 2, LAB_GRAPH_FRAMES = 160, LAB_INTERPOLATION_HZ = 20 };

/* A side and where its picture lies, view points. */
typedef struct LabPane {
    LabSide side;
    CwViewRect rect;
    bool interpolated;
} LabPane;

typedef struct Lab {
    LabDesc desc;
    Stage stage; /* its UI input is the lab's */
    LearnedInputs driver;
    int values[LAB_SETTING_COUNT];
    int selected;        /* setting */
    int loops_tick_rate; /* of the comparison of loops, while interpolation is compared */
    LabPace pace;
    LabGrab grab;
    LabPane panes[LAB_PANE_COUNT];
    bool paused;
    int64_t frame_ns;                        /* length of the last frame */
    double frame_times_ms[LAB_GRAPH_FRAMES]; /* a ring by frame number */
    bool done, failed;                       /* `error` says why it failed */
    CwError error;
} Lab;

/* The game's sprites at their size in a pane, for making the renderer. Draw lists have the game's
 * own table. */
SpriteTable lab_sprites(const CwGame *game);

/* Begins with the scene of `desc`, or the first one. An open lab must not move. On false nothing is
 * left open. */
bool lab_open(Lab *lab, const LabDesc *desc, const StageDesc *stage, CwError *error);

/* One frame. False when the lab is over; lab->failed then says how. */
bool lab_frame(Lab *lab);

void lab_close(Lab *lab);

/* Begins both worlds again with the settings as they are now. */
void lab_restart(Lab *lab);

/* Draws the world of a pane into its rectangle, on a layer of the stage's list. */
void lab_draw_world(Lab *lab, LabPane *pane, int layer);

/* Draws everything around the two pictures, and the pictures. */
void lab_panel_draw(Lab *lab);

#endif
