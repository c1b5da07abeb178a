/* Texts in an SVG as SDL_image's reader sees them. It knows single classes in a style sheet, loses
 * its way at anything else, and then crashes. svg_check.c calls it. */
#pragma once

#include <stdbool.h>

/* Replaces a text by blanks, up to its end; lines stay. */
void svg_sheet_clear(char *text, const char *end);

/* Clears comments and all rules but those of classes, such as ".a,.b {...}". False when it cleared
 * a rule. At the end there must be a character that can be overwritten for a while. */
bool svg_sheet_tidy(char *sheet, char *end);

typedef struct SvgNumbers {
    int count;
    double sum, most; /* of the magnitudes */
    double way;       /* length of a path through pairs of the numbers, or more */
} SvgNumbers;

/* The first so many numbers of a list or a path, up to a bracket. */
SvgNumbers svg_read_numbers(const char *text, int most_count);

/* Returns where the reader ends a number; the text itself if there is none. */
const char *svg_skip_number(const char *text);
