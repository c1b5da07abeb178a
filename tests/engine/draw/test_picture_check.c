/* Pictures are looked at before they are decoded: too large ones are refused, and what SDL_image's
 * reader of SVG leaves out is named. */
#include "draw/art.h"
#include "platform/locale.h"
#include "support/expect.h"
#include "support/temp_folder.h"

#include <glob.h>

static SvgFaults faults;

SET_UP()
{
    locale_plain_begin();
}

static bool check_file(const char *text, int height_px)
{
    error = (CwError){0};
    return svg_check(text, strlen(text), height_px, &faults, &error);
}

/* With these elements in an SVG of 64 x 64. */
static bool check(const char *elements)
{
    return check_file(textf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"64\" height=\"64\" "
                            "viewBox=\"0 0 64 64\">\n%s</svg>",
                            elements),
                      64);
}

#define GRADIENT(attributes) "<defs><radialGradient id=\"g\" " attributes "/></defs>"

TEST(features_that_svg_reading_ignores_are_reported_with_their_line, .rounds = 18)
{
    static const struct {
        const char *elements;
        SvgFault fault;
    } cases[] = {{"<g><text x=\"1\">Hi</text></g>", SVG_TEXT},
                 {"<use xlink:href=\"#a\"/>", SVG_USE},
                 {"<image href=\"a.png\"/>", SVG_IMAGE},
                 {"<pattern id=\"p\"/>", SVG_PATTERN},
                 {"<symbol id=\"s\"/>", SVG_SYMBOL},
                 {"<foreignObject/>", SVG_FOREIGN},
                 {"<g clip-path=\"url(#c)\"/>", SVG_CLIP},
                 {"<g style=\"opacity:1; clip-path: url(#c)\"/>", SVG_CLIP},
                 {"<path mask=\"url(#c)\"/>", SVG_MASK},
                 {"<path style=\"filter:url(#c);\"/>", SVG_FILTER},
                 {"<path marker-end=\"url(#c)\"/>", SVG_MARKER},
                 {GRADIENT("cx=\"0.5\" cy=\"0.5\" r=\".5\""), SVG_FRACTION},
                 {GRADIENT("href=\"#b\""), SVG_HREF},
                 {"<path fill=\"tomato\"/>", SVG_COLOUR},
                 {"<path style=\"stroke:hsl(1,2%,3%)\"/>", SVG_COLOUR},
                 {"<defs><stop stop-color=\"rgba(1,2,3,4)\"/></defs>", SVG_COLOUR},
                 {"<defs/><text/>", SVG_TEXT},
                 {"<path style=\"fill:currentColor\"/><text/>", SVG_COLOUR}};
    EXPECT_OK(check(cases[_i].elements));
    ck_assert_int_eq(faults.lines[cases[_i].fault], 2);
}

TEST(features_that_svg_reading_draws_are_not_reported, .rounds = 8)
{
    static const char *const fine[] = {
        "<path d=\"M0 0L9 9\" fill=\"#123\" stroke=\"none\" mask=\"none\"/>",
        "<path style=\"fill:url(#g);stroke:rgb(1,2,3)\" stroke-dasharray=\"4 2\" d=\"M0 0H60\"/>",
        GRADIENT("cx=\"50%\" cy=\"50%\" r=\"50%\""),
        GRADIENT("cx=\"32\" gradientUnits=\"userSpaceOnUse\""),
        GRADIENT("xlink:href=\"#b\""),
        "<defs><clipPath id=\"c\"><text/></clipPath><g id=\"u\"><use/></g></defs>",
        "<metadata><rdf:text/></metadata><title>text</title>",
        "<path fill=\"red\" d=\"M-1000 0C1 2 3 4 5 6 7 8 9 10 11 12z\" transform=\"scale(2)\"/>"};
    EXPECT_OK(check(fine[_i]));
    ck_assert(!svg_faults_any(&faults));
}

static const char *read_whole(const char *path)
{
    static char text[1 << 20];
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

TEST(our_own_art_is_drawn_as_it_is_written, .rounds = 3)
{
    static const char *const folders[] = {"assets/art/*.svg", "assets/template/assets/art/*.svg",
                                          "docs/example/platformer/assets/*/*.svg"};
    glob_t files;
    if (glob(folders[_i], 0, NULL, &files) != 0) {
        return;
    }
    for (size_t i = 0; i < files.gl_pathc; i++) {
        EXPECT_OK(check_file(read_whole(files.gl_pathv[i]), 2000));
        ck_assert_msg(!svg_faults_any(&faults), "%s", files.gl_pathv[i]);
    }
    globfree(&files);
}

TEST(an_svg_that_would_take_too_long_is_refused, .rounds = 6)
{
    static const struct {
        const char *elements, *said;
    } cases[] = {
        {"<path d=\"M0 0L1e9 1e9\"/>", "line 2: a number is beyond a million"},
        {"</b><path stroke-dasharray=\"1e-9\" d=\"M0 0H9\"/>", "line 2: it is not well-formed XML"},
        {"<path d=\"M0 0L1e6 1e6\" stroke-dasharray=\"0.1\"/>", "more than a million dashes"},
        {"<g style=\"stroke-dasharray:0.001,0.002\"><circle r=\"9999\"/></g>", "dashes"},
        {"<path style=\"stroke-dasharray:0\" d=\"M0 0L1 1\"/>", "dashes"},
        {"<rect width=\"1e400\"/>", "beyond a million"}};
    EXPECT_REFUSED(check(cases[_i].elements), cases[_i].said);
}

TEST(too_many_large_curves_and_deep_groups_are_refused)
{
    static char text[400000], deep[1000];
    for (size_t used = 0; used + 30 < sizeof text;) {
        used += (size_t)snprintf(text + used, sizeof text - used, "c9e5 0 0 9e5 0 0");
    }
    EXPECT_OK(check_file(textf("<svg><path d=\"M0 0c1 2 3 4 5 6\"/></svg>"), 64));
    static char all[sizeof text + 100];
    snprintf(all, sizeof all, "<svg><path d=\"%s\"/></svg>", text);
    EXPECT_REFUSED(check_file(all, 64), "too many curves");
    for (int i = 0; i < 300; i += 3) {
        memcpy(deep + i, "<g>", 4);
    }
    EXPECT_REFUSED(check(deep), "nested more than 100 deep");
}

TEST(an_svg_in_its_own_size_says_it_and_is_not_huge, .rounds = 6)
{
    static const struct {
        const char *attributes;
        bool fits;
    } cases[] = {
        {"width=\"64\" height=\"32\"", true},    {"viewBox=\"0 0 64,32\"", true},
        {"width=\"5in\" height=\"9cm\"", true},  {"", false},
        {"width=\"1e9\" height=\"1e9\"", false}, {"width=\"500in\" height=\"9in\"", false}};
    ck_assert(check_file(textf("<svg %s/>", cases[_i].attributes), 0) == cases[_i].fits);
    ck_assert(_i == 4 || check_file(textf("<svg %s/>", cases[_i].attributes), 64));
}

TEST(sizes_are_read_from_the_first_bytes, .rounds = 2)
{
    static const struct {
        char bytes[48];
        int width_px, height_px;
    } cases[] = {
        {"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x4e\x20\0\0\x00\x05..........", 20000, 5},
        {"\xff\xd8\xff\xe0\0\4..\xff\xff\xc2\0\21\10\1\2\3\4....................", 772, 258}};
    unsigned char bytes[40] = {0};
    memcpy(bytes, cases[_i].bytes, sizeof bytes - 4);
    int width_px = 0, height_px = 0;
    ck_assert(picture_size(bytes, sizeof bytes, &width_px, &height_px));
    ck_assert_int_eq(width_px, cases[_i].width_px);
    ck_assert_int_eq(height_px, cases[_i].height_px);
    for (size_t size = 0; size < 32; size++) {
        ck_assert(!picture_size(bytes, size, &width_px, &height_px));
    }
}

static void load_png(ArtJob *job, uint16_t width_px, uint16_t height_px)
{
    unsigned char head[64] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    head[18] = (unsigned char)(width_px >> 8);
    head[19] = (unsigned char)width_px;
    head[22] = (unsigned char)(height_px >> 8);
    head[23] = (unsigned char)height_px;
    snprintf(job->path, sizeof job->path, "%s", temp_path("a.png"));
    FILE *file = fopen(job->path, "wb");
    ck_assert(file != NULL && fwrite(head, 1, sizeof head, file) == sizeof head);
    fclose(file);
    ck_assert(art_load_all(job, 1));
    ck_assert_ptr_null(job->bitmap.surface);
}

TEST(a_picture_that_is_too_large_is_not_decoded)
{
    ArtJob many = {.largest_px = 4096}, wide = many, right = many;
    load_png(&many, 8192, 8192);
    expect_text(many.error.text, "would have 8192 x 8192 pixels; make it smaller");
    load_png(&wide, 16385, 1);
    expect_text(wide.error.text, "make it smaller, at most 16384 x 16384 and 33 million in all");
    load_png(&right, 8192, 4096);
    expect_text(right.error.text, "is no picture that can be read"); /* there is only the head */
}

TEST(an_svg_that_is_wanted_too_large_is_not_drawn)
{
    ArtJob job = {.width_px = 16384, .height_px = 16384};
    temp_write("a.svg", "<svg viewBox=\"0 0 8 8\"><path d=\"M0 0L9 9\"/></svg>");
    snprintf(job.path, sizeof job.path, "%s", temp_path("a.svg"));
    ck_assert(art_load_all(&job, 1));
    expect_text(job.error.text, "would have 16384 x 16384 pixels");
}
