/* Draws a page (page.h): its rows, title and prompts, in the colours of the game.
 *
 * Pushes into a draw list on CW_ENGINE_LAYER_MENU and notes where the prompts are, so that they can
 * be clicked. */
#ifndef UI_PAGE_DRAW_H
#define UI_PAGE_DRAW_H

#include "clockwork/text_entry.h"
#include "input/binding.h"
#include "ui/page.h"

typedef struct PageLook {
    const CwTheme *theme;
    int title_face;           /* of its title and of cards; 0: CW_FACE_BOLD */
    Device device;            /* in use: whose keys the prompts show */
    const InputMap *bindings; /* of the UI actions */
    const CwTextEntry *typed; /* into the selected row; NULL: nothing */
    /* What is in a ROW_CARD or a ROW_PICTURE, in a box of the screen; NULL: nothing. */
    void (*card)(void *context, int id, Box box, CwDrawList *list);
    void *context;
} PageLook;

void page_draw(Page *page, const PageLook *look, CwDrawList *list);

/* Where the selected row is typed in. */
Box page_field_box(const Page *page);

#endif
