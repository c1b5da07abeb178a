/* Values that are changed by hand between two ticks, for an inspector and for recordings of runs in
 * which that happened.
 *
 * Edits may change the fields of entities, of the game's state and of its random numbers, and the
 * settings of bodies, shapes and joints. Physics and world compute the rest again, so it is refused
 * by name. A change wakes what it touches, as Chipmunk's own setters do. */
#pragma once

#include "clockwork/replay.h"
#include "sim/world.h"

/* Reads a value for a field of the world as it is now, for the tick that it is at. False, with a
 * message for who typed it, when there is no such field, or it can't have that value. */
bool world_edit_parse(const CwWorld *world, const char *field, const char *text, CwReplayEdit *edit,
                      CwError *error);

/* Changes the world, between ticks. False, with the world as it was, when it can't be. */
bool world_edit_apply(CwWorld *world, const CwReplayEdit *edit, CwError *error);
