/* Loads libraries and games when they are needed, so that a program starts fast and also without
 * them. Open libraries stay open. */
#pragma once

#include "platform/path.h"

extern const char LIBRARY_SDL_IMAGE[];

/* The path of `name` beside `neighbour`'s library; else `name`, for which the system searches. */
void library_find_next_to(char path[PATH_BYTES_MAX], const void *neighbour, const char *name);

/* NULL with an error. The system knows loaded files by name: load a new version from a copy. */
void *library_open(const char *path, CwError *error);

/* Stores a symbol's address in the pointer at `pointer`. False: the library lacks it. */
bool library_find_symbol(void *library, const char *name, void *pointer, CwError *error);
