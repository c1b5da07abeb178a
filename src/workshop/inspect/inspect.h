/* The inspector: while time is paused, a click or a key opens a panel with the fields of a thing in
 * the picture.
 *
 * Called once a frame with the UI's input, before time keys and pages, which don't get what it
 * took. It reads the world between ticks: seeks and changed values are its owner's to do. */
#pragma once

#include "fields/thing_fields.h"
#include "inspect/field_watch.h"
#include "panel/field_panel.h"

enum { INSPECT_OPEN_MAX = 64, QUESTION_BYTES = FIELD_NAME_BYTES };

/* Zero-initialise. */
typedef struct Inspect {
    bool open;
    Thing thing;
    FieldPanel panel;
    FieldWatch watch;
    char unfolded[INSPECT_OPEN_MAX][FIELD_NAME_BYTES]; /* headings; a ring */
    int unfolded_count;
    char question[QUESTION_BYTES]; /* in the line: a filter, or if `is_asked` an expression */
    FieldCondition asked;
    bool is_asked;
    char clicked_head[FIELD_NAME_BYTES]; /* the heading of the body that was clicked */
    uint64_t tick;                       /* that the rows are of */
    bool stale;                          /* they are to be made anew */
    /* Its owner has to, in this frame: */
    bool seeks; /* seek `seek_tick` */
    uint64_t seek_tick;
    bool takes_back;                   /* take the last change by hand back */
    bool types;                        /* let the player type over `typed_text` */
    char typed_name[FIELD_NAME_BYTES]; /* the field whose value it is; "": the line */
    char typed_text[QUESTION_BYTES];
} Inspect;

typedef struct InspectFrame {
    const CwInputFrame *ui;
    CwViewRect view;        /* all that is seen; this and the pointer in the points of ui_view.h */
    CwViewRect seen;        /* the same in view points */
    const CwCamera *camera; /* of the last picture */
    const Run *run;
    double alpha; /* of the last picture */
    double dt_s;
    bool possible;       /* time stands, and no page hides the picture */
    bool under_tabs;     /* these have room above the panel */
    bool on_page;        /* the pointer is on what is shown there */
    bool bar_is_dragged; /* the knob of the transport bar is held */
} InspectFrame;

void inspect_free(Inspect *inspect);

void inspect_reset(Inspect *inspect);

/* Height that it takes below the transport bar. */
double inspect_lift(const Inspect *inspect);

/* The part of the view that its panel and its curves leave free, in the points of ui_view.h. */
CwViewRect inspect_room(const Inspect *inspect, CwViewRect view);

/* True when it took the click or keys. What it leaves while open: inspect_leave_input. */
bool inspect_update(Inspect *inspect, const InspectFrame *frame);
void inspect_leave_input(const Inspect *inspect, const InspectFrame *frame, CwInputFrame *ui);

/* Filters the panel's fields, or asks for an expression's value; "" ends both. */
void inspect_ask(Inspect *inspect, const CwWorld *world, const char *text);

/* The same for a text that is done: a filter selects the first field that it leaves. */
void inspect_find(Inspect *inspect, const Session *session, const char *text);

/* A line under the panel's title. */
void inspect_say(Inspect *inspect, bool alarming, const char *text);

/* While it is open: outlines in the world, then the panel. `look->typed` may be NULL. */
void inspect_draw(Inspect *inspect, const Session *session, const CwFrame *frame,
                  const FieldPanelLook *look);
