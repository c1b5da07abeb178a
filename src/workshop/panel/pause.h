/* The workshop in a loop: the side panel of a pause, the A-B span, the forecast, Chipmunk's shapes
 * and the trace, as the loop's guest. Owns them; loop, menus and playback stay the loop's. */
#pragma once

#include "check/trace.h"
#include "inspect/forecast.h"
#include "inspect/inspect.h"
#include "practice/ab_span.h"
#include "program/loop.h"

/* Tabs of the side panel: the pause's own page, the inspector, then the pages of the guest. */
enum { TAB_PAUSE, TAB_INSPECT, TAB_PAGES, TAB_PAGES_MAX = 6 };

/* A key that can't be bound. */
typedef struct FixedKey {
    const char *label, *documentation;
} FixedKey;

typedef struct Pause {
    LoopGuest guest;
    Loop *loop;
    GuestPage pages[TAB_PAGES_MAX];
    Box tabs[TAB_PAGES + TAB_PAGES_MAX]; /* where they were drawn */
    const FixedKey *keys;                /* of dev, up to one without a label; NULL: none */
    struct DevRunner *runner;            /* of `clockwork dev`, which has joined it; NULL: none */
    Inspect inspect;
    AbSpan span;
    Forecast forecast;
    Trace trace;
    const char *trace_file;          /* --trace; NULL: none */
    char traces_dir[PATH_BYTES_MAX]; /* of traces of the last seconds; "": none */
    bool draws_shapes;               /* of the physics */
    bool draws_config;               /* debug.draw_shapes when it was last looked at */
} Pause;

/* NULL without memory. */
LoopGuest *pause_create(void);
void pause_destroy(LoopGuest *guest);

/* That of a loop which has one. */
Pause *pause_of(const Loop *loop);

/* LoopGuest.draw. */
void pause_draw(void *pause, const CwFrame *frame);

/* Adds pages in front of the page of keys, and fixed keys to its list. */
void pause_add_pages(Pause *pause, const GuestPage *pages, int count, const FixedKey *keys);

/* ---- tabs (panel/tabs.c) ---- */

int tabs_shown(const Pause *pause);

/* The inspector's tab opens with its key. */
void tabs_show(Pause *pause, int tab);

/* Takes a click on a tab, and the key for the next one. */
void tabs_update(Pause *pause, CwInputFrame *ui);
void tabs_draw(Pause *pause);

/* The page of all keys; its `self` is the pause. */
extern const ScreenDef keys_page;

/* ---- changes by hand (change/loop_changes.c) ---- */

/* The player typed a value for the inspector's field, or takes the last one back: the ticks after
 * the one that is shown run again with the same inputs. The panel says what came of it. */
void pause_type(void *pause, const char *text);
void pause_take_back(Pause *pause);

/* These ticks have run, or one broke the world: then the change is undone. */
void pause_caught_up(void *pause, bool failed);
