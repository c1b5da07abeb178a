/* Between these two calls C's functions write points as decimal marks in any locale. */
#pragma once

/* Pass the result of the beginning to the end. Pairs may be nested. */
void *locale_plain_begin(void);
void locale_plain_end(void *previous);
