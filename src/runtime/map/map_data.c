/* Cells of a tile layer or chunk: numbers with commas, or base64 of little-endian words, plain,
 * zlib, gzip or Zstandard. Exactly as many as the layer has are taken, whatever was compressed. */
#include "map/map_reader.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#define SAVE_AGAIN "open the map in Tiled and save it again"

typedef struct Bytes {
    unsigned char *at;
    size_t size;
} Bytes;

static bool wrong_count(const MapPlace *place, size_t count, size_t wanted)
{
    return map_refuse(place, "its data has %s than %zu tiles: " SAVE_AGAIN,
                      count < wanted ? "fewer" : "more", wanted);
}

static bool decode_numbers(const MapPlace *place, const char *text, const MapCells *cells)
{
    size_t count = 0;
    while (true) {
        text += strspn(text, " ,\r\n\t");
        if (*text == '\0') {
            return count == cells->count || wrong_count(place, count, cells->count);
        }
        uint64_t number = 0;
        const char *begin = text;
        for (; *text >= '0' && *text <= '9' && number <= UINT32_MAX; text++) {
            number = 10 * number + (uint64_t)(*text - '0');
        }
        if (text == begin || number > UINT32_MAX) {
            return map_refuse(place,
                              "its data has \"%.12s\" where a tile's number should "
                              "be: " SAVE_AGAIN,
                              begin);
        }
        if (count == cells->count) {
            return wrong_count(place, count + 1, cells->count);
        }
        cells->cells[count++] = (uint32_t)number;
    }
}

static int base64_digit(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c == '\0' ? NULL : strchr(digits, c);
    return at == NULL ? -1 : (int)(at - digits);
}

/* Skips blanks, and ignores what follows a '='. */
static bool decode_base64(const MapPlace *place, const char *text, Bytes *bytes)
{
    bytes->at = malloc(strlen(text) / 4 * 3 + 4);
    bytes->size = 0;
    if (bytes->at == NULL) {
        return map_refuse(place, "out of memory for its data");
    }
    uint32_t bits = 0;
    int bit_count = 0;
    for (; *text != '\0' && *text != '='; text++) {
        if (strchr(" \r\n\t", *text) != NULL) {
            continue;
        }
        int digit = base64_digit(*text);
        if (digit < 0) {
            return map_refuse(place, "its data is not base64 at \"%.12s\": " SAVE_AGAIN, text);
        }
        bits = bits << 6 | (uint32_t)digit;
        bit_count += 6;
        if (bit_count >= 8) {
            bit_count -= 8;
            bytes->at[bytes->size++] = (unsigned char)(bits >> bit_count);
        }
    }
    return true;
}

/* Fills `to`; `exact`: the sizes matched. Returns what is broken; NULL: nothing. */
static const char *inflate_zlib(const Bytes *from, const Bytes *to, bool *exact)
{
    z_stream stream = {.next_in = from->at,
                       .avail_in = (uInt)from->size,
                       .next_out = to->at,
                       .avail_out = (uInt)to->size};
    if (inflateInit2(&stream, 15 + 32) != Z_OK) { /* zlib or gzip, as the head says */
        return "out of memory";
    }
    bool ended = inflate(&stream, Z_FINISH) == Z_STREAM_END;
    *exact = ended && stream.avail_out == 0;
    const char *why = stream.msg != NULL ? stream.msg : "it is cut";
    inflateEnd(&stream);
    return ended || stream.avail_out == 0 ? NULL : why;
}

static const char *inflate_zstd(const Bytes *from, const Bytes *to, bool *exact)
{
    size_t size = ZSTD_decompress(to->at, to->size, from->at, from->size);
    *exact = size == to->size;
    bool other_size = ZSTD_isError(size) && ZSTD_getErrorCode(size) == ZSTD_error_dstSize_tooSmall;
    return ZSTD_isError(size) && !other_size ? ZSTD_getErrorName(size) : NULL;
}

/* Decompresses into the cells themselves, as bytes. */
static bool decompress(const MapPlace *place, const MapCells *cells, const Bytes *from,
                       const Bytes *to)
{
    const char *name = cells->compression;
    bool exact = true;
    const char *why = NULL;
    if (strcmp(name, "zlib") == 0 || strcmp(name, "gzip") == 0) {
        why = inflate_zlib(from, to, &exact);
    } else if (strcmp(name, "zstd") == 0) {
        why = inflate_zstd(from, to, &exact);
    } else if (name[0] != '\0') {
        return map_refuse(place,
                          "\"%.20s\" is not a compression of Tiled: choose zlib under "
                          "Map > Map Properties > Tile Layer Format",
                          name);
    } else {
        exact = from->size == to->size;
        memcpy(to->at, from->at, exact ? to->size : 0);
    }
    if (why != NULL) {
        return map_refuse(place, "its compressed data is broken (%.60s): " SAVE_AGAIN, why);
    }
    return exact ||
           map_refuse(place, "its data does not hold %zu tiles: " SAVE_AGAIN, cells->count);
}

bool map_decode(const MapPlace *place, const MapCells *cells)
{
    const char *text = map_read_text(place, cells->from, "data");
    if (!map_is_good(place)) {
        return false;
    }
    if (cells->encoding[0] == '\0' || strcmp(cells->encoding, "csv") == 0) {
        return decode_numbers(place, text, cells);
    }
    if (strcmp(cells->encoding, "base64") != 0) {
        return map_refuse(place,
                          "\"%.20s\" is not an encoding of Tiled: choose CSV under Map > "
                          "Map Properties > Tile Layer Format",
                          cells->encoding);
    }
    Bytes packed = {0};
    Bytes plain = {(unsigned char *)cells->cells, sizeof *cells->cells * cells->count};
    bool fine = decode_base64(place, text, &packed) && decompress(place, cells, &packed, &plain);
    for (size_t i = 0; fine && i < cells->count; i++) {
        const unsigned char *byte = plain.at + 4 * i;
        cells->cells[i] = (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 |
                          (uint32_t)byte[3] << 24;
    }
    free(packed.at);
    return fine;
}
