/* The libraries that this program runs with, for the credits: names, licences, and versions, which
 * the libraries themselves say. Asked once, by the main thread. */
#pragma once

enum { LIBRARY_VERSION_BYTES = 24 };

typedef struct Library {
    const char *name, *licence;
    char version[LIBRARY_VERSION_BYTES]; /* "": it does not tell */
} Library;

const Library *libraries(int *count);
