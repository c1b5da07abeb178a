/* Picture files of each kind, whole, cut and forged: pixels or words, and soon. */
#include "paint/art.h"
#include "paint/pixels.h"
#include "support/expect.h"
#include "support/temp_folder.h"

#include <zlib.h>

enum {
    WIDTH_PX = 9,
    HEIGHT_PX = 5,
    KEY_X = 3,
    KEY_Y = 2,
    GREY = 0,
    RGB = 2,
    PALETTE = 3,
    GREY_ALPHA = 4,
    RGB_ALPHA = 6
};

typedef struct Bytes {
    uint8_t at[4096];
    size_t count;
} Bytes;

/* A JPEG of 8 x 8 shades of grey. */
static const uint8_t jpeg[] = {
    255, 216, 255, 219, 0,   67,  0,   27,  18,  20,  23,  20,  17,  27,  23,  22,  23,  30,  28,
    27,  32,  40,  66,  43,  40,  37,  37,  40,  81,  58,  61,  48,  66,  96,  85,  101, 100, 95,
    85,  93,  91,  106, 120, 153, 129, 106, 113, 144, 115, 91,  93,  133, 181, 134, 144, 158, 163,
    171, 173, 171, 103, 128, 188, 201, 186, 166, 199, 153, 168, 171, 164, 255, 192, 0,   11,  8,
    0,   8,   0,   8,   1,   1,   17,  0,   255, 196, 0,   20,  0,   1,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   1,   255, 196, 0,   28,  16,  0,   2,   2,
    2,   3,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   1,   4,   2,   49,  3,   17,
    0,   18,  33,  255, 218, 0,   8,   1,   1,   0,   0,   63,  0,   32,  146, 137, 141, 177, 150,
    24,  206, 129, 234, 125, 145, 21,  87,  207, 255, 217};

static const char svg[] =
    "<?xml version='1.0'?><svg width='8' height='8' viewBox='0 0 8 8'><style>.a{fill:red}"
    "</style><path class='a' d='M0 0a8 8 0 0 1 8 8z' transform='rotate(9)'/></svg>";

static void add_bytes(Bytes *bytes, const void *from, size_t count)
{
    memcpy(bytes->at + bytes->count, from, count);
    bytes->count += count;
}

static void add32(Bytes *bytes, uint32_t value)
{
    add_bytes(bytes,
              (uint8_t[]){(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                          (uint8_t)value},
              4);
}

static void add_chunk(Bytes *bytes, const char *type, const Bytes *data)
{
    add32(bytes, (uint32_t)data->count);
    size_t from = bytes->count;
    add_bytes(bytes, type, 4);
    add_bytes(bytes, data->at, data->count);
    add32(bytes, (uint32_t)crc32(0, bytes->at + from, (uInt)(bytes->count - from)));
}

typedef struct Kind {
    int type, depth;
    bool interlaced, clear;
} Kind;

static int channels_of(int type)
{
    return type == GREY || type == PALETTE ? 1 : type == GREY_ALPHA ? 2 : type == RGB ? 3 : 4;
}

static unsigned sample(Kind kind, int x, int y, int channel)
{
    return (unsigned)(x * 0x2537 + y * 0x6501 + channel * 0x3553) & ((1U << kind.depth) - 1);
}

static void add_rows(Bytes *rows, Kind kind, const int pass[4])
{
    for (int y = pass[1]; y < HEIGHT_PX && pass[0] < WIDTH_PX; y += pass[3]) {
        unsigned bits = 0;
        int bit_count = 0;
        rows->at[rows->count++] = 0;
        for (int x = pass[0]; x < WIDTH_PX; x += pass[2]) {
            for (int i = 0; i < channels_of(kind.type); i++) {
                bits = bits << kind.depth | sample(kind, x, y, i);
                for (bit_count += kind.depth; bit_count >= 8; bit_count -= 8) {
                    rows->at[rows->count++] = (uint8_t)(bits >> (bit_count - 8));
                }
            }
        }
        if (bit_count > 0) {
            rows->at[rows->count++] = (uint8_t)(bits << (8 - bit_count));
        }
    }
}

/* Its palette has the colours i, 2 i, 3 i, of which the first three are more and more opaque. */
static Bytes make_png(Kind kind)
{
    static const int passes[][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                    {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}, {0, 0, 1, 1}};
    Bytes png = {0}, head = {0}, palette = {0}, clear = {0}, rows = {0}, data = {0};
    add32(&head, WIDTH_PX);
    add32(&head, HEIGHT_PX);
    add_bytes(&head, (uint8_t[]){(uint8_t)kind.depth, (uint8_t)kind.type, 0, 0, kind.interlaced},
              5);
    for (int i = 0; i < 1 << kind.depth && i < 256; i++) {
        add_bytes(&palette, (uint8_t[]){(uint8_t)i, (uint8_t)(2 * i), (uint8_t)(3 * i)}, 3);
    }
    for (int i = 0; i < (kind.type == PALETTE ? 0 : kind.type == GREY ? 1 : 3); i++) {
        unsigned key = sample(kind, KEY_X, KEY_Y, i);
        add_bytes(&clear, (uint8_t[]){(uint8_t)(key >> 8), (uint8_t)key}, 2);
    }
    if (kind.type == PALETTE) {
        add_bytes(&clear, (uint8_t[]){0, 100, 200}, kind.depth == 1 ? 2 : 3);
    }
    for (int i = kind.interlaced ? 0 : 7; i < (kind.interlaced ? 7 : 8); i++) {
        add_rows(&rows, kind, passes[i]);
    }
    uLongf size = sizeof data.at;
    ck_assert_int_eq(compress(data.at, &size, rows.at, rows.count), Z_OK);
    data.count = size;
    add_bytes(&png, "\x89PNG\r\n\x1a\n", 8);
    add_chunk(&png, "IHDR", &head);
    if (kind.type == PALETTE) {
        add_chunk(&png, "PLTE", &palette);
    }
    if (kind.clear) {
        add_chunk(&png, "tRNS", &clear);
    }
    add_chunk(&png, "tEXt", &palette); /* no text: it is skipped */
    add_chunk(&png, "IDAT", &data);
    add_chunk(&png, "IEND", &(Bytes){.count = 0});
    return png;
}

static ArtJob load(const char *name, const void *bytes, size_t size)
{
    ArtJob job = {.largest_px = 4096};
    snprintf(job.path, sizeof job.path, "%s", temp_path(name));
    temp_write_bytes(name, bytes, size);
    ck_assert(art_load_all(&job, 1));
    ck_assert((job.bitmap.surface != NULL) == (job.error.text[0] == '\0'));
    return job;
}

static CwColour colour_of(Kind kind, int x, int y)
{
    unsigned most = (1U << kind.depth) - 1, level[4];
    bool clear = kind.clear && (kind.type == GREY || kind.type == RGB);
    for (int i = 0; i < channels_of(kind.type); i++) {
        unsigned value = sample(kind, x, y, i);
        clear = clear && value == sample(kind, KEY_X, KEY_Y, i);
        level[i] = (value * 255 + most / 2) / most;
    }
    if (kind.type == PALETTE) {
        unsigned i = sample(kind, x, y, 0), alpha = kind.clear && i < 3 ? i * 100 : 255;
        return (CwColour){(uint8_t)i, (uint8_t)(2 * i), (uint8_t)(3 * i), (uint8_t)alpha};
    }
    bool is_grey = kind.type == GREY || kind.type == GREY_ALPHA;
    unsigned alpha = kind.type >= GREY_ALPHA ? level[is_grey ? 1 : 3] : clear ? 0 : 255;
    return (CwColour){(uint8_t)level[0], (uint8_t)level[is_grey ? 0 : 1],
                      (uint8_t)level[is_grey ? 0 : 2], (uint8_t)alpha};
}

/* Shades of sixteen bits lose their lower eight, so none of them can be transparent. */
TEST(each_kind_of_png_has_the_pixels_that_it_says, .rounds = 60)
{
    static const int kinds[][2] = {
        {GREY, 1},    {GREY, 2},       {GREY, 4},        {GREY, 8},      {GREY, 16},
        {RGB, 8},     {RGB, 16},       {PALETTE, 1},     {PALETTE, 2},   {PALETTE, 4},
        {PALETTE, 8}, {GREY_ALPHA, 8}, {GREY_ALPHA, 16}, {RGB_ALPHA, 8}, {RGB_ALPHA, 16}};
    Kind kind = {kinds[_i / 4][0], kinds[_i / 4][1], _i % 2 == 1, _i % 4 >= 2};
    Bytes png = make_png(kind);
    ArtJob job = load("a.png", png.at, png.count);
    if (kind.clear && kind.depth == 16 && kind.type <= RGB) {
        expect_text(job.error.text, "one of its colours of 16 bits is transparent");
        return;
    }
    ck_assert_msg(job.bitmap.surface != NULL, "%s", job.error.text);
    for (int i = 0; i < WIDTH_PX * HEIGHT_PX; i++) {
        int x = i % WIDTH_PX, y = i / WIDTH_PX;
        uint32_t pixel = bitmap_row(&job.bitmap, y + ART_BORDER_PX)[x + ART_BORDER_PX];
        uint32_t wanted = pixels_premultiply(colour_of(kind, x, y));
        for (int shift = 0; shift < 32; shift += 8) {
            int off = (int)(pixel >> shift & 255) - (int)(wanted >> shift & 255);
            ck_assert_msg(abs(off) <= (kind.depth == 16 ? 2 : 0), "%d, %d is %08x, not %08x", x, y,
                          pixel, wanted);
        }
    }
    bitmap_free(&job.bitmap);
}

static void cut(const char *name, const void *bytes, size_t size)
{
    for (size_t i = 0; i <= size; i++) {
        ArtJob job = load(name, bytes, i);
        ck_assert_msg((job.bitmap.surface != NULL) == (i == size), "%s of %zu bytes: %s", name, i,
                      job.error.text);
        bitmap_free(&job.bitmap);
    }
}

TEST(a_picture_that_is_cut_short_is_refused_at_once, .rounds = 5)
{
    Bytes png = make_png((Kind){_i == 0 ? RGB : PALETTE, 8, _i == 1, true});
    if (_i < 2) {
        cut("a.png", png.at, png.count);
    } else if (_i == 2) {
        cut("a.jpg", jpeg, sizeof jpeg);
    } else if (_i == 3) {
        cut("a.svg", svg, sizeof svg - 1);
    } else { /* one chunk claims more bytes than there are */
        for (size_t at = 8; at < png.count; at += 12 + png.at[at + 3] + 256U * png.at[at + 2]) {
            png.at[at] ^= 0x7F;
            ArtJob job = load("a.png", png.at, png.count);
            expect_text(job.error.text, "it is cut short");
            png.at[at] ^= 0x7F;
        }
    }
}

TEST(a_picture_of_another_format_is_refused, .rounds = 6)
{
    static const char *const cases[][2] = {
        {"a.png", "GIF89a\1\0\1\0\200\0\0\0\0\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;"},
        {"a.jpg", "BM"},
        {"a.webp", "RIFF....WEBPVP8 "},
        {"a.png", "<svg width='1' height='1'/>"},
        {"a.png", ""},
        {"a.png", "\x89PNG\r\n\x1a\n...."}};
    ArtJob job = load(cases[_i][0], cases[_i][1], strlen(cases[_i][1]));
    expect_text(job.error.text, "is no picture that can be read");
    expect_text(job.error.text, cases[_i][0]);
}

TEST(a_jpeg_that_would_be_misread_or_take_minutes_is_refused, .rounds = 2)
{
    enum { HEAD = 71, SCAN = 136, SCANS = 17 };
    Bytes file = {0};
    add_bytes(&file, jpeg, sizeof jpeg - 2);
    if (_i == 0) {
        file.at[HEAD + 9] = 4;
    } else {
        memcpy(file.at + HEAD + 5, "\x10\0\x20\0", 4);
        for (int i = 1; i < SCANS; i++) {
            add_bytes(&file, jpeg + SCAN, sizeof jpeg - 2 - SCAN);
        }
    }
    add_bytes(&file, "\xFF\xD9", 2);
    ArtJob job = load("a.jpg", file.at, file.count);
    expect_text(job.error.text,
                _i == 0 ? "it has the colours of print (CMYK)" : "it has too many scans");
}

TEST(a_picture_that_is_no_regular_file_can_t_be_opened, .rounds = 3)
{
    ArtJob job = {.width_px = 8, .height_px = 8};
    snprintf(job.path, sizeof job.path, "%s",
             _i == 0   ? temp_path("")
             : _i == 1 ? "/dev/zero"
                       : "missing.png");
    ck_assert(art_load_all(&job, 1));
    expect_text(job.error.text, "can't be opened");
}
