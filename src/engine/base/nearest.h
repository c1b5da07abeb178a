/* How far a mistyped name is from a known one. The configuration uses it for its keys; what names
 * the nearest of several is public (cw_nearest_name). Pure functions; nothing is owned. */
#pragma once

/* Letters that must be inserted, removed, replaced or swapped with their neighbour to turn one name
 * into the other (optimal string alignment). Only the first 63 bytes of each count. */
int name_distance(const char *a, const char *b);
