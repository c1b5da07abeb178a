/* The guest of a loop: callbacks that tools may set, to watch a run and take part in it. The loop
 * and the menus call them and know no more. Without tools the guest is NULL; else all callbacks are
 * set, but for those that may be NULL. */
#pragma once

#include "clockwork/game.h"
#include "frame/latency.h"
#include "input/input_event.h"
#include "sim/session.h"
#include "ui/ui_actions.h"

struct Loop;
struct ScreenDef;

typedef struct GuestPage {
    const char *label;
    const struct ScreenDef *page; /* its functions find `self` by screens_guest */
    void *self;
    bool in_results; /* a row of the results leads there */
} GuestPage;

enum { GUEST_KEY_MAX = 8 };

/* Rows of config.ini that a guest adds. Its actions are numbered from UI_ACTION_COUNT on. */
typedef struct GuestConfig {
    const CwActionDef *actions; /* of [input] */
    const UiActionUse *uses;    /* of the actions */
    int action_count;
    const CwConfigKey *keys; /* of [debug]; their values are in Config.guest_values */
    int key_count;
} GuestConfig;

/* Additions of a guest to the time bar. */
typedef struct BarMarks {
    bool has_ticks; /* the bar shows ticks, too */
    bool has_a, has_b;
    uint64_t a, b; /* ticks */
    bool repeats;  /* the ticks between them: the bar stays while they do */
    bool taken;    /* the player gives their input, also in a replay */
    const char *note;
} BarMarks;

/* Labels of spans: a CwPhase, SPAN_PART + a FramePart, SPAN_TICK for a tick as a whole, or
 * SPAN_SYSTEM + the number of a system in the schedule. */
enum { SPAN_PART = CW_PHASE_COUNT, SPAN_TICK = SPAN_PART + PART_COUNT, SPAN_SYSTEM };

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
    bool usual; /* its length tells of the machine: not of a load, a pause or the background */
} FrameTiming;

typedef struct LoopGuest {
    void *self;
    const GuestConfig *config;
    const GuestPage *pages; /* the guest draws the tabs that lead to them; NULL: none */
    int page_count;
    const CwReplayEdit *changes; /* with which runs begin */
    size_t change_count;
    /* The game changes while it is played: the loop is awake in the background, and the title
     * offers no run to continue. */
    bool is_live;
    /* Once the loop is open, before its first run. False, with the cause: it can't open. */
    bool (*open)(void *self, struct Loop *loop, CwError *error);
    /* Before the loop is closed, also one that could not open. False: a file is not whole. */
    bool (*close)(void *self);
    /* Opens the first run in the loop's place. NULL: the loop does. */
    bool (*open_run)(void *self, struct Loop *loop, CwError *error);
    /* Takes an event before players and menus. True: they don't get it. NULL: it takes none. */
    bool (*take_event)(void *self, const InputEvent *event);
    /* Drops all that it shows of the run before. */
    void (*begin_run)(void *self);
    /* Once a frame and for each further key, before the pages: takes what it used out of `ui`,
     * whose pointer is in the points of ui_view.h. False when the world is lost. */
    bool (*update)(void *self, CwInputFrame *ui, CwError *error);
    /* The text that it let the player type (TYPING_FIELD) was confirmed. */
    void (*typed)(void *self, const char *text);
    /* Whether the world is write-protected outside ticks, and checked after each. */
    bool (*protects)(const void *self);
    /* A tick in place of the loop's next, while its marks repeat. `begins`: the world was put to
     * the first mark instead. False when the world is lost. */
    bool (*tick)(void *self, CwTickInput *input, bool *begins, CwError *error);
    /* After each tick of the run, also where it runs again. May be NULL. */
    void (*ticked)(void *self, const Session *session);
    /* While it wants times it gets each span, in the order of their ends, and each frame. */
    bool wants_times;
    void (*span)(void *self, const FrameSpan *span);
    void (*end_frame)(void *self, const FrameTiming *frame);
    /* Ticks that repeat after a change have run, or `failed` in one of them, with the loop's error.
     */
    void (*caught_up)(void *self, bool failed);
    BarMarks (*marks)(const void *self);
    /* Height that it takes below the time bar, and the part of a view that it leaves free. */
    double (*lift)(const void *self);
    CwViewRect (*room)(const void *self, CwViewRect view);
    /* Its panel is open: the page gets no input. */
    bool (*covers)(const void *self);
    /* In the world, under the pages; and over them. Also headless. */
    void (*draw_world)(void *self, const CwFrame *frame);
    void (*draw)(void *self, const CwFrame *frame);
} LoopGuest;
