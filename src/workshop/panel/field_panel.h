/* A panel with the fields of a thing, at the left or right edge above the transport bar: a title, a
 * line to type in that filters or asks, rows under headings that fold, and at its foot what keys
 * do. It scrolls.
 *
 * Its owner fills the rows whenever they change (field_panel_begin, _add, _end) and decides what a
 * choice means. All is in the points of ui_view.h. Zero-initialise. */
#pragma once

#include "clockwork/game.h"
#include "clockwork/text_entry.h"
#include "fields/field_path.h"
#include "input/binding.h"
#include "input/device_use.h"
#include "ui/panel.h"

enum { FIELD_PROMPTS_MAX = 9, FIELD_WORDS_BYTES = 160 };

typedef struct FieldRow {
    char name[FIELD_NAME_BYTES];   /* whole: "body.3.p.x"; of a heading that of the object */
    size_t head;                   /* bytes of the object's name in it */
    char words[FIELD_WORDS_BYTES]; /* of a heading, or as typed in the line */
    bool heading, open;
    bool asks; /* it is the line to type in */
    bool pinned;
    char value[FIELD_TEXT_BYTES];
} FieldRow;

/* Drawn with the key of the device in use; a click on it is as good. */
typedef struct FieldPrompt {
    int action; /* UiAction */
    const char *label;
    Box box; /* where it was drawn */
} FieldPrompt;

typedef struct FieldPanel {
    char title[128], note[192]; /* the note under the title; "": none */
    char more[2][96];           /* lines under it */
    bool alarming;              /* the note says what is wrong */
    bool left;                  /* at that edge */
    double head, foot;          /* heights kept free above it, and at the lower edge */
    FieldRow *rows;
    int row_count, row_capacity;
    int selected;
    char wanted[FIELD_NAME_BYTES]; /* name of the selected row, kept while rows are filled anew */
    double scroll;
    double seen_height; /* of the list, when it was laid out last */
    double repeat_s;    /* until a held direction moves again */
    FieldPrompt prompts[FIELD_PROMPTS_MAX];
    int prompt_count;
    Box box, list; /* by field_panel_layout */
} FieldPanel;

void field_panel_free(FieldPanel *panel);

/* Fills the rows anew. The selection stays with its name. Without memory rows are left out. */
void field_panel_begin(FieldPanel *panel);
FieldRow *field_panel_add(FieldPanel *panel, const char *name, size_t head); /* NULL: left out */
void field_panel_end(FieldPanel *panel);

FieldRow *field_panel_selected(const FieldPanel *panel);

/* Selects a row and puts it at the top of what is seen. */
void field_panel_show(FieldPanel *panel, const char *name);

typedef enum FieldPanelEvent {
    FIELD_PANEL_NOTHING,
    FIELD_PANEL_CHOSEN, /* the selected row */
    FIELD_PANEL_ACTION, /* one of the prompts: `action` */
    FIELD_PANEL_OUTSIDE /* a click beside it */
} FieldPanelEvent;

FieldPanelEvent field_panel_update(FieldPanel *panel, const CwInputFrame *ui, double dt_s,
                                   int *action);

/* Computes its place in a view. Update and draw need it. */
void field_panel_layout(FieldPanel *panel, CwViewRect view);

double field_panel_width(const FieldPanel *panel);

/* Where the selected row is typed in. */
Box field_panel_value_box(const FieldPanel *panel);

typedef struct FieldPanelLook {
    const CwTheme *theme;
    const InputMap *bindings;
    Device device;
    const CwTextEntry *typed; /* in the selected row; NULL: nothing is */
} FieldPanelLook;

void field_panel_draw(FieldPanel *panel, const FieldPanelLook *look, CwDrawList *list);

/* ---- curves ---- */

/* Curves in a strip along the lower edge, each in its own scale. The values are the caller's. */

#define CURVE_STRIP_HEIGHT 56.0 /* what it takes of the lower edge, in the points of ui_view.h */

enum { CURVE_MAX = 4 };

typedef struct Curve {
    const char *name;
    const double *values; /* oldest first; NaN: there was none */
} Curve;

typedef struct CurveStrip {
    Curve curves[CURVE_MAX];
    int curve_count;
    int count;      /* of each one's values; 0: they are not known yet */
    int span_count; /* values from the left edge to the right one */
    double span_s;
} CurveStrip;

void curve_strip_draw(const CurveStrip *strip, const CwTheme *theme, CwDrawList *list);
