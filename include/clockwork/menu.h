/* A game's own rows in the engine's menus, and pages of its own: a best time, a choice of car, a
 * table of scores. docs/settings.md has an example.
 *
 * The rows' functions run like frame phases, before CW_PHASE_EARLY (`value`, `count` and `item`
 * when the menu is drawn), in windows only. View memory is cleared when a level starts, so keep
 * lasting changes as save data. A pause row changes a run through frame->flow; the title ignores
 * such requests. */
#pragma once

#include "clockwork/system.h"

enum { CW_MENU_ROW_MAX = 16, CW_MENU_PAGE_MAX = 8, CW_MENU_VALUE_BYTES = 128 };
enum { CW_MENU_ITEM_MAX = 256 }; /* rows of the lists on one screen; more are not shown */

/* Screens that show a row; add several. */
enum { CW_MENU_TITLE = 1, CW_MENU_PAUSE = 2, CW_MENU_FINISH = 4 };

/* A row of a list; empty texts to begin with. */
typedef struct CwMenuItem {
    char label[CW_MENU_VALUE_BYTES], value[CW_MENU_VALUE_BYTES]; /* left and right */
} CwMenuItem;

/* A row of CwGame.menu.rows, or of a page. */
typedef struct CwMenuRow {
    const char *label;
    unsigned screens; /* a page ignores this and shows all its rows */
    /* Each may be NULL. */
    void (*value)(const CwFrame *frame, char text[CW_MENU_VALUE_BYTES]); /* the right end's text */
    void (*turn)(CwFrame *frame, int step); /* left -1, right 1; 1 when chosen without `confirm` */
    void (*confirm)(CwFrame *frame);        /* chosen, by key, pad, pointer or finger */
    /* Makes the row a text field (text_entry.h) that begins with its value, and gets the confirmed
     * text of at most typed_bytes (0: CW_MENU_VALUE_BYTES). Replaces `turn` and `confirm`. */
    void (*typed)(CwFrame *frame, const char *text);
    int typed_bytes;
    bool closes;      /* a pause ends when the row is chosen, or its text confirmed */
    const char *page; /* title of the page that the row opens; replaces `turn` and `confirm` */
    /* Both make the row a list that scrolls, below its label (NULL: none): `count` rows, each
     * filled in by `item`. They are called in each frame that shows the list. */
    int (*count)(const CwFrame *frame);
    void (*item)(const CwFrame *frame, int index, CwMenuItem *item);
    void (*choose)(CwFrame *frame, int index); /* a row of the list was chosen; NULL: no effect */
} CwMenuRow;

/* Some levels of a map, and the line of story that is told there. */
typedef struct CwChapter {
    const char *title, *story;
} CwChapter;

/* A level's place on the map: 0, 0 is the picture's top left, 1, 1 its bottom right. All views show
 * x from 0.17 to 0.83. */
typedef struct CwPlace {
    const char *level;
    double x, y;
    const CwChapter *chapter; /* NULL: none */
} CwPlace;

/* A map that replaces the cards of the page Levels, if every level has a place and the view is wide
 * (1.4 to 1). A road joins the places in the order of the levels. A level opens when the one before
 * it is finished, unless game.all_levels is set. */
typedef struct CwLevelMap {
    const char *title;
    const CwSpriteDef *picture;   /* under assets/art, loaded when the map is shown */
    const CwSpriteDef *traveller; /* one of CwGame.looks.sprites, drawn at the chosen place */
    const CwPlace *places;
    int place_count;
    const CwChapter *ending; /* replaces the last level's once all are finished; NULL: none */
    /* May be NULL. Draws over the picture, in screen space; `finished` of the levels are. */
    void (*draw)(const CwFrame *frame, CwViewRect picture, int finished);
} CwLevelMap;

/* A page of CwGame.menu.pages. A row or cw_flow_open_page (flow.h) opens it. Back leads to where it
 * was opened. */
typedef struct CwMenuPage {
    const char *title; /* names the page, too */
    const CwMenuRow *rows;
    int row_count;
} CwMenuPage;
