/* Reads a picture file's head before it is decoded: format, size, and whether it is complete.
 *
 * Maps place pictures by their sizes. Pictures that are too large or cut short are not decoded: a
 * few KiB can decode to gigabytes, and libraries trust their input. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum PictureFormat { PICTURE_OTHER, PICTURE_PNG, PICTURE_JPEG, PICTURE_SVG } PictureFormat;

typedef struct PictureHead {
    PictureFormat format;
    int width_px, height_px; /* 0: not in these bytes */
    int channel_count;       /* channels of a JPEG */
    int scan_count;          /* scans of a JPEG; each covers the whole picture */
    bool is_complete;        /* the end of a JPEG is there */
} PictureHead;

/* Reads the first bytes of a file. */
PictureHead picture_read(const void *bytes, size_t size);

/* An SVG's width and height in pixels of 96 an inch, 0 where missing or in percent, and its
 * viewBox. Reads the attributes of its root, in a locale with points. */
void picture_svg_size(const char *const *attributes, double size_px[2], double box[4]);

/* A parser for an SVG, NULL without memory. It stops at an entity that names another: nested ones
 * may recurse deeper than the stack. XML_GetUserData gives its handlers the context. */
struct XML_ParserStruct *picture_svg_parser(void *context);

enum {
    PICTURE_SIDE_MAX_PX = 16384,
    PICTURE_AREA_MAX_PX = 1 << 25 /* 8192 x 4096; 128 MiB, and twice that to decode */
};

/* Whether a picture is small enough to be decoded or rasterised. */
bool picture_fits(int width_px, int height_px);
