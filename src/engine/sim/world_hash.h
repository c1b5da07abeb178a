/* The world hash, 64 bits that also say where two worlds differ: eight bits for each section (see
 * world_fields.h), lowest first, and above them 24 bits of a hash over all. A difference in one
 * section changes its bits but for one case in 256, and the whole but for one in four thousand
 * millions. cw_world_hash itself is public: clockwork/world.h. */
#ifndef SIM_WORLD_HASH_H
#define SIM_WORLD_HASH_H

#include "sim/world_fields.h"

/* Names the sections in which two hashes differ, "bodies,constraints"; "unknown" when only the
 * common part does. */
void world_hash_describe(uint64_t a, uint64_t b, char *text, size_t size);

#endif
