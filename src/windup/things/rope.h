/* Ropes and chains: links on pivots along the line they were drawn with. They hang from its first
 * point, with a load if they have one, or from both ends; too much pull snaps them.
 *
 * Under a heavy load light links stretch apart, so a joint from anchor to load, slack as long as
 * the rope is, takes what they can't. It bears no load of its own: what it pulls counts as the
 * rope's. */
#ifndef THINGS_ROPE_H
#define THINGS_ROPE_H

#include "things/thing.h"

enum { ROPE_LINKS_MAX = 48 };

typedef struct Rope {
    Breakage breakage;
    double breaks_N; /* 0: never */
    bool is_chain, both_ends;
    double load_kg, load_m; /* of the crate at its end: mass and size */
    int link_count, joint_count;
    cpBody *links[ROPE_LINKS_MAX];
    double half_m[ROPE_LINKS_MAX];            /* of a link's length */
    double reach_m;                           /* of all of it with its load, for drawing */
    cpConstraint *joints[ROPE_LINKS_MAX + 1]; /* before each link, then what follows the last */
    cpBody *load;
    cpConstraint *limit; /* how far its end gets from its anchor; NULL: it is held at both */
    int broken_joint;
} Rope;

THING(rope, Rope);
extern const CwField rope_fields[2];
void rope_tick(CwWorld *world, CwEntity self, void *data);

#endif
