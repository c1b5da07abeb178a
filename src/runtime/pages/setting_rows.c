#include "pages/setting_rows.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SLIDER_STEPS = 20 };

void setting_label(const char *word, char label[PAGE_LABEL_BYTES])
{
    snprintf(label, PAGE_LABEL_BYTES, "%s", word);
    for (char *c = label; *c != '\0'; c++) {
        *c = *c == '_' || *c == '-' ? ' ' : *c;
    }
    if (label[0] >= 'a' && label[0] <= 'z') {
        label[0] = (char)(label[0] - 'a' + 'A');
    }
}

static int index_of(const Settings *settings, const SettingRow *row)
{
    return settings_find(settings, row->section, row->name);
}

/* ---- sliders ---- */

static double number_of(const Settings *settings, int index)
{
    char text[CONFIG_VALUE_MAX];
    double number = 0;
    settings_text(settings, index, text);
    number_parse(text, &number);
    return number;
}

static void print_number(const SettingRow *row, const ConfigKey *key, double number,
                         char text[PAGE_LABEL_BYTES])
{
    char figures[NUMBER_TEXT_MAX];
    number_print(row->percent ? round(number * 100) : round(number * 1e3) / 1e3, figures);
    const char *unit = row->percent ? "%" : strncmp(key->unit, "of ", 3) == 0 ? "" : key->unit;
    snprintf(text, PAGE_LABEL_BYTES, "%s%s%s", figures, unit[0] == '\0' ? "" : " ", unit);
}

/* The row with the range and the step that it leaves to the key. */
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

static void slide(Settings *settings, int index, const SettingRow *row, const PageEvent *event)
{
    const SettingRow range = with_range(row, settings_key(settings, index));
    double number = event->type == PAGE_SET ? range.low + event->fraction * (range.high - range.low)
                                            : number_of(settings, index) + event->step * range.step;
    double snapped = range.low + round((number - range.low) / range.step) * range.step;
    double within = fmin(fmax(snapped, range.low), range.high);
    if (event->type == PAGE_SET || event->type == PAGE_TURNED) {
        char text[NUMBER_TEXT_MAX];
        number_print(round(within * 1e6) / 1e6, text); /* steps are no binary fractions */
        settings_set(settings, index, text);
    }
}

/* ---- keys with some values: switches, choices, and numbers to choose from ---- */

/* The text of a value; false after the last one. */
static bool print_value(const SettingRow *row, const ConfigKey *key, int number,
                        char text[CONFIG_VALUE_MAX])
{
    if (key->kind == CW_CONFIG_SWITCH) {
        snprintf(text, CONFIG_VALUE_MAX, "%s", number == 0 ? "off" : "on");
        return number < 2;
    }
    if (key->kind != CW_CONFIG_CHOICE) {
        bool there = number < row->step_count;
        number_print(there ? row->steps[number] : 0, text);
        return there;
    }
    return config_choice_text(key, number, text);
}

/* The value in force, or the step nearest to it; counts all of them. */
static int value_in_force(const Settings *settings, const SettingRow *row, int index, int *count)
{
    int found = 0;
    const ConfigKey *key = settings_key(settings, index);
    char now[CONFIG_VALUE_MAX], text[CONFIG_VALUE_MAX];
    double number = number_of(settings, index);
    settings_text(settings, index, now);
    for (*count = 0; print_value(row, key, *count, text); ++*count) {
        bool better = row->steps != NULL
                          ? fabs(row->steps[*count] - number) < fabs(row->steps[found] - number)
                          : strcmp(text, now) == 0;
        found = better ? *count : found;
    }
    return found;
}

static void print_choice(const Settings *settings, const SettingRow *row, int index,
                         char label[PAGE_LABEL_BYTES])
{
    int count, now = value_in_force(settings, row, index, &count);
    const ConfigKey *key = settings_key(settings, index);
    char text[CONFIG_VALUE_MAX];
    double number = number_of(settings, index);
    print_value(row, key, now, text);
    bool exact = row->steps == NULL || row->steps[now] == number;
    if (row->words != NULL && row->words[now] != NULL && exact) {
        snprintf(label, PAGE_LABEL_BYTES, "%s", row->words[now]);
    } else if (row->steps != NULL) {
        print_number(row, key, number, label);
    } else {
        setting_label(text, label);
    }
}

/* ---- rows ---- */

static void explain(Page *page, const Settings *settings, const SettingRow *row, int index)
{
    char by[SETTINGS_BY_BYTES];
    const ConfigKey *key = settings_key(settings, index);
    PageRow *put = &page->rows[page->row_count - 1];
    bool waits = (key->flags & KEY_AT_LEVEL_START) != 0;
    put->locked = settings_is_locked(settings, index, by);
    if (page->selected == page->row_count - 1 && put->locked) {
        snprintf(page->hint, sizeof page->hint, "Locked: %s sets %s.%s.", by, key->section,
                 key->name);
    } else if (page->selected == page->row_count - 1) {
        snprintf(page->hint, sizeof page->hint, "%s%s", row->hint,
                 waits ? " Applies when a level starts." : "");
    }
}

static bool is_slider(const SettingRow *row, const ConfigKey *key)
{
    return key->kind != CW_CONFIG_SWITCH && key->kind != CW_CONFIG_CHOICE && row->steps == NULL;
}

void setting_row_put(Page *page, const Settings *settings, const SettingRow *row, int id)
{
    int index = index_of(settings, row), count;
    const ConfigKey *key = settings_key(settings, index);
    char text[PAGE_LABEL_BYTES];
    if (is_slider(row, key)) {
        const SettingRow range = with_range(row, key);
        double number = number_of(settings, index);
        print_number(row, key, number, text);
        PageRow *slider = page_add(page, ROW_SLIDER, id, row->label);
        page_set_value(slider, text);
        slider->fraction = fmax(0, fmin(1, (number - range.low) / (range.high - range.low)));
    } else if (key->kind == CW_CONFIG_SWITCH) {
        page_add(page, ROW_TOGGLE, id, row->label)->on =
            value_in_force(settings, row, index, &count) == 1;
    } else {
        print_choice(settings, row, index, text);
        page_set_value(page_add(page, ROW_CHOICE, id, row->label), text);
    }
    explain(page, settings, row, index);
}

void setting_row_act(Settings *settings, const SettingRow *row, const PageEvent *event)
{
    int index = index_of(settings, row), count;
    const ConfigKey *key = settings_key(settings, index);
    if (is_slider(row, key)) {
        slide(settings, index, row, event);
    } else if (event->type == PAGE_TURNED) { /* the first value follows the last */
        int now = value_in_force(settings, row, index, &count);
        char text[CONFIG_VALUE_MAX];
        print_value(row, key, (now + event->step + count) % count, text);
        settings_set(settings, index, text);
    }
}

bool setting_row_of(const ConfigKey *key, SettingRow *row, char label[PAGE_LABEL_BYTES])
{
    setting_label(key->name, label);
    *row = (SettingRow){.section = key->section,
                        .name = key->name,
                        .label = label,
                        .hint = key->documentation,
                        .percent = key->kind == CW_CONFIG_REAL && key->high == 1 &&
                                   strcmp(key->unit, "of full") == 0};
    return key->kind != CW_CONFIG_TEXT;
}
