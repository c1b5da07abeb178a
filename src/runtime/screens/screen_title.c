/* The title, the pause, a replay's menu, the game's own pages, and the credits. */
#include "screens/screens.h"

#include "base/report.h"

#include <stdio.h>

static void build_title(Screens *screens)
{
    Page *page = &screens->page;
    const CwGame *game = screens->game;
    const CwSpriteDef *logo = game->looks.title_sprite;
    snprintf(page->title, sizeof page->title, "%s", game->title);
    if (logo != NULL) {
        page->logo = (int)(logo - game->looks.sprites);
        page->logo_shape = logo->width_m / logo->height_m;
    }
    bool has_levels = screens->places->levels->count > 1;
    if (screens->last_run.file[0] != '\0') {
        PageRow *resume = screens_add_choice(screens, CHOICE_RESUME);
        const char *level = screens_level_title(screens, screens->last_run.level);
        page_set_value(resume, has_levels ? level : "");
    }
    PageRow *play = screens_add_choice(screens, CHOICE_PLAY);
    if (has_levels) {
        page_set_value(play, screens_level_title(screens, screens_next_level(screens)));
        screens_add_choice(screens, CHOICE_LEVELS);
    }
    screens_add_game_rows(screens, CW_MENU_TITLE);
    screens_add_choice(screens, CHOICE_REPLAYS);
    screens_add_choice(screens, CHOICE_SETTINGS);
    screens_add_choice(screens, CHOICE_CREDITS);
    screens_add_choice(screens, CHOICE_QUIT);
}

/* Finds the run for Continue: the last one, unless it is over or can't be played here. */
static void open_title(Screens *screens)
{
    Recording *last = &screens->last_run;
    CwError error = {0};
    if (!screens_may_continue(screens) || !recordings_last_run(screens->places, NULL, last)) {
        *last = (Recording){0};
        return;
    }
    CwReplayFile *run = recordings_load(screens->places, last, &error);
    if (run == NULL || !(playback_can_play(screens->playback, run, &error) ||
                         cw_error_context(&error, "%s", last->file))) {
        report("%s; the title goes on without Continue", error.text);
        *last = (Recording){0};
    } else {
        replay_leave_fatal_tick(run);
        recording_describe(last, run);
        *last = last->is_over || run->tick_count == 0 ? (Recording){0} : *last;
    }
    cw_replay_free(run);
}

/* Back on the title selects Quit. */
static void select_quit(Screens *screens, const PageEvent *event)
{
    if (event->type == PAGE_BACK) {
        page_select(&screens->page, CHOICE_QUIT);
    }
}

static void build_pause(Screens *screens)
{
    screens_add_choice(screens, CHOICE_CONTINUE);
    screens_add_choice(screens, CHOICE_RESTART);
    if (screens->places->levels->count > 1) {
        screens_add_choice(screens, CHOICE_LEVELS);
    }
    screens_add_game_rows(screens, CW_MENU_PAUSE);
    screens_add_choice(screens, CHOICE_SETTINGS);
    screens_add_choice(screens, CHOICE_TITLE);
    screens_add_choice(screens, CHOICE_QUIT);
}

static void build_watch(Screens *screens)
{
    bool only_watches = screens->is_replay_only;
    screens->page.foot = TRANSPORT_HEIGHT;
    screens_add_choice(screens, CHOICE_WATCH_ON);
    screens_add_choice(screens, CHOICE_WATCH_AGAIN);
    if (!only_watches && screens_may_continue(screens)) {
        screens_add_choice(screens, CHOICE_TAKE_OVER);
    }
    if (!only_watches && screens_can_race(screens)) {
        screens_add_choice(screens, CHOICE_RACE);
    }
    screens_add_choice(screens, only_watches ? CHOICE_QUIT : CHOICE_LEAVE);
}

static void build_own(Screens *screens)
{
    const char *title = screens_own_page(screens).title;
    snprintf(screens->page.title, sizeof screens->page.title, "%s", text_of(title));
    screens_add_game_rows(screens, 0);
}

const ScreenDef screen_own = {.title = "", .width = SETTINGS_WIDTH, .build = build_own};

/* ---- the question before a new run replaces the one to continue ---- */

enum { ANEW_NO, ANEW_YES };

static void build_anew(Screens *screens)
{
    const Recording *run = &screens->last_run;
    Page *page = &screens->page;
    char text[PAGE_LABEL_BYTES];
    uint32_t seconds = run->ticks / run->tick_rate;
    const char *place = screens->places->levels->count > 1
                            ? screens_level_title(screens, run->level)
                            : screens->game->title;
    snprintf(text, sizeof text, text_of("Your run in %.80s at %u:%02u ends."), place, seconds / 60,
             seconds % 60);
    page_add(page, ROW_NOTE, -1, text);
    page_add(page, ROW_ACTION, ANEW_NO, text_of("No"));
    page_add(page, ROW_ACTION, ANEW_YES, text_of("Yes"))->is_alarming = true;
}

static void act_anew(Screens *screens, const PageEvent *event)
{
    if (event->type == PAGE_CHOSEN && event->id == ANEW_YES) {
        screens->ask = screens->wanted;
    } else if (event->type == PAGE_CHOSEN) {
        screens_back(screens);
    }
}

const ScreenDef screen_anew = {.title = "Start over?", .build = build_anew, .act = act_anew};
const ScreenDef screen_title = {
    .title = "", .build = build_title, .open = open_title, .act = select_quit};
const ScreenDef screen_pause = {.title = "Paused", .back = ASK_CONTINUE, .build = build_pause};
const ScreenDef screen_watch = {.title = "Replay", .back = ASK_WATCH_ON, .build = build_watch};

/* ---- the credits: the game's lines, then the engine and the libraries ---- */

static void add_game(Page *page, const CwGame *game)
{
    for (int i = 0; i < game->menu.credit_count; i++) {
        const CwCredit *credit = &game->menu.credits[i];
        if (credit->who == NULL || credit->who[0] == '\0') {
            page_add(page, ROW_HEADING, -1, text_of(credit->what));
        } else {
            const char *what = credit->what == NULL ? "" : credit->what;
            page_set_value(page_add(page, ROW_NOTE, -1, text_of(what)), text_of(credit->who));
        }
    }
}

static const struct {
    const char *name, *licence;
} LIBRARIES[] = {{"SDL", "zlib"},
                 {"SDL_image", "zlib"},
                 {"Chipmunk2D", "MIT"},
                 {"cglm", "MIT"},
                 {"libsndfile", "LGPL 2.1"},
                 {"FreeType", "FreeType licence"},
                 {"HarfBuzz", "MIT"},
                 {"GNU FriBidi", "LGPL 2.1"},
                 {"Jansson", "MIT"},
                 {"Expat", "MIT"},
                 {"zlib", "zlib"},
                 {"Zstandard", "BSD"},
                 {"LZ4", "BSD"},
                 {"xxHash", "BSD"},
                 {"musl's mathematics", "MIT"},
                 {"Ogg, Vorbis, Opus and FLAC", "BSD"},
                 {"Fontconfig (Linux)", "MIT"},
                 {"GNU C Library (Linux)", "LGPL 2.1"}};

static void build_credits(Screens *screens)
{
    Page *page = &screens->page;
    const CwGame *game = screens->game;
    char line[PAGE_LABEL_BYTES];
    snprintf(page->title, sizeof page->title, "%s", game->title);
    add_game(page, game);
    page_add(page, ROW_HEADING, -1, text_of("Made with"));
    page_set_value(page_add(page, ROW_NOTE, -1, "Clockwork"), CW_VERSION ", MIT");
    snprintf(line, sizeof line, "%u", game->rules_version);
    page_set_value(page_add(page, ROW_NOTE, -1, text_of("Rules version")), line);
    page_add(page, ROW_HEADING, -1, text_of("Libraries"));
    for (size_t i = 0; i < CW_ARRAY_LENGTH(LIBRARIES); i++) {
        page_set_value(page_add(page, ROW_NOTE, -1, LIBRARIES[i].name), LIBRARIES[i].licence);
    }
}

const ScreenDef screen_credits = {.title = "", .width = 330, .build = build_credits};
