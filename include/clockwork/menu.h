/* A game's own rows in the engine's menus: a best time, a choice of car, "Delete times".
 * docs/settings.md has an example.
 *
 * The rows' functions run like frame phases, before CW_PHASE_EARLY (`value` when the menu is
 * drawn), in windows only. View memory is cleared when a level starts, so keep lasting changes as
 * save data. A pause row changes a run through frame->flow; the title ignores such requests. */
#pragma once

#include "clockwork/system.h"

enum { CW_MENU_ROW_MAX = 16, CW_MENU_VALUE_BYTES = 64 };

/* Screens that show a row; add several. */
enum { CW_MENU_TITLE = 1, CW_MENU_PAUSE = 2, CW_MENU_FINISH = 4 };

/* A row of CwGame.menu.rows. */
typedef struct CwMenuRow {
    const char *label;
    unsigned screens;
    /* Each may be NULL. */
    void (*value)(const CwFrame *frame, char text[CW_MENU_VALUE_BYTES]); /* the right end's text */
    void (*turn)(CwFrame *frame, int step); /* left -1, right 1; 1 when chosen without `confirm` */
    void (*confirm)(CwFrame *frame);        /* chosen, by key, pad, pointer or finger */
    /* Makes the row a text field (text_entry.h) that begins with its value, and gets the confirmed
     * text of at most typed_bytes (0: CW_MENU_VALUE_BYTES). Replaces `turn` and `confirm`. */
    void (*typed)(CwFrame *frame, const char *text);
    int typed_bytes;
    bool closes; /* a pause ends when the row is chosen, or its text confirmed */
} CwMenuRow;
