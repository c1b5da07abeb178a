/* Numbers in an SVG as SDL_image's reader sees them. svg_write.c calls it. */
#pragma once

typedef struct SvgNumbers {
    int count;
    double sum, most; /* of the magnitudes */
    double way;       /* length of a path through pairs of the numbers, or more */
    double first[4];
} SvgNumbers;

/* The first so many numbers of a list or a path, up to a bracket. */
SvgNumbers svg_read_numbers(const char *text, int most_count);

/* Where the reader ends a number; the text itself if there is none. */
const char *svg_skip_number(const char *text);

/* How much longer a transform, such as "scale(2)" with its numbers, makes a line at most. */
double svg_stretch(const char *transform, const double n[4]);
