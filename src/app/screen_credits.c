/* Who made it, and which version it is. */
#include "app/screens.h"

#include <stdio.h>

static void build(Screens *screens, const CwFrame *frame)
{
    Page *page = &screens->page;
    char line[PAGE_LABEL_BYTES];
    (void)frame;
    snprintf(page->title, sizeof page->title, "%s", screens->desc.game->title);
    snprintf(line, sizeof line, "Made with Clockwork %s", CW_VERSION);
    page_note(page, line);
    page_note(page, "Simulation: Chipmunk2D by Scott Lembcke");
    page_note(page, "Window and devices: SDL2 by Sam Lantinga and others");
    page_note(page, "Text: FreeType, HarfBuzz, DejaVu fonts");
}

const ScreenDef screen_credits = {.build = build};
