/* Between these two C's functions write points as decimal marks, whatever the locale. */
#pragma once

/* The end takes what the beginning gave. They may be nested. */
void *locale_plain_begin(void);
void locale_plain_end(void *previous);
