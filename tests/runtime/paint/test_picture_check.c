/* Pictures are looked at before they are decoded: too large ones are refused, and what SDL_image's
 * reader of SVG leaves out is named. */
#include "base/picture.h"
#include "paint/art.h"
#include "platform/locale.h"
#include "support/expect.h"
#include "support/temp_folder.h"

#include <glob.h>

static SvgFaults faults;

SET_UP()
{
    locale_plain_begin();
}

static bool check_bytes(const char *bytes, size_t size, int height_px)
{
    Text svg = {0};
    error = (CwError){0};
    text_add(&svg, bytes, size);
    bool ok = svg_write(&svg, height_px, &faults, &error);
    free(svg.bytes);
    return ok;
}

static bool check_file(const char *text, int height_px)
{
    return check_bytes(text, strlen(text), height_px);
}

static const char *with_root(const char *elements)
{
    return textf("<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64' "
                 "viewBox='0 0 64 64'>\n%s</svg>",
                 elements);
}

#define STOPS "<stop offset='0' stop-color='red'/><stop offset='1' stop-color='blue'/>"
#define GRADIENT(attributes)                                                                       \
    "<defs><radialGradient id='g' " attributes ">" STOPS "</radialGradient></defs>"
#define UNITS(more) GRADIENT("cx='32' gradientUnits='userSpaceOnUse'" more)
#define EDGE "<path d='M0 0h9v9' fill='url(#g)'/>"
#define RED "<rect width='40' height='40' fill='red'/>"

/* Whatever the table of what is understood does not have is named. */
static const char *const NAMED[][2] = {
    {"<g><text x='1'>Hi</text></g>", "<text>"},
    {"<use xlink:href='#a'/>", "<use>"},
    {"<image href='a.png'/>", "<image>"},
    {"<defs><pattern id='p'/></defs>", "<pattern>"},
    {"<foreignObject/>", "<foreignObject>"},
    {"<newElement/>", "<newElement>"},
    {"<svg:path xmlns:svg='http://www.w3.org/2000/svg'/>", "<svg:path>"},
    {"<svg width='9' height='9'/>", "<svg> in <svg>"},
    {"<stop/>", "<stop>"},
    {"<g style='opacity:1; clip-path: url(#c)'/>", "clip-path"},
    {"<path mask='url(#c)'/>", "mask"},
    {"<path style='filter:url(#c);'/>", "filter"},
    {"<path marker-end='url(#c)'/>", "marker"},
    {"<path visibility='hidden'/>", "visibility"},
    {"<path style='mix-blend-mode:multiply'/>", "mix-blend-mode"},
    {"<rect style='width:4px'/>", "width"},
    {GRADIENT("spreadMethod='reflect'"), "spreadMethod"},
    {GRADIENT("cx='50%' fx='20%'"), "fx"},
    {"<path fill='tomato'/>", "a colour"},
    {"<path style='stroke:hsl(1,2%,3%)'/>", "a colour"},
    {"<path fill='#12345678'/>", "a colour"},
    {"<path fill='rgb(1 2 3)'/>", "a colour"},
    {"<g color='red'><path style='fill:currentColor'/></g>", "a colour"},
    {"<linearGradient><stop stop-color='rgba(1,2,3,4)'/></linearGradient>", "a colour"},
    {"<path opacity='50%'/>", "an opacity"},
    {"<rect width='5em' height='4'/>", "a length"},
    {"<path stroke-width='thick'/>", "a length"},
    {"<path transform='translate(1) perspective(9)'/>", "a transform"},
    {"<path transform='rotate(1 2)'/>", "a transform"},
    {"<path transform='scale()'/>", "a transform"},
    {"<rect fill='url(#g)'/>", "a fill or stroke"},
    {"<rect fill='url(#g'/>", "a fill or stroke"},
    {"<linearGradient id='e' xlink:href='#e'/><rect fill='url(#e)'/>", "a fill or stroke"},
    {"<style>.a{fill:red}</style>", "<style>"},
    {"<defs><style>path{fill:red}</style></defs>", "<style>"},
    {"<path stroke-dasharray='1 2'/>", "stroke-dasharray"},
    {"<g opacity='.5'/>", "opacity"}};

TEST(an_svg_feature_that_is_not_drawn_is_named_with_its_line, .rounds = CW_ARRAY_LENGTH(NAMED))
{
    EXPECT_OK(check_file(with_root(NAMED[_i][0]), 64));
    ck_assert_int_eq(faults.count, 1);
    expect_text(faults.each[0].subject, NAMED[_i][1]);
    ck_assert_int_eq(faults.each[0].line, 2);
}

static ArtJob draw_file(const char *name, const char *text)
{
    ArtJob job = {.width_px = 64, .height_px = 64};
    temp_write(name, text);
    snprintf(job.path, sizeof job.path, "%s", temp_path(name));
    ck_assert(art_load_all(&job, 1));
    ck_assert_msg(job.bitmap.surface != NULL, "%s", job.error.text);
    ck_assert_msg(job.faults.count == 0, "%s", job.faults.each[0].subject);
    return job;
}

static ArtJob draw(const char *name, const char *elements)
{
    return draw_file(name, with_root(elements));
}

/* Each row is drawn as the plain one beside it. SDL_image draws most of them in another way, and
 * crashes at some. */
static const char *const PLAIN[][2] = {
    {"<rect width='40' height='40' fill='url(#g)'/>" GRADIENT(""),
     GRADIENT("") "<rect width='40' height='40' fill='url(#g)'/>"},
    {GRADIENT("cx='0.5' cy='.25' r='1e0'") "<path d='M0 0h9v9' fill='url(\"#g\")'/>",
     GRADIENT("cx='50%' cy='25%' r='100%'") "<path d='M0 0h9v9' fill='url(#g)'/>"},
    {GRADIENT("") "<linearGradient id='h' href='#g'/><circle r='9' fill='url(#h)'/>",
     GRADIENT("") "<linearGradient id='h' xlink:href='#g'/><circle r='9' fill='url(#h)'/>"},
    {UNITS(" fx='32' spreadMethod='pad'") EDGE
     "<linearGradient id='x'><rect/><stop/></linearGradient>",
     UNITS("") EDGE},
    {"<linearGradient id='a'><stop stop-color='red'/></linearGradient>"
     "<rect width='40' height='40' fill='url(#a)'/>",
     RED},
    {"<rect class='a' style='fill:red' width='40' height='40' fill='blue'/>", RED},
    {"<g style='style:fill:blue'>" RED "</g>", RED},
    {"<!-- <circle r='60'/> <use/> --><defs><circle r='60'/><use/></defs>" RED, RED},
    {"<symbol><circle r='60'/></symbol><clipPath><circle r='60'/></clipPath>" RED, RED},
    {"<metadata><rdf:text/><x/></metadata><title>text</title><desc/>" RED, RED},
    {"<g id='a&#10;b>' data-x='>' inkscape:label='&lt;'>" RED "</g>", RED},
    {"<sodipodi:namedview><circle r='60'/></sodipodi:namedview>" RED, RED},
    {"<path style='font-style:normal;visibility:visible;-inkscape-x:1' mask='none'/>" RED, RED},
    {"<g opacity='1' xml:space='c'><rect width='5e0' height='5' rx='.5'/></g>",
     "<rect width='5' height='5' rx='0.5'/>"},
    {"<path d='M9 9a15 15 0 0130 10A1e1,9 0,1,0-5,5zm1 1A15,15,0,0,1,35,35 11 11 0 00.5.5z'/>",
     "<path d='M9 9a15 15 0 0 1 30 10A10 9 0 1 0 -5 5z m1 1 A15 15 0 0 1 35 35 11 11 0 0 0 0.5 "
     "0.5z'/>"},
    {"<path d='M0 0a1.5 2-3 0 1 4.5.5' stroke-width='2px' transform='matrix(1 0 0 1 2,3) "
     "scale(1)'/>",
     "<path d='M0 0a1.5 2 -3 0 1 4.5 0.5' stroke-width='2' transform='translate(2 3)'/>"}};

TEST(an_svg_is_drawn_as_it_is_written, .rounds = CW_ARRAY_LENGTH(PLAIN))
{
    ArtJob job = draw("a.svg", PLAIN[_i][0]), plain = draw("b.svg", PLAIN[_i][1]);
    size_t bytes = (size_t)job.bitmap.surface->pitch * (size_t)job.bitmap.surface->h;
    ck_assert_mem_eq(job.bitmap.surface->pixels, plain.bitmap.surface->pixels, bytes);
    ck_assert_uint_gt(job.bitmap.row_runs[job.bitmap.surface->h], 0);
    bitmap_free(&job.bitmap);
    bitmap_free(&plain.bitmap);
}

static const char *read_whole(const char *path)
{
    static char text[1 << 20];
    text[read_bytes(path, text, sizeof text - 1)] = '\0';
    return text;
}

TEST(the_root_s_colours_are_its_shapes_and_may_be_gradients)
{
    static const char text[] =
        "<svg width='64' height='64' %s><g %s><path d='M0 0h40v40'/></g>" GRADIENT("") "</svg>";
    ArtJob root = draw_file("a.svg", textf(text, "fill='url(#g)' transform='scale(.5)'", ""));
    ArtJob group = draw_file("b.svg", textf(text, "", "fill='url(#g)' transform='scale(.5)'"));
    ck_assert_mem_eq(root.bitmap.surface->pixels, group.bitmap.surface->pixels, 64 * 64 * 4);
    ck_assert_uint_gt(root.bitmap.row_runs[64], 0);
    bitmap_free(&root.bitmap);
    bitmap_free(&group.bitmap);
}

TEST(our_own_art_has_no_faults, .rounds = 3)
{
    static const char *const folders[] = {"assets/art/*.svg", "assets/template/assets/art/*.svg",
                                          "docs/example/platformer/assets/*/*.svg"};
    glob_t files;
    if (glob(folders[_i], 0, NULL, &files) != 0) {
        return;
    }
    for (size_t i = 0; i < files.gl_pathc; i++) {
        EXPECT_OK(check_file(read_whole(files.gl_pathv[i]), 500));
        ck_assert_msg(faults.count == 0, "%s: %s", files.gl_pathv[i], faults.each[0].subject);
    }
    globfree(&files);
}

TEST(an_svg_says_how_large_it_is_and_is_no_other_file, .rounds = 14)
{
    static const struct {
        const char *file, *said; /* message where its size matters; "": none */
        bool is_wanted;          /* whether it is drawn at a requested height */
    } cases[] = {
        {"<svg width='64' height='32'/>", "", true},
        {"<svg viewBox='0 0 64,32'/>", "", true},
        {"<svg width='5in' height='9cm'/>", "", true},
        {"<!DOCTYPE svg [<!ENTITY e '<path/>'>]><svg viewBox='0 0 9 9'>&e;</svg>", "", true},
        {"<svg/>", "its size is missing", true},
        {"<svg width='1e9' height='1e9'/>", "its size is missing or too large", false},
        {"<svg width='500in' height='9in'/>", "its size is", true},
        {"<html viewBox='0 0 9 9'/>", "it has no <svg>", false},
        {"<svg viewBox='0 0 9 9'></g>", "line 1: it is not well-formed XML", false},
        {"", "it is not well-formed XML", false},
        {"<svg viewBox='0 0 9 9'><path d='M0 0L1e9 1e9'/></svg>",
         "line 1: a number is beyond a million", false},
        {"<svg width='9' height='9' viewBox='0 0 1e-9 9'/>", "a scale below a millionth", false},
        {"<svg viewBox='0 0 9 9'><rect stroke='red' stroke-width='1e7' width='9'/></svg>",
         "beyond a million", false},
        {"<svg viewBox='0 0 9 9'><rect width='1e400'/></svg>", "beyond a million", false}};
    ck_assert(check_file(cases[_i].file, 0) == (cases[_i].said[0] == '\0'));
    expect_text(error.text, cases[_i].said);
    ck_assert(check_file(cases[_i].file, 64) == cases[_i].is_wanted);
}

/* The reader crashes at most of them. */
static const char *const HUGE[] = {
    UNITS(" r='1e39'") EDGE,
    GRADIENT("r='1e38'") EDGE,
    UNITS(" cy='0e400'") EDGE,
    UNITS(" r='500000000000000000000000000000000000000000000000000000000000e-59'") EDGE,
    GRADIENT("gradientTransform='translate(1) scale(1e7)'") EDGE,
    GRADIENT("gradientTransform='scale(1e4)scale(1e4)'") EDGE,
    GRADIENT("gradientTransform='scale(0)'") EDGE,
    "<linearGradient><stop offset='0e400'/></linearGradient>",
    "<g transform='scale(1e4)'><g transform='scale(1e4)'/></g>",
    GRADIENT(
        "") "<g transform='scale(1e-2)'><g fill='url(#g)' transform='scale(1e-2)'><path/></g></g>",
    "<path d='M0 0)1e7'/>"};

TEST(numbers_and_scales_that_the_reader_can_t_hold_are_refused, .rounds = CW_ARRAY_LENGTH(HUGE))
{
    EXPECT_REFUSED(check_file(with_root(HUGE[_i]), 64), "a number is beyond a million");
}

TEST(a_percentage_without_a_measure_is_reported)
{
    EXPECT_OK(check_file("<svg width='9' height='9'><rect width='100%'/></svg>", 0));
    expect_text(faults.each[0].subject, "a percentage");
}

TEST(an_svg_in_utf_16_is_read)
{
    static const char text[] = "\xFF\xFE<\0s\0v\0g\0/\0>\0";
    EXPECT_OK(check_bytes(text, sizeof text - 1, 9));
}

#define TEN(text) text text text text text text text text text text
#define BOX "<svg viewBox='0 0 64 64'>"

/* At a height of 2000 pixels. */
TEST(an_svg_that_would_be_drawn_for_minutes_is_refused, .rounds = 12)
{
    static const struct {
        const char *head, *piece, *tail;
        int count;
    } cases[] = {
        {"<path d='M0 0", "L1 64L2 0", "'/>", 6000},
        {"<path d='M0 0", "c9e5 0 0 9e5 0 0", "'/>", 3000},
        {"<path stroke='red' d='M0 0", "h1v1h-1v-1", "'/>", 10000},
        {"<path style='stroke:red;stroke-width:30;stroke-linecap:round' d='", "M9 9h1", "'/>",
         5000},
        {"<path style='stroke:red;stroke-width:30px' d='M0 0", "L1 1L2 1", "'/>", 5000},
        {"", "<circle r='30'/>", "", 200},
        {"<g fill='none' stroke='red' stroke-width='60'>", "<path d='M0 0h60'/>", "</g>", 200},
        {"", "<path/><rect y='1'/>", "", 30000},
        {"<linearGradient>", "<stop id='a'/>", "</linearGradient>", 20000},
        {"<polygon stroke='red' points='", "0x0p99 0 ", "'/>", 10000},
        {"<!DOCTYPE svg [<!ENTITY e \"" TEN(TEN("<g/>")) "\">]>" BOX, "&e;", "", 15000},
        {"<!DOCTYPE svg [<!ATTLIST g fill CDATA '", "xxxxxxxxxxxxxxxx",
         "'>]>" BOX TEN(TEN("<g/><g/><g/>")), 20000}};
    static char text[700000];
    for (int i = 0; i < 2; i++) { /* a few are fine */
        const char *head = cases[_i].head;
        int used =
            snprintf(text, sizeof text, "%s%s", strncmp(head, "<!", 2) == 0 ? "" : BOX, head);
        for (int j = 0; j < cases[_i].count / (i == 0 ? 20 : 1); j++) {
            used += snprintf(text + used, sizeof text - (size_t)used, "%s", cases[_i].piece);
        }
        snprintf(text + used, sizeof text - (size_t)used, "%s</svg>", cases[_i].tail);
        ck_assert_msg(check_file(text, 2000) == (i == 0), "%d: %s", i, error.text);
    }
    expect_text(error.text, "there are too many");
}

TEST(a_long_list_of_attributes_is_read_at_once)
{
    static char list[500000] = BOX "<linearGradient";
    int used = (int)strlen(list);
    for (int i = 0; i < 40000; i++) {
        used += snprintf(list + used, sizeof list - (size_t)used, " a%d=''", i);
    }
    strcat(list, "/></svg>");
    EXPECT_OK(check_file(list, 64));
}

TEST(an_entity_that_names_another_is_refused)
{
    EXPECT_REFUSED(
        check_file("<!DOCTYPE svg [<!ENTITY a '1'><!ENTITY b '&a;'>]>" BOX "&b;</svg>", 64),
        "an entity names another");
}

TEST(deep_groups_are_refused)
{
    static char deep[1000];
    for (int i = 0; i < 300; i += 3) {
        memcpy(deep + i, "<g>", 4);
    }
    EXPECT_REFUSED(check_file(with_root(deep), 64), "nested more than 100 deep");
}

TEST(sizes_are_read_from_the_first_bytes, .rounds = 6)
{
    static const struct {
        char bytes[80];
        size_t least; /* says so much that the size is known */
        int width_px, height_px;
    } cases[] = {{"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x4e\x20\0\0\x00\x05......", 24, 20000, 5},
                 {"\xff\xd8\xff\xe0\0\4..\xff\xff\xc2\0\21\10\1\2\3\4............", 19, 772, 258},
                 {"<svg width='5' height='4'>", 26, 5, 4},
                 {"\xEF\xBB\xBF<?xml version='1.0'?><svg viewBox='1 1 20.5 9'/>", 51, 21, 9},
                 {"<!--a--><svg height='25.4mm' viewBox='0,0,8,8'/>", 48, 8, 96},
                 {"<svg width='100%' height='100%'/>", 80, 0, 0}};
    for (size_t size = 0; size <= sizeof cases->bytes; size++) {
        PictureHead picture = picture_read(cases[_i].bytes, size);
        ck_assert_int_eq(picture.width_px, size < cases[_i].least ? 0 : cases[_i].width_px);
        ck_assert_int_eq(picture.height_px, size < cases[_i].least ? 0 : cases[_i].height_px);
    }
}

static void load_png(ArtJob *job, uint16_t width_px, uint16_t height_px)
{
    unsigned char head[64] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    head[18] = (unsigned char)(width_px >> 8);
    head[19] = (unsigned char)width_px;
    head[22] = (unsigned char)(height_px >> 8);
    head[23] = (unsigned char)height_px;
    temp_write_bytes("a.png", head, sizeof head);
    snprintf(job->path, sizeof job->path, "%s", temp_path("a.png"));
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
    expect_text(right.error.text, "it is cut short"); /* there is only the head */
}

TEST(a_picture_whose_head_is_garbage_is_called_damaged)
{
    ArtJob job = {.largest_px = 4096};
    load_png(&job, 0, 300);
    expect_text(job.error.text, "a.png has a damaged head, in which its size is nonsense: copy or");
}

TEST(an_svg_that_is_wanted_too_large_is_not_drawn)
{
    ArtJob job = {.width_px = 16384, .height_px = 16384};
    temp_write("a.svg", "<svg viewBox=\"0 0 8 8\"><path d=\"M0 0L9 9\"/></svg>");
    snprintf(job.path, sizeof job.path, "%s", temp_path("a.svg"));
    ck_assert(art_load_all(&job, 1));
    expect_text(job.error.text, "would have 16384 x 16384 pixels");
}
