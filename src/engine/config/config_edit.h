/* Sets keys in a file that a person edits, too: only the value changes, on the last line that sets
 * the key; a new key goes to the end of its section. Knows no keys.
 *
 * The file is replaced as a whole, and one program at a time edits it. */
#pragma once

#include "config/config.h"

/* Strings stay the caller's. */
typedef struct ConfigEdit {
    const char *section, *name;
    char value[CONFIG_VALUE_MAX];
} ConfigEdit;

/* Creates a missing file; its folder must exist. False with a cause, and nothing changed. */
bool config_edit_file(const char *path, const ConfigEdit *edits, int count, CwError *error);
