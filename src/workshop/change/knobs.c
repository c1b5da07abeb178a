#include "change/knobs.h"

#include "fields/world_edit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The index of a knob's first row; -1: the game lacks the knob. */
static int find_first_row(const CwGame *game, const char *name)
{
    int row = 0;
    while (row < game->content.knob_count && strcmp(game->content.knobs[row]->name, name) != 0) {
        row++;
    }
    return row < game->content.knob_count ? row : -1;
}

static bool has_range_and_name(const CwKnob *knob)
{
    return isfinite(knob->low) && isfinite(knob->high) && knob->low < knob->high &&
           knob->initial >= knob->low && knob->initial <= knob->high &&
           strlen(knob->name) < KNOB_NAME_BYTES;
}

bool knobs_check(const CwGame *game, CwError *error)
{
    int count = 0;
    for (int i = 0; i < game->content.knob_count && i < KNOB_ROWS_MAX; i++) {
        const CwKnob *knob = game->content.knobs[i],
                     *first = game->content.knobs[find_first_row(game, knob->name)];
        bool is_same_place = knob->line == first->line && strcmp(knob->file, first->file) == 0;
        count += knob == first;
        if (!is_same_place || !has_range_and_name(knob)) {
            return cw_error_set(error, "%.200s:%d: CW_TUNE(%.60s, ...) needs %s", knob->file,
                                knob->line, knob->name,
                                is_same_place
                                    ? "a short name, and a number between its least and its most"
                                    : "another name");
        }
    }
    return (count <= KNOBS_MAX && game->content.knob_count <= KNOB_ROWS_MAX) ||
           cw_error_set(error, "%d knobs, at most %d: CW_TUNE in fewer headers", count, KNOBS_MAX);
}

const char *knob_name(const CwReplayEdit *edit)
{
    return edit->field + strlen(EDIT_KNOB);
}

double knob_value(const CwReplayEdit *edit)
{
    double value;
    memcpy(&value, &edit->value, sizeof value);
    return value;
}

CwReplayEdit knob_edit(const char *name, double value)
{
    CwReplayEdit edit = {0};
    snprintf(edit.field, sizeof edit.field, "%s%s", EDIT_KNOB, name);
    memcpy(&edit.value, &value, sizeof edit.value);
    return edit;
}

static bool set_rows(double *values, const CwGame *game, const CwReplayEdit *edit)
{
    const char *name = knob_name(edit);
    double value = knob_value(edit);
    int first = isfinite(value) ? find_first_row(game, name) : -1;
    for (int row = first; row >= 0 && row < game->content.knob_count; row++) {
        values[row] = strcmp(game->content.knobs[row]->name, name) == 0 ? value : values[row];
    }
    return first >= 0;
}

bool knobs_begin(double *values, const CwGame *game, const CwReplayEdit *edits, size_t count,
                 CwError *error)
{
    for (int i = 0; i < game->content.knob_count; i++) {
        values[i] = game->content.knobs[i]->initial;
    }
    for (size_t i = 0; i < count; i++) {
        if (edit_is_knob(&edits[i]) && !set_rows(values, game, &edits[i]) && error != NULL) {
            return cw_error_set(error,
                                "%.60s was turned, which this build of the game does not have: "
                                "name a build of clockwork dev that has it with --game FILE.so",
                                edits[i].field);
        }
    }
    return true;
}

KnobEdits knobs_turned(const double *values, const CwGame *game)
{
    KnobEdits edits = {0};
    for (int i = 0; i < game->content.knob_count && edits.count < KNOBS_MAX; i++) {
        const CwKnob *knob = game->content.knobs[i];
        if (values[i] != knob->initial && find_first_row(game, knob->name) == i) {
            edits.items[edits.count++] = knob_edit(knob->name, values[i]);
        }
    }
    return edits;
}
