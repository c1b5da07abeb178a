/* The title: what there is to do, beside a run that plays by itself. */
#include "shell/screens.h"

#include <stdio.h>

enum { TITLE_PLAY, TITLE_LEVELS, TITLE_REPLAYS, TITLE_SETTINGS, TITLE_CREDITS, TITLE_QUIT };

/* Where play begins: the first level until the player chose another. NULL: the game has none. */
static const char *next_level(const Screens *screens)
{
    const Levels *levels = screens->desc.levels;
    return levels->count > 0 ? levels->names[screens->level_played] : NULL;
}

static void put_logo(Screens *screens)
{
    const CwGame *game = screens->desc.game;
    const CwSpriteDef *logo = game->title_sprite;
    snprintf(screens->page.title, sizeof screens->page.title, "%s", game->title);
    if (logo != NULL) {
        screens->page.logo = (int)(logo - game->sprites);
        screens->page.logo_shape = logo->width_m / logo->height_m;
    }
}

static void build(Screens *screens, const CwFrame *frame)
{
    Page *page = &screens->page;
    put_logo(screens);
    PageRow *play = page_action(page, TITLE_PLAY, "Play");
    if (screens->desc.levels->count > 1) {
        snprintf(play->value, sizeof play->value, "%s",
                 screens_level_title(screens, next_level(screens)));
        page_action(page, TITLE_LEVELS, "Levels");
    }
    screens_add_game_rows(screens, CW_MENU_TITLE, frame);
    page_action(page, TITLE_REPLAYS, "Replays");
    page_action(page, TITLE_SETTINGS, "Settings");
    page_action(page, TITLE_CREDITS, "Credits");
    page_action(page, TITLE_QUIT, "Quit");
}

static void act(Screens *screens, const PageEvent *event)
{
    if (event->type == PAGE_BACK) {
        page_select(&screens->page, TITLE_QUIT);
        return;
    }
    switch (event->id) {
    case TITLE_PLAY:
        screens->ask = (ScreenAsk){.kind = ASK_PLAY, .level = next_level(screens)};
        break;
    case TITLE_LEVELS:
        screens_push(screens, PAGE_LEVELS);
        break;
    case TITLE_REPLAYS:
        screens_push(screens, PAGE_REPLAYS);
        break;
    case TITLE_SETTINGS:
        screens_push(screens, PAGE_SETTINGS);
        break;
    case TITLE_CREDITS:
        screens_push(screens, PAGE_CREDITS);
        break;
    case TITLE_QUIT:
        screens->ask.kind = ASK_QUIT;
        break;
    default:
        break;
    }
}

const ScreenDef screen_title = {.build = build, .act = act};
