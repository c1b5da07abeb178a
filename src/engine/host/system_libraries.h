/* The rows of libraries.c that differ by where a library comes from: the system (_installed) or the
 * program's own folder (_shipped). */
#pragma once

/* The version is from the first digit to the next blank; NULL: unknown. */
typedef void LibraryAdd(const char *name, const char *licence, const char *version);

void system_libraries_add(LibraryAdd *add);
