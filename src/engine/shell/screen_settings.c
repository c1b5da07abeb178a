/* Pages of rows, each a key. What is set applies at once and is kept (settings.h). */
#include "shell/screens.h"
#include "shell/setting_rows.h"

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
static const char *const LATENCY_WORDS[] = {[LATENCY_AHEAD] = "Now",
                                            [LATENCY_INTERPOLATE] = "Between ticks",
                                            [LATENCY_TICK] = "The last tick"};
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
    {"display", "latency", "Picture shows",
     .hint = "Now is a tick sooner than smooth; the last tick shows steps.",
     .words = LATENCY_WORDS},
    {"display", "late_sampling", "Late input",
     .hint = "With vertical sync: less delay, read right before the picture."},
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

const ScreenDef screen_sound = {SETTINGS_PAGE("Sound", SOUND), .about = "Volumes."};
const ScreenDef screen_picture = {SETTINGS_PAGE("Picture", PICTURE),
                                  .about = "Window, frames and pacing."};
const ScreenDef screen_comfort = {
    SETTINGS_PAGE("Comfort", COMFORT),
    .about = "Game speed, motion, contrast, colours, text size, subtitles."};

/* ---- the game ---- */

enum { OWN_ROW_FIRST = 100 }; /* of the game's own keys */

static bool own_row(const Screens *screens, int number, SettingRow *row,
                    char label[PAGE_LABEL_BYTES])
{
    const CwConfigKey *key = &screens->parts->game->config_keys[number];
    const Settings *settings = screens->parts->settings;
    int index = settings_find(settings, key->section, key->name);
    return setting_row_of(settings_key(settings, index), row, label);
}

static void build_game(Screens *screens)
{
    for (int i = 0; i < screens->parts->game->config_key_count; i++) {
        SettingRow row;
        char label[PAGE_LABEL_BYTES];
        if (own_row(screens, i, &row, label)) {
            setting_row_put(&screens->page, screens->parts->settings, &row, OWN_ROW_FIRST + i);
        }
    }
}

static void act_game(Screens *screens, const PageEvent *event)
{
    SettingRow row;
    char label[PAGE_LABEL_BYTES];
    if (event->type != PAGE_BACK) {
        own_row(screens, event->id - OWN_ROW_FIRST, &row, label);
        setting_row_act(screens->parts->settings, &row, event);
    }
}

const ScreenDef screen_game_settings = {SETTINGS_PAGE("Game", GAME), .build = build_game,
                                        .act = act_game};

/* ---- the way to them ---- */

const ScreenDef screen_settings = {
    .title = "Settings",
    .width = SETTINGS_WIDTH,
    .hints = true,
    .choices = {CHOICE_COMFORT, CHOICE_SOUND, CHOICE_PICTURE, CHOICE_CONTROLS, CHOICE_GAME}};
