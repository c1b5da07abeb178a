/* Makes text from files (paths, names of layers, lines of a trace) safe for a terminal or a script:
 * a terminal would follow the escape sequences in it, and a line feed would forge a line. Errors
 * and reports call it themselves; results go through print_line. */
#pragma once

#include "clockwork/base.h"

/* Puts a ? in the place of each control character of UTF-8 text (C0, DEL and C1), and of each byte
 * of what separates lines or turns their direction (U+2028 to U+202E). */
void make_printable(char *text);

/* Results, on stdout, made printable: a part of a line, and one up to its end. */
void print_text(const char *format, ...) CW_PRINTF(1, 2);
void print_line(const char *format, ...) CW_PRINTF(1, 2);
