/* A page is one of the engine's screens of rows, with a title, a selection and a way back.
 *
 * Its owner describes the content again at least once a frame, before the page is drawn
 * (page_begin, page_add), so that it never shows old values. page_update then turns a frame's input
 * into an event on a row, and page_draw shows the page. Keys, pad, mouse or fingers alone are
 * enough to use it. Between frames it keeps the selection, the scroll position and held presses. */
#pragma once

#include "input/device_state.h"
#include "ui/panel.h"

enum { PAGE_ROWS_MAX = 288, PAGE_LABEL_BYTES = 192, PAGE_PROMPTS_MAX = 6, PAGE_HINT_LINES = 2 };

#define PAGE_CARD_LINES 2.9  /* height of a card's text, in sizes of a note */
#define PAGE_NOTE_SHARE 0.42 /* share of a two-column note's width for the first column */

typedef enum RowKind {
    ROW_ACTION,
    ROW_CHOICE, /* left and right turn the value */
    ROW_SLIDER,
    ROW_TOGGLE,
    ROW_TEXT,    /* text that is typed */
    ROW_BINDING, /* choosing the row catches a key */
    ROW_CARD,    /* a picture above a label and a note, in a grid */
    ROW_PLACE,   /* a place on the page's map, drawn by the page's owner */
    ROW_HEADING, /* headings, notes and pictures can't be chosen */
    ROW_NOTE,
    ROW_PICTURE, /* drawn by the page's owner */
    ROW_KIND_COUNT
} RowKind;

typedef struct PageRow {
    RowKind kind;
    int id; /* the owner's */
    char label[PAGE_LABEL_BYTES];
    char value[PAGE_LABEL_BYTES];
    char note[PAGE_LABEL_BYTES]; /* a card's last line */
    double fraction;             /* 0..1, for a slider */
    double height;               /* height of a picture, in lines of normal text */
    CwPoint2 at;         /* a place on the map: 0, 0 is its top left, 1, 1 its bottom right */
    bool is_on;          /* for a toggle */
    bool is_waiting;     /* a binding waits for a key */
    bool is_alarming;    /* a binding in conflict, or an action that destroys */
    bool is_locked;      /* dim, with a padlock: fixed, or without effect until it is won */
    bool has_long_value; /* has a line of its own if label and value do not fit */
} PageRow;

/* The side of the picture with the rows. Upright views have them below and above instead. */
typedef enum PageSide { PAGE_LEFT, PAGE_RIGHT, PAGE_WHOLE } PageSide;

typedef enum PageEventType {
    PAGE_NOTHING,
    PAGE_CHOSEN,
    PAGE_TURNED, /* turned by `step`; choosing a toggle or a choice turns it by 1 */
    PAGE_SET,    /* a slider was set to `fraction` */
    PAGE_BACK
} PageEventType;

typedef struct PageEvent {
    PageEventType type;
    int id; /* id of the row, except for PAGE_BACK */
    int step;
    bool was_chosen; /* choosing turned the row, not left or right */
    double fraction;
} PageEvent;

/* A prompt at the lower edge: a key of the device in use, and its effect. It can be clicked. */
typedef struct PagePrompt {
    int action; /* UiAction whose binding is shown */
    const char *label;
    Box box; /* box where the prompt was drawn */
} PagePrompt;

/* What a page with a map asks its owner to draw besides the rows. */
enum { PAGE_MAP = -1, PAGE_ABOUT_PLACE = -2 };

/* Places on a page, in points of ui_view.h. */
typedef struct PageLayout {
    CwViewRect view; /* the visible part */
    Box title, panel, list, prompts, hint;
    Box map;               /* covers the view; the panel tells about the selected place */
    double content_height; /* height of all rows; scrolls if larger than the list's */
    bool is_upright;
    double row_width;
    bool is_stacked;         /* bindings have their values under their labels */
    Box rows[PAGE_ROWS_MAX]; /* boxes from the list's top left, without scrolling */
} PageLayout;

typedef struct Page {
    /* Content; set after page_begin. */
    char title[PAGE_LABEL_BYTES];
    PageSide side;
    double head;        /* height above the rows for tabs that replace the title; 0: none */
    int logo;           /* sprite that replaces the title; -1: none */
    double logo_shape;  /* width for a height of 1 */
    bool is_root;       /* no page to go back to */
    const char *notice; /* message about a failure; NULL: none */
    double map_shape;   /* width of the map for a height of 1; 0: no map. All rows are its places */
    double width;       /* rows beside the picture, at text size 1; 0: the default width */
    char hint[2 * PAGE_LABEL_BYTES]; /* about the selected row, below the list */
    bool has_hints;                  /* hints have room */
    double foot;                     /* free height at the lower edge */
    int row_count;
    PageRow rows[PAGE_ROWS_MAX];
    double text_scale; /* kept by page_begin */

    /* State of the player's input. */
    int selected;
    double scroll;
    bool is_scrolled; /* by wheel or finger: rows that the list's edge cuts are shown */
    bool is_hidden;   /* hidden until the player wants the page; the owner sets it */
    double ignore_s;  /* time during which choices are ignored */
    int held;         /* row that pointer or finger went down on; -1: none */
    bool was_pressed, is_dragged;
    CwPoint2 pressed_at;
    double scroll_at_press;
    double repeat_s; /* time until a held direction moves again */
    double turned;   /* turns of the wheel that have not moved the selection on a map yet */

    PageLayout layout;
    PagePrompt prompts[PAGE_PROMPTS_MAX];
    int prompt_count;
} Page;

/* A frame's input; pointer and view in points of ui_view.h. */
typedef struct PageInput {
    const CwInputFrame *ui;
    CwViewRect view;
    double dt_s;
} PageInput;

/* ---- content ---- */

/* "letter_box" as "Letter box"; cut to fit. */
void setting_label(const char *word, char label[PAGE_LABEL_BYTES]);

/* Begins new content: discards rows, looks and prompts; keeps the player's input. */
void page_begin(Page *page, const char *title);

/* Adds a row. Only rows that can be chosen need an id; a note with a value has two columns. */
PageRow *page_add(Page *page, RowKind kind, int id, const char *label);
void page_set_value(PageRow *row, const char *value);

/* Adds a prompt to "choose" and "back", which each page has. */
void page_prompt(Page *page, int action, const char *label);

/* ---- the player's input ---- */

/* Opens the page with the first row selected. Ignores choices for `ignore_s`. */
void page_open(Page *page, double ignore_s);

/* Selects a row by its id, if there is one, and scrolls to it. */
void page_select(Page *page, int id);

/* The selected row; NULL: no row can be selected. */
const PageRow *page_selected(const Page *page);

/* Whether the page uses left and right now, so that nothing else may. */
bool page_turns(const Page *page);

/* A frame's event. Menu keys or the pointer show a hidden page, which takes only the way back. */
PageEvent page_update(Page *page, const PageInput *input);

/* ---- the picture ---- */

typedef struct PageLook {
    const CwTheme *theme;
    int title_face;           /* face of title and cards */
    Device device;            /* device in use, whose keys are shown */
    const InputMap *bindings; /* bindings of UI actions */
    const CwTextEntry *typed; /* typing in the selected row; NULL: none */
    /* Draws the inside of a ROW_CARD, ROW_PLACE or ROW_PICTURE, and PAGE_MAP. */
    void (*card)(void *context, int id, Box box, CwDrawList *list);
    void *context;
} PageLook;

/* Draws rows, title and prompts on CW_ENGINE_LAYER_MENU; notes replace prompts. */
void page_draw(Page *page, const PageLook *look, CwDrawList *list);

/* The box of the text field in the selected row. */
Box page_field_box(const Page *page);

/* ---- places ---- */

/* Places the present rows in a view. page_update and page_draw call it. */
void page_layout(Page *page, CwViewRect view);

/* The visible box of a row, and the value's part of it. */
Box page_row_box(const Page *page, int row);
Box page_value_box(const Page *page, int row);

/* False if the row is scrolled away, or in part while keys move the list. */
bool page_row_is_seen(const Page *page, int row);

/* The row that can be chosen at a place; -1: none. */
int page_row_at(const Page *page, CwPoint2 at);

/* The track of a slider's knob in the value's box. */
Box page_slider_track(Box value, const PageRow *row, double text_scale);

bool page_row_can_be_chosen(const PageRow *row);
int page_first_choice(const Page *page); /* -1: no row can be chosen */
int page_last_choice(const Page *page);

void page_scroll_to(Page *page, int row);
double page_scroll_end(const Page *page);
