/* The stage: what shows and times a frame, for the game's loop and the lab alike. Host, renderer
 * and picture, the limiter and the frame pacer, input on its way from the devices.
 *
 *     stage_wait ─► stage_begin_frame ─► its owner's work, drawn into `draw_list` ─► stage_paint ─►
 *     stage_present
 *
 * Host and renderer stay the caller's; the stage owns the draw list and the viewport, which the
 * renderer reads where it lies: an open stage must not move. It keeps no session and no step clock:
 * the owner decides what a frame does with its time. */
#pragma once

#include "clockwork/game.h"
#include "draw/draw_list.h"
#include "draw/viewport.h"
#include "frame/config_table.h"
#include "frame/frame_pacer.h"
#include "frame/latency.h"
#include "frame/limiter.h"
#include "frame/typing.h"
#include "host/host.h"
#include "input/binding.h"
#include "input/device_use.h"
#include "input/players.h"
#include "sim/session.h"
#include "ui/screen_buttons.h"

typedef struct Renderer Renderer;

/* Sees input before all others. True: nobody else gets it. */
typedef bool InputFilter(void *context, const InputEvent *event);

typedef struct StageDesc {
    const CwGame *game;
    const Config *config; /* in force; may change between frames */
    Host *host;
    Renderer *renderer;  /* NULL: nobody looks */
    bool has_background; /* display.background applies */
    InputFilter *filter; /* NULL: all input is the game's */
    void *filter_context;
    bool awake;           /* at full speed in the background: the game is changed meanwhile */
    const char *data_dir; /* with the game's assets; NULL or "": none */
    const Cache *cache;   /* of results that are made once; NULL: none */
} StageDesc;

/* Frames that loading may make long: a toggle's new size comes a frame later, and a queue may delay
 * what it costs by another. */
enum { STAGE_LOADING_FRAMES = 3 };

/* Rows of pictures, which somebody keeps. */
typedef struct PictureRows {
    const CwSpriteDef *rows;
    int count;
} PictureRows;

/* The next press becomes a binding, for a menu in which keys are changed; Escape cancels it. */
typedef enum CatchState { CATCH_OFF, CATCH_WAITS, CATCH_CAUGHT, CATCH_CALLED_OFF } CatchState;

/* Zero: off. Begins as {CATCH_WAITS, pad}. */
typedef struct BindingCatch {
    CatchState state;
    bool pad;        /* of a controller; else a key or a mouse button */
    Binding binding; /* what was caught */
} BindingCatch;

enum { QUEUED_EVENTS_MAX = 4096 }; /* half a second of a mouse of 8 kHz */

typedef struct QueuedEvent {
    InputEvent event;
    char text[COMPOSING_BYTES_MAX + 1];
} QueuedEvent;

typedef struct Stage {
    StageDesc desc;
    HostStatus status; /* of this frame */
    Viewport viewport;
    SpriteTable sprites;
    PictureRows played, own; /* of what is played, of the engine's screens; set by the owner */
    CwSpriteDef *pictures;   /* both, one after the other */
    Typesetter *typesetter;  /* of all draw lists here; NULL: no memory, and so no text */
    CwDrawList draw_list;
    char dropped[PATH_BYTES_MAX]; /* file on the window, for the owner to open; "": none */
    Limiter limiter;
    FramePacer pacer;
    LateSampling late_sampling;
    QueuedEvent queue[QUEUED_EVENTS_MAX]; /* from the host, number n at n % QUEUED_EVENTS_MAX */
    uint32_t queued_count, taken_count;
    DeviceState devices;     /* what is held */
    Players players;         /* who make the input of the game's ticks */
    InputCollector ui_input; /* of menus: of all players */
    Typing typing;
    DeviceUse device_use;
    BindingCatch binding_catch; /* before any player sees an event */
    ScreenButtons buttons;      /* the same; its owner places them */
    bool cursor_hidden;         /* the same says so */
    Latency latency;
    int64_t begin_ns;      /* of this frame, by the host's clock */
    int64_t measured_ns;   /* from the beginning of the frame before, 0 for the first */
    int64_t ui_ns;         /* of measured_ns, for what the menus take in now */
    int64_t real_ns;       /* since the first frame */
    double mean_frame_s;   /* over the last half second; 0: none yet */
    bool timed;            /* `begin_ns` is there to measure from */
    bool stalled;          /* this frame took more than two usual ones */
    bool is_background;    /* nobody looks, and the settings pause the game then */
    bool fullscreen;       /* in the frame before */
    bool is_paused;        /* set by the owner: no time passes in this frame */
    bool still;            /* the screen has this frame's picture: no painting, no presenting */
    bool rested;           /* this frame began without hurry, after one that was still */
    bool exposed;          /* what is on the screen may be gone, or is wanted anew */
    uint64_t picture_hash; /* hash of the one that was painted last */
    int loading_frames;    /* of those to come, that may take long to make textures and buffers */
    uint64_t frame_count, painted_count;
} Stage;

/* The picture of a time to come, for the step clock. */
typedef struct PacedTime {
    int64_t shown_ns;   /* what the clock should read for it */
    int64_t skipped_ns; /* real time given up, never to be shown */
} PacedTime;

/* A game's own rows. */
SpriteTable stage_sprites(const CwGame *game);

/* Nothing is bound until stage_bind, or until the collectors are given other maps. */
bool stage_open(Stage *stage, const StageDesc *desc, CwError *error);
void stage_close(Stage *stage);

/* Binds the game's actions and those of the menus as the configuration says. */
void stage_bind(Stage *stage);

/* Waits until the next frame is due: not before `interval_ns` after the last, as display and
 * background allow; with display.late_sampling until the last safe moment to poll. */
void stage_wait(Stage *stage, int64_t interval_ns);

/* The same for an owner that has a limiter of its own. */
void stage_wait_until(Stage *stage, int64_t due_ns);

/* The display's rate, or a usual one where it doesn't tell. */
double stage_refresh_hz(const HostStatus *status);

/* The interval of the display where present doesn't wait for it, else 0. */
int64_t stage_display_interval_ns(const Stage *stage);

/* Reads the clock, takes in what happened on the devices as stage_take_input does, and follows
 * size, focus, display and lost textures. With status.quit there is no frame to run. False when the
 * renderer gave up. */
bool stage_begin_frame(Stage *stage, CwError *error);

/* Input of the menus since the last call, with the pointer in the points of ui_view.h. */
CwInputFrame stage_latch_menus(Stage *stage);

/* After they have acted on it: takes in what followed it in this frame, up to the menus' next press
 * or release. False when there is nothing more, or it has to wait for the next frame. */
bool stage_take_input(Stage *stage);

/* The time to show. After a `loaded` level: no step, and the next reading is late by the load. */
PacedTime stage_pace(Stage *stage, bool loaded);

/* The time up to now is no frame's: the next one is measured from here. */
void stage_forget_time(Stage *stage);

/* The frame phases before CW_PHASE_RENDER; the view gets each event of the frame's ticks once. */
void stage_update_session(Session *session, CwFrame *frame);

/* How stage_draw_session shows a session. */
typedef struct StagePicture {
    const SpriteTable *sprites;
    CwPoint2 shift; /* of the world right and down, view points: nearer to where there is room */
} StagePicture;

/* A session's picture after a frame's ticks, into frame->draw; not END_FRAME's phase. */
void stage_draw_session(Session *session, CwFrame *frame, const StagePicture *picture);

/* Loads the pictures of `played`, then `own`: sprites from CwGame.sprite_count on. Rows and names
 * live until the next call. Those of before are not loaded again. False: no memory or textures. */
bool stage_load_pictures(Stage *stage, CwError *error);

/* Sorts the picture; shows it to the renderer where `seen`, unless it is still. */
void stage_paint(Stage *stage, bool seen);

/* True when the frame took long because something was loaded: that is no time of the game's, so the
 * pacer takes no step in the next frame, nor may a clock of the owner's. */
bool stage_present(Stage *stage);

/* A changed configuration. False like stage_begin_frame. */
bool stage_follow_config(Stage *stage, const Config *before, CwError *error);

/* A HostSink: queues it for devices and collectors. */
void stage_take_event(void *stage, const InputEvent *event);
