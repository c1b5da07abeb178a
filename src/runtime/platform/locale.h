/* Between these two calls C's functions read and write a point as decimal mark in any locale. */
#pragma once

/* Pass the result of the beginning to the end. Pairs may be nested. */
void *locale_plain_begin(void);
void locale_plain_end(void *previous);
