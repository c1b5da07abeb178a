#include "draw/picture_size.h"

#include "base/little_endian.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

typedef struct Head {
    const unsigned char *bytes;
    size_t size;
} Head;

static int big16(const unsigned char *at)
{
    return at[0] << 8 | at[1];
}

static int big32(const unsigned char *at)
{
    return at[0] >= 0x80 ? INT_MAX : big16(at) << 16 | big16(at + 2);
}

static int little(const unsigned char *at, int byte_count)
{
    uint64_t number = load_le(at, byte_count);
    return number > INT_MAX ? INT_MAX : (int)number;
}

/* A number of 32 bits; a BMP that begins with its topmost row has a negative height. */
static int magnitude(const unsigned char *at)
{
    int32_t number = (int32_t)load_le(at, 4);
    return number == INT32_MIN ? INT_MAX : number < 0 ? -number : number;
}

static bool begins(Head head, size_t at, const char *mark, size_t mark_size)
{
    return at + mark_size <= head.size && memcmp(head.bytes + at, mark, mark_size) == 0;
}

/* The frame of a JPEG stands behind segments of any length. */
static bool measure_jpeg(Head head, int *width_px, int *height_px)
{
    size_t at = 2;
    while (at + 9 <= head.size && head.bytes[at] == 0xFF) {
        int kind = head.bytes[at + 1];
        bool is_frame =
            kind >= 0xC0 && kind <= 0xCF && kind != 0xC4 && kind != 0xC8 && kind != 0xCC;
        if (is_frame) {
            *height_px = big16(head.bytes + at + 5);
            *width_px = big16(head.bytes + at + 7);
            return true;
        }
        at += kind == 0xFF ? 1 : 2 + (size_t)big16(head.bytes + at + 2); /* fill bytes */
    }
    return false;
}

static bool measure_webp(Head head, int *width_px, int *height_px)
{
    const unsigned char *at = head.bytes;
    if (begins(head, 12, "VP8X", 4)) {
        *width_px = little(at + 24, 3) + 1;
        *height_px = little(at + 27, 3) + 1;
    } else if (begins(head, 12, "VP8L", 4)) {
        *width_px = (little(at + 21, 2) & 0x3FFF) + 1;
        *height_px = (little(at + 22, 3) >> 6 & 0x3FFF) + 1;
    } else {
        *width_px = little(at + 26, 2) & 0x3FFF;
        *height_px = little(at + 28, 2) & 0x3FFF;
    }
    return begins(head, 12, "VP8", 3);
}

bool picture_size(const void *bytes, size_t size, int *width_px, int *height_px)
{
    Head head = {bytes, size};
    const unsigned char *at = bytes;
    if (size < 32) {
        return false;
    }
    if (begins(head, 0, "\x89PNG\r\n\x1a\n", 8)) {
        *width_px = big32(at + 16);
        *height_px = big32(at + 20);
        return true;
    }
    if (begins(head, 0, "\xFF\xD8", 2)) {
        return measure_jpeg(head, width_px, height_px);
    }
    if (begins(head, 0, "BM", 2)) {
        bool is_old = at[14] == 12;
        *width_px = is_old ? little(at + 18, 2) : magnitude(at + 18);
        *height_px = is_old ? little(at + 20, 2) : magnitude(at + 22);
        return true;
    }
    return begins(head, 0, "RIFF", 4) && begins(head, 8, "WEBP", 4) &&
           measure_webp(head, width_px, height_px);
}

bool picture_fits(int width_px, int height_px)
{
    return width_px <= PICTURE_SIDE_MAX_PX && height_px <= PICTURE_SIDE_MAX_PX &&
           (int64_t)width_px * height_px <= PICTURE_AREA_MAX_PX;
}
