/* The pause. */
#include "shell/screens.h"

#include "ui/transport.h"

#include <stdio.h>

enum { PAUSE_CONTINUE, PAUSE_RESTART, PAUSE_SETTINGS, PAUSE_TITLE, PAUSE_QUIT };

static void build(Screens *screens, const CwFrame *frame)
{
    Page *page = &screens->page;
    snprintf(page->title, sizeof page->title, "Paused");
    page->root = false;
    page->foot = playback_has_past(screens->desc.playback) ? TRANSPORT_HEIGHT : 0;
    page_action(page, PAUSE_CONTINUE, "Continue");
    page_action(page, PAUSE_RESTART, "Start again");
    screens_add_game_rows(screens, CW_MENU_PAUSE, frame);
    page_action(page, PAUSE_SETTINGS, "Settings");
    page_action(page, PAUSE_TITLE, "Title");
    page_action(page, PAUSE_QUIT, "Quit");
}

static void act(Screens *screens, const PageEvent *event)
{
    static const AskKind asks[] = {[PAUSE_CONTINUE] = ASK_CONTINUE,
                                   [PAUSE_RESTART] = ASK_RESTART,
                                   [PAUSE_TITLE] = ASK_TITLE,
                                   [PAUSE_QUIT] = ASK_QUIT};
    if (event->type == PAGE_BACK) {
        screens->ask.kind = ASK_CONTINUE;
    } else if (event->id == PAUSE_SETTINGS) {
        screens_push(screens, PAGE_SETTINGS);
    } else {
        screens->ask.kind = asks[event->id];
    }
}

const ScreenDef screen_pause = {.build = build, .act = act};
