/* Changes values by hand between two ticks, for the inspector and for recordings.
 *
 * Entities, the game's state, its random numbers, and bodies, shapes and joints have fields that
 * may change. Fields that physics computes are refused. A change wakes the bodies that it touches.
 */
#pragma once

#include "clockwork/replay.h"
#include "fields/field_path.h"

/* Reads a value for a field of the present world. False with an error if it is impossible. */
bool world_edit_parse(const CwWorld *world, const char *field, const char *text, CwReplayEdit *edit,
                      CwError *error);

/* The edit that marks a transfer from another build (field_difference.h). Other runs refuse it. */
#define EDIT_TRANSFER "carried"

/* The beginning of the name of a turned knob. It is an edit before the first tick. */
#define EDIT_KNOB "knob."
bool edit_is_knob(const CwReplayEdit *edit);

/* True if a field may be set. world_edit_element doesn't check it; the world's arena is current. */
bool world_edit_is_open(const FieldElement *element);
void world_edit_element(CwWorld *world, const FieldElement *element, uint64_t bits);

/* Changes the world between ticks. False with an error: the world is unchanged. */
bool world_edit_apply(CwWorld *world, const CwReplayEdit *edit, CwError *error);
