/* While a recording is watched: on with it, from the beginning, race it, or leave. */
#include "shell/screens.h"

#include "ui/transport.h"

#include <stdio.h>

enum { WATCH_ON, WATCH_AGAIN, WATCH_RACE, WATCH_LEAVE };

static void build(Screens *screens, const CwFrame *frame)
{
    Page *page = &screens->page;
    bool from_outside = screens->desc.only_watches;
    (void)frame;
    snprintf(page->title, sizeof page->title, "Replay");
    page->root = false;
    page->foot = TRANSPORT_HEIGHT;
    page_action(page, WATCH_ON, "Watch on");
    page_action(page, WATCH_AGAIN, "From the beginning");
    if (!from_outside && screens_can_race(screens)) {
        page_action(page, WATCH_RACE, "Race it");
    }
    page_action(page, WATCH_LEAVE, from_outside ? "Quit" : "Leave");
}

static void act(Screens *screens, const PageEvent *event)
{
    static const AskKind asks[] = {[WATCH_ON] = ASK_WATCH_ON,
                                   [WATCH_AGAIN] = ASK_WATCH_AGAIN,
                                   [WATCH_RACE] = ASK_RACE,
                                   [WATCH_LEAVE] = ASK_LEAVE};
    screens->ask.kind = event->type == PAGE_CHOSEN ? asks[event->id] : ASK_WATCH_ON;
}

const ScreenDef screen_watch = {.build = build, .act = act};
