/* "Did you mean ...": which known name a mistyped one is closest to. The configuration and the
 * command line use it for keys, options, commands and levels. Pure functions; nothing is owned. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

/* Letters that must be inserted, removed, replaced or swapped with their neighbour to turn one name
 * into the other (optimal string alignment). Only the first 63 bytes of each count. */
int name_distance(const char *a, const char *b);

/* The one of `names` nearest to `wanted`, the earliest of equals; NULL when there are none. */
const char *nearest_name(const char *wanted, const char *const *names, int count);

#endif
