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

static bool check_file(const char *text, int height_px)
{
    char *copy = strdup(text);
    error = (CwError){0};
    bool good = svg_check(copy, strlen(copy), height_px, &faults, &error);
    free(copy);
    return good;
}

/* With these elements in an SVG of 64 x 64. */
static bool check(const char *elements)
{
    return check_file(textf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"64\" height=\"64\" "
                            "viewBox=\"0 0 64 64\">\n%s</svg>",
                            elements),
                      64);
}

#define STOPS "<stop offset='0'/><stop offset='1'/>"
#define GRADIENT(attributes)                                                                       \
    "<defs><radialGradient id='g' " attributes ">" STOPS "</radialGradient></defs>"

/* Whatever the table of what is understood does not have is named. */
static const char *const NAMED[][2] = {
    {"<g><text x='1'>Hi</text></g>", "<text>"},
    {"<use xlink:href='#a'/>", "<use>"},
    {"<image href='a.png'/>", "<image>"},
    {"<pattern id='p'/>", "<pattern>"},
    {"<defs><pattern id='p'/></defs>", "<pattern>"},
    {"<symbol id='s'/>", "<symbol>"},
    {"<foreignObject/>", "<foreignObject>"},
    {"<clipPath><rect/></clipPath>", "<clipPath>"},
    {"<a/>", "<a>"},
    {"<switch/>", "<switch>"},
    {"<newElement/>", "<newElement>"},
    {"<svg:path xmlns:svg='http://www.w3.org/2000/svg'/>", "<svg:path>"},
    {"<svg width='9' height='9'/>", "<svg> in <svg>"},
    {"<g clip-path='url(#c)'/>", "clip-path"},
    {"<g style='opacity:1; clip-path: url(#c)'/>", "clip-path"},
    {"<path mask='url(#c)'/>", "mask"},
    {"<path style='filter:url(#c);'/>", "filter"},
    {"<path marker-end='url(#c)'/>", "marker"},
    {"<path visibility='hidden'/>", "visibility"},
    {"<path style='mix-blend-mode:multiply'/>", "mix-blend-mode"},
    {"<path vector-effect='non-scaling-stroke'/>", "vector-effect"},
    {"<path pathLength='1'/>", "pathLength"},
    {GRADIENT("cx='0.5' cy='0.5' r='.5'"), "a fraction"},
    {GRADIENT("href='#b'"), "href"},
    {GRADIENT("spreadMethod='reflect'"), "spreadMethod"},
    {GRADIENT("cx='50%' fx='20%'"), "fx"},
    {GRADIENT("fr='5%'"), "fr"},
    {"<path fill='tomato'/>", "a colour"},
    {"<path style='stroke:hsl(1,2%,3%)'/>", "a colour"},
    {"<path fill='inherit'/>", "a colour"},
    {"<path fill='#12345678'/>", "a colour"},
    {"<path fill='rgb(1 2 3)'/>", "a colour"},
    {"<g color='red'><path style='fill:currentColor'/></g>", "a colour"},
    {"<defs><linearGradient><stop stop-color='rgba(1,2,3,4)'/><stop /></linearGradient></defs>",
     "a colour"},
    {"<path opacity='50%'/>", "an opacity"},
    {"<rect width='5em' height='4'/>", "a length"},
    {"<rect rx='auto'/>", "a length"},
    {"<path stroke-width='thick'/>", "a length"},
    {"<path d='M0 0a1 1 0 0110 10'/>", "an arc"},
    {"<path d='M0 0A1,1,0,0,1,5,5 1 1 0 00.5.5'/>", "an arc"},
    {"<path transform='rotate3d(1,1,1,45deg)'/>", "a transform"},
    {"<path transform='translate(1) perspective(9)'/>", "a transform"},
    {"<rect fill='url(#g)'/><defs/>", "a fill or stroke"},
    {"<rect fill='url(#g)'/>" GRADIENT(""), "a fill or stroke"},
    {"<rect style='stroke:url(#h)'/>" GRADIENT(""), "a fill or stroke"},
    {"<linearGradient id='e'/><rect fill='url(#e)'/>", "a fill or stroke"},
    {"<linearGradient id='e' xlink:href='#g'/><rect fill='url(#e)'/>" GRADIENT(""),
     "a fill or stroke"},
    {GRADIENT("") "<rect fill='url(\"#g\")'/>", "a fill or stroke"},
    {"<style>path{fill:red}</style>", "a selector"},
    {"<style>.a .b{fill:red}</style>", "a selector"},
    {"<style>.a:hover,.b{fill:red}</style>", "a selector"},
    {"<style>#a{fill:red}</style>", "a selector"},
    {"<style>@media print{.a{fill:red}}</style>", "a selector"},
    {"<style>.a</style>", "a selector"},
    {"<style>.a{fill:red</style>", "a selector"},
    {"<style>.a,{fill:red} </style>", "a selector"},
    {"<style>{.a} </style>", "a selector"},
    {"<style>.a{}} .b</style>", "a selector"},
    {"<style><![CDATA[.a<.b{}]]></style>", "a selector"},
    {"<style>.a{fill:red;mask:url(#m)}</style>", "mask"},
    {"<style><![CDATA[.a>.b{fill:red}]]></style>", "a selector"},
    {"<style>.a{fill:red}</style><g class='a b'/>", "a list of classes"},
    {"<g class='a'/><style>.a{fill:red}</style>", "<style>"},
    {"<g id='a&#10;b'/>", "an entity"},
    {"<g id='a>b'/>", "> in an attribute"},
    {"<g opacity='.5'/>", "opacity"},
    {"<style>.a{opacity:.5}</style><g class='a'/>", "opacity"},
    {"<style>.a{fill:red}</style><path class='a' fill='blue'/>", "a class"},
    {"<style>.a{fill:red}</style><path style='fill:blue' class='a'/>", "a class"},
    {"<defs/><text/>", "<text>"}};

TEST(whatever_svg_reading_does_not_draw_is_named_with_its_line, .rounds = CW_ARRAY_LENGTH(NAMED))
{
    EXPECT_OK(check(NAMED[_i][0]));
    ck_assert_int_eq(faults.count, 1);
    expect_text(faults.each[0].subject, NAMED[_i][1]);
    ck_assert_int_eq(faults.each[0].line, 2);
}

TEST(features_that_svg_reading_draws_are_not_reported, .rounds = 18)
{
    static const char *const fine[] = {
        "<style>.a{fill:red}</style><g opacity='1' fill='red' class='a'><path opacity='.5'/></g>",
        "<path d=\"M0 0L9 9\" fill=\"#123\" stroke=\"none\" mask=\"none\"/>",
        GRADIENT("") "<path style='fill:url(#g);stroke:rgb(1,2,3)' stroke-dasharray='4 2'/>",
        GRADIENT("cx=\"50%\" cy=\"50%\" r=\"50%\" fx='50%' spreadMethod='pad'"),
        GRADIENT("cx=\"32\" gradientUnits=\"userSpaceOnUse\" gradientTransform='rotate(9)'"),
        GRADIENT("") "<linearGradient id='h' xlink:href='#g' href='#g'/><path fill='url(#h)'/>",
        "<defs><clipPath id=\"c\"><text/></clipPath><g id=\"u\"><use/></g></defs>",
        "<metadata><rdf:text/><x/></metadata><title>text</title><desc/>",
        "<path fill=\"red\" d=\"M-1000 0C1 2 3 4 5 6 7 8 9 10 11 12z\" transform=\"scale(2)\"/>",
        "<sodipodi:namedview id='a'><inkscape:grid/></sodipodi:namedview>",
        "<g inkscape:label='a' id='b&gt;&quot;' xml:space='c' data-d='e' aria-f='g' class='h i'/>",
        "<path style='font-style:normal;visibility:visible;paint-order:normal;-inkscape-x:1'/>",
        "<path d='M0 0a1.5 2-3 0 1 4.5.5 1 1 0 1,0-5-5Z' transform='matrix(1 0 0 1 2,3)'/>",
        "<rect x='5%' width='1.5e1mm' rx='.5' stroke-width='2px'/><circle r='4pt'/>",
        "<style> .a,.b\n{fill:#fff;stroke:url(#g)} .c {}</style><path class='a'/>",
        "<style><![CDATA[.a{fill:red}]]></style><path class='a'/>",
        "<!-- <text/> <use/> -->",
        "<ellipse/><line/><polyline points='1 2'/><polygon/><circle/>"};
    EXPECT_OK(check(fine[_i]));
    ck_assert_msg(faults.count == 0, "%s", faults.each[0].subject);
}

TEST(an_svg_that_would_be_stretched_or_has_no_measure_of_a_percentage_is_reported)
{
    EXPECT_OK(check_file("<svg width='20' height='10' viewBox='0 0 9 9'/>", 0));
    expect_text(faults.each[0].subject, "viewBox");
    EXPECT_OK(check_file("<svg width='9' height='9'><rect width='100%'/></svg>", 0));
    expect_text(faults.each[0].subject, "a percentage");
}

/* Each of them crashed SDL_image's reader, never ended, or read memory that nobody wrote. */
TEST(an_svg_that_its_reader_can_not_bear_is_refused, .rounds = 10)
{
    static const char *const cases[] = {
        "<style>.a{class:a}</style><g class='a'/>",
        "<g style='style:fill:red'/>",
        "<g fill='url(#a'/>",
        "<g transform='rotate(1 2)'/>",
        "<g transform='scale()'/>",
        "<linearGradient id='a'><stop /><rect fill='url(#a)'/><stop /></linearGradient>",
        "<linearGradient id='a'><stop/><stop id='b'/></linearGradient>",
        "<style a='>'/>",
        "<linearGradient id='a'/><stop/><rect fill='url(#a)'/>",
        "<radialGradient><stop id='b'/></radialGradient>"};
    EXPECT_REFUSED(check(cases[_i]), "line 2: ");
}

TEST(an_svg_with_elements_in_an_entity_is_refused)
{
    EXPECT_REFUSED(check_file("<!DOCTYPE svg [<!ENTITY e \"<stop id='a'/>\">]>\n<svg width='9' "
                              "height='9'><linearGradient>&e;&e;</linearGradient></svg>",
                              9),
                   "line 2: an element is in an entity");
}

TEST(an_svg_in_utf_16_is_refused)
{
    char text[] = "\xFF\xFE<\0s\0v\0g\0/\0>\0";
    error = (CwError){0};
    EXPECT_REFUSED(svg_check(text, sizeof text - 1, 9, &faults, &error), "save it as UTF-8");
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
        EXPECT_OK(check_file(read_whole(files.gl_pathv[i]), 500));
        ck_assert_msg(faults.count == 0, "%s: %s", files.gl_pathv[i], faults.each[0].subject);
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
        {"<path d=\"M0 0L1e6 1e6\" stroke-dasharray=\"0.1\"/>", "too many lines, dashes"},
        {"<g style=\"stroke-dasharray:0.0001,0.002\"><circle r=\"9999\"/></g>", "dashes"},
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
    EXPECT_REFUSED(check_file(all, 64), "too many lines, dashes or curves");
    for (int i = 0; i < 300; i += 3) {
        memcpy(deep + i, "<g>", 4);
    }
    EXPECT_REFUSED(check(deep), "nested more than 100 deep");
}

/* At a height of 2000 pixels. */
TEST(an_svg_that_would_be_drawn_for_minutes_is_refused, .rounds = 11)
{
    static const struct {
        const char *head, *piece, *tail;
        int count;
    } cases[] = {
        {"<path d='M0 0", "L1 64L2 0", "'/>", 6000},
        {"<path stroke='red' d='M0 0", "h1v1h-1v-1", "'/>", 10000},
        {"<path style='stroke:red;stroke-width:30;stroke-linecap:round' d='", "M9 9h1", "'/>",
         5000},
        {"<style>.a{stroke:red;stroke-width:30px}</style><path class='a' d='M0 0", "L1 1L2 1",
         "'/>", 5000},
        {"<path stroke='red' stroke-dasharray='.5' d='M0 0", "H64H0", "'/>", 100},
        {"<g stroke='red'>", "<path d='M0 0h9v9'/>", "</g>", 4000},
        {"", "<circle r='30'/>", "", 200},
        {"<g fill='none' stroke='red' stroke-width='60'>", "<path d='M0 0h60'/>", "</g>", 200},
        {"", "<path/><rect y='1'/>", "", 30000},
        {"<linearGradient>", "<stop id='a'/>", "</linearGradient>", 20000},
        {"", "<style>.a{x:y}</style><g class='a'/>", "", 10000}};
    static char text[700000];
    for (int i = 0; i < 2; i++) { /* a few are fine */
        int used = snprintf(text, sizeof text, "<svg viewBox='0 0 64 64'>%s", cases[_i].head);
        for (int j = 0; j < cases[_i].count / (i == 0 ? 20 : 1); j++) {
            used += snprintf(text + used, sizeof text - (size_t)used, "%s", cases[_i].piece);
        }
        snprintf(text + used, sizeof text - (size_t)used, "%s</svg>", cases[_i].tail);
        ck_assert_msg(check_file(text, 2000) == (i == 0), "%d: %s", i, error.text);
    }
    expect_text(error.text, "there are too many");
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
        Picture picture = picture_read(cases[_i].bytes, size);
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
    expect_text(right.error.text, "it is cut short"); /* there is only the head */
}

TEST(an_svg_that_is_wanted_too_large_is_not_drawn)
{
    ArtJob job = {.width_px = 16384, .height_px = 16384};
    temp_write("a.svg", "<svg viewBox=\"0 0 8 8\"><path d=\"M0 0L9 9\"/></svg>");
    snprintf(job.path, sizeof job.path, "%s", temp_path("a.svg"));
    ck_assert(art_load_all(&job, 1));
    expect_text(job.error.text, "would have 16384 x 16384 pixels");
}
