/* A world as text: every field with its name and value, to compare two builds or files, and the
 * first difference between two states of one world. For people; nothing parses it but diff. */
#ifndef SIM_WORLD_DUMP_H
#define SIM_WORLD_DUMP_H

#include "clockwork/snapshot.h"
#include "sim/world_fields.h"

#include <stdio.h>

/* A line a field: "bodies body 3 p 1.25 0x3ff4000000000000 ...": decimal for reading and the bits
 * for comparing. */
void world_dump(const CwWorld *world, FILE *file);

/* Compares the world as it is with a snapshot of it and names section, object, field and both
 * values. The world is left as it was. False, with "nothing" in `text`, when there is no
 * difference.
 */
bool world_describe_difference(CwWorld *world, const CwSnapshot *other, char *text, size_t size);

#endif
