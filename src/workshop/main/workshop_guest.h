/* The workshop is the guest of a maker's loop. It owns the side panel of a pause, the A-B span, the
 * forecast, the drawn physics shapes and the trace. Menus and playback belong to the loop. */
#pragma once

#include "check/trace.h"
#include "inspect/forecast.h"
#include "inspect/inspect.h"
#include "panel/keys.h"
#include "practice/ab_span.h"
#include "program/loop.h"

/* Tabs of the side panel: the pause's own page, the inspector, then the pages of the guest. */
enum { TAB_PAUSE, TAB_INSPECT, TAB_PAGES, TAB_PAGES_MAX = 6 };

typedef struct WorkshopGuest {
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
    bool is_drawing_shapes;          /* draws the physics shapes */
    bool was_drawing_shapes;         /* last value of debug.draw_shapes */
} WorkshopGuest;

/* NULL without memory. */
LoopGuest *workshop_create(void);
void workshop_destroy(LoopGuest *guest);

WorkshopGuest *workshop_of(const Loop *loop);

/* The guest's LoopGuest.draw, for guests that draw more. */
void workshop_draw(void *workshop, const CwFrame *frame);

/* Adds pages in front of the page of keys, and fixed keys to its list. */
void workshop_add_pages(WorkshopGuest *workshop, const GuestScreen *pages, int count,
                        const FixedKey *keys);

/* Undoes the last change by hand. The panel shows the result. */
void workshop_undo(WorkshopGuest *workshop);

int tabs_shown(const WorkshopGuest *workshop);

/* Shows a tab. The inspector opens with its key instead. */
void tabs_show(WorkshopGuest *workshop, int tab);
