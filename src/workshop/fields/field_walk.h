/* The walk over all fields of a world that a later tick can read, by section, object and name, for
 * dumps, questions and the inspector. It is made from the lists that the hash reads, too. */
#pragma once

#include "sim/world_fields.h"

/* Visits these sections in a fixed order. Worlds without a session have no probe. */
void world_visit_fields(const CwWorld *world, unsigned sections, FieldVisitor *visit,
                        void *context);

/* Visits every table that objects may have (number 0, no base). Count 0: varies per object. */
void world_visit_tables(const CwWorld *world, FieldVisitor *visit, void *context);

/* The thing that a link points at now. */
const void *field_link_read(const void *data, const CwField *link);

/* The link of the owner's kind that points at this; NULL: none. Owner 0 is nobody. */
const CwField *field_link_to(const CwWorld *world, uint32_t owner, const void *thing);
