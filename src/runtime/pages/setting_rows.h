/* Rows of a page that show settings and set them, by a table: a key with words for players. Its
 * look follows from the key: a switch, a choice of words or numbers, or a slider. */
#pragma once

#include "frame/settings.h"
#include "ui/page.h"

/* Zero is the usual. */
typedef struct SettingRow {
    const char *section, *name; /* of the key */
    const char *label;
    const char *hint;         /* what it does, in a sentence or two */
    const char *const *words; /* of a choice's values, or of `steps`; NULL: as in the file */
    const double *steps;      /* the numbers to choose from; NULL: a slider */
    int step_count;
    double low, high, step; /* of a slider, in the key's unit; 0, 0: as the key allows, in 20 */
    bool percent;           /* it shows hundredths */
} SettingRow;

void setting_row_put(Page *page, const Settings *settings, const SettingRow *row, int id);

void setting_row_act(Settings *settings, const SettingRow *row, const PageEvent *event);

/* For any key, with words made of its name (in `label`); false: only a file can hold it. */
bool setting_row_of(const ConfigKey *key, SettingRow *row, char label[PAGE_LABEL_BYTES]);

/* "letter_box" as "Letter box"; cut to fit. */
void setting_label(const char *word, char label[PAGE_LABEL_BYTES]);
