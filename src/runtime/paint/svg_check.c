#include "base/grow.h"
#include "base/picture.h"
#include "base/report.h"
#include "draw/svg_text.h"
#include "paint/art.h"

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
    DEPTH_MAX = 100,          /* the reader's own limit is a little more */
    CURVE_CORNERS = 16,       /* of one, usually ... */
    CURVE_CORNERS_MAX = 1024, /* ... and of one that goes beyond CURVE_PX */
    LINES_OF_STROKE = 4,      /* around each line of a path */
    NAME_BYTES = 64,          /* as much of an id as the reader compares */
    VALUE_BYTES = 512,        /* as much of a style's value as it reads */
    DASHES_READ = 8,
    HREFS_READ = 32
};

static const double CURVE_PX = 1 << 14;
static const double CORNERS_MAX = 1 << 22; /* 128 MiB: those that curves are cut into are counted */
static const double CROSSINGS_MAX = 1 << 26; /* a second: of lines with others in their rows */
static const double PIXELS_MAX = 1 << 27;    /* a second: of all shapes, and of rows ... */
static const double ROW_PIXELS = 4;          /* ... of the picture, as many for each shape */
static const double LOOKUPS_MAX = 1 << 27;   /* a second: of gradients, or letters of styles */
static const double NUMBER_MAX = 1e6;
static const char BLANKS[] = " \t\r\n\f\v";

/* The reader draws these elements and knows these attributes. All others are faults, except those
 * that change no picture. A blank ends a word. */
static const char ELEMENTS[] =
    "svg g defs style path rect circle ellipse line polygon polyline stop ";
static const char LENGTHS[] =
    "x y x1 y1 x2 y2 r cx cy rx ry width height offset stroke-width stroke-dashoffset ";
static const char SIZES[] = "x1 y1 x2 y2 r rx ry width height ";
static const char OPACITIES[] = "opacity fill-opacity stroke-opacity stop-opacity ";
static const char COLOURS[] = "fill stroke stop-color ";
static const char OTHERS[] = "d points id display fill-rule stroke-linecap stroke-linejoin viewBox "
                             "stroke-miterlimit preserveAspectRatio gradientUnits ";
static const char IDLE_ELEMENTS[] = "title desc metadata ";
static const char CLOSED_ELEMENTS[] =
    "text foreignObject filter font "; /* without shapes in them */
static const char IDLE_VALUES[] = "none auto normal visible inherit pad 0 ";
static const char IDLE_BEGINNINGS[] =
    "aria- base clip-rule color content cursor data- direction dominant enable- flood- focusable "
    "font image- inline- isolation kern lang letter- light line- on overflow pointer- require role "
    "shape- solid- system tab text- unicode- version white- word- writing- xmlns zoom - ";

/* The remedy for each fault. The last row is for all others. */
static const char *const remedies[][2] = {
    {"<text>", "is not drawn: turn it into a path (Inkscape: Path, Object to Path)"},
    {"<use>", "is not drawn: put a copy of the shape there (Inkscape: Edit, Clone, Unlink Clone)"},
    {"<image>", "is not drawn: make it a sprite of its own, or save all as PNG"},
    {"<symbol>", "is drawn where it stands: put it into <defs>, and a copy where it is used"},
    {"<pattern>", "fills nothing: fill with a colour or a gradient"},
    {"<svg> in <svg>", "changes the size of all: make it a <g>"},
    {"clip-path", "does not clip: cut the shapes (Inkscape: Path, Intersection)"},
    {"mask", "does not mask: cut the shapes, or give them gradients with opacity"},
    {"filter", "is not applied: use a gradient, or save it as PNG"},
    {"marker", "is not drawn: turn the stroke into a path (Inkscape: Path, Stroke to Path)"},
    {"visibility", "does not hide: write display=\"none\""},
    {"a fraction", "in a gradient is read as a length: write 50% for 0.5, or use "
                   "gradientUnits=\"userSpaceOnUse\""},
    {"href", "of a gradient is not followed: write xlink:href"},
    {"a fill or stroke", "names no gradient above it and may be left out: move <defs> to the top"},
    {"a colour", "is drawn grey or opaque: write it as #rrggbb"},
    {"opacity", "of a group is given to each shape in it: give it to the shapes instead"},
    {"a class",
     "with a style before it or an attribute after it may lose to that: write all in style"},
    {"an opacity", "is misread: write a number from 0 to 1"},
    {"a length", "is misread: write a number, alone or with px, mm, cm, in, pt or pc"},
    {"a percentage", "is read as 0: give the <svg> a viewBox"},
    {"an arc", "may be misread: write blanks around its flags"},
    {"a transform", "is not applied: write matrix, translate, scale, rotate or skew"},
    {"viewBox", "is stretched to width and height: write preserveAspectRatio=\"xMidYMid\""},
    {"a selector", "of <style> is not applied: write single classes, such as .a {...}"},
    {"a list of classes", "is not applied: give the element a single class"},
    {"> in an attribute", "ends the element: write &gt; there"},
    {"<style>", "stands below what it styles: move it to the top"},
    {"", "is not understood: save the drawing as plain SVG of paths, or as PNG"}};

/* An element hands this down to those in it. */
typedef struct Inherited {
    double dash;                         /* how long a dash and its gap are on average; 0: none */
    double scale;                        /* at most, by the transforms so far */
    double width;                        /* of strokes */
    bool has_fill, has_stroke, is_round; /* its corners or ends are */
    bool is_faint;                       /* of a style sheet: some class has an opacity */
} Inherited;

typedef struct Gradient {
    char id[NAME_BYTES], href[NAME_BYTES];
    int stop_count;
} Gradient;

typedef struct Checker {
    XML_Parser parser;
    SvgFaults *faults;
    CwError *error;
    char *bytes;
    Inherited inherited[DEPTH_MAX + 1];
    int depth, idle_depth; /* 0: not in <defs> or another element that is not drawn */
    Gradient *gradients;
    int gradient_count;
    int gradient_depth; /* 0: not in one */
    bool has_box, has_classes, in_group;
    int64_t sheet_from; /* the place of a style sheet in the file */
    double rule_bytes;  /* of all rules, for each of their classes; 0: there are none */
    Inherited sheet;    /* of all classes together */
    double width_px, height_px, pixels_per_unit;
    double corners, crossings, pixels, lookups;
} Checker;

static int line_of(const Checker *checker)
{
    return (int)XML_GetCurrentLineNumber(checker->parser);
}

static void note_if(const Checker *checker, bool is_fault, const char *subject)
{
    SvgFaults *faults = checker->faults;
    SvgFault fault = {.line = line_of(checker)};
    snprintf(fault.subject, sizeof fault.subject, "%s", subject);
    int i = 0;
    while (i < faults->count && strcmp(faults->each[i].subject, fault.subject) != 0) {
        i++;
    }
    if (is_fault && i == faults->count && i < SVG_FAULTS_MAX) {
        faults->each[faults->count++] = fault;
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

static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    while (*list != '\0' && (strncmp(list, word, length) != 0 || list[length] != ' ')) {
        list += strcspn(list, " ") + 1;
    }
    return *list != '\0';
}

static bool begins_with_one_of(const char *word, const char *list)
{
    size_t length = strcspn(list, " ");
    while (length > 0 && strncmp(list, word, length) != 0) {
        list += length + 1;
        length = strcspn(list, " ");
    }
    return length > 0;
}

static const char *attribute(const char *const *attributes, const char *name)
{
    while (attributes[0] != NULL && strcmp(attributes[0], name) != 0) {
        attributes += 2;
    }
    return attributes[0] == NULL ? "" : attributes[1];
}

/* ---- Numbers ---- */

static void check_length(const Checker *checker, const char *value)
{
    static const char units[] = "px pt pc mm cm in % ";
    const char *unit = svg_skip_number(value);
    bool is_known =
        unit > value && (*unit == '\0' || *unit == ' ' || begins_with_one_of(unit, units));
    note_if(checker, !is_known, "a length");
    note_if(checker, *unit == '%' && !checker->has_box, "a percentage");
}

/* The reader takes flags of an arc that touch for one number. */
static void check_arcs(const Checker *checker, const char *path)
{
    int place = 0; /* in the arc's seven numbers; 0: not in an arc */
    for (const char *end; *path != '\0'; path = end) {
        end = strchr("eE", *path) == NULL ? svg_skip_number(path) : path;
        if (end == path) {
            place = *path == 'a' || *path == 'A' ? 1 : isalpha((unsigned char)*path) ? 0 : place;
            end++;
        } else if (place > 0) {
            note_if(checker, (place == 4 || place == 5) && end > path + 1, "an arc");
            place = place % 7 + 1;
        }
    }
}

/* A line costs as much as there are others in its rows. A single number may be a circle's. Returns
 * the length of the outline, in pixels. */
static double count_work(Checker *checker, const Inherited *now, const char *text, bool has_curves)
{
    SvgNumbers numbers = svg_read_numbers(text, INT_MAX);
    double scale = now->scale * checker->pixels_per_unit;
    char unit = numbers.count == 1 ? *svg_skip_number(text) : '\0';
    double length = numbers.count == 1 ? 7 * numbers.most : 2 * numbers.way;
    double corners = numbers.most * scale > CURVE_PX ? CURVE_CORNERS_MAX : CURVE_CORNERS;
    double dashes = now->dash > 0 ? length / now->dash : 0, way = numbers.way;
    double lines = numbers.count * (has_curves ? CURVE_CORNERS / 4 : 1) + dashes;
    if (now->has_stroke) {
        way = 2 * way + lines * now->width;
        lines *= LINES_OF_STROKE + (now->is_round ? 3 * sqrt(now->width * scale) : 0);
    }
    checker->corners += fmax(lines, numbers.count * (has_curves ? corners / 4 : 1));
    checker->crossings += lines * fmin(lines, way * scale / fmax(1, checker->height_px));
    length *= scale * (unit == '%' ? 1000 : isalpha((unsigned char)unit) ? 96 : 1);
    if (numbers.most > NUMBER_MAX) {
        refuse(checker, "a number is beyond a million: draw the picture nearer to its origin");
    } else if (checker->corners > CORNERS_MAX || checker->crossings > CROSSINGS_MAX) {
        refuse(checker,
               "there are too many lines, dashes or curves: simplify the paths, or save it as PNG");
    }
    return length;
}

/* No line of a length encloses more than a circle. */
static void count_pixels(Checker *checker, const Inherited *now, double length_px)
{
    double all = checker->width_px * checker->height_px;
    double stroke_px = now->width * now->scale * checker->pixels_per_unit;
    checker->pixels += checker->height_px * ROW_PIXELS * (now->has_stroke ? 2 : 1);
    checker->pixels += now->has_fill ? fmin(all, length_px * length_px / 12) : 0;
    checker->pixels += now->has_stroke ? fmin(all, length_px * stroke_px) : 0;
    checker->lookups += checker->gradient_count;
    if (checker->pixels > PIXELS_MAX || checker->lookups > LOOKUPS_MAX) {
        refuse(checker, "there are too many shapes or styles: simplify it, or save it as PNG");
    }
}

/* The reader takes missing arguments from memory that nobody wrote. */
static void check_transform(const Checker *checker, Inherited *now, const char *transform)
{
    static const struct {
        const char *name;
        int few, many;
    } kinds[] = {{"matrix(", 6, 6}, {"translate(", 1, 2}, {"scale(", 1, 2},
                 {"rotate(", 1, 3}, {"skewX(", 1, 1},     {"skewY(", 1, 1}};
    for (const char *at = transform; at += strspn(at, " ,"), *at != '\0';) {
        size_t kind = 0;
        while (kind < CW_ARRAY_LENGTH(kinds) && !begins(at, kinds[kind].name)) {
            kind++;
        }
        const char *open = strchr(at, '('), *close = open == NULL ? NULL : strchr(open, ')');
        if (kind == CW_ARRAY_LENGTH(kinds) || close == NULL) {
            note_if(checker, true, "a transform");
            return;
        }
        SvgNumbers numbers = svg_read_numbers(open + 1, 7);
        if (numbers.count < kinds[kind].few || numbers.count > kinds[kind].many ||
            (numbers.count == 2 && kinds[kind].many == 3)) {
            refuse(checker, "a transform has too few or too many numbers: save it anew");
        }
        bool scales = begins(at, "matrix") || begins(at, "scale");
        now->scale *= scales ? fmax(1, svg_read_numbers(open + 1, 4).most) : 1;
        at = close + 1;
    }
}

/* ---- Properties ---- */

static bool is_known_colour(const char *value)
{
    static const char names[] = "none red green blue yellow cyan white black magenta grey gray ";
    int end = 0;
    if (value[0] == '#') {
        end = 1 + (int)strspn(value + 1, "0123456789abcdefABCDEF");
        return (end == 4 || end == 7) && (value[end] == '\0' || value[end] == ' ');
    }
    sscanf(value, "rgb(%*u, %*u, %*u )%n", &end);
    if (end == 0) {
        sscanf(value, "rgb(%*f%%, %*f%%, %*f%% )%n", &end);
    }
    return end > 0 || has_word(names, value);
}

/* The reader finds the last one of a name. */
static const Gradient *find_gradient(Checker *checker, const char *id)
{
    int i = checker->gradient_count - 1;
    while (i >= 0 && strcmp(checker->gradients[i].id, id) != 0) {
        i--;
    }
    checker->lookups += checker->gradient_count;
    return i < 0 || id[0] == '\0' ? NULL : &checker->gradients[i];
}

/* A gradient must be there before, with stops or a name of one that has them. After a style sheet
 * it may follow. */
static void check_address(Checker *checker, const char *address, bool in_sheet)
{
    char id[NAME_BYTES];
    const char *from = address + strlen("url(") + (address[4] == '#');
    if (strchr(from, ')') == NULL) {
        refuse(checker, "an address has no bracket at its end: save it anew");
        return;
    }
    snprintf(id, sizeof id, "%.*s", (int)strcspn(from, ")"), from);
    const Gradient *gradient = find_gradient(checker, id);
    for (int i = 0; i < HREFS_READ && gradient != NULL && gradient->stop_count == 0; i++) {
        gradient = find_gradient(checker, gradient->href);
    }
    bool is_there = gradient != NULL && gradient->stop_count > 0;
    note_if(checker, !is_there && !in_sheet, "a fill or stroke");
}

/* Nobody knows how short percentages and sizes of letters are. Of a style sheet the shortest dash
 * counts. */
static void set_dash(const Checker *checker, Inherited *now, const char *value)
{
    SvgNumbers dashes = svg_read_numbers(value, DASHES_READ);
    bool is_known =
        strpbrk(value, "%") == NULL && strstr(value, "em") == NULL && strstr(value, "ex") == NULL;
    double dash = dashes.count == 0 ? 0 : is_known ? fmax(dashes.sum / dashes.count, 1e-9) : 1e-9;
    bool stays = now == &checker->sheet && now->dash > 0 && (dash == 0 || dash > now->dash);
    now->dash = stays ? now->dash : dash;
}

/* Of a style sheet the widest stroke counts. Units are at most an inch. */
static void set_stroke(const Checker *checker, Inherited *now, const char *name, const char *value)
{
    bool in_sheet = now == &checker->sheet;
    if (strcmp(name, "stroke") == 0) {
        now->has_stroke = strcmp(value, "none") != 0 || (in_sheet && now->has_stroke);
    } else if (strcmp(name, "fill") == 0) {
        now->has_fill = strcmp(value, "none") != 0 || in_sheet;
    } else if (strcmp(name, "stroke-width") == 0) {
        bool has_unit =
            isalpha((unsigned char)*svg_skip_number(value)) && strstr(value, "px") == NULL;
        double width = svg_read_numbers(value, 1).most * (has_unit ? 96 : 1);
        now->width = in_sheet ? fmax(now->width, width) : width;
    } else {
        now->is_round |= strcmp(value, "round") == 0;
    }
}

static void check_property(Checker *checker, Inherited *now, const char *name, const char *value)
{
    const char *rest = svg_skip_number(value);
    if (begins(name, "stroke") || strcmp(name, "fill") == 0) {
        set_stroke(checker, now, name, value);
    }
    if (strcmp(name, "opacity") == 0 && strtod(value, NULL) != 1) {
        note_if(checker, checker->in_group, "opacity");
        now->is_faint = now == &checker->sheet;
    }
    if (has_word(COLOURS, name) && begins(value, "url(")) {
        check_address(checker, value, now == &checker->sheet);
    } else if (has_word(COLOURS, name)) {
        note_if(checker, !is_known_colour(value), "a colour");
    } else if (strcmp(name, "stroke-dasharray") == 0) {
        set_dash(checker, now, value);
    } else if (strcmp(name, "transform") == 0 || strcmp(name, "gradientTransform") == 0) {
        check_transform(checker, now, value);
    } else if (has_word(LENGTHS, name)) {
        check_length(checker, value);
    } else if (has_word(OPACITIES, name)) {
        note_if(checker, rest == value || (*rest != '\0' && *rest != ' '), "an opacity");
    } else if (!has_word(OTHERS, name)) {
        bool is_idle = has_word(IDLE_VALUES, value) || begins_with_one_of(name, IDLE_BEGINNINGS);
        note_if(checker, !is_idle, begins(name, "marker-") ? "marker" : name);
    }
}

static const char *find_char(const char *from, const char *end, char wanted)
{
    const char *found = memchr(from, wanted, (size_t)(end - from));
    return found == NULL ? end : found;
}

static void check_style(Checker *checker, Inherited *now, const char *style, const char *end)
{
    for (const char *next; style < end; style = next + 1) {
        char part[NAME_BYTES + VALUE_BYTES], name[NAME_BYTES] = "";
        int value = 0;
        next = find_char(style, end, ';');
        snprintf(part, sizeof part, "%.*s", (int)(next - style), style);
        for (size_t last = strlen(part); last > 0 && strchr(BLANKS, part[last - 1]) != NULL;) {
            part[--last] = '\0';
        }
        sscanf(part, " %63[^: \t\r\n\f\v] : %n", name, &value);
        if (strcmp(name, "class") == 0 || strcmp(name, "style") == 0) {
            refuse(checker, "a style has a class in it: save it anew");
        } else if (value > 0) {
            check_property(checker, now, name, part + value);
        }
    }
}

/* ---- Style sheets ---- */

static void check_sheet(Checker *checker, char *sheet, char *end)
{
    note_if(checker, checker->has_classes, "<style>");
    note_if(checker, !svg_sheet_tidy(sheet, end), "a selector");
    for (const char *at = sheet, *open; (open = find_char(at, end, '{')) < end;) {
        const char *close = find_char(open, end, '}');
        for (; (at = find_char(at, open, '.')) < open; at++) {
            checker->rule_bytes += (double)(close - open);
        }
        check_style(checker, &checker->sheet, open + 1, close);
        at = close;
    }
}

static void apply_classes(Checker *checker, Inherited *now, const char *names)
{
    checker->has_classes = true;
    checker->lookups += checker->rule_bytes;
    now->dash = checker->sheet.dash > 0 ? checker->sheet.dash : now->dash;
    now->scale *= fmax(1, checker->sheet.scale);
    now->width = fmax(now->width, checker->sheet.width);
    now->has_fill |= checker->rule_bytes > 0;
    now->has_stroke |= checker->sheet.has_stroke;
    now->is_round |= checker->sheet.is_round;
    note_if(checker, checker->in_group && checker->sheet.is_faint, "opacity");
    bool is_list = checker->rule_bytes > 0 && strchr(names, ' ') != NULL;
    note_if(checker, is_list, "a list of classes");
}

/* ---- Elements ---- */

static void check_places(Checker *checker, const char *const *attributes)
{
    static const char places[] = "x1 y1 x2 y2 cx cy r ";
    bool in_units = strcmp(attribute(attributes, "gradientUnits"), "userSpaceOnUse") == 0;
    bool has_href = attribute(attributes, "xlink:href")[0] != '\0';
    for (int i = 0; attributes[i] != NULL; i += 2) {
        const char *name = attributes[i], *value = attributes[i + 1];
        const char *centre = strcmp(name, "fx") == 0 ? "cx" : strcmp(name, "fy") == 0 ? "cy" : "";
        if (has_word(places, name) && in_units) {
            check_length(checker, value);
        } else if (has_word(places, name) && strchr(value, '%') == NULL) {
            note_if(checker, true, "a fraction");
        } else if (!has_word(places, name) && strchr(name, ':') == NULL &&
                   !(strcmp(name, "href") == 0 && has_href) &&
                   strcmp(value, attribute(attributes, centre)) != 0) {
            check_property(checker, &(Inherited){.scale = 1}, name, value);
        }
    }
}

static void add_gradient(Checker *checker, const char *const *attributes)
{
    Gradient *all = grow_for_one(checker->gradients, (size_t)checker->gradient_count, sizeof *all);
    const char *href = attribute(attributes, "xlink:href");
    if (all == NULL) {
        refuse(checker, "out of memory for its gradients: close other programs");
        return;
    }
    Gradient *gradient = &all[checker->gradient_count++];
    *gradient = (Gradient){.stop_count = 0};
    snprintf(gradient->id, sizeof gradient->id, "%s", attribute(attributes, "id"));
    snprintf(gradient->href, sizeof gradient->href, "%s", href + (href[0] != '\0'));
    checker->gradients = all;
    checker->gradient_depth = checker->depth;
    check_places(checker, attributes);
}

/* The reader takes classes, styles and attributes in their order, and CSS the style, then the
 * class.
 */
static void check_order(const Checker *checker, const char *const *attributes)
{
    bool has_class = false, has_style = false;
    for (int i = 0; attributes[i] != NULL && checker->rule_bytes > 0; i += 2) {
        bool is_class = strcmp(attributes[i], "class") == 0;
        bool is_own = begins(attributes[i], "fill") || begins(attributes[i], "stroke") ||
                      has_word(OPACITIES, attributes[i]) || has_word(COLOURS, attributes[i]);
        note_if(checker, (is_class && has_style) || (has_class && is_own), "a class");
        has_class |= is_class;
        has_style |= strcmp(attributes[i], "style") == 0;
    }
}

static void check_size(Checker *checker, const char *const *attributes)
{
    double size_px[2] = {0}, box[4] = {0};
    picture_svg_size(attributes, size_px, box);
    checker->has_box = box[2] > 0 && box[3] > 0;
    bool is_stretched = size_px[0] > 0 && size_px[1] > 0 && checker->has_box &&
                        attribute(attributes, "preserveAspectRatio")[0] == '\0' &&
                        fabs(size_px[0] * box[3] / (size_px[1] * box[2]) - 1) > 0.02;
    note_if(checker, is_stretched, "viewBox");
    double width_px = size_px[0] > 0 ? size_px[0] : box[2];
    double height_px = size_px[1] > 0 ? size_px[1] : box[3];
    double units = box[3] > 0 ? box[3] : height_px;
    if (checker->height_px == 0 &&
        !(width_px > 0 && width_px < INT_MAX && height_px > 0 && height_px < INT_MAX &&
          picture_fits((int)width_px, (int)height_px))) {
        refuse(checker, "its size is missing or too large: say width and height, or a viewBox");
    }
    checker->height_px = checker->height_px > 0 ? checker->height_px : height_px;
    checker->width_px = checker->height_px * (height_px > 0 ? width_px / height_px : 1);
    checker->pixels_per_unit = units > 0 ? checker->height_px / units : 1;
}

static void check_attributes(Checker *checker, const char *name, const char *const *attributes)
{
    Inherited *now = &checker->inherited[checker->depth];
    bool is_root = strcmp(name, "svg") == 0;
    checker->in_group = is_root || strcmp(name, "g") == 0;
    check_order(checker, attributes);
    for (int i = 0; attributes[i] != NULL; i += 2) {
        const char *value = attributes[i + 1];
        if (strcmp(attributes[i], "style") == 0) {
            check_style(checker, now, value, value + strlen(value));
        } else if (strcmp(attributes[i], "class") == 0) {
            apply_classes(checker, now, value);
        } else if (strchr(attributes[i], ':') == NULL &&
                   !(is_root && has_word(LENGTHS, attributes[i]))) {
            check_property(checker, now, attributes[i], value);
        }
    }
    double length_px = 0;
    for (int i = 0; attributes[i] != NULL; i += 2) { /* now that dashes and scale are known */
        const char *value = attributes[i + 1];
        bool is_path = strcmp(attributes[i], "d") == 0;
        if (is_path) {
            check_arcs(checker, value);
        }
        if (is_path || strcmp(attributes[i], "points") == 0 || has_word(LENGTHS, attributes[i])) {
            bool has_curves =
                is_path ? strpbrk(value, "CcSsQqTtAa") != NULL : strcmp(name, "rect") != 0;
            double line_px = count_work(checker, now, value, has_curves);
            bool is_place = has_word(LENGTHS, attributes[i]) && !has_word(SIZES, attributes[i]);
            length_px += is_place ? 0 : line_px;
        }
    }
    count_pixels(checker, now, length_px);
}

/* Unknown elements are left out, but not what is in them. */
static void check_element(Checker *checker, const char *name, const char *const *attributes)
{
    char subject[NAME_BYTES];
    bool is_foreign = strchr(name, ':') != NULL && !begins(name, "svg:");
    bool is_idle = is_foreign || has_word(IDLE_ELEMENTS, name);
    if (!is_idle && !has_word(ELEMENTS, name)) {
        snprintf(subject, sizeof subject, "<%s>", name);
        note_if(checker, true, subject);
    } else if (strcmp(name, "svg") == 0) {
        note_if(checker, checker->depth > 1, "<svg> in <svg>");
        check_size(checker, attributes);
    }
    if (is_idle || strcmp(name, "defs") == 0 || has_word(CLOSED_ELEMENTS, name)) {
        checker->idle_depth = checker->depth;
    }
    if (has_word(ELEMENTS, name) && strcmp(name, "style") != 0) {
        check_attributes(checker, name, attributes);
    }
}

/* How the reader sees the text of an element. False: not at all, as a slash after the name is part
 * of that. */
static bool check_tag(Checker *checker, const char *name)
{
    static const char known[] = "&amp; &lt; &gt; &quot; &apos; ";
    const char *tag = checker->bytes + XML_GetCurrentByteIndex(checker->parser);
    const char *end = tag + SDL_max(1, XML_GetCurrentByteCount(checker->parser)) - 1;
    bool is_open = find_char(tag, end, '>') < end;
    if (*tag != '<' || (is_open && strcmp(name, "style") == 0)) {
        refuse(checker, "an element is in an entity or has > in an attribute: save it anew");
        return false;
    }
    note_if(checker, is_open, "> in an attribute");
    for (const char *at = tag; checker->depth > 1 && (at = find_char(at, end, '&')) < end; at++) {
        note_if(checker, !begins_with_one_of(at, known), "an entity");
    }
    return tag[1 + strlen(name)] != '/';
}

static void XMLCALL begin(void *context, const XML_Char *name, const XML_Char **attributes)
{
    Checker *checker = context;
    const char *const *words = (const char *const *)(const void *)attributes;
    if (++checker->depth > DEPTH_MAX) {
        refuse(checker, "it is nested more than 100 deep: ungroup its groups");
        return;
    }
    bool is_stop = strcmp(name, "stop") == 0, is_seen = check_tag(checker, name);
    checker->inherited[checker->depth] = checker->inherited[checker->depth - 1];
    if (strcmp(name, "style") == 0) {
        checker->sheet_from =
            XML_GetCurrentByteIndex(checker->parser) + XML_GetCurrentByteCount(checker->parser);
    }
    if (strcmp(name, "linearGradient") == 0 || strcmp(name, "radialGradient") == 0) {
        add_gradient(checker, words);
    } else if (is_stop != (checker->gradient_depth > 0) && (is_stop || has_word(ELEMENTS, name))) {
        refuse(checker,
               "a gradient has other elements than stops in it, or misses them: save it anew");
    } else if (is_stop) {
        checker->gradients[checker->gradient_count - 1].stop_count += is_seen;
        checker->lookups += checker->gradients[checker->gradient_count - 1].stop_count;
        check_attributes(checker, name, words);
    } else if (checker->idle_depth == 0) {
        check_element(checker, name, words);
    } else {
        note_if(checker, strcmp(name, "pattern") == 0, "<pattern>");
    }
}

static void XMLCALL end(void *context, const XML_Char *name)
{
    Checker *checker = context;
    int64_t at = XML_GetCurrentByteIndex(checker->parser);
    if (checker->gradient_depth == checker->depth) {
        checker->gradient_depth = 0;
        if (checker->gradients[checker->gradient_count - 1].stop_count == 1) {
            /* SDL_image reads 255 more */
            refuse(checker, "a gradient has a single stop: fill with its colour");
        }
    }
    if (strcmp(name, "style") == 0 && at > checker->sheet_from) {
        check_sheet(checker, checker->bytes + checker->sheet_from, checker->bytes + at);
    }
    checker->idle_depth = checker->idle_depth == checker->depth ? 0 : checker->idle_depth;
    checker->depth--;
}

/* The reader draws what is in a comment, and no rules of a style sheet that is marked as CDATA. */
static void XMLCALL clear_markup(void *context)
{
    const Checker *checker = context;
    char *at = checker->bytes + XML_GetCurrentByteIndex(checker->parser);
    svg_sheet_clear(at, at + XML_GetCurrentByteCount(checker->parser));
}

static void XMLCALL skip_comment(void *context, const XML_Char *text)
{
    (void)text;
    clear_markup(context);
}

bool svg_check(char *bytes, size_t size, int height_px, SvgFaults *faults, CwError *error)
{
    Checker *checker = calloc(1, sizeof *checker);
    XML_Parser parser = XML_ParserCreate(NULL);
    *faults = (SvgFaults){.count = 0};
    if (checker == NULL || parser == NULL) {
        cw_error_set(error, "out of memory for it: close other programs");
    } else if (size > FILE_BYTES_MAX) {
        cw_error_set(error, "an SVG of more than 4 MiB: simplify it, or save it as PNG");
    } else if (memchr(bytes, '\0', size) != NULL) {
        cw_error_set(error, "it is in UTF-16, or no text: save it as UTF-8");
    } else {
        *checker = (Checker){.parser = parser,
                             .faults = faults,
                             .error = error,
                             .bytes = bytes,
                             .inherited = {{.scale = 1, .width = 1, .has_fill = true}},
                             .sheet = {.scale = 1},
                             .height_px = height_px,
                             .pixels_per_unit = 1};
        XML_SetUserData(parser, checker);
        XML_SetElementHandler(parser, begin, end);
        XML_SetCommentHandler(parser, skip_comment);
        XML_SetCdataSectionHandler(parser, clear_markup, clear_markup);
        bool read = XML_Parse(parser, bytes, (int)size, XML_TRUE) == XML_STATUS_OK;
        if (!read && error->text[0] == '\0') {
            refuse(checker, "it is not well-formed XML: save it anew as plain SVG");
        }
        free(checker->gradients);
    }
    XML_ParserFree(parser);
    free(checker);
    return error->text[0] == '\0';
}

void svg_faults_report(const SvgFaults *faults, const char *path)
{
    for (int i = 0; i < faults->count; i++) {
        const SvgFault *fault = &faults->each[i];
        size_t row = 0;
        while (row + 1 < CW_ARRAY_LENGTH(remedies) &&
               strcmp(remedies[row][0], fault->subject) != 0) {
            row++;
        }
        report("%s:%d: %s %s", path, fault->line, fault->subject, remedies[row][1]);
    }
}
