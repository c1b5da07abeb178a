/* Text of files (names of layers, lines of a trace) on its way to a terminal, which would follow
 * the escape sequences in it. Errors and reports call it, so nobody else has to. */
#ifndef BASE_PRINTABLE_H
#define BASE_PRINTABLE_H

/* Puts a ? in the place of each control character of UTF-8 text (C0, DEL and C1). */
void make_printable(char *text);

#endif
