/* Makes text from files (paths, names of layers, lines of a trace) safe for a terminal or a script:
 * a terminal would follow the escape sequences in it, and a line feed would forge a line. Errors
 * and reports call it themselves; results go through print_line. */
#pragma once

#include "clockwork/base.h"

/* Replaces control characters, and what separates lines or turns their direction, by ?. */
void make_printable(char *text);

/* Results, on stdout, made printable: a part of a line, and one up to its end. */
void print_text(const char *format, ...) CW_PRINTF(1, 2);
void print_line(const char *format, ...) CW_PRINTF(1, 2);
