/* Pages of settings. Changes apply at once and are saved (frame/live_settings.h). */
#include "screens/screens.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SLIDER_STEPS = 20 };

static int index_of(const LiveSettings *settings, const SettingRow *row)
{
    return live_settings_find(settings, row->section, row->name);
}

/* ---- sliders ---- */

static double number_of(const LiveSettings *settings, int index)
{
    char text[CONFIG_VALUE_MAX];
    double number = 0;
    live_settings_text(settings, index, text);
    number_parse(text, &number);
    return number;
}

static void print_number(const SettingRow *row, const ConfigKey *key, double number,
                         char text[PAGE_LABEL_BYTES])
{
    char figures[NUMBER_TEXT_MAX];
    number_print(row->is_percent ? round(number * 100) : round(number * 1e3) / 1e3, figures);
    const char *unit = row->is_percent ? "%" : strncmp(key->unit, "of ", 3) == 0 ? "" : key->unit;
    snprintf(text, PAGE_LABEL_BYTES, "%s%s%s", text_figures(figures), unit[0] == '\0' ? "" : " ",
             text_in("unit", unit));
}

/* The row with its range and step; where it has none, they come from the key. */
static SettingRow with_range(const SettingRow *row, const ConfigKey *key)
{
    SettingRow full = *row;
    if (!(full.high > full.low)) {
        full.low = key->low;
        full.high = key->high;
    }
    if (full.step <= 0) {
        full.step = (full.high - full.low) / (double)SLIDER_STEPS;
        full.step = key->kind == CW_CONFIG_WHOLE ? fmax(1, round(full.step)) : full.step;
    }
    return full;
}

static void slide(LiveSettings *settings, int index, const SettingRow *row, const PageEvent *event)
{
    const SettingRow range = with_range(row, live_settings_key(settings, index));
    double number = event->type == PAGE_SET ? range.low + event->fraction * (range.high - range.low)
                                            : number_of(settings, index) + event->step * range.step;
    double snapped = range.low + round((number - range.low) / range.step) * range.step;
    double within = fmin(fmax(snapped, range.low), range.high);
    if (event->type == PAGE_SET || event->type == PAGE_TURNED) {
        char text[NUMBER_TEXT_MAX];
        number_print(round(within * 1e6) / 1e6, text); /* steps are no binary fractions */
        live_settings_set(settings, index, text);
    }
}

/* ---- switches, choices, and numbers to choose from ---- */

/* The text of a value; false after the last one. */
static bool print_value(const SettingRow *row, const ConfigKey *key, int number,
                        char text[CONFIG_VALUE_MAX])
{
    if (key->kind == CW_CONFIG_SWITCH) {
        snprintf(text, CONFIG_VALUE_MAX, "%s", number == 0 ? "off" : "on");
        return number < 2;
    }
    if (key->kind != CW_CONFIG_CHOICE) {
        bool has_step = number < row->step_count;
        number_print(has_step ? row->steps[number] : 0, text);
        return has_step;
    }
    return config_choice_text(key, number, text);
}

/* The index of the value in force, or of the nearest step. Counts the values. */
static int value_in_force(const LiveSettings *settings, const SettingRow *row, int index,
                          int *count)
{
    int found = 0;
    const ConfigKey *key = live_settings_key(settings, index);
    char now[CONFIG_VALUE_MAX], text[CONFIG_VALUE_MAX];
    double number = number_of(settings, index);
    live_settings_text(settings, index, now);
    for (*count = 0; print_value(row, key, *count, text); ++*count) {
        bool is_closer = row->steps != NULL
                             ? fabs(row->steps[*count] - number) < fabs(row->steps[found] - number)
                             : strcmp(text, now) == 0;
        found = is_closer ? *count : found;
    }
    return found;
}

static void print_choice(const LiveSettings *settings, const SettingRow *row, int index,
                         char label[PAGE_LABEL_BYTES])
{
    int count, now = value_in_force(settings, row, index, &count);
    const ConfigKey *key = live_settings_key(settings, index);
    char text[CONFIG_VALUE_MAX];
    double number = number_of(settings, index);
    print_value(row, key, now, text);
    bool is_exact = row->steps == NULL || row->steps[now] == number;
    if (row->words != NULL && row->words[now] != NULL && is_exact) {
        snprintf(label, PAGE_LABEL_BYTES, "%s", text_in(row->name, row->words[now]));
    } else if (row->steps != NULL) {
        print_number(row, key, number, label);
    } else {
        char word[PAGE_LABEL_BYTES];
        setting_label(text, word);
        snprintf(label, PAGE_LABEL_BYTES, "%s", text_in(row->name, word));
    }
}

/* ---- rows ---- */

/* Marks a locked row, and explains the selected one. */
static void explain(Page *page, const LiveSettings *settings, const SettingRow *row, int index)
{
    char by[SETTINGS_BY_BYTES];
    const ConfigKey *key = live_settings_key(settings, index);
    PageRow *put = &page->rows[page->row_count - 1];
    bool is_delayed = (key->flags & KEY_AT_LEVEL_START) != 0;
    put->is_locked = live_settings_is_locked(settings, index, by);
    if (page->selected == page->row_count - 1 && put->is_locked) {
        snprintf(page->hint, sizeof page->hint, text_of("Locked: %s sets %s.%s."), by, key->section,
                 key->name);
    } else if (page->selected == page->row_count - 1) {
        snprintf(page->hint, sizeof page->hint, "%s%s", text_of(row->hint),
                 is_delayed ? text_of(" Applies when a level starts.") : "");
    }
}

static bool is_slider(const SettingRow *row, const ConfigKey *key)
{
    return key->kind != CW_CONFIG_SWITCH && key->kind != CW_CONFIG_CHOICE && row->steps == NULL;
}

/* Whether the game has a use for the row. */
static bool is_shown(const Screens *screens, const SettingRow *row)
{
    bool is_ghost = strcmp(row->section, "game") == 0 && strcmp(row->name, "ghost") == 0;
    return row->label[0] != '\0' &&
           (strcmp(row->name, "all_levels") != 0 || screens->game->menu.map != NULL) &&
           (!is_ghost || screens->places->best_runs->has_ghosts);
}

bool setting_row_put(Screens *screens, const SettingRow *given, int id)
{
    Page *page = &screens->page;
    const LiveSettings *settings = screens->settings;
    SettingRow labelled = *given, *row = &labelled;
    int index = index_of(settings, row), count;
    const ConfigKey *key = live_settings_key(settings, index);
    char text[PAGE_LABEL_BYTES];
    row->label = key->label == NULL ? row->label : key->label;
    if (!is_shown(screens, row)) {
        return false;
    }
    if (is_slider(row, key)) {
        const SettingRow range = with_range(row, key);
        double number = number_of(settings, index);
        print_number(row, key, number, text);
        PageRow *slider = page_add(page, ROW_SLIDER, id, text_of(row->label));
        page_set_value(slider, text);
        slider->fraction = fmax(0, fmin(1, (number - range.low) / (range.high - range.low)));
    } else if (key->kind == CW_CONFIG_SWITCH) {
        page_add(page, ROW_TOGGLE, id, text_of(row->label))->is_on =
            value_in_force(settings, row, index, &count) == 1;
    } else {
        print_choice(settings, row, index, text);
        page_set_value(page_add(page, ROW_CHOICE, id, text_of(row->label)), text);
    }
    explain(page, settings, row, index);
    return true;
}

void setting_row_act(LiveSettings *settings, const SettingRow *row, const PageEvent *event)
{
    int index = index_of(settings, row), count;
    const ConfigKey *key = live_settings_key(settings, index);
    if (is_slider(row, key)) {
        slide(settings, index, row, event);
    } else if (event->type == PAGE_TURNED) { /* the first value follows the last */
        int now = value_in_force(settings, row, index, &count);
        char text[CONFIG_VALUE_MAX];
        do {
            now = (now + event->step + count) % count;
        } while (row->is_offered != NULL && !row->is_offered(now));
        print_value(row, key, now, text);
        live_settings_set(settings, index, text);
    }
}

/* ---- pages ---- */

static const SettingRow SOUND[] = {
    {"audio", "master", "Everything",
     .hint = "The volume of everything; it multiplies the ones below.", .is_percent = true},
    {"audio", "effects", "Effects", .hint = "Wheels, springs, hits and other sounds of the game.",
     .is_percent = true},
    {"audio", "music", "Music", .hint = "The music; it fades out while time is paused or rewinds.",
     .is_percent = true},
    {"audio", "ambience", "Surroundings", .hint = "Wind, water and other sounds of the place.",
     .is_percent = true},
    {"audio", "interface", "Menus", .hint = "Sounds of menus and signals.", .is_percent = true},
};

static const double FRAME_LIMITS[] = {0, 30, 40, 50, 60, 75, 90, 100, 120, 144, 165, 240};
static const char *const FRAME_LIMIT_WORDS[CW_ARRAY_LENGTH(FRAME_LIMITS)] = {"None"};
static const char *const PACING_WORDS[] = {[PACING_GRID] = "Even", [PACING_RAW] = "As measured"};
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
    {"display", "latency", "Input delay",
     .hint = "Shortest predicts the next moment, longer waits for it, unsmoothed is jerky.",
     .words = LATENCY_WORDS},
    {"display", "background", "In the background",
     .hint = "When another window is in front, or this one is minimised.",
     .words = BACKGROUND_WORDS},
};

static const double TEXT_SIZES[] = {1, 1.25, 1.5};
static const char *const TEXT_SIZE_WORDS[] = {"Usual", "Large", "Largest"};
_Static_assert(CW_ARRAY_LENGTH(TEXT_SIZE_WORDS) == CW_ARRAY_LENGTH(TEXT_SIZES), "a word a size");

static const SettingRow COMFORT[] = {
    {"comfort", "language", "Language", .hint = "Auto is the system's language.",
     .words = language_own_names, .is_offered = language_exists},
    {"simulation", "time_scale", "Game speed", .hint = "Slower runs are marked and ranked apart.",
     .low = 0.5, .high = 1, .step = 0.05, .is_percent = true},
    {"comfort", "reduced_motion", "Reduced motion",
     .hint = "Menus don't slide, and nothing shakes or flashes."},
    {"comfort", "shake", "Camera shake", .hint = "How much the picture shakes after hard landings.",
     .step = 0.1, .is_percent = true},
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
    {"game", "all_levels", "All levels", .hint = "Opens levels before those on the way to them."},
};

const ScreenDef screen_sound = {SETTINGS_PAGE("Sound", SOUND), .about = "Volumes."};
const ScreenDef screen_picture = {SETTINGS_PAGE("Picture", PICTURE),
                                  .about = "Window, frames and pacing."};
const ScreenDef screen_comfort = {
    SETTINGS_PAGE("Comfort", COMFORT),
    .about =
        "Accessibility: language, game speed, motion, contrast, colours, text size, subtitles."};

/* ---- the game's own keys ---- */

enum { OWN_ROW_FIRST = 100 }; /* id of the first row of the game's own keys */

/* Makes a row for a key of the game; its name becomes the label. False: a text, set in files only.
 */
static bool own_row(const Screens *screens, int number, SettingRow *row,
                    char label[PAGE_LABEL_BYTES])
{
    const CwConfigKey *key = &screens->game->menu.keys[number];
    setting_label(key->name, label);
    *row = (SettingRow){.section = key->section,
                        .name = key->name,
                        .label = label,
                        .hint = key->documentation,
                        .is_percent = key->kind == CW_CONFIG_REAL && key->high == 1 &&
                                      strcmp(key->unit, "of full") == 0};
    return key->kind != CW_CONFIG_TEXT;
}

/* Locks a choice that the player still has to win, and says how to win it. */
static void show_lock(Screens *screens, int number)
{
    const CwGame *game = screens->game;
    const CwFrame *frame = screens->frame;
    Page *page = &screens->page;
    int last = page->row_count - 1;
    char how[CW_MENU_VALUE_BYTES];
    if (game->menu.is_locked != NULL && game->menu.keys[number].kind == CW_CONFIG_CHOICE &&
        frame != NULL &&
        game->menu.is_locked(frame, number, cw_config_choice(frame, number), how)) {
        page->rows[last].is_locked = true;
        if (page->selected == last) {
            snprintf(page->hint, sizeof page->hint, "%s", how);
        }
    }
}

static void build_game(Screens *screens)
{
    for (int i = 0; i < screens->game->menu.key_count; i++) {
        SettingRow row;
        char label[PAGE_LABEL_BYTES];
        if (own_row(screens, i, &row, label) && setting_row_put(screens, &row, OWN_ROW_FIRST + i)) {
            show_lock(screens, i);
        }
    }
}

static void act_game(Screens *screens, const PageEvent *event)
{
    SettingRow row;
    char label[PAGE_LABEL_BYTES];
    if (event->type != PAGE_BACK && own_row(screens, event->id - OWN_ROW_FIRST, &row, label)) {
        setting_row_act(screens->settings, &row, event);
    }
}

const ScreenDef screen_game = {SETTINGS_PAGE("Game", GAME), .build = build_game, .act = act_game};

const ScreenDef screen_settings = {
    .title = "Settings",
    .width = SETTINGS_WIDTH,
    .has_hints = true,
    .choices = {CHOICE_COMFORT, CHOICE_SOUND, CHOICE_PICTURE, CHOICE_CONTROLS, CHOICE_GAME}};
