#include "base/picture.h"

#include "clockwork/base.h"
#include "platform/locale.h"

#include <expat.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int big16(const unsigned char *at)
{
    return at[0] << 8 | at[1];
}

static int big32(const unsigned char *at)
{
    return at[0] >= 0x80 ? INT_MAX : big16(at) << 16 | big16(at + 2);
}

static bool is_frame(int marker)
{
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

/* Reads a JPEG's segments, which have lengths. Coded data between them has only restart markers. */
static void read_jpeg(PictureHead *picture, const unsigned char *bytes, size_t size)
{
    for (size_t at = 2; at + 2 <= size && !picture->is_complete;) {
        int marker = bytes[at] == 0xFF ? bytes[at + 1] : 0;
        if (marker <= 1 || marker == 0xFF || (marker >= 0xD0 && marker <= 0xD7)) {
            at++;
            continue;
        }
        if (is_frame(marker) && at + 10 <= size) {
            picture->height_px = big16(bytes + at + 5);
            picture->width_px = big16(bytes + at + 7);
            picture->channel_count = bytes[at + 9];
        }
        picture->scan_count += marker == 0xDA;
        picture->is_complete = marker == 0xD9;
        at += at + 4 <= size ? 2 + (size_t)big16(bytes + at + 2) : size;
    }
}

static double length_px(const char *text)
{
    static const struct {
        const char *unit;
        double px;
    } units[] = {{"mm", 96 / 25.4}, {"cm", 96 / 2.54}, {"in", 96}, {"pt", 96 / 72.0}, {"pc", 16}};
    double length = fmax(0, strtod(text, NULL));
    for (size_t i = 0; i < CW_ARRAY_LENGTH(units); i++) {
        length *= strstr(text, units[i].unit) != NULL ? units[i].px : 1;
    }
    return strchr(text, '%') != NULL ? 0 : length;
}

void picture_svg_size(const char *const *attributes, double size_px[2], double box[4])
{
    for (; attributes[0] != NULL; attributes += 2) {
        const char *value = attributes[1];
        if (strcmp(attributes[0], "width") == 0) {
            size_px[0] = length_px(value);
        } else if (strcmp(attributes[0], "height") == 0) {
            size_px[1] = length_px(value);
        } else if (strcmp(attributes[0], "viewBox") == 0) {
            sscanf(value, "%lf%*[ ,\t\r\n]%lf%*[ ,\t\r\n]%lf%*[ ,\t\r\n]%lf", &box[0], &box[1],
                   &box[2], &box[3]);
        }
    }
}

static int whole_px(double length, double fallback)
{
    double px = length > 0 ? length : fallback;
    return px > 0 && px < INT_MAX ? (int)ceil(px) : 0;
}

static void XMLCALL read_root(void *context, const XML_Char *name, const XML_Char **attributes)
{
    double size_px[2] = {0}, box[4] = {0};
    picture_svg_size((const char *const *)(const void *)attributes, size_px, box);
    if (strcmp(name, "svg") == 0) {
        *(PictureHead *)XML_GetUserData(context) = (PictureHead){
            PICTURE_SVG, whole_px(size_px[0], box[2]), whole_px(size_px[1], box[3]), 0, 0, false};
    }
    XML_StopParser(context, XML_FALSE);
}

static void XMLCALL refuse_entity(void *context, const XML_Char *name, int is_parameter,
                                  const XML_Char *value, int length, const XML_Char *base,
                                  const XML_Char *system, const XML_Char *public,
                                  const XML_Char *notation)
{
    (void)name, (void)base, (void)system, (void)public, (void)notation;
    if (is_parameter || (value != NULL && memchr(value, '&', (size_t)length) != NULL)) {
        XML_StopParser(context, XML_FALSE);
    }
}

XML_Parser picture_svg_parser(void *context)
{
    XML_Parser parser = XML_ParserCreate(NULL);
    if (parser != NULL) {
        XML_SetUserData(parser, context);
        XML_UseParserAsHandlerArg(parser);
        XML_SetEntityDeclHandler(parser, refuse_entity);
    }
    return parser;
}

static void read_svg(PictureHead *picture, const char *bytes, size_t size)
{
    XML_Parser parser = picture_svg_parser(picture);
    void *previous = locale_plain_begin();
    if (parser != NULL) {
        XML_SetStartElementHandler(parser, read_root);
        XML_Parse(parser, bytes, (int)size, XML_FALSE);
        XML_ParserFree(parser);
    }
    locale_plain_end(previous);
}

PictureHead picture_read(const void *bytes, size_t size)
{
    PictureHead picture = {0};
    const unsigned char *at = bytes;
    if (size >= 24 && memcmp(at, "\x89PNG\r\n\x1a\n", 8) == 0) {
        picture = (PictureHead){PICTURE_PNG, big32(at + 16), big32(at + 20), 0, 0, false};
    } else if (size >= 2 && memcmp(at, "\xFF\xD8", 2) == 0) {
        picture.format = PICTURE_JPEG;
        read_jpeg(&picture, at, size);
    } else if (size < INT_MAX) {
        read_svg(&picture, bytes, size);
    }
    return picture;
}

bool picture_fits(int width_px, int height_px)
{
    return width_px <= PICTURE_SIDE_MAX_PX && height_px <= PICTURE_SIDE_MAX_PX &&
           (int64_t)width_px * height_px <= PICTURE_AREA_MAX_PX;
}
