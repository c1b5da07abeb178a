/* The guest of a loop: callbacks of tools that watch a run and take part in it. Loop and menus call
 * them. All are set, except where a comment allows NULL. */
#pragma once

#include "clockwork/game.h"
#include "frame/latency.h"
#include "input/input_event.h"
#include "sim/session.h"
#include "ui/transport.h"
#include "ui/ui_actions.h"

struct Loop;
struct ScreenDef;

typedef struct GuestScreen {
    const char *label;
    const struct ScreenDef *page; /* its functions get `self` by screens_guest */
    void *self;
    bool is_in_results; /* a row of the results leads there */
} GuestScreen;

enum { GUEST_KEY_MAX = 8 };

/* Rows of config.ini that a guest adds. Its actions are numbered from UI_ACTION_COUNT on. */
typedef struct GuestConfig {
    const char *heading;        /* comment above the rows, in config.ini's form */
    const char *label;          /* heading of its keys in menus */
    const CwActionDef *actions; /* keys of [input] */
    const UiActionUse *uses;    /* uses of the actions */
    int action_count;
    const CwConfigKey *keys; /* keys of [debug]; Config.guest_values has their values */
    int key_count;
} GuestConfig;

/* Labels of spans: a CwPhase, SPAN_PART + a FramePart, SPAN_TICK for a tick as a whole, or
 * SPAN_SYSTEM + the number of a system in the schedule. */
enum { SPAN_PART = CW_PHASE_COUNT, SPAN_TICK = SPAN_PART + FRAME_PART_COUNT, SPAN_SYSTEM };

/* Time that a label took, by clock_now_ns. */
typedef struct FrameSpan {
    int label;
    int64_t begin_ns, end_ns;
    uint64_t id; /* the tick, or the frame outside ticks */
} FrameSpan;

typedef struct FrameTiming {
    uint64_t index;
    int64_t begin_ns, end_ns;
    int ticks;
    double alpha;
    int64_t dropped_ns;
} FrameTiming;

typedef struct LoopGuest {
    void *self;
    const GuestConfig *config;
    const GuestScreen *pages; /* the guest draws the tabs that lead to them; NULL: none */
    int page_count;
    const CwReplayEdit *changes; /* changes with which runs begin */
    size_t change_count;
    /* The game changes while it is played: the loop is awake in the background, and the title
     * offers no run to continue. */
    bool is_live;
    /* Called when the loop is open, before its first run. False: the guest can't open. */
    bool (*open)(void *self, struct Loop *loop, CwError *error);
    /* Called before the loop is closed, even if open failed. False: a file is incomplete. */
    bool (*close)(void *self);
    /* Opens the first run in the loop's place. NULL: the loop does. */
    bool (*open_run)(void *self, struct Loop *loop, CwError *error);
    /* Handles an event before players and menus. True: they don't get it. NULL: handles none. */
    bool (*handle_event)(void *self, const InputEvent *event);
    /* Discards what the guest showed about the earlier run. */
    void (*begin_run)(void *self);
    /* Called before the pages, once a frame and for each further key. Removes used input from `ui`,
     * whose pointer is in the points of ui_view.h. False: the world is lost. */
    bool (*update)(void *self, CwInputFrame *ui, CwError *error);
    /* Takes the text that the player typed for the guest (TYPING_FIELD). */
    void (*typed)(void *self, const char *text);
    /* Whether the world is write-protected outside ticks, and checked after each. */
    bool (*protects)(const void *self);
    /* Runs the next tick in the loop's place while the marks repeat. `begins`: the world was set to
     * the first mark instead. False: the world is lost. */
    bool (*tick)(void *self, CwTickInput *input, bool *begins, CwError *error);
    /* Called after each tick of the run, also a repeated one. May be NULL. */
    void (*ticked)(void *self, const Session *session);
    /* While set, the guest gets each span, ordered by its end, and each frame. */
    bool wants_times;
    void (*span)(void *self, const FrameSpan *span);
    void (*end_frame)(void *self, const FrameTiming *frame);
    /* Called when the ticks after a change were repeated, or one of them `failed`. */
    void (*caught_up)(void *self, bool failed);
    BarMarks (*marks)(const void *self);
    /* Height of the panel below the time bar, and the part of a view that it leaves free. */
    double (*lift)(const void *self);
    CwViewRect (*room)(const void *self, CwViewRect view);
    /* True while the panel is open: the page gets no input. */
    bool (*covers)(const void *self);
    /* Draw in the world below the pages, and over everything. Called headless, too. */
    void (*draw_world)(void *self, const CwFrame *frame);
    void (*draw)(void *self, const CwFrame *frame);
} LoopGuest;
