/* What is in a world, counted for people: the overlay and the lab show it. Reads the world and
 * changes nothing, not even a counter of Chipmunk's. */
#ifndef SIM_WORLD_CENSUS_H
#define SIM_WORLD_CENSUS_H

#include "clockwork/world.h"

typedef struct WorldCensus {
    int awake_count;  /* dynamic bodies that move or may */
    int asleep_count; /* dynamic bodies that Chipmunk leaves alone */
    int fixed_count;  /* kinematic and static ones with a pose */
    int pair_count;   /* of shapes that touch */
    int contact_count;
    int joint_count;
} WorldCensus;

WorldCensus world_census(const CwWorld *world);

#endif
