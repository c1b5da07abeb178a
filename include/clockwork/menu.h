/* A game's own rows in the engine's menus, and pages of its own: a best time, a choice of car, a
 * table of scores. docs/settings.md has an example.
 *
 * The functions of rows run like frame phases, in windows only: `value`, `count` and `item` when
 * the menu is drawn, the others before CW_PHASE_EARLY. View memory is cleared when a level starts,
 * so keep lasting changes as save data. A row in the pause changes the run through frame->flow; on
 * the title such requests are ignored. */
#pragma once

#include "clockwork/system.h"

enum { CW_MENU_ROW_MAX = 16, CW_MENU_PAGE_MAX = 8, CW_MENU_VALUE_BYTES = 128 };
enum { CW_MENU_ITEM_MAX = 256 }; /* rows of all lists on one screen; more are not shown */

/* The screens that show a row, joined by |. */
enum { CW_MENU_TITLE = 1, CW_MENU_PAUSE = 2, CW_MENU_FINISH = 4 };

/* A row of a list. `item` fills it in; its texts are empty at first. */
typedef struct CwMenuItem {
    char label[CW_MENU_VALUE_BYTES], value[CW_MENU_VALUE_BYTES]; /* left and right */
} CwMenuItem;

/* A row of CwGame.menu.rows, or of a page. */
typedef struct CwMenuRow {
    const char *label;
    unsigned screens; /* a page ignores this and shows all its rows */
    /* Each function may be NULL. */
    void (*value)(const CwFrame *frame, char text[CW_MENU_VALUE_BYTES]); /* text at the right */
    void (*turn)(CwFrame *frame, int step); /* -1: left; 1: right, or chosen if `confirm` is NULL */
    void (*confirm)(CwFrame *frame);        /* the player chose the row */
    /* Makes the row a text field (text_entry.h) that begins with the row's value. Called with the
     * text when the player confirms it. Replaces `turn` and `confirm`. */
    void (*typed)(CwFrame *frame, const char *text);
    int typed_bytes;  /* limit on the text, without the final zero; 0: CW_MENU_VALUE_BYTES - 1 */
    bool closes;      /* choosing the row, or confirming its text, ends the pause */
    const char *page; /* title of the page that the row opens; replaces `turn` and `confirm` */
    /* Set both for a list that scrolls, below the label, which may be NULL. `count` returns the
     * number of its rows, `item` fills in one. Each frame that shows the list calls them. */
    int (*count)(const CwFrame *frame);
    void (*item)(const CwFrame *frame, int index, CwMenuItem *item);
    void (*choose)(CwFrame *frame, int index); /* a row of the list was chosen; NULL: no effect */
} CwMenuRow;

/* A chapter of a CwLevelMap: several levels, with a line of story. */
typedef struct CwChapter {
    const char *title, *story;
} CwChapter;

/* A level's place on the map, from 0, 0 at the picture's top left to 1, 1 at its bottom right. A
 * narrow view cuts off the sides, but always shows x from 0.17 to 0.83. */
typedef struct CwPlace {
    const char *level;
    double x, y;
    const CwChapter *chapter; /* NULL: none */
} CwPlace;

/* A map that replaces the cards of the page Levels, if every level has a place and the view is at
 * least 1.4 times as wide as high. A road joins the places in the order of the levels. A level
 * opens when the previous one is finished; game.all_levels opens all. */
typedef struct CwLevelMap {
    const char *title;
    const CwSpriteDef *picture;   /* under assets/art, loaded when the map is shown */
    const CwSpriteDef *traveller; /* one of CwGame.looks.sprites, drawn at the chosen place */
    const CwPlace *places;
    int place_count;
    const CwChapter *ending; /* replaces the last chapter once all levels are finished; or NULL */
    /* May be NULL. Draws over the picture, in screen space. `finished` counts finished levels. */
    void (*draw)(const CwFrame *frame, CwViewRect picture, int finished);
} CwLevelMap;

/* A page of CwGame.menu.pages. A row or cw_flow_open_page (flow.h) opens it; Back returns. */
typedef struct CwMenuPage {
    const char *title; /* also names the page in CwMenuRow.page and cw_flow_open_page */
    const CwMenuRow *rows;
    int row_count;
} CwMenuPage;
