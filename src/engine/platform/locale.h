/* How a thread writes numbers, for C's functions and libraries that follow the locale: between
 * these two, points are decimal marks, whatever LC_NUMERIC says or another thread sets. */
#pragma once

/* The end takes what the beginning gave. They may be nested. */
void *locale_plain_begin(void);
void locale_plain_end(void *previous);
