/* The stage shows and times frames, for the loop or another owner. It joins host and renderer,
 * times frames by limiter and frame pacer, and passes input from devices to players and menus.
 *
 *     stage_wait ─► stage_begin_frame ─► its owner's work, drawn into `draw_list` ─► stage_paint ─►
 *     stage_present
 *
 * Host and renderer stay the caller's. The renderer reads the stage's viewport in place, so an open
 * stage must not move. It has no session and no step clock: the owner decides what a frame does. */
#pragma once

#include "draw/draw_list.h"
#include "frame/config.h"
#include "frame/limiter.h"
#include "frame/typing.h"
#include "input/input_collector.h"
#include "ui/screen_buttons.h"

typedef struct Renderer Renderer;

typedef struct StageDesc {
    const CwGame *game;
    const Config *config; /* configuration in force; may change between frames */
    Host *host;
    Renderer *renderer;     /* NULL: nothing is painted */
    bool has_background;    /* setting display.background applies */
    const LoopGuest *guest; /* sees events first; NULL: none */
    const char *data_dir;   /* folder of the game's assets; NULL or "": none */
} StageDesc;

/* Frames that loading may make long: a new size comes a frame after the toggle of fullscreen, and a
 * queue may delay its cost by one more. */
enum { STAGE_LOADING_FRAMES = 3 };

/* Rows of pictures; the caller owns them. */
typedef struct PictureRows {
    const CwSpriteDef *rows;
    int count;
} PictureRows;

/* The next press becomes a binding, for a menu in which keys are changed; Escape cancels it. */
typedef enum CatchState { CATCH_OFF, CATCH_WAITS, CATCH_CAUGHT } CatchState;

/* The catch of a binding. Zero: off. Start it as {CATCH_WAITS, is_for_pad}. */
typedef struct BindingCatch {
    CatchState state;
    bool is_for_pad; /* waits for a controller; else for a key or a mouse button */
    bool is_for_any; /* waits for a key or a controller's button; B cancels it, too */
    Binding binding; /* the caught binding */
    int64_t device;  /* its controller; -1: none */
} BindingCatch;

enum { QUEUED_EVENTS_MAX = 4096 }; /* half a second of a mouse at 8 kHz */

typedef struct QueuedEvent {
    InputEvent event;
    char text[COMPOSING_BYTES_MAX + 1];
} QueuedEvent;

typedef struct Stage {
    StageDesc desc;
    HostStatus status; /* host's status in this frame */
    Viewport viewport;
    SpriteTable sprites;
    PictureRows played, own; /* pictures of the level, of the engine's screens; set by the owner */
    CwSpriteDef *pictures;   /* both kinds, one after the other */
    Typesetter *typesetter;  /* typesetter of all draw lists; NULL: no memory, so no text */
    CwDrawList draw_list;
    char dropped[PATH_BYTES_MAX]; /* file dropped on the window, for the owner to open; "": none */
    Limiter limiter;
    FramePacer pacer;
    QueuedEvent queue[QUEUED_EVENTS_MAX]; /* the host's; number n is at n % QUEUED_EVENTS_MAX */
    uint32_t queued_count, handled_count;
    DeviceState devices;     /* held keys and buttons */
    Players players;         /* the players, who make the input of ticks */
    InputCollector ui_input; /* menu input of all players */
    Typing typing;
    DeviceUse device_use;
    BindingCatch binding_catch; /* sees events before all players */
    ScreenButtons buttons;      /* placed by the owner; they see events before players */
    bool is_join_asked;         /* by cw_frame_join; the menus reset this */
    bool is_cursor_hidden;      /* set by the owner */
    Latency latency;
    int64_t begin_ns;         /* this frame's start, by the host's clock */
    int64_t measured_ns;      /* time since the start of the previous frame; 0 for the first */
    int64_t ui_ns;            /* part of measured_ns for the menus' present input */
    int64_t real_ns;          /* time since the first frame */
    double mean_frame_s;      /* mean of the last half second; 0: none yet */
    bool has_begun;           /* `begin_ns` is valid for measuring */
    bool has_stalled;         /* this frame took more than two expected ones */
    bool is_background;       /* the window has no focus, and the settings pause the game then */
    bool was_fullscreen;      /* the window was fullscreen in the previous frame */
    bool is_paused;           /* set by the owner: no time passes in this frame */
    bool is_still;            /* the screen has this frame's picture: no painting, no presenting */
    bool is_after_pause_wait; /* this frame began after an imprecise wait, because the picture was
                                 still */
    bool is_exposed;          /* the screen may have lost the picture, or it must be repainted */
    uint64_t picture_hash;    /* hash of the last painted picture */
    int loading_frames;       /* coming frames that may take long to make textures and buffers */
    uint64_t frame_count, painted_count;
} Stage;

/* The shaking of controllers, which frames request (clockwork/input.h) and the loop applies. */
typedef struct Rumble {
    HostRumble asked[CW_PLAYER_MAX];
    bool is_asked[CW_PLAYER_MAX];
    bool may_shake[CW_PLAYER_MAX]; /* shook when it was last applied */
} Rumble;

/* The time of a picture, for the step clock. */
typedef struct PacedTime {
    int64_t shown_ns;   /* the clock's reading for the picture */
    int64_t skipped_ns; /* real time that is never shown */
} PacedTime;

/* The sprite table of a game's own rows. */
SpriteTable game_sprites(const CwGame *game);

/* Opens a zeroed stage. Nothing is bound before stage_bind, or until collectors get maps. */
bool stage_open(Stage *stage, const StageDesc *desc, CwError *error);
void stage_close(Stage *stage);

/* Binds the actions of the game and of the menus as the configuration says. */
void stage_bind(Stage *stage);

/* Waits until the next frame is due: not before `interval_ns` after the last, as display and
 * background allow. */
void stage_wait(Stage *stage, int64_t interval_ns);

/* Like stage_wait, for an owner that has a limiter of its own. */
void stage_wait_until(Stage *stage, int64_t due_ns);

/* The display's rate, or 60 Hz if it is unknown. */
double host_refresh_hz(const HostStatus *status);

/* The display's interval if present doesn't wait for it, else 0. */
int64_t stage_display_interval_ns(const Stage *stage);

/* Reads the clock, dispatches input like stage_dispatch_input, and follows size, focus, display and
 * lost textures. With status.must_quit there is no frame to run. False: the renderer gave up. */
bool stage_begin_frame(Stage *stage, CwError *error);

/* Input of the menus since the last call, with the pointer in the points of ui_view.h. */
CwInputFrame stage_latch_menus(Stage *stage);

/* Dispatches further input, up to the menus' next press or release; called after the menus have
 * acted. False: there is no more, or it must wait for the next frame. */
bool stage_dispatch_input(Stage *stage);

/* The time to show. After a `loaded` level: no step, and the next reading is late by the load. */
PacedTime stage_pace(Stage *stage, bool loaded);

/* Runs the frame phases before CW_PHASE_RENDER, with the events of the frame's ticks. */
void stage_update_views(Session *session, CwFrame *frame);

/* Draws a session after a frame's ticks into frame->draw. Leaves out CW_PHASE_END_FRAME. */
void stage_draw_session(Session *session, CwFrame *frame, const SpriteTable *sprites);

/* Loads the pictures of `played`, then `own`: sprites from CwGame.looks.sprite_count on. Rows and
 * names live until the next call. Pictures already loaded stay. False: no memory or textures. */
bool stage_load_pictures(Stage *stage, CwError *error);

/* Sorts the picture; gives it to the renderer if `seen`, unless it is still. */
void stage_paint(Stage *stage, bool seen);

/* Presents the frame. Returns true if loading made the frame long. That time must not count: the
 * pacer skips its next step, and the caller must restart its own clock. */
bool stage_present(Stage *stage);

/* Applies a changed configuration. False like stage_begin_frame. */
bool stage_apply_config(Stage *stage, const Config *before, CwError *error);

/* A HostSink: queues the event for devices and collectors. */
void stage_queue_event(void *stage, const InputEvent *event);

/* Applies the rumble requested since the last call, or stops it where it is not allowed. */
void rumble_apply(Rumble *rumble, Host *host, const Players *players, bool allowed);
