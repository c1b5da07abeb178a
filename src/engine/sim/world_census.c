#include "sim/world_census.h"

#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>

WorldCensus world_census(const CwWorld *world)
{
    WorldCensus census = {0};
    for (int i = 0; i < world->body_count; i++) {
        const cpBody *body = world->bodies[i];
        bool dynamic = cpBodyGetType((cpBody *)body) == CP_BODY_TYPE_DYNAMIC;
        bool asleep = dynamic && cpBodyIsSleeping(body);
        census.asleep_count += asleep;
        census.awake_count += dynamic && !asleep;
        census.fixed_count += !dynamic;
    }
    const cpArray *arbiters = world->space->arbiters;
    census.pair_count = arbiters->num;
    for (int i = 0; i < arbiters->num; i++) {
        census.contact_count += ((const cpArbiter *)arbiters->arr[i])->count;
    }
    census.joint_count = world->space->constraints->num;
    return census;
}
