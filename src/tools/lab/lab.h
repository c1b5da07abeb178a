/* The lab: two worlds side by side, the same scene, the same driver, the same frame times; one loop
 * steps by what the frame took, the other by whole ticks.
 *
 * The command line opens it on a host and runs lab_frame until it is over. It owns both sides,
 * their pictures and the stage that shows them; host and renderer stay the caller's. Frames can be
 * throttled, shaken and stalled, bodies dragged, the solver turned while it runs. Knows neither SDL
 * nor the game's inside. */
#ifndef LAB_LAB_H
#define LAB_LAB_H

#include "draw/draw_inset.h"
#include "lab/lab_grab.h"
#include "lab/lab_pace.h"
#include "lab/lab_settings.h"
#include "lab/lab_side.h"
#include "shell/stage.h"
#include "ui/overlay.h"

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
    LAB_OVERLAY,
    LAB_POINT, /* drag a body, or turn a setting */
    LAB_ACTION_COUNT
} LabAction;

extern const CwActionDef lab_actions[LAB_ACTION_COUNT];

typedef struct LabDesc {
    const CwGame *game;
    const Config *config;
    const char *map_path;  /* of the scene with the game, NULL for a game without maps */
    const LabScene *scene; /* to begin with; NULL: the first */
    const char *data_dir;  /* with the game's assets; NULL or "": none */
} LabDesc;

/* A side and what is seen of it. */
typedef struct LabPane {
    LabSide side;
    CwDrawList picture;
    Inset inset;
    bool interpolated;
} LabPane;

enum { LAB_PANE_COUNT = 2, LAB_GRAPH_FRAMES = 160 };

typedef struct Lab {
    LabDesc desc;
    Stage stage; /* its UI input is the lab's */
    LabSettings settings;
    LearnedInputs driver; /* of the game's own scene */
    int tick_rate_before; /* of the comparison of loops, while interpolation is compared */
    LabPace pace;
    LabGrab grab;
    LabPane panes[LAB_PANE_COUNT];
    int selected; /* setting */
    bool paused;
    int64_t frame_ns;                        /* length of the last frame */
    double frame_times_ms[LAB_GRAPH_FRAMES]; /* a ring, by the number of the frame */
    Overlay overlay;
    int64_t dropped_before_ns; /* by the run it looks at, up to the last frame */
    bool done, failed;         /* why it failed is in `error` */
    CwError error;
} Lab;

/* The sprites of the game at the size they have in a pane: what the renderer is to be made for. The
 * draw lists have the game's own table. */
SpriteTable lab_sprites(const CwGame *game);

/* On false nothing is left open. */
bool lab_open(Lab *lab, const LabDesc *desc, Host *host, Renderer *renderer, CwError *error);

/* One frame. False when the lab is over; lab->failed then says how. */
bool lab_frame(Lab *lab);

void lab_close(Lab *lab);

/* ---- between the files of the lab ---- */

/* Both worlds from the beginning, with the settings as they are now. */
void lab_restart(Lab *lab);

/* Fills the picture of a pane from its world. */
void lab_pane_draw(LabPane *pane, const LabGrab *grab, const SpriteTable *sprites, double dt_s);

/* The place of a pane's world under a point of the view; false beside the pane. */
bool lab_pane_to_world(const LabPane *pane, CwPoint2 point, cpVect *at_m);

/* Everything: both panes, figures, settings, keys. */
void lab_panel_draw(Lab *lab);

/* The setting whose row is there, or -1. `direction`: -1 on its left half, else 1. */
int lab_panel_setting_at(CwPoint2 point, int *direction);

#endif
