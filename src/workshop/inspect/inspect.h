/* The inspector shows a thing's fields in a panel. A click or a key opens it in a pause.
 *
 * The workshop's guest calls it once a frame, before pages and time keys, and it removes the input
 * that it used. It only reads the world: it requests seeks and changes from its owner. */
#pragma once

#include "fields/thing_fields.h"
#include "inspect/change_search.h"
#include "inspect/field_curves.h"
#include "panel/field_panel.h"

enum { INSPECT_OPEN_MAX = 64, QUESTION_BYTES = FIELD_NAME_BYTES };

/* Zero-initialise. */
typedef struct Inspect {
    bool is_open;
    Thing thing;
    FieldPanel panel;
    FieldCurves curves;
    ChangeSearch search;
    char unfolded[INSPECT_OPEN_MAX][FIELD_NAME_BYTES]; /* headings, in a ring */
    int unfolded_count;
    char question[QUESTION_BYTES]; /* the line's text: a filter or an expression */
    FieldCondition expression;
    bool is_expression;
    char clicked_head[FIELD_NAME_BYTES]; /* the heading of the body that was clicked */
    uint64_t tick;                       /* tick of the values in the rows */
    bool is_stale;                       /* the rows need an update */
    /* Requests to the owner in this frame: */
    bool is_seek_requested;   /* seek `seek_tick` */
    bool is_undo_requested;   /* undo the last change by hand */
    bool is_typing_requested; /* let the player edit `typed_text` */
    uint64_t seek_tick;
    char typed_name[FIELD_NAME_BYTES]; /* the edited field; "": the line at the top */
    char typed_text[QUESTION_BYTES];
} Inspect;

typedef struct InspectFrame {
    CwInputFrame *ui;
    CwViewRect view;        /* the visible area in ui_view.h's points, as the pointer is */
    CwViewRect seen;        /* the visible area in view points */
    const CwCamera *camera; /* the last picture's */
    const Run *run;
    double alpha; /* the last picture's */
    double dt_s;
    bool is_possible;    /* time is paused, and no page hides the picture */
    bool is_under_tabs;  /* tabs take room above the panel */
    bool is_on_page;     /* the pointer is on a page */
    bool is_bar_dragged; /* the transport bar's knob is held */
} InspectFrame;

void inspect_free(Inspect *inspect);

void inspect_reset(Inspect *inspect);

/* Height of the curves below the transport bar. */
double inspect_lift(const Inspect *inspect);

/* The area of the view without the panel and the curves, in points of ui_view.h. */
CwViewRect inspect_room(const Inspect *inspect, CwViewRect view);

/* Called once a frame. True if the inspector took input, which it removes from `ui`. */
bool inspect_update(Inspect *inspect, const InspectFrame *frame);

/* Filters the panel's fields and selects the first, or asks for an expression; "" ends both. */
void inspect_find(Inspect *inspect, const Session *session, const char *text);

/* Shows a line under the panel's title. */
void inspect_say(Inspect *inspect, bool is_error, const char *text);

/* Draws the open inspector: outlines in the world, then the panel. `look->typed` may be NULL. */
void inspect_draw(Inspect *inspect, const Session *session, const CwFrame *frame,
                  const FieldPanelLook *look);
