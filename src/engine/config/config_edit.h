/* Setting keys in a file that a person writes, too: what stands in it stays, comments, order and
 * unknown keys; only the value of a key changes, on the line that counts, and what has no line yet
 * comes to the end of its section.
 *
 * The settings of the game call it for the player's file. The file is replaced as a whole, so that
 * whoever reads it finds the old or the new one, and one program at a time does it. Knows no keys:
 * a value is what config_value_text gives. */
#ifndef CONFIG_CONFIG_EDIT_H
#define CONFIG_CONFIG_EDIT_H

#include "config/config.h"

/* Strings stay the caller's. */
typedef struct ConfigEdit {
    const char *section, *name;
    char value[CONFIG_VALUE_MAX];
} ConfigEdit;

/* Makes the file where there is none; its folder must be there. False with a cause and nothing
 * changed when it can't be read, is none that config_read_file takes whole, or can't be written. */
bool config_edit_file(const char *path, const ConfigEdit *edits, int count, CwError *error);

#endif
