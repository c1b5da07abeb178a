/* Reads UTF-8, one character at a time. Text from files may hold any bytes, so a wrong byte is a
 * character of its own and not an error. */
#pragma once

#include <stdint.h>

enum { UTF8_REPLACEMENT = 0xFFFD };

/* Decodes the character at *at, before `end`, and moves on. A wrong byte gives UTF8_REPLACEMENT. */
uint32_t utf8_next(const char **at, const char *end);
