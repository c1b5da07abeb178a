/* Reads the head of a picture file before anyone decodes it: format, size, and whether the file is
 * complete.
 *
 * Maps place pictures by their sizes. Pictures that are too large or cut short are never decoded: a
 * few KiB can decode to gigabytes, and libraries trust their input. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum PictureFormat { PICTURE_OTHER, PICTURE_PNG, PICTURE_JPEG, PICTURE_SVG } PictureFormat;

typedef struct PictureHead {
    PictureFormat format;
    int width_px, height_px; /* 0: not in these bytes */
    int channel_count;       /* of a JPEG */
    int scan_count;          /* of a JPEG, each of which covers the whole picture */
    bool is_complete;        /* these bytes hold the end of a JPEG */
} PictureHead;

/* Reads the first bytes of a file, or all of them. */
PictureHead picture_read(const void *bytes, size_t size);

/* Reads an SVG's width and height, in pixels of 1/96 inch, and its viewBox from the attributes of
 * its root. Leaves missing values unchanged; a percentage gives 0. Call it in a locale with decimal
 * points. */
void picture_svg_size(const char *const *attributes, double size_px[2], double box[4]);

/* Creates a parser for an SVG; NULL without memory. It stops at an entity that names another one,
 * because nested entities could overflow the stack. Handlers get the parser, and `context` by
 * XML_GetUserData. */
struct XML_ParserStruct *picture_svg_parser(void *context);

enum {
    PICTURE_SIDE_MAX_PX = 16384,
    PICTURE_AREA_MAX_PX = 1 << 25 /* 8192 x 4096: 128 MiB, and 256 MiB while it is decoded */
};

/* Whether a picture is small enough to be decoded or rasterised. */
bool picture_fits(int width_px, int height_px);
