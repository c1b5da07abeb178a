/* Prepares a style sheet of an SVG for SDL_image's reader, which knows single classes, loses its
 * way at anything else, and then crashes. svg_check.c calls it. */
#pragma once

#include <stdbool.h>

/* Replaces a text by blanks, up to its end; lines stay. */
void svg_sheet_clear(char *text, const char *end);

/* Clears comments and all rules but those of classes, such as ".a,.b {...}". False when it cleared
 * a rule. At the end there must be a character that can be overwritten for a while. */
bool svg_sheet_tidy(char *sheet, char *end);
