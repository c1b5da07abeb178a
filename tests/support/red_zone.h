/* Whether AddressSanitizer watches an address. Costs a child process and perhaps a report. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

bool is_red(const void *memory);

/* Fails the test unless a block of the arena may be read, and the bytes around it may not. */
void assert_red_around(const char *memory, size_t bytes);
