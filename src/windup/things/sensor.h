/* What only notices the buggy: gates, pickups and triggers. */
#ifndef THINGS_SENSOR_H
#define THINGS_SENSOR_H

#include "clockwork/clockwork.h"
#include "common/numbers.h"

/* A shape of the static body that things pass through, with CW_EVENT_TRIGGER_ENTER and _EXIT. */
static inline void add_sensor(CwWorld *world, CwEntity self, cpShape *shape)
{
    cpShapeSetSensor(shape, cpTrue);
    cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, CATEGORY_GROUND, CATEGORY_THING));
    cw_world_add_shape(world, self, shape);
}

#endif
