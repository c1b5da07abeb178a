/* Values that are changed by hand between two ticks, for an inspector and for recordings.
 *
 * Fields of entities, the game's state and its random numbers, and settings of bodies, shapes and
 * joints; what physics computes again is refused by name. A change wakes what it touches. */
#pragma once

#include "clockwork/replay.h"
#include "fields/field_path.h"

/* Reads a value for a field as it is now. False, with words for a person, if it can't be. */
bool world_edit_parse(const CwWorld *world, const char *field, const char *text, CwReplayEdit *edit,
                      CwError *error);

/* The edit of a world that took over from another build (field_difference.h). Other worlds refuse
 * it: their run can't come there. */
#define EDIT_CARRIED "carried"

/* Whether a field may be set, and sets it without checks in a world whose arena is current. */
bool world_edit_is_open(const FieldElement *element);
void world_edit_element(CwWorld *world, const FieldElement *element, uint64_t bits);

/* Changes the world, between ticks. False, with the world as it was, when it can't be. */
bool world_edit_apply(CwWorld *world, const CwReplayEdit *edit, CwError *error);
