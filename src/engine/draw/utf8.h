/* UTF-8 one character at a time, forgiving: used by typesetter.c, knows nothing else. */
#pragma once

#include <stdint.h>

enum { UTF8_REPLACEMENT = 0xFFFD };

/* Decodes the character at *at, which lies before `end`, and moves *at past it. A byte that begins
 * no whole, shortest-form character gives UTF8_REPLACEMENT and moves by one. */
uint32_t utf8_next(const char **at, const char *end);
