#include "change/knobs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

static const char PREFIX[] = "knob.";

enum { PREFIX_BYTES = sizeof PREFIX - 1 };

/* ---- rows ---- */

/* The first row of a knob; -1: there is none. */
static int knob_find(const CwGame *game, const char *name)
{
    int row = 0;
    while (row < game->content.knob_count && strcmp(game->content.knobs[row]->name, name) != 0) {
        row++;
    }
    return row < game->content.knob_count ? row : -1;
}

static bool is_good(const CwKnob *knob)
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
                     *first = game->content.knobs[knob_find(game, knob->name)];
        bool same = knob->line == first->line && strcmp(knob->file, first->file) == 0;
        count += knob == first;
        if (!same || !is_good(knob)) {
            return cw_error_set(error, "%.200s:%d: CW_TUNE(%.60s, ...) needs %s", knob->file,
                                knob->line, knob->name,
                                same ? "a short name, and a number between its least and its most"
                                     : "another name");
        }
    }
    return (count <= KNOBS_MAX && game->content.knob_count <= KNOB_ROWS_MAX) ||
           cw_error_set(error, "%d knobs, at most %d: CW_TUNE in fewer headers", count, KNOBS_MAX);
}

/* ---- edits ---- */

bool knob_is_edit(const CwReplayEdit *edit)
{
    return strncmp(edit->field, PREFIX, PREFIX_BYTES) == 0;
}

const char *knob_name(const CwReplayEdit *edit)
{
    return edit->field + PREFIX_BYTES;
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
    snprintf(edit.field, sizeof edit.field, "%s%s", PREFIX, name);
    memcpy(&edit.value, &value, sizeof edit.value);
    return edit;
}

/* ---- values ---- */

static bool set_rows(double *values, const CwGame *game, const CwReplayEdit *edit)
{
    const char *name = knob_name(edit);
    double value = knob_value(edit);
    int first = isfinite(value) ? knob_find(game, name) : -1;
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
        if (knob_is_edit(&edits[i]) && !set_rows(values, game, &edits[i]) && error != NULL) {
            return cw_error_set(error,
                                "%.60s was turned, which this build of the game does not have: "
                                "name a build of clockwork dev that has it with --game FILE.so",
                                edits[i].field);
        }
    }
    return true;
}

KnobEdits knobs_edits(const double *values, const CwGame *game)
{
    KnobEdits edits = {0};
    for (int i = 0; i < game->content.knob_count && edits.count < KNOBS_MAX; i++) {
        const CwKnob *knob = game->content.knobs[i];
        if (values[i] != knob->initial && knob_find(game, knob->name) == i) {
            edits.items[edits.count++] = knob_edit(knob->name, values[i]);
        }
    }
    return edits;
}

uint64_t knobs_digest(const double *values, const CwGame *game)
{
    KnobEdits edits = knobs_edits(values, game);
    return edits.count == 0 ? 0 : XXH3_64bits(edits.items, edits.count * sizeof edits.items[0]);
}

void knobs_apply(const double *values, const CwGame *game)
{
    for (int i = 0; i < game->content.knob_count; i++) {
        if (*game->content.knobs[i]->value != values[i]) {
            *game->content.knobs[i]->value = values[i];
        }
    }
}
