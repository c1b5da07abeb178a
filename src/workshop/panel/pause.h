/* The workshop as a loop's guest. Owns the side panel of a pause, the A-B span, the forecast, the
 * drawn physics shapes and the trace. Loop, menus and playback belong to the loop. */
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
    GuestScreen pages[TAB_PAGES_MAX];
    Box tabs[TAB_PAGES + TAB_PAGES_MAX]; /* areas of the drawn tabs */
    const FixedKey *keys;                /* keys of dev; the last has no label; NULL: none */
    struct DevRunner *runner;            /* set under `clockwork dev`; NULL: none */
    Inspect inspect;
    AbSpan span;
    Forecast forecast;
    Trace trace;
    const char *trace_file;          /* --trace; NULL: none */
    char traces_dir[PATH_BYTES_MAX]; /* folder for traces of the last seconds; "": none */
    bool draws_shapes;               /* draws the physics shapes */
    bool draws_config;               /* last value of debug.draw_shapes */
} Pause;

/* NULL without memory. */
LoopGuest *pause_create(void);
void pause_destroy(LoopGuest *guest);

/* The pause of a loop that has one. */
Pause *pause_of(const Loop *loop);

/* LoopGuest.draw. */
void pause_draw(void *pause, const CwFrame *frame);

/* Adds pages in front of the page of keys, and fixed keys to its list. */
void pause_add_pages(Pause *pause, const GuestScreen *pages, int count, const FixedKey *keys);

/* Undoes the last change by hand. The panel shows the result. */
void pause_take_back(Pause *pause);

int tabs_shown(const Pause *pause);

/* Shows a tab. The inspector opens with its key instead. */
void tabs_show(Pause *pause, int tab);

/* The page of all keys; its `self` is the pause. */
extern const ScreenDef keys_page;
