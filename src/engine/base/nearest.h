/* How far a mistyped name is from a known one. The configuration uses it for its keys; what names
 * the nearest of several is public (cw_nearest_name). Pure functions; nothing is owned. */
#pragma once

/* Letters to insert, remove, replace or swap with a neighbour (optimal string alignment), of 63. */
int name_distance(const char *a, const char *b);
