/* Libraries that are loaded when needed, so that a start costs nothing and a program starts without
 * them. What is open stays open. */
#pragma once

#include "platform/path.h"

extern const char LIBRARY_SDL_IMAGE[];

/* `name` beside the library that defines `neighbour`, else alone: the system looks for it. */
void library_find_beside(char path[PATH_BYTES_MAX], const void *neighbour, const char *name);

/* The system knows a loaded file by name: load another version from a copy. NULL with words. */
void *library_open(const char *path, CwError *error);

/* Stores the address in the pointer that `pointer` points to. False: the library lacks it. */
bool library_find_symbol(void *library, const char *name, void *pointer, CwError *error);
