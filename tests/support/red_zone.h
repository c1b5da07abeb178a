/* Whether AddressSanitizer watches an address. Costs a child process and, where it does, a report.
 */
#ifndef TESTS_SUPPORT_RED_ZONE_H
#define TESTS_SUPPORT_RED_ZONE_H

#include <stdbool.h>
#include <stddef.h>

/* True when reading a byte ends a child process. */
bool is_red(const void *memory);

/* Fails the test unless a block of the arena may be read, and the bytes around it may not. */
void assert_red_around(const char *memory, size_t bytes);

#endif
