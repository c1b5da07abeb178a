#include "ask/tune.h"

#include "base/number.h"
#include "base/report.h"
#include "sim/world_setting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char SECTION[] = "simulation.";

int tuning_trial_count(const Tuning *tuning)
{
    int count = 1;
    for (int i = 0; i < tuning->count; i++) {
        count *= tuning->numbers[i].count;
    }
    return count;
}

double tuning_value(const Tuning *tuning, int trial, int number)
{
    const TunedNumber *row = &tuning->numbers[number];
    bool is_last = number == tuning->count - 1;
    int step = (is_last ? trial : trial / tuning->numbers[number + 1].count) % row->count;
    double part = row->count == 1 ? 0 : (double)step / (row->count - 1);
    return number_round(row->first + (row->last - row->first) * part, 9);
}

/* A knob is CW_SETTING_NONE. A key that can't change within a run is CW_SETTING_COUNT. */
static CwInputSetting setting_of(const char *name)
{
    if (strchr(name, '.') == NULL) {
        return CW_SETTING_NONE;
    }
    bool is_setting = strncmp(name, SECTION, sizeof SECTION - 1) == 0;
    CwInputSetting setting =
        is_setting ? setting_named(name + sizeof SECTION - 1) : CW_SETTING_COUNT;
    return setting == CW_SETTING_TICK_RATE ? CW_SETTING_COUNT : setting;
}

/* NAME=FIRST..LAST/COUNT, or NAME=VALUE. */
static bool read_number(TunedNumber *number, const char *text)
{
    char copy[128];
    double count = 1;
    snprintf(copy, sizeof copy, "%s", text);
    char *first = strchr(copy, '='), *last = NULL, *steps = NULL;
    if (first == NULL || first - copy >= KNOB_NAME_BYTES) {
        return false;
    }
    *first++ = '\0';
    if ((last = strstr(first, "..")) != NULL && (steps = strchr(last, '/')) != NULL) {
        *last = *steps = '\0';
    }
    bool good = number_parse(first, &number->first) && isfinite(number->first);
    if (good && last != NULL) {
        good = steps != NULL && number_parse(last + 2, &number->last) && isfinite(number->last) &&
               number_parse(steps + 1, &count) && count >= 2 && count <= TUNE_VALUES_MAX &&
               count == floor(count);
    }
    memcpy(number->name, copy, (size_t)(first - copy));
    number->count = good ? (int)count : 1;
    return good;
}

static bool check_values(const Tuning *tuning, int number, const CwGame *game, CwError *error)
{
    const char *name = tuning->numbers[number].name;
    CwInputSetting setting = setting_of(name);
    CwSimSettings settings = {0};
    double values[KNOB_ROWS_MAX];
    CwReplayEdit edit = knob_edit(name, 0);
    for (int i = 0; setting != CW_SETTING_NONE && i < tuning_trial_count(tuning); i++) {
        double value = tuning_value(tuning, i, number);
        if (!setting_set(&settings, setting, value)) {
            return cw_error_set(error, "%s can't be %g: docs/settings.md has its limits", name,
                                value);
        }
    }
    return setting != CW_SETTING_NONE || knobs_begin(values, game, &edit, 1, error);
}

bool tuning_read(Tuning *tuning, const Maker *maker, const CwGame *game)
{
    CwError error = {0};
    tuning->count = maker->rerun.tune_count;
    for (int i = 0; i < maker->rerun.tune_count; i++) {
        TunedNumber *number = &tuning->numbers[i];
        if (!read_number(number, maker->rerun.tunes[i]) ||
            setting_of(number->name) == CW_SETTING_COUNT) {
            report("--tune needs NAME=VALUE or NAME=FIRST..LAST/COUNT with up to %d values of a "
                   "knob, simulation.substeps, simulation.iterations or simulation.gravity, not "
                   "\"%.60s\"",
                   TUNE_VALUES_MAX, maker->rerun.tunes[i]);
            return false;
        }
        tuning->has_setting = tuning->has_setting || setting_of(number->name) != CW_SETTING_NONE;
    }
    bool good = tuning->count < 2 ||
                strcmp(tuning->numbers[0].name, tuning->numbers[1].name) != 0 ||
                cw_error_set(&error, "two --tune need two names");
    for (int i = 0; good && i < tuning->count; i++) {
        good = check_values(tuning, i, game, &error);
    }
    if (!good) {
        report("%s", error.text);
    }
    return good;
}

static bool is_tuned(const Tuning *tuning, const CwReplayEdit *edit)
{
    for (int i = 0; knob_is_edit(edit) && i < tuning->count; i++) {
        if (strcmp(knob_name(edit), tuning->numbers[i].name) == 0) {
            return true;
        }
    }
    return false;
}

/* A knob that was turned in the recording stays so, unless it is tuned. */
bool tuning_apply(const Tuning *tuning, int trial, const CwReplayFile *recording,
                  CwReplayFile *tuned)
{
    *tuned = *recording;
    tuned->edit_count = 0;
    tuned->edits = calloc(recording->edit_count + TUNES_MAX, sizeof *tuned->edits);
    if (tuned->edits == NULL) {
        return false;
    }
    for (int i = 0; i < tuning->count; i++) {
        CwInputSetting setting = setting_of(tuning->numbers[i].name);
        double value = tuning_value(tuning, trial, i);
        if (setting == CW_SETTING_NONE) {
            tuned->edits[tuned->edit_count++] = knob_edit(tuning->numbers[i].name, value);
        } else {
            setting_set(&tuned->header.settings, setting, value);
        }
    }
    for (size_t i = 0; i < recording->edit_count; i++) {
        if (!is_tuned(tuning, &recording->edits[i])) {
            tuned->edits[tuned->edit_count++] = recording->edits[i];
        }
    }
    return true;
}
