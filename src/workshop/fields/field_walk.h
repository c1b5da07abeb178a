/* Visits all fields of a world that a later tick can read, for dumps, conditions and the
 * inspector. It uses the same field lists as the hash. */
#pragma once

#include "sim/world_fields.h"

/* Visits the sections of a bit mask in a fixed order. Worlds without a session have no probe. */
void world_visit_fields(const CwWorld *world, unsigned sections, FieldVisitor *visit,
                        void *context);

/* Visits every table that an object may have, with number 0 and no base. A field's count is 0 if
 * it varies per object. */
void world_visit_tables(const CwWorld *world, FieldVisitor *visit, void *context);

/* The object that a link points at. */
const void *field_link_read(const void *data, const CwField *link);

/* The field of the owner's kind that points at `thing`; NULL: none, or owner 0. */
const CwField *field_link_to(const CwWorld *world, uint32_t owner, const void *thing);
