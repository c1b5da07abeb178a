/* Sets keys in a file that a person edits, too: comments, order and unknown keys stay. Only the
 * value changes, on the last line that sets the key. A key without a line is added at the end of
 * its section.
 *
 * The settings of the game call it for the player's file. The file is replaced as a whole, so that
 * readers find the old or the new one, and one program at a time edits it. Knows no keys: a value
 * is the text of config_value_text. */
#pragma once

#include "config/config.h"

/* Strings stay the caller's. */
typedef struct ConfigEdit {
    const char *section, *name;
    char value[CONFIG_VALUE_MAX];
} ConfigEdit;

/* Creates the file if it is missing; its folder must exist. False with a cause, and nothing
 * changed, if it can't be read or written, or is too large for config_read_file. */
bool config_edit_file(const char *path, const ConfigEdit *edits, int count, CwError *error);
