/* Numbers as text with a point in every locale (strtod and printf follow the locale), for
 * everything that is saved, read back or read by scripts. For numbers within text, see
 * platform/locale.h. Also edit distances of names, quantiles, and a full turn. */
#pragma once

#include <stdbool.h>

static const double TURN_RAD = 6.283185307179586;

enum { NUMBER_TEXT_MAX = 32 }; /* bytes that number_print needs */

/* Reads a plain decimal only: no nan, inf, hexadecimal. Numbers too large become infinite. */
bool number_parse(const char *text, double *number);

/* Writes the shortest text that number_parse reads as the same finite number. */
void number_print(double number, char text[NUMBER_TEXT_MAX]);

/* Rounds halves away from 0, unlike printf, and makes no -0. Exact below 2^52 of the last unit. */
double number_round(double number, int decimals);

/* ---- names ---- */

/* Edit distance of two names: letters to insert, remove, replace or swap with a neighbour (optimal
 * string alignment), of at most 63. Ignores case. cw_nearest_name names the nearest of several. */
int name_distance(const char *a, const char *b);

/* Whether `mistyped` may be a slip for `known`: at most one of three letters is wrong. */
bool name_is_near(const char *mistyped, const char *known);

/* ---- measurements, for figures and benchmarks; the simulation does not use them ---- */

/* The quantile `part` of numbers (0.5: upper median; 0: least); 0 without numbers. Sorts them. */
double stats_quantile(double *numbers, int count, double part);
