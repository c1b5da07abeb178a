#include "fuzz/support/pack.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

enum { CELLS_MAX = 1024, PACKED_MAX = 8 * CELLS_MAX, MARK_BYTES = 4 };

static const char MARK[] = "=== ";

static size_t compress_cells(char how, const uint8_t *cells, size_t size, uint8_t *packed)
{
    if (how == 's') {
        return ZSTD_compress(packed, PACKED_MAX, cells, size, 1);
    }
    if (how == 'b') {
        memcpy(packed, cells, size);
        return size;
    }
    z_stream stream = {.next_in = (uint8_t *)cells,
                       .avail_in = (uInt)size,
                       .next_out = packed,
                       .avail_out = PACKED_MAX};
    deflateInit2(&stream, 1, Z_DEFLATED, how == 'g' ? 15 + 16 : 15, 8, Z_DEFAULT_STRATEGY);
    deflate(&stream, Z_FINISH);
    deflateEnd(&stream);
    return PACKED_MAX - stream.avail_out;
}

static void write_base64(FILE *out, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        unsigned word = (unsigned)bytes[i] << 16;
        word |=
            (i + 1 < size ? (unsigned)bytes[i + 1] << 8 : 0) | (i + 2 < size ? bytes[i + 2] : 0);
        for (size_t digit = 0; digit < 4; digit++) {
            fputc(i + digit > size ? '=' : digits[word >> (18 - 6 * digit) & 63], out);
        }
    }
}

/* The cells between two '@', of which `from` is after the first. Returns the end, after the second;
 * `from` when there are none. */
static const char *write_cells(FILE *out, const char *from, const char *end)
{
    uint8_t cells[4 * CELLS_MAX], packed[PACKED_MAX];
    size_t size = 0;
    const char *at = from + 1;
    if (at >= end || strchr("zgsb", *from) == NULL) {
        return from;
    }
    while (at < end && size < sizeof cells && (isdigit((unsigned char)*at) || *at == ',')) {
        uint32_t cell = 0;
        for (; at < end && isdigit((unsigned char)*at); at++) {
            cell = 10 * cell + (uint32_t)(*at - '0');
        }
        at += at < end && *at == ',';
        for (int byte = 0; byte < 4; byte++) {
            cells[size++] = (uint8_t)(cell >> 8 * byte);
        }
    }
    if (at == end || *at != '@') {
        return from;
    }
    write_base64(out, packed, compress_cells(*from, cells, size, packed));
    return at + 1;
}

static MapText write_file(const char *at, const char *end)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    while (at < end) {
        const char *cells = memchr(at, '@', (size_t)(end - at));
        const char *stop = cells == NULL ? end : cells;
        fwrite(at, 1, (size_t)(stop - at), out);
        at = stop == end ? end : write_cells(out, stop + 1, end);
        if (at == stop + 1) {
            fputc('@', out);
        }
    }
    fclose(out);
    return (MapText){text, size};
}

MapText fuzz_pack(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *end = at + size;
    if (size < MARK_BYTES || memcmp(at, MARK, MARK_BYTES) != 0) {
        return write_file(at, end);
    }
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    fputs("Clockwork map of files\n", out);
    while (at < end) {
        const char *name = at + MARK_BYTES;
        const char *line = memchr(name, '\n', (size_t)(end - name));
        const char *body = line == NULL ? end : line + 1;
        const char *next = memmem(body, (size_t)(end - body), "\n=== ", 1 + MARK_BYTES);
        at = next == NULL ? end : next + 1;
        MapText file = write_file(body, at);
        fprintf(out, "%zu %.*s\n", file.size, (int)((line == NULL ? end : line) - name), name);
        fwrite(file.bytes, 1, file.size, out);
        free((char *)file.bytes);
    }
    fclose(out);
    return (MapText){text, length};
}
