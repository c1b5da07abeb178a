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

/* A value as a dump has it: bits behind the decimals of real numbers. */
void field_print(char *text, size_t size, CwFieldType type, const void *at);

/* Visits contacts, which world_visit_fields lacks, in the order of the shapes' numbers. */
void world_visit_contact_fields(const CwWorld *world, FieldVisitor *visit, void *context);

/* Compares the world as it is with a snapshot of it and names section, object, field and both
 * values. The world is left as it was. False, with "nothing" in `text`, when there is no
 * difference.
 */
bool world_describe_difference(CwWorld *world, const CwSnapshot *other, char *text, size_t size);

#endif
