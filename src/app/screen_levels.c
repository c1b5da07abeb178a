/* The level map: a card for each level, in their order. */
#include "app/screens.h"

static void build(Screens *screens, const CwFrame *frame)
{
    const Levels *levels = screens->desc.levels;
    (void)frame;
    snprintf(screens->page.title, sizeof screens->page.title, "Levels");
    screens->page.side = PAGE_WHOLE;
    for (int i = 0; i < levels->count; i++) {
        char label[PAGE_LABEL_BYTES];
        screens_level_label(levels->names[i], label);
        page_card(&screens->page, i, label);
    }
}

static void act(Screens *screens, const PageEvent *event)
{
    if (event->type == PAGE_BACK) {
        screens_back(screens);
        return;
    }
    const char *level = screens->desc.levels->names[event->id];
    screens->ask = (ScreenAsk){.kind = ASK_PLAY, .level = level};
}

const ScreenDef screen_levels = {.build = build, .act = act};
