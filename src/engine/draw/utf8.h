/* UTF-8 one character at a time, forgiving: used by typesetter.c, knows nothing else. */
#pragma once

#include <stdint.h>

enum { UTF8_REPLACEMENT = 0xFFFD };

/* Decodes at *at, before `end`, and moves on. A wrong byte is one UTF8_REPLACEMENT. */
uint32_t utf8_next(const char **at, const char *end);
