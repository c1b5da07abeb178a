/* Numbers as text, the same under every locale: the decimal mark is a point, whatever LC_NUMERIC
 * says. For everything that is saved, read back or read by scripts; strtod and printf("%f") follow
 * the locale.
 * Pure; allocates nothing. Text with numbers in it: platform/locale.h. */
#pragma once

#include <stdbool.h>

enum { NUMBER_TEXT_MAX = 32 }; /* bytes that number_print needs */

/* Reads a plain decimal number such as -12, .5 or 6.02e23, nothing before or after it; no nan, inf
 * or hexadecimal. One that is too large becomes infinite: check the range. False for all else. */
bool number_parse(const char *text, double *number);

/* Writes the shortest text that number_parse turns into exactly the same finite number; whole ones
 * below 1e15 without an exponent. */
void number_print(double number, char text[NUMBER_TEXT_MAX]);

/* Halves go away from 0, unlike in printf, and nothing becomes -0: to be printed with as many
 * decimals. Exact below 2^52 units of the last one. */
double number_round(double number, int decimals);
