/* A panel that shows the fields of a thing, for the inspector. It has a title, a line to type in,
 * rows under headings that fold, and key prompts at the bottom. The inspector fills the rows when
 * they change and handles the chosen row. Lengths are in points of ui_view.h. */
#pragma once

#include "fields/field_path.h"
#include "input/device_state.h"
#include "ui/panel.h"

enum { FIELD_PROMPTS_MAX = 9, FIELD_WORDS_BYTES = 160 };

typedef struct FieldRow {
    char name[FIELD_NAME_BYTES];   /* full name: "body.3.p.x"; a heading has the object's */
    size_t object_bytes;           /* bytes of the object's name in `name` */
    char words[FIELD_WORDS_BYTES]; /* text of a heading, or text typed in the line */
    bool is_heading, is_open;
    bool is_question; /* this row is the line to type in */
    bool is_pinned;
    char value[FIELD_TEXT_BYTES];
} FieldRow;

/* A key prompt. It shows the key of the device in use, and can be clicked. */
typedef struct FieldPrompt {
    int action; /* UiAction */
    const char *label;
    Box box; /* set by field_panel_draw */
} FieldPrompt;

typedef struct FieldPanel {
    char title[128], note[192];    /* the note under the title; "": none */
    char extra_lines[2][96];       /* lines under the note */
    bool is_error;                 /* the note describes an error */
    bool is_left;                  /* the panel lies at the left edge */
    double free_above, free_below; /* heights outside the panel */
    FieldRow *rows;
    int row_count;
    int selected;
    char selected_name[FIELD_NAME_BYTES]; /* name of the selected row while rows are filled again */
    double scroll;
    double seen_height; /* height of the list in the last layout */
    double repeat_s;    /* time until a held direction moves again */
    FieldPrompt prompts[FIELD_PROMPTS_MAX];
    int prompt_count;
    Box box, list; /* set by field_panel_layout */
} FieldPanel;

void field_panel_free(FieldPanel *panel);

/* Fill the rows again. The selection stays with its name. field_panel_add: NULL without memory. */
void field_panel_begin(FieldPanel *panel);
FieldRow *field_panel_add(FieldPanel *panel, const char *name, size_t object_bytes);
void field_panel_end(FieldPanel *panel);

FieldRow *field_panel_selected(const FieldPanel *panel);

/* Selects a row and scrolls it to the top. */
void field_panel_show(FieldPanel *panel, const char *name);

/* A click beside the panel is PANEL_OUTSIDE. */
typedef enum PanelEvent { PANEL_NOTHING, PANEL_ROW_CHOSEN, PANEL_OUTSIDE } PanelEvent;

/* Sets `action` if its prompt was clicked. */
PanelEvent field_panel_update(FieldPanel *panel, const CwInputFrame *ui, double dt_s, int *action);

/* Computes the panel's place in a view. Needed by update and draw. */
void field_panel_layout(FieldPanel *panel, CwViewRect view);

double field_panel_width(const FieldPanel *panel);

/* The area where a value of the selected row is typed. */
Box field_panel_value_box(const FieldPanel *panel);

typedef struct FieldPanelLook {
    const CwTheme *theme;
    const InputMap *bindings;
    Device device;
    const CwTextEntry *typed; /* text typed in the selected row; NULL: none */
} FieldPanelLook;

void field_panel_draw(FieldPanel *panel, const FieldPanelLook *look, CwDrawList *list);
