/* Shared objects: libraries that are loaded when they are first needed, so that they cost a start
 * nothing, and games.
 *
 * The linker does not know a late library, so a program also starts without it. The file beside a
 * library that the program was linked with fits it: both came with one system. What is open stays
 * open. */
#pragma once

#include "platform/path.h"

/* Names of files. */
extern const char LIBRARY_SDL_IMAGE[];

/* The file `name` in the folder of the library that defines `neighbour`; where there is none, the
 * name alone: the system then looks for it. */
void library_find_beside(char path[PATH_BYTES_MAX], const void *neighbour, const char *name);

/* Loads the file; a second call is cheap, because the system knows a file that is loaded. So load
 * another version of it from a copy with another name. NULL with the system's words. */
void *library_open(const char *path, CwError *error);

/* The same for a library that uses its own functions, also where this program has others of the
 * same name. */
void *library_open_apart(const char *path, CwError *error);

/* Looks the name up and stores its address in the pointer that `pointer` points to. False, with the
 * cause, when the library lacks it. */
bool library_find_symbol(void *library, const char *name, void *pointer, CwError *error);

/* Whether the library itself defines it, beside whoever else does. */
bool library_defines(void *library, const char *name);

/* Refuses the bytes of a file that is no shared object for this machine, or half of one: loading it
 * would crash, because its missing pages are mapped, but not there. `path` is for the message. */
bool library_check(const char *path, const void *bytes, size_t size, CwError *error);

/* Visits every name that the system looks up when it loads a program or an object of these bytes.
 * False when they are no such file. */
bool library_visit_imports(const void *bytes, size_t size,
                           void (*visit)(const char *name, void *context), void *context);

/* The C library's version; NULL: it does not tell. */
const char *library_c_version(void);
