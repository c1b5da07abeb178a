/* A page: one of the engine's screens of rows, with a title, a selection, and a way back.
 *
 * Its owner describes its content again whenever that may have changed, at least once a frame
 * before it is drawn, so that it never shows old values:
 *
 *     page_begin(page, "Sound");
 *     page_add(page, ROW_TOGGLE, ID_MUTE, "Mute")->on = muted;
 *     page_add(page, ROW_ACTION, ID_RESET, "As it was");
 *
 * page_update then turns the input of a frame into an event on a row, and page_draw shows the page.
 * Each of keys, pad, mouse and fingers is enough to use it. Between frames it keeps the selection,
 * the scroll position and what is held down. A plain struct. */
#pragma once

#include "clockwork/game.h"
#include "clockwork/text_entry.h"
#include "input/binding.h"
#include "input/device_use.h"
#include "ui/panel.h"

enum { PAGE_ROWS_MAX = 192, PAGE_LABEL_BYTES = 96, PAGE_PROMPTS_MAX = 6, PAGE_HINT_LINES = 2 };

#define PAGE_NOTE_SHARE 0.42 /* of the width of a note with two columns, for the first */

typedef enum RowKind {
    ROW_ACTION,
    ROW_CHOICE, /* its value is one of several: left and right turn it */
    ROW_SLIDER,
    ROW_TOGGLE,
    ROW_TEXT,    /* typed in */
    ROW_BINDING, /* choosing it catches a key */
    ROW_CARD,    /* a picture with a label, in a grid */
    ROW_HEADING, /* the last three are only looked at */
    ROW_NOTE,
    ROW_PICTURE, /* drawn by the page's owner */
    ROW_KIND_COUNT
} RowKind;

typedef struct PageRow {
    RowKind kind;
    int id; /* its owner's */
    char label[PAGE_LABEL_BYTES];
    char value[PAGE_LABEL_BYTES];
    double fraction; /* of a slider, 0..1 */
    double height;   /* of a picture, in text of the usual size */
    bool on;         /* of a toggle */
    bool waits;      /* of a binding: for a key */
    bool alarming;   /* of a binding: it stands in a conflict; of an action: it destroys */
    bool locked;     /* dim, with a padlock: fixed, or without effect until it is won */
    bool long_value; /* on a line of its own where both do not fit */
} PageRow;

/* The side of the picture that the rows are on. Upright views have them below and above instead. */
typedef enum PageSide { PAGE_LEFT, PAGE_RIGHT, PAGE_WHOLE } PageSide;

typedef enum PageEventType {
    PAGE_NOTHING,
    PAGE_CHOSEN,
    PAGE_TURNED, /* by `step`; choosing a toggle or a choice turns it by 1 */
    PAGE_SET,    /* a slider, to `fraction` */
    PAGE_BACK
} PageEventType;

typedef struct PageEvent {
    PageEventType type;
    int id; /* of the row, but for PAGE_BACK */
    int step;
    bool chosen; /* turned by choosing it rather than by left or right */
    double fraction;
} PageEvent;

/* A key and what it does, at the lower edge: drawn for the device in use, and can be clicked. */
typedef struct PagePrompt {
    int action; /* UiAction whose binding is shown */
    const char *label;
    PageEventType type; /* what a click on it does; PAGE_NOTHING: it is only read */
    Box box;            /* where it was drawn */
} PagePrompt;

/* In the points of ui_view.h. */
typedef struct PageLayout {
    CwViewRect view; /* all that is seen */
    Box title, panel, list, prompts, hint;
    double content_height; /* of all rows; more than the list's scrolls */
    bool upright;
    double row_width;
    bool stacked;            /* values of bindings are under their labels */
    double card_extra;       /* height that the labels of cards get of what is left over */
    Box rows[PAGE_ROWS_MAX]; /* from the list's top left, as if it were not scrolled */
} PageLayout;

typedef struct Page {
    /* Its content; set after page_begin. */
    char title[PAGE_LABEL_BYTES];
    PageSide side;
    int logo;           /* sprite instead of the title; -1: none */
    double logo_shape;  /* its width for a height of 1 */
    bool root;          /* there is nothing to go back to */
    const char *notice; /* what went wrong; NULL: nothing */
    double width;       /* of the rows beside the picture, at the usual text size; 0: the usual */
    char hint[2 * PAGE_LABEL_BYTES]; /* about the selected row, in PAGE_HINT_LINES under them */
    bool hints;                      /* there is room for one */
    double foot;                     /* height kept free at the lower edge */
    int row_count;
    PageRow rows[PAGE_ROWS_MAX];
    double text_scale; /* stays */

    /* State of the player's input. */
    int selected;
    double scroll;
    bool is_hidden;  /* until the player asks for it; the owner sets it */
    double ignore_s; /* during which choices are ignored */
    int held;        /* row that pointer or finger went down on; -1: none */
    bool pressed, dragged;
    CwPoint2 pressed_at;
    double scroll_at_press;
    double repeat_s; /* until a held direction moves again */

    PageLayout layout;
    PagePrompt prompts[PAGE_PROMPTS_MAX];
    int prompt_count;
} Page;

/* The input of a frame; pointer and view in the points of ui_view.h. */
typedef struct PageInput {
    const CwInputFrame *ui;
    CwViewRect view;
    double dt_s;
    Device device;
} PageInput;

/* ---- what is on it ---- */

/* Discards rows, looks and prompts; keeps the state of the player's input. */
void page_begin(Page *page, const char *title);

/* Adds a row. Only rows that can be chosen need an id; a note with a value has two columns. */
PageRow *page_add(Page *page, RowKind kind, int id, const char *label);
void page_set_value(PageRow *row, const char *value);

/* Besides "choose" and "back", which each page has. */
void page_prompt(Page *page, int action, const char *label);

/* ---- what the player does ---- */

/* As if it had just been opened, with the first row selected. Takes no choice for a moment. */
void page_open(Page *page, double ignore_s);

/* Selects a row by its id; nothing where there is none. Scrolls to it. */
void page_select(Page *page, int id);

/* The selected row; NULL where nothing can be selected. */
const PageRow *page_selected(const Page *page);

/* Whether the page uses left and right now, so that nothing else may. */
bool page_turns(const Page *page);

/* A hidden page comes back at a menu key or the pointer, and takes only the way back. */
PageEvent page_update(Page *page, const PageInput *input);

/* ---- the picture ---- */

typedef struct PageLook {
    const CwTheme *theme;
    int title_face;           /* of its title and of cards; 0: CW_FACE_BOLD */
    Device device;            /* in use: prompts show its keys */
    const InputMap *bindings; /* of the UI actions */
    const CwTextEntry *typed; /* into the selected row; NULL: nothing */
    /* Draws the inside of a ROW_CARD or a ROW_PICTURE; NULL: nothing. */
    void (*card)(void *context, int id, Box box, CwDrawList *list);
    void *context;
} PageLook;

/* Rows, title and prompts, on CW_ENGINE_LAYER_MENU; notes where the prompts are. */
void page_draw(Page *page, const PageLook *look, CwDrawList *list);

/* The box of the text field in the selected row. */
Box page_field_box(const Page *page);

/* ---- places ---- */

/* For the rows there are in a view like this. page_update and page_draw call it. */
void page_layout(Page *page, CwViewRect view);

/* The visible box of a row; the part of it for the value. */
Box page_row_box(const Page *page, int row);
Box page_value_box(const Page *page, int row);

/* False of what is scrolled away, be it in part. */
bool page_row_is_seen(const Page *page, int row);

/* The row at a place, -1 for none. */
int page_row_at(const Page *page, CwPoint2 at);

/* The way of a slider's knob within the box of its value. */
Box page_slider_track(Box value, const PageRow *row, double text_scale);

bool page_row_can_be_chosen(const PageRow *row);
int page_first_choice(const Page *page); /* -1: there is none */

void page_scroll_to(Page *page, int row);
double page_scroll_end(const Page *page);
