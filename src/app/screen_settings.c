/* The settings. */
#include "app/screens.h"

#include <stdio.h>

static void build(Screens *screens, const CwFrame *frame)
{
    (void)frame;
    snprintf(screens->page.title, sizeof screens->page.title, "Settings");
    page_note(&screens->page, "They are in config.ini; see README.");
}

const ScreenDef screen_settings = {.build = build};
