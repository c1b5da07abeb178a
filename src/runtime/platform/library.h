/* Shared objects: games, and libraries that are loaded when needed, so that a start costs nothing
 * and a program starts without them. What is open stays open. */
#pragma once

#include "platform/path.h"

extern const char LIBRARY_SDL_IMAGE[];

/* `name` beside the library that defines `neighbour`, else alone: the system looks for it. */
void library_find_beside(char path[PATH_BYTES_MAX], const void *neighbour, const char *name);

/* The system knows a loaded file by name: load another version from a copy. NULL with words. */
void *library_open(const char *path, CwError *error);

/* Stores the address in the pointer that `pointer` points to. False: the library lacks it. */
bool library_find_symbol(void *library, const char *name, void *pointer, CwError *error);

/* Whether the library itself defines it, beside whoever else does. */
bool library_defines(void *library, const char *name);

/* Refuses what is no whole shared object for this machine: loading it would crash. */
bool library_check(const char *path, const void *bytes, size_t size, CwError *error);

/* Visits every name that loading these bytes looks up. False: they are no such file. */
bool library_visit_imports(const void *bytes, size_t size,
                           void (*visit)(const char *name, void *context), void *context);
