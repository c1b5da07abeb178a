/* The places at which a line may end: a small part of Unicode's line breaking (UAX #14) that is
 * right for most text of games. After blanks, hyphens and dashes, and between ideographs, kana and
 * Hangul but for their punctuation. Not for Thai and its like, whose words need a dictionary: they
 * break where they must. Knows letters only, as HarfBuzz classifies them. */
#ifndef DRAW_LINE_BREAK_H
#define DRAW_LINE_BREAK_H

#include <stdbool.h>
#include <stdint.h>

/* Blank at the end of a line, where it takes no room. */
bool is_blank(uint32_t letter);

/* Goes with the letter before it: a combining mark, a joiner or a variant's sign. */
bool is_attached(uint32_t letter);

/* Whether a line may begin with letter `index` of `letters`, `index` > 0. */
bool line_may_begin(const uint32_t *letters, uint32_t count, uint32_t index);

#endif
