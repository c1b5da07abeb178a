/* From a Tiled map to a level: what each class of object becomes. The classes and their properties
 * are described at the top of level.c. */
#ifndef WINDUP_LEVEL_H
#define WINDUP_LEVEL_H

#include "clockwork/clockwork.h"

/* CwGame.start: builds the level in an empty world, or says which object of the map is wrong. */
bool level_start(CwWorld *world, const CwMap *map, CwError *error);

#endif
