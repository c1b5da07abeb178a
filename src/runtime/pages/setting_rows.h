/* Rows of a page that show settings and set them, by a table: a key with words for players. Its
 * look follows from the key: a switch, a choice of words or numbers, or a slider. */
#pragma once

#include "frame/settings.h"
#include "ui/page.h"

/* Zero is the usual. */
typedef struct SettingRow {
    const char *section, *name;
    const char *label;
    const char *hint;         /* effect of the setting, in a sentence or two */
    const char *const *words; /* words for a choice's values or for `steps`; NULL: as in the file */
    const double *steps;      /* the numbers to choose from; NULL: a slider */
    int step_count;
    double low, high, step; /* slider's range in the key's unit; zeros: the key's, in 20 steps */
    bool percent;           /* shows the value in percent */
} SettingRow;

void setting_row_put(Page *page, const Settings *settings, const SettingRow *row, int id);

void setting_row_act(Settings *settings, const SettingRow *row, const PageEvent *event);

/* Makes a row for any key; `label` gets words made from its name. False: only a file can set it. */
bool setting_row_of(const ConfigKey *key, SettingRow *row, char label[PAGE_LABEL_BYTES]);

/* "letter_box" as "Letter box"; cut to fit. */
void setting_label(const char *word, char label[PAGE_LABEL_BYTES]);
