#include "base/report.h"
#include "draw/art.h"

#include <ctype.h>
#include <expat.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_BYTES_MAX = 4 << 20,
    DEPTH_MAX = 100,         /* the reader's own limit is a little more */
    CURVE_CORNERS = 16,      /* of one, usually ... */
    CURVE_CORNERS_MAX = 1024 /* ... and of one that goes beyond CURVE_PX */
};

static const double CURVE_PX = 1 << 14;
static const double DASHES_MAX = 1 << 20;  /* 100 MiB and half a second */
static const double CORNERS_MAX = 1 << 22; /* 128 MiB: those that curves are cut into are counted */

static const double NUMBER_MAX = 1e6;

/* An element hands this down to those in it. */
typedef struct Inherited {
    double dash;  /* how long a dash and its gap are on average; 0: none */
    double scale; /* at most, by the transforms so far */
} Inherited;

typedef struct Checker {
    XML_Parser parser;
    SvgFaults *faults;
    CwError *error;
    Inherited inherited[DEPTH_MAX + 1];
    int depth, definition_depth; /* 0: not in <defs> */
    int stop_count;              /* of the gradient */
    int height_px;
    double pixels_per_unit;
    double dashes, corners;
} Checker;

/* "<element", outside of <defs>, or a property that is anything but "none"; and the remedy. */
static const char *const table[][2] = {
    [SVG_TEXT] = {"<text", "<text> is not drawn: turn it into a path (Inkscape: Path, Object to "
                           "Path)"},
    [SVG_USE] = {"<use",
                 "<use> is not drawn: put a copy of the shape there (Inkscape: Edit, Clone, "
                 "Unlink Clone)"},
    [SVG_IMAGE] = {"<image",
                   "<image> is not drawn: make it a sprite of its own, or save all as PNG"},
    [SVG_PATTERN] = {"<pattern", "<pattern> fills nothing: fill with a colour or a gradient"},
    [SVG_SYMBOL] = {"<symbol",
                    "<symbol> is drawn where it stands: put it into <defs>, and a copy of "
                    "its shapes where it is used"},
    [SVG_FOREIGN] = {"<foreignObject", "<foreignObject> is not drawn: turn it into paths"},
    [SVG_CLIP] = {"clip-path", "clip-path does not clip: cut the shapes (Inkscape: Path, "
                               "Intersection)"},
    [SVG_MASK] = {"mask",
                  "mask does not mask: cut the shapes, or give them gradients with opacity"},
    [SVG_FILTER] = {"filter", "filter is not applied: use a gradient, or save it as PNG"},
    [SVG_MARKER] = {"marker", "marker is not drawn: turn the stroke into a path (Inkscape: Path, "
                              "Stroke to Path)"},
    [SVG_FRACTION] = {"", "a gradient's places are fractions, which are read as lengths: write 50% "
                          "for 0.5, or use gradientUnits=\"userSpaceOnUse\""},
    [SVG_HREF] = {"", "a gradient's href is not followed: write xlink:href"},
    [SVG_COLOUR] = {"", "a colour is drawn grey: write it as #rrggbb"}};
_Static_assert(CW_ARRAY_LENGTH(table) == SVG_FAULT_COUNT, "a row a fault");

static int line_of(const Checker *checker)
{
    return (int)XML_GetCurrentLineNumber(checker->parser);
}

static void note(const Checker *checker, SvgFault fault)
{
    if (checker->faults->lines[fault] == 0) {
        checker->faults->lines[fault] = line_of(checker);
    }
}

static void note_word(const Checker *checker, const char *word)
{
    for (int i = 0; i < SVG_FAULT_COUNT; i++) {
        if (strcmp(word, table[i][0]) == 0) {
            note(checker, (SvgFault)i);
        }
    }
}

static void refuse(const Checker *checker, const char *why)
{
    cw_error_set(checker->error, "line %d: %s", line_of(checker), why);
    XML_StopParser(checker->parser, XML_FALSE);
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool is_one_of(const char *word, const char *const *list)
{
    while (*list != NULL && strcmp(word, *list) != 0) {
        list++;
    }
    return *list != NULL;
}

static const char *attribute(const char *const *attributes, const char *name)
{
    while (attributes[0] != NULL && strcmp(attributes[0], name) != 0) {
        attributes += 2;
    }
    return attributes[0] == NULL ? "" : attributes[1];
}

/* ---- Numbers ---- */

typedef struct Numbers {
    int count;
    double sum, most; /* of their magnitudes */
} Numbers;

/* The first so many numbers of a list or a path, up to a bracket. */
static Numbers read_numbers(const char *text, int most_count)
{
    Numbers numbers = {0};
    while (*text != '\0' && *text != ')' && numbers.count < most_count) {
        const char *digit = text + (*text == '-' || *text == '+');
        char *end = (char *)(uintptr_t)text + 1;
        if (isdigit((unsigned char)digit[digit[0] == '.'])) {
            double number = fabs(strtod(text, &end));
            numbers.count++;
            numbers.sum += number;
            numbers.most = fmax(numbers.most, number);
        }
        text = end;
    }
    return numbers;
}

/* Every way between two points of a path is at most three times its largest number. */
static void count_work(Checker *checker, const Inherited *now, const char *text, bool has_curves)
{
    Numbers numbers = read_numbers(text, INT_MAX);
    double length = 3 * numbers.most * numbers.count;
    bool is_large = numbers.most * now->scale * checker->pixels_per_unit > CURVE_PX;
    double corners_of_curve = is_large ? CURVE_CORNERS_MAX : CURVE_CORNERS;
    checker->dashes += now->dash > 0 ? length / now->dash : 0;
    checker->corners += numbers.count * (has_curves ? corners_of_curve / 4 : 0.5);
    if (numbers.most > NUMBER_MAX) {
        refuse(checker, "a number is beyond a million: draw the picture nearer to its origin");
    } else if (checker->dashes > DASHES_MAX) {
        refuse(checker, "a line has more than a million dashes: make them longer");
    } else if (checker->corners > CORNERS_MAX) {
        refuse(checker, "there are too many curves: simplify the paths, or save it as PNG");
    }
}

/* The most that the matrices and scales of a transform enlarge by. */
static double scale_of(const char *transform)
{
    double scale = 1;
    for (const char *open = strchr(transform, '('); open != NULL; open = strchr(open + 1, '(')) {
        bool is_matrix = open - transform >= 6 && begins(open - 6, "matrix(");
        bool is_scale = open - transform >= 5 && begins(open - 5, "scale(");
        if (is_matrix || is_scale) {
            scale *= fmax(1, read_numbers(open + 1, 4).most);
        }
    }
    return scale;
}

/* ---- Properties ---- */

static bool is_known_colour(const char *value)
{
    static const char *const names[] = {"none",  "red",   "green",   "blue", "yellow", "cyan",
                                        "white", "black", "magenta", "grey", "gray",   NULL};
    return is_one_of(value, names) || value[0] == '#' || begins(value, "rgb(") ||
           begins(value, "url(");
}

static void check_property(Checker *checker, Inherited *now, const char *name, const char *value)
{
    static const char *const colours[] = {"fill", "stroke", "stop-color", NULL};
    if (strcmp(value, "none") != 0) {
        note_word(checker, begins(name, "marker-") ? "marker" : name);
    }
    if (is_one_of(name, colours) && !is_known_colour(value)) {
        note(checker, SVG_COLOUR);
    } else if (strcmp(name, "stroke-dasharray") == 0) {
        Numbers dashes = read_numbers(value, INT_MAX);
        now->dash = dashes.count == 0 ? 0 : fmax(dashes.sum / dashes.count, 1e-9);
    }
}

static void check_style(Checker *checker, Inherited *now, const char *style)
{
    while (*style != '\0') {
        char name[32], value[128];
        int length = (int)strcspn(style, ";"), colon = (int)strcspn(style, ":;");
        int blank = (int)strspn(style, " \t\r\n");
        if (colon < length) {
            const char *from = style + colon + 1;
            from += strspn(from, " \t\r\n");
            snprintf(name, sizeof name, "%.*s", colon > blank ? colon - blank : 0, style + blank);
            snprintf(value, sizeof value, "%.*s", (int)strcspn(from, ";"), from);
            check_property(checker, now, name, value);
        }
        style += length + (style[length] == ';');
    }
}

/* The reader takes the numbers of a gradient for lengths unless they are percentages. */
static void check_gradient(Checker *checker, const char *const *attributes)
{
    static const char *const places[] = {"x1", "y1", "x2", "y2", "cx", "cy", "r", "fx", "fy", NULL};
    bool in_units = strcmp(attribute(attributes, "gradientUnits"), "userSpaceOnUse") == 0;
    if (attribute(attributes, "href")[0] != '\0') {
        note(checker, SVG_HREF);
    }
    for (; attributes[0] != NULL && !in_units; attributes += 2) {
        if (is_one_of(attributes[0], places) && strchr(attributes[1], '%') == NULL) {
            note(checker, SVG_FRACTION);
        }
    }
}

/* ---- Elements ---- */

/* In pixels of 96 an inch; 0 where it isn't said. */
static double length_of(const char *text)
{
    static const struct {
        const char *unit;
        double px;
    } units[] = {{"mm", 96 / 25.4}, {"cm", 96 / 2.54}, {"in", 96}, {"pt", 96 / 72.0}, {"pc", 16}};
    double length = read_numbers(text, 1).most;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(units); i++) {
        length *= strstr(text, units[i].unit) != NULL ? units[i].px : 1;
    }
    return strchr(text, '%') != NULL ? 0 : length;
}

static void check_size(Checker *checker, const char *const *attributes)
{
    double width_px = length_of(attribute(attributes, "width")), box[4] = {0};
    double height_px = length_of(attribute(attributes, "height"));
    sscanf(attribute(attributes, "viewBox"), "%lf%*[ ,]%lf%*[ ,]%lf%*[ ,]%lf", &box[0], &box[1],
           &box[2], &box[3]);
    width_px = width_px > 0 ? width_px : box[2];
    height_px = height_px > 0 ? height_px : box[3];
    double units = box[3] > 0 ? box[3] : height_px;
    double seen_px = checker->height_px > 0 ? checker->height_px : height_px;
    checker->pixels_per_unit = units > 0 ? seen_px / units : 1;
    if (checker->height_px == 0 &&
        !(width_px > 0 && width_px < INT_MAX && height_px > 0 && height_px < INT_MAX &&
          picture_fits((int)width_px, (int)height_px))) {
        refuse(checker, "its size is missing or too large: say width and height, or a viewBox");
    }
}

static void check_attributes(Checker *checker, const char *name, const char *const *attributes)
{
    static const char *const shapes[] = {"d", "points", "x",  "y",  "x1", "y1",    "x2",     "y2",
                                         "r", "cx",     "cy", "rx", "ry", "width", "height", NULL};
    Inherited *now = &checker->inherited[checker->depth];
    for (int i = 0; attributes[i] != NULL; i += 2) {
        const char *value = attributes[i + 1];
        if (strcmp(attributes[i], "style") == 0) {
            check_style(checker, now, value);
        } else if (strcmp(attributes[i], "transform") == 0) {
            now->scale *= scale_of(value);
        } else {
            check_property(checker, now, attributes[i], value);
        }
    }
    for (int i = 0; attributes[i] != NULL; i += 2) { /* now that dashes and scale are known */
        const char *value = attributes[i + 1];
        bool path = strcmp(attributes[i], "d") == 0;
        if (is_one_of(attributes[i], shapes)) {
            count_work(checker, now, value,
                       path ? strpbrk(value, "CcSsQqTtAa") != NULL : strcmp(name, "rect") != 0);
        }
    }
}

static bool is_a_gradient(const char *name)
{
    return strcmp(name, "linearGradient") == 0 || strcmp(name, "radialGradient") == 0;
}

static void XMLCALL begin(void *context, const XML_Char *name, const XML_Char **attributes)
{
    Checker *checker = context;
    const char *const *words = (const char *const *)(const void *)attributes;
    if (++checker->depth > DEPTH_MAX) {
        refuse(checker, "it is nested more than 100 deep: ungroup its groups");
        return;
    }
    checker->inherited[checker->depth] = checker->inherited[checker->depth - 1];
    if (checker->depth == 1) {
        check_size(checker, words);
    }
    bool is_gradient = is_a_gradient(name);
    checker->stop_count = is_gradient ? 0 : checker->stop_count + (strcmp(name, "stop") == 0);
    if (is_gradient) {
        check_gradient(checker, words);
    } else if (checker->definition_depth == 0) {
        char word[32];
        snprintf(word, sizeof word, "<%s", name);
        note_word(checker, word);
        checker->definition_depth = strcmp(name, "defs") == 0 ? checker->depth : 0;
    }
    if (strcmp(name, "stop") == 0 || (!is_gradient && checker->definition_depth == 0)) {
        check_attributes(checker, name, words);
    }
}

static void XMLCALL end(void *context, const XML_Char *name)
{
    Checker *checker = context;
    if (is_a_gradient(name) && checker->stop_count == 1) { /* SDL_image reads 255 more */
        refuse(checker, "a gradient has a single stop: fill with its colour");
    }
    if (checker->definition_depth == checker->depth) {
        checker->definition_depth = 0;
    }
    checker->depth--;
}

bool svg_check(const void *bytes, size_t size, int height_px, SvgFaults *faults, CwError *error)
{
    Checker checker = {.faults = faults,
                       .error = error,
                       .inherited = {{.scale = 1}},
                       .height_px = height_px,
                       .pixels_per_unit = 1};
    *faults = (SvgFaults){0};
    if (size > FILE_BYTES_MAX) {
        return cw_error_set(error, "an SVG of more than 4 MiB: simplify it, or save it as PNG");
    }
    checker.parser = XML_ParserCreate(NULL);
    if (checker.parser == NULL) {
        return cw_error_set(error, "out of memory for it: close other programs");
    }
    XML_SetUserData(checker.parser, &checker);
    XML_SetElementHandler(checker.parser, begin, end);
    bool read = XML_Parse(checker.parser, bytes, (int)size, XML_TRUE) == XML_STATUS_OK;
    if (!read && error->text[0] == '\0') {
        refuse(&checker, "it is not well-formed XML: save it anew as plain SVG");
    }
    XML_ParserFree(checker.parser);
    return error->text[0] == '\0';
}

bool svg_faults_any(const SvgFaults *faults)
{
    bool any = false;
    for (int i = 0; i < SVG_FAULT_COUNT; i++) {
        any = any || faults->lines[i] > 0;
    }
    return any;
}

void svg_faults_report(const SvgFaults *faults, const char *path)
{
    for (int i = 0; i < SVG_FAULT_COUNT; i++) {
        if (faults->lines[i] > 0) {
            report("%s:%d: %s", path, faults->lines[i], table[i][1]);
        }
    }
}

/* ---- the size of other pictures ---- */

static int big16(const unsigned char *at)
{
    return at[0] << 8 | at[1];
}

static int big32(const unsigned char *at)
{
    return at[0] >= 0x80 ? INT_MAX : big16(at) << 16 | big16(at + 2);
}

/* The frame header of a JPEG follows segments of any length. */
static bool measure_jpeg(const unsigned char *bytes, size_t size, int *width_px, int *height_px)
{
    for (size_t at = 2; at + 9 <= size && bytes[at] == 0xFF;) {
        int kind = bytes[at + 1];
        if (kind >= 0xC0 && kind <= 0xCF && kind != 0xC4 && kind != 0xC8 && kind != 0xCC) {
            *height_px = big16(bytes + at + 5);
            *width_px = big16(bytes + at + 7);
            return true;
        }
        at += kind == 0xFF ? 1 : 2 + (size_t)big16(bytes + at + 2); /* fill bytes */
    }
    return false;
}

bool picture_size(const void *bytes, size_t size, int *width_px, int *height_px)
{
    const unsigned char *at = bytes;
    if (size >= 32 && memcmp(at, "\x89PNG\r\n\x1a\n", 8) == 0) {
        *width_px = big32(at + 16);
        *height_px = big32(at + 20);
        return true;
    }
    return size >= 32 && memcmp(at, "\xFF\xD8", 2) == 0 &&
           measure_jpeg(at, size, width_px, height_px);
}

bool picture_fits(int width_px, int height_px)
{
    return width_px <= PICTURE_SIDE_MAX_PX && height_px <= PICTURE_SIDE_MAX_PX &&
           (int64_t)width_px * height_px <= PICTURE_AREA_MAX_PX;
}
