/* Rows of the credits for libraries of the system (_installed) or the program (_shipped). */
#pragma once

/* Name and licence. */
typedef struct Library {
    const char *name, *licence;
} Library;

/* Ends with an empty row. */
extern const Library system_libraries[];
