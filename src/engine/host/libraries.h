/* The libraries that this program runs with: their names, versions and licences, for the credits.
 *
 * Versions are what the libraries themselves say, so those of the machine and not those that the
 * program was built with. Asked once, by the main thread. */
#pragma once

enum { LIBRARY_VERSION_BYTES = 24 };

typedef struct Library {
    const char *name, *licence;
    char version[LIBRARY_VERSION_BYTES]; /* "": it does not tell */
} Library;

/* All of them; `count` says how many. */
const Library *libraries(int *count);
