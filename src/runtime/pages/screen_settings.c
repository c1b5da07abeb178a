/* Pages of rows, each a key. What is set applies at once and is kept (settings.h). */
#include "pages/screens.h"
#include "pages/setting_rows.h"

#include <stdio.h>

static const SettingRow SOUND[] = {
    {"audio", "master", "Everything",
     .hint = "The volume of everything; it multiplies the ones below.", .percent = true},
    {"audio", "effects", "Effects", .hint = "Wheels, springs, hits and other sounds of the game.",
     .percent = true},
    {"audio", "music", "Music", .hint = "The music; it fades out while time is paused or rewinds.",
     .percent = true},
    {"audio", "ambience", "Surroundings", .hint = "Wind, water and other sounds of the place.",
     .percent = true},
    {"audio", "interface", "Menus", .hint = "Sounds of menus and signals.", .percent = true},
};

static const double FRAME_LIMITS[] = {0, 30, 40, 50, 60, 75, 90, 100, 120, 144, 165, 240};
static const char *const FRAME_LIMIT_WORDS[CW_ARRAY_LENGTH(FRAME_LIMITS)] = {"None"};
static const char *const PACING_WORDS[] = {[PACING_GRID] = "Even", [PACING_RAW] = "As measured"};
static const char *const CATCH_UP_WORDS[] = {[CATCH_UP_JUMP] = "Jump", [CATCH_UP_SLEW] = "Glide"};
static const char *const LATENCY_WORDS[] = {
    [LATENCY_AHEAD] = "Shortest", [LATENCY_INTERPOLATE] = "Longer", [LATENCY_TICK] = "Unsmoothed"};
static const char *const BACKGROUND_WORDS[] = {[CONFIG_BACKGROUND_PAUSE] = "Pause",
                                               [CONFIG_BACKGROUND_THROTTLE] = "Run slowly",
                                               [CONFIG_BACKGROUND_RUN] = "Run"};

static const SettingRow PICTURE[] = {
    {"display", "fullscreen", "Fullscreen", .hint = "Fills the screen at its own resolution."},
    {"display", "scaling", "Scaling",
     .hint = "Expand shows more, letterbox has bars, integer is the sharpest, stretch distorts."},
    {"display", "vsync", "Vertical sync",
     .hint = "Prevents tearing, but shows input one refresh later."},
    {"display", "target_fps", "Frame limit",
     .hint = "With vertical sync, only limits below the display's rate have an effect.",
     .words = FRAME_LIMIT_WORDS, .steps = FRAME_LIMITS,
     .step_count = (int)CW_ARRAY_LENGTH(FRAME_LIMITS)},
    {"display", "pacing", "Frame pacing",
     .hint = "Even follows the display; as measured follows the clock and stutters.",
     .words = PACING_WORDS},
    {"display", "catch_up", "Missed frames",
     .hint = "Jump catches up at once; glide catches up smoothly over half a second.",
     .words = CATCH_UP_WORDS},
    {"display", "latency", "Input delay",
     .hint = "Shortest predicts the next moment, longer waits for it, unsmoothed is jerky.",
     .words = LATENCY_WORDS},
    {"display", "late_sampling", "Late input",
     .hint = "With vertical sync: reads input just before the picture is drawn, for less delay."},
    {"display", "background", "In the background",
     .hint = "When another window is in front, or this one is minimised.",
     .words = BACKGROUND_WORDS},
};

static const double TEXT_SIZES[] = {1, 1.25, 1.5};
static const char *const TEXT_SIZE_WORDS[] = {"Usual", "Large", "Largest"};
_Static_assert(CW_ARRAY_LENGTH(TEXT_SIZE_WORDS) == CW_ARRAY_LENGTH(TEXT_SIZES), "a word a size");

static const SettingRow COMFORT[] = {
    {"simulation", "time_scale", "Game speed", .hint = "Slower runs are marked and ranked apart.",
     .low = 0.5, .high = 1, .step = 0.05, .percent = true},
    {"comfort", "reduced_motion", "Reduced motion",
     .hint = "Menus don't slide, and nothing shakes or flashes."},
    {"comfort", "shake", "Camera shake", .hint = "How much the picture shakes after hard landings.",
     .step = 0.1, .percent = true},
    {"comfort", "high_contrast", "High contrast", .hint = "Text is white on black."},
    {"comfort", "colour_safe", "Safe colours",
     .hint = "Colours that colour-blind people can tell apart."},
    {"comfort", "text_size", "Text size",
     .hint = "The size of text in menus, messages and the game.", .words = TEXT_SIZE_WORDS,
     .steps = TEXT_SIZES, .step_count = (int)CW_ARRAY_LENGTH(TEXT_SIZES)},
    {"comfort", "subtitles", "Subtitles",
     .hint = "Describes important sounds in words, and where they come from."},
};

static const char *const GHOST_WORDS[] = {
    [GHOST_BEST] = "Best run", [GHOST_MEDAL] = "Next medal", [GHOST_OFF] = "Off"};

static const SettingRow GAME[] = {
    {"game", "ghost", "Ghost", .hint = "The run that you race against.", .words = GHOST_WORDS},
};

const ScreenDef screen_sound = {SETTINGS_PAGE("Sound", SOUND), .about = "Volumes."};
const ScreenDef screen_picture = {SETTINGS_PAGE("Picture", PICTURE),
                                  .about = "Window, frames and pacing."};
const ScreenDef screen_comfort = {
    SETTINGS_PAGE("Comfort", COMFORT),
    .about = "Accessibility: game speed, motion, contrast, colours, text size, subtitles."};

/* ---- the game ---- */

enum { OWN_ROW_FIRST = 100 }; /* number of the first row of the game's own keys */

static bool own_row(const Screens *screens, int number, SettingRow *row,
                    char label[PAGE_LABEL_BYTES])
{
    const CwConfigKey *key = &screens->desc.places->game->menu.keys[number];
    const Settings *settings = screens->desc.settings;
    int index = settings_find(settings, key->section, key->name);
    return setting_row_of(settings_key(settings, index), row, label);
}

/* A choice that the player still has to win. */
static void show_lock(Screens *screens, int number)
{
    const CwGame *game = screens->desc.places->game;
    const CwFrame *frame = screens->frame;
    Page *page = &screens->page;
    int last = page->row_count - 1;
    char how[CW_MENU_VALUE_BYTES];
    if (game->menu.is_locked != NULL && game->menu.keys[number].kind == CW_CONFIG_CHOICE &&
        frame != NULL &&
        game->menu.is_locked(frame, number, cw_config_choice(frame, number), how)) {
        page->rows[last].locked = true;
        if (page->selected == last) {
            snprintf(page->hint, sizeof page->hint, "%s", how);
        }
    }
}

static void build_game(Screens *screens)
{
    for (int i = 0; i < screens->desc.places->game->menu.key_count; i++) {
        SettingRow row;
        char label[PAGE_LABEL_BYTES];
        if (own_row(screens, i, &row, label)) {
            setting_row_put(&screens->page, screens->desc.settings, &row, OWN_ROW_FIRST + i);
            show_lock(screens, i);
        }
    }
}

static void act_game(Screens *screens, const PageEvent *event)
{
    SettingRow row;
    char label[PAGE_LABEL_BYTES];
    if (event->type != PAGE_BACK && own_row(screens, event->id - OWN_ROW_FIRST, &row, label)) {
        setting_row_act(screens->desc.settings, &row, event);
    }
}

const ScreenDef screen_game_settings = {SETTINGS_PAGE("Game", GAME), .build = build_game,
                                        .act = act_game};

const ScreenDef screen_settings = {
    .title = "Settings",
    .width = SETTINGS_WIDTH,
    .hints = true,
    .choices = {CHOICE_COMFORT, CHOICE_SOUND, CHOICE_PICTURE, CHOICE_CONTROLS, CHOICE_GAME}};
