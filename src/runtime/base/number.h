/* Reads and prints numbers with a decimal point in every locale, for files and scripts. (strtod and
 * printf follow the locale.) For numbers within longer text, see platform/locale.h. Also here: edit
 * distances of names, and quantiles. */
#pragma once

#include <stdbool.h>

static const double TURN_RAD = 6.283185307179586;

enum { NUMBER_TEXT_MAX = 32 }; /* bytes that number_print needs */

/* Reads a plain decimal number, not nan, inf or hexadecimal. Overflow gives infinity. */
bool number_parse(const char *text, double *number);

/* Writes the shortest text that number_parse reads back as the same finite number. */
void number_print(double number, char text[NUMBER_TEXT_MAX]);

/* Rounds halves away from 0, unlike printf, and never gives -0. Exact while the result is below
 * 2^52 units of the last decimal. */
double number_round(double number, int decimals);

/* ---- names ---- */

/* Edit distance of two names (optimal string alignment): the number of letters to insert, remove,
 * replace or swap with a neighbour. Ignores case, and letters after the 63rd. */
int name_distance(const char *a, const char *b);

/* Whether `mistyped` may be meant as `known`: at most one letter in three is wrong. */
bool name_is_near(const char *mistyped, const char *known);

/* ---- measurements, for figures and benchmarks, not for the simulation ---- */

/* Sorts the numbers, and returns a quantile (0: least, 0.5: upper median); 0 for no numbers. */
double stats_quantile(double *numbers, int count, double part);
