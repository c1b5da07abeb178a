/* Looking inside what is in the picture while time stands: a click, or a key, opens a panel with
 * the fields of a thing, in a pause and in a replay that was stopped.
 *
 * The loop calls it once a frame with the UI's input, before time keys and pages, and keeps from
 * them what it took. It reads the world between ticks, and writes to it in inspect_take_typed
 * alone. It owns the panel and what is looked at; session and playback stay the caller's. */
#ifndef SHELL_INSPECT_H
#define SHELL_INSPECT_H

#include "clockwork/menu.h"
#include "shell/field_watch.h"
#include "sim/thing_fields.h"
#include "sim/world_pick.h"
#include "ui/field_panel.h"

enum { INSPECT_OPEN_MAX = 64 };

/* Zero-initialise. */
typedef struct Inspect {
    bool open;
    Thing thing;
    Picked here[PICK_MAX]; /* what lies where was clicked last, the smallest first */
    int here_count, here_at;
    CwPoint2 clicked; /* in the points of ui_view.h */
    FieldPanel panel;
    FieldWatch watch;
    char unfolded[INSPECT_OPEN_MAX][FIELD_NAME_BYTES]; /* headings; a ring */
    int unfolded_count;
    uint64_t tick; /* that the rows are of */
    bool stale;    /* they are to be made anew */
    bool goes;     /* the loop is to seek `goes_to` in this frame */
    uint64_t goes_to;
    bool undoes; /* the loop is to take the last change by hand back */
    bool types;  /* the loop is to let the player type `typed_name`'s value, now `typed_text` */
    char typed_name[FIELD_NAME_BYTES], typed_text[FIELD_TEXT_BYTES];
} Inspect;

typedef struct InspectFrame {
    const CwInputFrame *ui;
    CwViewRect view;        /* all that is seen; this and the pointer in the points of ui_view.h */
    CwViewRect seen;        /* the same in view points */
    const CwCamera *camera; /* of the last picture */
    const Playback *playback;
    double dt_s;
    bool possible; /* time stands, and nothing but the pause's own page is shown */
    bool on_page;  /* the pointer is on what is shown there */
} InspectFrame;

void inspect_free(Inspect *inspect);

/* A run begins: nothing is looked at. */
void inspect_reset(Inspect *inspect);

/* Height that it takes below the transport bar. */
double inspect_lift(const Inspect *inspect);

/* Of all that is seen, what its panel and its curves leave free, in the points of ui_view.h. */
CwViewRect inspect_room(const Inspect *inspect, CwViewRect view);

/* True when the click or the keys were its own. While it is open, menu keys and clicks beside the
 * transport bar are nobody else's: inspect_leave_input. */
bool inspect_update(Inspect *inspect, const InspectFrame *frame);
void inspect_leave_input(const Inspect *inspect, const InspectFrame *frame, CwInputFrame *ui);

/* The player typed a value. True when it is changed; else the panel says why not. */
bool inspect_take_typed(Inspect *inspect, Playback *playback, const char *text);

/* A line under the panel's title. */
void inspect_say(Inspect *inspect, bool alarming, const char *text);

/* Outlines in the world, then the panel. `look->typed` may be NULL. */
void inspect_draw(Inspect *inspect, const Playback *playback, const FieldPanelLook *look,
                  CwDrawList *list);

#endif
