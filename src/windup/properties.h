/* What the custom properties of a map's objects may say, and what objects say of each other: a
 * table of numbers with their limits, the words of triggers, the paths of platforms. Only level.c
 * calls in here, before it builds anything. */
#ifndef WINDUP_PROPERTIES_H
#define WINDUP_PROPERTIES_H

#include "clockwork/clockwork.h"

/* False with an error that says which property of the object is wrong and what to do. */
bool properties_check(const CwMap *map, const CwMapObject *object, CwError *error);

/* The same of what it has to do with others, such as its path; those count that are not left out,
 * by their index in the map. */
bool properties_check_others(const CwMap *map, const CwMapObject *object, const bool *left_out,
                             CwError *error);

/* Warns of properties that the object's class, or a level, does not have, with the nearest name. */
void properties_warn(const CwMap *map, const CwMapObject *object);
void properties_warn_map(const CwMap *map);

#endif
