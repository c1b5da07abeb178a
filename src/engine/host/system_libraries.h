/* Rows of libraries.c for libraries of the system (_installed) or the program (_shipped). */
#pragma once

/* The version is from the first digit to the next blank; NULL: unknown. */
typedef void LibraryAdd(const char *name, const char *licence, const char *version);

void system_libraries_add(LibraryAdd *add);
