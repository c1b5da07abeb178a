/* Libraries that are loaded when they are first needed, so that they cost a start nothing. The
 * linker does not know them, so a program also starts without them. The file beside a library that
 * the program was linked with fits it: both came with one system. */
#ifndef BASE_LATE_LIBRARY_H
#define BASE_LATE_LIBRARY_H

#include "platform/path.h"

/* Names of files. */
extern const char LATE_SDL_IMAGE[];

/* The file `name` in the folder of the library that defines `neighbour`; where there is none, the
 * name alone: the system then looks for it. */
void late_library_find(char path[PATH_BYTES_MAX], const void *neighbour, const char *name);

#endif
