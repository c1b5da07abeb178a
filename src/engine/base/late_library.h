/* Libraries that are loaded when they are first needed: what a start can do without costs it
 * nothing. The linker is not told of them, so a program starts where they are missing, too.
 *
 * Who asks has a reason to find the file that belongs to a library it was linked with: both came
 * with one system. */
#ifndef BASE_LATE_LIBRARY_H
#define BASE_LATE_LIBRARY_H

#include "base/path.h"

/* Names of files; who is linked with what they go with is their neighbour. */
extern const char LATE_SDL_IMAGE[];

/* The file `name` in the folder of the library that defines `neighbour`; where there is none, the
 * name alone: the system then looks for it. */
void late_library_find(char path[PATH_BYTES_MAX], const void *neighbour, const char *name);

#endif
