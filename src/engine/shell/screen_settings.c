/* The settings: a page that leads to pages of rows, each a key of the configuration. What is set
 * holds at once and is kept in the player's file (settings.h). */
#include "shell/screens.h"
#include "shell/setting_rows.h"

#include <stdio.h>
#include <string.h>

static const double ROWS_WIDTH = 316;

/* ---- pages of rows ---- */

typedef struct SettingPage {
    const char *title;
    const SettingRow *rows;
    int row_count;
} SettingPage;

static const SettingRow SOUND[] = {
    {"audio", "master", "Everything", .hint = "How loud everything is, over the groups below.",
     .percent = true},
    {"audio", "effects", "Effects", .hint = "What happens in the game.", .percent = true},
    {"audio", "music", "Music", .hint = "It sinks while time stands or runs back.",
     .percent = true},
    {"audio", "ambience", "Surroundings", .hint = "Wind, water and the like.", .percent = true},
    {"audio", "interface", "Menus", .hint = "Menus and signs.", .percent = true},
};

static const double FRAME_LIMITS[] = {0, 30, 40, 50, 60, 75, 90, 100, 120, 144, 165, 240};
static const char *const FRAME_LIMIT_WORDS[CW_ARRAY_LENGTH(FRAME_LIMITS)] = {"None"};
static const char *const PACING_WORDS[] = {[PACING_GRID] = "Even", [PACING_RAW] = "As measured"};
static const char *const CATCH_UP_WORDS[] = {[CATCH_UP_JUMP] = "Jump", [CATCH_UP_SLEW] = "Glide"};
static const char *const BACKGROUND_WORDS[] = {[CONFIG_BACKGROUND_PAUSE] = "Pause",
                                               [CONFIG_BACKGROUND_THROTTLE] = "Few frames",
                                               [CONFIG_BACKGROUND_RUN] = "Go on"};

static const SettingRow PICTURE[] = {
    {"display", "fullscreen", "Fullscreen", .hint = "The resolution stays."},
    {"display", "scaling", "Scaling",
     .hint = "Expand shows more, letterbox has bars, integer is the sharpest, stretch distorts."},
    {"display", "vsync", "Vertical sync", .hint = "No tearing; a refresh more delay."},
    {"display", "target_fps", "Frame limit",
     .hint = "With vertical sync only limits below the display's.", .words = FRAME_LIMIT_WORDS,
     .steps = FRAME_LIMITS, .step_count = (int)CW_ARRAY_LENGTH(FRAME_LIMITS)},
    {"display", "pacing", "Frame pacing",
     .hint = "Even follows the display's beat; as measured shakes with the clock.",
     .words = PACING_WORDS},
    {"display", "catch_up", "Missed frames",
     .hint = "Jump stays true to the clock, glide is calmer to look at.", .words = CATCH_UP_WORDS},
    {"display", "background", "Not looked at", .hint = "While another window has the keyboard.",
     .words = BACKGROUND_WORDS},
};

static const double TEXT_SIZES[] = {1, 1.25, 1.5};
static const char *const TEXT_SIZE_WORDS[] = {"Usual", "Large", "Largest"};
_Static_assert(CW_ARRAY_LENGTH(TEXT_SIZE_WORDS) == CW_ARRAY_LENGTH(TEXT_SIZES), "a word a size");

static const SettingRow COMFORT[] = {
    {"simulation", "time_scale", "Game speed",
     .hint = "Runs below 100 % are marked: they rank apart.", .low = 0.5, .high = 1, .step = 0.05,
     .percent = true},
    {"comfort", "reduced_motion", "Reduced motion",
     .hint = "Menus don't slide, nothing shakes or flashes."},
    {"comfort", "shake", "Camera shake", .hint = "After hard landings.", .step = 0.1,
     .percent = true},
    {"comfort", "high_contrast", "High contrast", .hint = "White on black over the picture."},
    {"comfort", "colour_safe", "Safe colours", .hint = "Colours that everybody can tell apart."},
    {"comfort", "text_size", "Text size", .hint = "Of menus, messages and the HUD.",
     .words = TEXT_SIZE_WORDS, .steps = TEXT_SIZES, .step_count = (int)CW_ARRAY_LENGTH(TEXT_SIZES)},
    {"comfort", "subtitles", "Subtitles", .hint = "Sounds that matter, and from where, in words."},
};

static const char *const GHOST_WORDS[] = {
    [GHOST_BEST] = "Best run", [GHOST_MEDAL] = "Next medal", [GHOST_OFF] = "Nobody"};

static const SettingRow GAME[] = {
    {"game", "ghost", "Ghost", .hint = "Whom you race.", .words = GHOST_WORDS},
    {"game", "resume_countdown", "Countdown", .hint = "How long time stands still after a pause.",
     .low = 0, .high = 3, .step = 0.3},
};

static const SettingPage PAGES[SCREEN_PAGE_COUNT] = {
    [PAGE_SOUND] = {"Sound", SOUND, (int)CW_ARRAY_LENGTH(SOUND)},
    [PAGE_PICTURE] = {"Picture", PICTURE, (int)CW_ARRAY_LENGTH(PICTURE)},
    [PAGE_COMFORT] = {"Comfort", COMFORT, (int)CW_ARRAY_LENGTH(COMFORT)},
    [PAGE_GAME] = {"Game", GAME, (int)CW_ARRAY_LENGTH(GAME)},
};

static const SettingPage *page_of(const Screens *screens)
{
    return &PAGES[screens->stack[screens->depth - 1].kind];
}

static void begin(Screens *screens, const char *title)
{
    Page *page = &screens->page;
    snprintf(page->title, sizeof page->title, "%s", title);
    page->width = ROWS_WIDTH;
    page->hints = true;
}

static void build_page(Screens *screens, const CwFrame *frame)
{
    const SettingPage *rows = page_of(screens);
    (void)frame;
    begin(screens, rows->title);
    for (int i = 0; i < rows->row_count; i++) {
        setting_row_put(&screens->page, screens->desc.settings, &rows->rows[i], i);
    }
}

static void act_page(Screens *screens, const PageEvent *event)
{
    if (event->type == PAGE_BACK) {
        screens_back(screens);
    } else {
        setting_row_act(screens->desc.settings, &page_of(screens)->rows[event->id], event);
    }
}

/* ---- the game's own keys ---- */

/* The key that a row behind GAME stands for: those of the game are in the table under its own
 * sections. */
static bool own_row(const Screens *screens, int number, SettingRow *row,
                    char label[PAGE_LABEL_BYTES])
{
    const CwConfigKey *key = &screens->desc.game->config_keys[number];
    const Settings *settings = screens->desc.settings;
    int index = settings_find(settings, key->section, key->name);
    return setting_row_of(settings_key(settings, index), row, label);
}

static void build_game(Screens *screens, const CwFrame *frame)
{
    build_page(screens, frame);
    for (int i = 0; i < screens->desc.game->config_key_count; i++) {
        SettingRow row;
        char label[PAGE_LABEL_BYTES];
        if (own_row(screens, i, &row, label)) {
            setting_row_put(&screens->page, screens->desc.settings, &row,
                            (int)CW_ARRAY_LENGTH(GAME) + i);
        }
    }
}

static void act_game(Screens *screens, const PageEvent *event)
{
    SettingRow row;
    char label[PAGE_LABEL_BYTES];
    int own = event->id - (int)CW_ARRAY_LENGTH(GAME);
    if (event->type != PAGE_BACK && own >= 0) {
        own_row(screens, own, &row, label);
        setting_row_act(screens->desc.settings, &row, event);
    } else {
        act_page(screens, event);
    }
}

/* ---- the way to them ---- */

static const struct {
    const char *label;
    const char *hint;
    ScreenPage page;
} WAYS[] = {
    {"Comfort", "Game speed, motion, contrast, colours, text size, subtitles.", PAGE_COMFORT},
    {"Sound", "Volumes.", PAGE_SOUND},
    {"Picture", "Window, frames and pacing.", PAGE_PICTURE},
    {"Controls", "Keys and buttons for everything.", PAGE_CONTROLS},
    {"Game", NULL, PAGE_GAME},
};

static void build_ways(Screens *screens, const CwFrame *frame)
{
    Page *page = &screens->page;
    (void)frame;
    begin(screens, "Settings");
    if (screens->desc.settings->desc.files.table == NULL) {
        page_note(page, "They are in config.ini, each with its words.");
        return;
    }
    for (int i = 0; i < (int)CW_ARRAY_LENGTH(WAYS); i++) {
        page_action(page, i, WAYS[i].label);
        if (page->selected == i && WAYS[i].hint != NULL) {
            snprintf(page->hint, sizeof page->hint, "%s", WAYS[i].hint);
        }
    }
}

static void act_ways(Screens *screens, const PageEvent *event)
{
    if (event->type == PAGE_BACK) {
        screens_back(screens);
    } else if (event->type == PAGE_CHOSEN) {
        screens_push(screens, WAYS[event->id].page);
    }
}

const ScreenDef screen_settings = {.build = build_ways, .act = act_ways};
const ScreenDef screen_setting_rows = {.build = build_page, .act = act_page};
const ScreenDef screen_game_settings = {.build = build_game, .act = act_game};
