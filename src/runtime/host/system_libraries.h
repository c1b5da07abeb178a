/* The libraries in the credits: the system's (_installed) or the program's own (_shipped). */
#pragma once

/* A library's name and licence. */
typedef struct Library {
    const char *name, *licence;
} Library;

/* The libraries, with an empty row at the end. */
extern const Library system_libraries[];
