/* Numbers as text with a point in every locale (strtod and printf follow the locale): for
 * everything that is saved, read back or read by scripts. platform/locale.h has text with numbers
 * in it. Also quantiles, and edit distances of names. Pure. */
#pragma once

#include <stdbool.h>

enum { NUMBER_TEXT_MAX = 32 }; /* bytes that number_print needs */

/* Reads a plain decimal and nothing else: no nan, inf, hexadecimal. Too large: infinite. */
bool number_parse(const char *text, double *number);

/* Writes the shortest text that number_parse reads as the same finite number. */
void number_print(double number, char text[NUMBER_TEXT_MAX]);

/* Rounds halves away from 0, unlike printf, and makes no -0. Exact below 2^52 of the last unit. */
double number_round(double number, int decimals);

/* ---- names ---- */

/* How far a mistyped name is from a known one; cw_nearest_name names the nearest of several:
 * letters to insert, remove, replace or swap with a neighbour (optimal string alignment), of 63.
 * Capital letters are like small ones. */
int name_distance(const char *a, const char *b);

/* Whether the one may be a slip for the other: at most one of three letters is wrong. */
bool name_is_near(const char *mistyped, const char *known);

/* ---- measurements, for figures and benchmarks; the simulation does not use them ---- */

/* The number that this part doesn't exceed (0.5: upper median; 0: least); 0 of none. Sorts them. */
double stats_quantile(double *numbers, int count, double part);
