/* What the custom properties of a map's objects may say, and what objects say of each other: a
 * table of numbers with their limits, the words of triggers, the paths of platforms. Only level.c
 * calls in here, before it builds anything. */
#ifndef GAME_PROPERTIES_H
#define GAME_PROPERTIES_H

#include "clockwork/clockwork.h"

/* False with an error that says which property of the object is wrong and what to do. */
bool properties_check(const CwMap *map, const CwMapObject *object, CwError *error);

#endif
