#include "shell/setting_rows.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLIDER_STEPS = 20 };

void setting_label(const char *word, size_t length, char label[PAGE_LABEL_BYTES])
{
    snprintf(label, PAGE_LABEL_BYTES, "%.*s", (int)length, word);
    for (char *c = label; *c != '\0'; c++) {
        *c = *c == '_' || *c == '-' ? ' ' : *c;
    }
    if (label[0] >= 'a' && label[0] <= 'z') {
        label[0] = (char)(label[0] - 'a' + 'A');
    }
}

/* ---- numbers ---- */

typedef struct Range {
    double low, high, step;
} Range;

static Range range_of(const SettingRow *row, const ConfigKey *key)
{
    bool own = row->high > row->low;
    Range range = {own ? row->low : key->low, own ? row->high : key->high, row->step};
    if (range.step <= 0) {
        range.step = (range.high - range.low) / (double)SLIDER_STEPS;
        range.step = key->kind == CW_CONFIG_WHOLE ? fmax(1, round(range.step)) : range.step;
    }
    return range;
}

static double number_of(const Settings *settings, int index)
{
    char text[CONFIG_VALUE_MAX];
    double number = 0;
    settings_text(settings, index, text);
    number_parse(text, &number);
    return number;
}

/* Without the noise of steps that are no binary fractions. */
static void set_number(Settings *settings, int index, double number)
{
    char text[NUMBER_TEXT_MAX];
    number_print(round(number * 1e6) / 1e6, text);
    settings_set(settings, index, text);
}

static void number_words(const SettingRow *row, const ConfigKey *key, double number,
                         char text[PAGE_LABEL_BYTES])
{
    char figures[NUMBER_TEXT_MAX];
    number_print(row->percent ? round(number * 100) : round(number * 1e3) / 1e3, figures);
    const char *unit = row->percent ? "%" : strncmp(key->unit, "of ", 3) == 0 ? "" : key->unit;
    snprintf(text, PAGE_LABEL_BYTES, "%s%s%s", figures, unit[0] == '\0' ? "" : " ", unit);
}

static void put_slider(Page *page, const Settings *settings, const SettingRow *row, int id)
{
    int index = settings_find(settings, row->section, row->name);
    const ConfigKey *key = settings_key(settings, index);
    Range range = range_of(row, key);
    double number = number_of(settings, index);
    char text[PAGE_LABEL_BYTES];
    number_words(row, key, number, text);
    page_slider(page, id, row->label, (number - range.low) / (range.high - range.low), text);
}

static void slide(Settings *settings, int index, const SettingRow *row, const PageEvent *event)
{
    Range range = range_of(row, settings_key(settings, index));
    double number = event->type == PAGE_SET ? range.low + event->fraction * (range.high - range.low)
                                            : number_of(settings, index) + event->step * range.step;
    double snapped = range.low + round((number - range.low) / range.step) * range.step;
    if (event->type == PAGE_SET || event->type == PAGE_TURNED) {
        set_number(settings, index, fmin(fmax(snapped, range.low), range.high));
    }
}

/* ---- some numbers ---- */

static int nearest_step(const SettingRow *row, double number)
{
    int nearest = 0;
    for (int i = 0; i < row->step_count; i++) {
        bool nearer = fabs(row->steps[i] - number) < fabs(row->steps[nearest] - number);
        nearest = nearer ? i : nearest;
    }
    return nearest;
}

static void put_steps(Page *page, const Settings *settings, const SettingRow *row, int id)
{
    int index = settings_find(settings, row->section, row->name);
    double number = number_of(settings, index);
    int at = nearest_step(row, number);
    char text[PAGE_LABEL_BYTES];
    number_words(row, settings_key(settings, index), number, text);
    bool named = row->words != NULL && row->steps[at] == number && row->words[at] != NULL;
    page_choice(page, id, row->label, named ? row->words[at] : text);
}

/* ---- words ---- */

/* The first word of a choice that begins at `words`, and how many there are. */
static int count_words(const char *words)
{
    int count = 1;
    for (; *words != '\0'; words++) {
        count += *words == '|';
    }
    return count;
}

static size_t find_word(const char *words, int number, const char **word)
{
    for (*word = words; number > 0; number--) {
        *word += strcspn(*word, "|") + 1;
    }
    return strcspn(*word, "|");
}

static int word_in_force(const Settings *settings, int index)
{
    const char *words = settings_key(settings, index)->choices, *word;
    char text[CONFIG_VALUE_MAX];
    settings_text(settings, index, text);
    for (int i = 0; i < count_words(words); i++) {
        size_t length = find_word(words, i, &word);
        if (strlen(text) == length && strncmp(word, text, length) == 0) {
            return i;
        }
    }
    return 0;
}

static void put_words(Page *page, const Settings *settings, const SettingRow *row, int id)
{
    int index = settings_find(settings, row->section, row->name);
    int number = word_in_force(settings, index);
    const char *word;
    char label[PAGE_LABEL_BYTES];
    size_t length = find_word(settings_key(settings, index)->choices, number, &word);
    setting_label(word, length, label);
    page_choice(page, id, row->label, row->words != NULL ? row->words[number] : label);
}

/* From the last one to the first. */
static int turned(int number, int step, int count)
{
    return (number + step + count) % count;
}

static void turn_words(Settings *settings, int index, int step)
{
    const char *words = settings_key(settings, index)->choices, *word;
    char text[CONFIG_VALUE_MAX];
    int next = turned(word_in_force(settings, index), step, count_words(words));
    size_t length = find_word(words, next, &word);
    snprintf(text, sizeof text, "%.*s", (int)length, word);
    settings_set(settings, index, text);
}

/* ---- rows ---- */

static void put_switch(Page *page, const Settings *settings, const SettingRow *row, int id)
{
    char text[CONFIG_VALUE_MAX];
    settings_text(settings, settings_find(settings, row->section, row->name), text);
    page_toggle(page, id, row->label, strcmp(text, "on") == 0);
}

static void explain(Page *page, const Settings *settings, const SettingRow *row)
{
    char by[SETTINGS_BY_BYTES];
    int index = settings_find(settings, row->section, row->name);
    const ConfigKey *key = settings_key(settings, index);
    PageRow *put = &page->rows[page->row_count - 1];
    put->locked = settings_is_locked(settings, index, by);
    if (page->selected != page->row_count - 1) {
        return;
    }
    if (put->locked) {
        snprintf(page->hint, sizeof page->hint, "Locked: %s says %s.%s", by, key->section,
                 key->name);
    } else {
        snprintf(page->hint, sizeof page->hint, "%s%s", row->hint == NULL ? "" : row->hint,
                 (key->flags & KEY_AT_LEVEL_START) != 0 ? " From the next start of a level on."
                                                        : "");
    }
}

void setting_row_put(Page *page, const Settings *settings, const SettingRow *row, int id)
{
    const ConfigKey *key = settings_key(settings, settings_find(settings, row->section, row->name));
    if (key->kind == CW_CONFIG_SWITCH) {
        put_switch(page, settings, row, id);
    } else if (key->kind == CW_CONFIG_CHOICE) {
        put_words(page, settings, row, id);
    } else if (row->steps != NULL) {
        put_steps(page, settings, row, id);
    } else {
        put_slider(page, settings, row, id);
    }
    explain(page, settings, row);
}

void setting_row_act(Settings *settings, const SettingRow *row, const PageEvent *event)
{
    int index = settings_find(settings, row->section, row->name);
    const ConfigKey *key = settings_key(settings, index);
    if (key->kind != CW_CONFIG_SWITCH && key->kind != CW_CONFIG_CHOICE && row->steps == NULL) {
        slide(settings, index, row, event);
        return;
    }
    if (event->type != PAGE_TURNED) {
        return;
    }
    if (key->kind == CW_CONFIG_SWITCH) {
        char text[CONFIG_VALUE_MAX];
        settings_text(settings, index, text);
        settings_set(settings, index, strcmp(text, "on") == 0 ? "off" : "on");
    } else if (key->kind == CW_CONFIG_CHOICE) {
        turn_words(settings, index, event->step);
    } else {
        int at = nearest_step(row, number_of(settings, index));
        set_number(settings, index, row->steps[turned(at, event->step, row->step_count)]);
    }
}

bool setting_row_of(const ConfigKey *key, SettingRow *row, char label[PAGE_LABEL_BYTES])
{
    setting_label(key->name, strlen(key->name), label);
    *row = (SettingRow){.section = key->section,
                        .name = key->name,
                        .label = label,
                        .hint = key->documentation,
                        .percent = key->kind == CW_CONFIG_REAL && key->high == 1 &&
                                   strcmp(key->unit, "of full") == 0};
    return key->kind != CW_CONFIG_TEXT;
}
