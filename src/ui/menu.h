/* The menus around a run: title, pause and finish.
 *
 * A menu is a short column of entries; the player moves with the UI actions or points. It is view
 * only: it says what was chosen and draws itself into the draw list; the loop acts on it. Worlds
 * know nothing of it. */
#ifndef UI_MENU_H
#define UI_MENU_H

#include "clockwork/game.h"
#include "clockwork/text_entry.h"
#include "sim/levels.h"
#include "ui/panel.h"

typedef enum Screen {
    SCREEN_TITLE,
    SCREEN_PLAYING,
    SCREEN_PAUSED,
    SCREEN_FINISHED,
    SCREEN_WATCHING /* a replay */
} Screen;

typedef enum MenuChoice {
    MENU_NOTHING,
    MENU_PLAY, /* level number in Menu.level */
    MENU_CONTINUE,
    MENU_RESTART,
    MENU_NEXT, /* the level after this one */
    MENU_TITLE,
    MENU_QUIT,
    MENU_ROW /* Menu.row, one of the game's */
} MenuChoice;

typedef struct MenuEntry {
    MenuChoice choice;
    int level;
    const CwMenuRow *row;
    char label[LEVEL_NAME_BYTES];
} MenuEntry;

enum { MENU_ENTRIES_MAX = LEVEL_MAX + 4 + CW_MENU_ROW_MAX };

typedef struct Menu {
    Screen screen;
    MenuEntry entries[MENU_ENTRIES_MAX];
    int entry_count;
    int selected;
    int first_shown;          /* of a list longer than the screen */
    int level;                /* of the last MENU_PLAY */
    const CwMenuRow *row;     /* of the last MENU_ROW */
    int turn;                 /* -1, 1; 0: it was chosen */
    bool aside;               /* out of the picture until it is asked for; the owner sets it */
    const char *notice;       /* what went wrong, under the entries; NULL: nothing */
    const CwTextEntry *typed; /* into the selected row; the owner sets it, NULL: nothing */
} Menu;

/* Shows the entries of a screen, the game's rows among them; SCREEN_PLAYING has none. `level` is
 * the one that is played: behind its finish comes the next, if there is one. */
void menu_show(Menu *menu, Screen screen, const Levels *levels, const char *level,
               const CwGame *game);

/* Whether left and right are the selected row's. */
bool menu_turns(const Menu *menu);

/* Calls what a row has for a turn, 0 when it was chosen. */
void menu_call_row(const CwMenuRow *row, int turn, CwFrame *frame);

/* What a row shows; "" for one without a value. */
void menu_row_value(const CwMenuRow *row, const CwFrame *frame, char text[CW_MENU_VALUE_BYTES]);

/* Where the selected row is typed in. */
Box menu_field_box(const Menu *menu);
bool menu_points_at_selected(const Menu *menu, const CwInputFrame *input);

/* Takes this frame's UI input. A menu that is aside comes back at a menu key or where the pointer
 * moves above the transport bar, and takes nothing else but the way back to the game. Pointer and
 * `view`, all that is seen, are in the points of ui_view.h. */
MenuChoice menu_update(Menu *menu, const CwInputFrame *input, const CwViewRect *view);

/* On top of everything else. */
void menu_draw(const Menu *menu, const CwGame *game, const CwFrame *frame);

#endif
