/* What follows the finish. */
#include "app/screens.h"

#include <stdio.h>

enum { RESULTS_NEXT, RESULTS_AGAIN, RESULTS_TITLE, RESULTS_QUIT };

static void build(Screens *screens, const CwFrame *frame)
{
    Page *page = &screens->page;
    snprintf(page->title, sizeof page->title, "Finish");
    if (levels_next(screens->desc.levels, screens->desc.playback->session.level) != NULL) {
        page_action(page, RESULTS_NEXT, "Next level");
    }
    page_action(page, RESULTS_AGAIN, "Once more");
    screens_add_game_rows(screens, CW_MENU_FINISH, frame);
    page_action(page, RESULTS_TITLE, "Title");
    page_action(page, RESULTS_QUIT, "Quit");
}

static void act(Screens *screens, const PageEvent *event)
{
    static const AskKind asks[] = {[RESULTS_NEXT] = ASK_NEXT,
                                   [RESULTS_AGAIN] = ASK_RESTART,
                                   [RESULTS_TITLE] = ASK_TITLE,
                                   [RESULTS_QUIT] = ASK_QUIT};
    if (event->type == PAGE_CHOSEN) {
        screens->ask.kind = asks[event->id];
    }
}

const ScreenDef screen_results = {.build = build, .act = act};
