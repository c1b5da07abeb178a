#include "base/array.h"
#include "base/picture.h"
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
    CURVE_CORNERS = 16,       /* corners that the reader makes of a usual curve */
    CURVE_CORNERS_MAX = 1024, /* corners of a curve that is larger than CURVE_PX */
    LINES_OF_STROKE = 4,      /* lines around each line of a path */
    NUMBER_BYTES = 60,        /* the reader cuts longer numbers off */
    NAME_BYTES = 63,          /* bytes of an id that the reader compares */
    VALUE_BYTES = 512,
    HREFS_READ = 32
};

static const double CURVE_PX = 1 << 14;

/* Larger numbers overflow in the reader, which then crashes as it fills with a gradient. Transforms
 * stretch and shrink at most this much. */
static const double NUMBER_MAX = 1e6;

/* The most work for the reader, measured in pixels that it paints: about a second. */
static const double WORK_MAX = 1 << 27;
static const double CORNER_WORK = 32; /* limits memory to 128 MiB */
static const double CROSSING_WORK = 2;
static const double ROW_WORK = 4; /* each row of the picture, for each shape */
static const double ELEMENT_WORK = 48;
static const double BYTE_WORK = 2; /* each byte of an attribute */

static const char BLANKS[] = " \t\r\n\f\v";

/* The reader draws these elements and knows these attributes. Others may be faults. */
static const char ELEMENTS[] = "svg g path rect circle ellipse line polygon polyline";
static const char GEOMETRY[] = "d points x y x1 y1 x2 y2 r cx cy rx ry width height";
static const char SIZES[] = "d points x1 y1 x2 y2 r rx ry width height";
static const char LENGTHS[] = "offset stroke-width";
static const char OPACITIES[] = "opacity fill-opacity stroke-opacity stop-opacity";
static const char COLOURS[] = "fill stroke stop-color";
static const char OTHERS[] = "d points display fill-rule stroke-linecap "
                             "stroke-linejoin stroke-miterlimit viewBox preserveAspectRatio "
                             "gradientUnits";
static const char ROOT_ONLY[] = "width height viewBox preserveAspectRatio";
static const char PLACES[] = "x1 y1 x2 y2 cx cy r"; /* places of a gradient */
static const char UNDRAWN_ELEMENTS[] = "title desc metadata defs clipPath marker mask symbol "
                                       "linearGradient radialGradient";
static const char CLOSED_ELEMENTS[] = "text foreignObject filter font pattern style";
static const char IDLE_PROPERTIES[] =
    "aria-* base* class clip-rule color* content* cursor data-* direction dominant* enable-* "
    "flood-* focusable font* id image-* inline-* isolation kern* lang letter-* light* line-* on* "
    "overflow pointer-* require* role shape-* solid-* style system* tab* text-* unicode-* version "
    "white-* word-* writing-* xmlns* zoom* -*";
static const char IDLE_VALUES[] = "none auto normal visible inherit pad 0";

/* Properties that an element's children inherit. */
typedef struct Inherited {
    double scale, least_scale; /* limits of the transforms so far */
    double width;              /* width of strokes */
    bool has_fill, has_stroke, has_gradient;
    bool is_round; /* strokes have round corners or ends */
} Inherited;

typedef struct Gradient {
    char id[NAME_BYTES], href[NAME_BYTES];
    int stop_count;
} Gradient;

/* The file is read in two passes, because shapes may use gradients that are defined later. */
typedef enum Pass { PASS_GRADIENTS, PASS_SHAPES } Pass;

typedef struct Writer {
    Pass pass;
    XML_Parser parser;
    SvgFaults *faults;
    CwError *error;
    Text written;
    Inherited inherited[DEPTH_MAX + 1];
    int depth, idle_depth, gradient_depth; /* 0: not in one */
    Gradient *gradients;
    int gradient_count;
    bool has_box, in_group;
    double width_px, height_px, pixels_per_unit, work;
} Writer;

static int line_of(const Writer *writer)
{
    return (int)XML_GetCurrentLineNumber(writer->parser);
}

static void note_if(const Writer *writer, bool is_fault, const char *subject)
{
    if (is_fault) {
        svg_faults_note(writer->faults, line_of(writer), subject);
    }
}

static void refuse(const Writer *writer, const char *why)
{
    cw_error_set(writer->error, "line %d: %s", line_of(writer), why);
    XML_StopParser(writer->parser, XML_FALSE);
}

static void spend(Writer *writer, double work)
{
    writer->work += work;
    if (!(writer->work <= WORK_MAX)) {
        refuse(writer, "there are too many lines, curves or shapes: simplify it, or save "
                       "it as PNG");
    }
}

/* ---- words ---- */

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Whether a list has a word. A star in the list stands for any ending. */
static bool has_word(const char *list, const char *word, size_t length)
{
    for (size_t size; list += strspn(list, BLANKS), *list != '\0'; list += size) {
        size = strcspn(list, BLANKS);
        if (list[size - 1] == '*' ? strncmp(list, word, size - 1) == 0
                                  : size == length && memcmp(list, word, length) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_one_of(const char *word, const char *list)
{
    return has_word(list, word, strlen(word));
}

static const char *attribute(const char *const *attributes, const char *name)
{
    while (attributes[0] != NULL && strcmp(attributes[0], name) != 0) {
        attributes += 2;
    }
    return attributes[0] == NULL ? "" : attributes[1];
}

/* The name in "#name" or url("#name"). */
static void read_id(char id[NAME_BYTES], const char *text)
{
    text += strspn(text, "\"'# ");
    snprintf(id, NAME_BYTES, "%.*s", (int)strcspn(text, "\"') "), text);
}

static void write_attribute(Writer *writer, const char *name, const char *value)
{
    text_add_word(&writer->written, " ");
    text_add_word(&writer->written, name);
    text_add_word(&writer->written, "=\"");
    for (size_t length; *value != '\0'; value += length + (value[length] != '\0')) {
        length = strcspn(value, "<>&\"");
        text_add(&writer->written, value, length);
        text_add_word(&writer->written, value[length] != '\0' ? " " : "");
    }
    text_add_word(&writer->written, "\"");
}

static void write_end(Writer *writer, const char *name)
{
    text_add_word(&writer->written, "</");
    text_add_word(&writer->written, name);
    text_add_word(&writer->written, ">\n");
}

/* ---- numbers, as the reader sees them ---- */

typedef struct Numbers {
    int count;
    double most; /* largest magnitude */
    double way;  /* length of a path through pairs of the numbers, or more */
    double first[4];
} Numbers;

/* The end of a number as the reader sees it; the text itself if there is none. */
static const char *skip_number(const char *text)
{
    static const char digits[] = "0123456789";
    text += *text == '-' || *text == '+';
    text += strspn(text, digits);
    text += *text == '.' ? 1 + strspn(text + 1, digits) : 0;
    if ((*text == 'e' || *text == 'E') && text[1] != 'm' && text[1] != 'x') {
        text += 1 + (text[1] == '-' || text[1] == '+');
        text += strspn(text, digits);
    }
    return text;
}

/* Whether the reader reads another number than strtod, such as NaN for 0e999. */
static bool is_misread(const char *number, const char *end)
{
    const char *exponent = number;
    while (exponent < end && *exponent != 'e' && *exponent != 'E') {
        exponent++;
    }
    return end - number > NUMBER_BYTES || (exponent < end && fabs(strtod(exponent + 1, NULL)) > 99);
}

/* Reads the numbers of a list or a path. */
static Numbers read_numbers(const char *text, const char *end)
{
    Numbers numbers = {0};
    double before[2] = {0};
    char letter = 'M';
    while (text < end) {
        const char *digit = text + (*text == '-' || *text == '+');
        letter = isalpha((unsigned char)*text) ? *text : letter;
        if (!isdigit((unsigned char)digit[digit[0] == '.'])) {
            text++;
            continue;
        }
        bool is_hex = digit[0] == '0' && (digit[1] == 'x' || digit[1] == 'X');
        bool is_pair = letter != 'H' && letter != 'V';
        const char *next = skip_number(text);
        double number = is_hex ? 0 : is_misread(text, next) ? INFINITY : strtod(text, NULL);
        double *last = &before[numbers.count % 2];
        if (numbers.count < (int)CW_ARRAY_LENGTH(numbers.first)) {
            numbers.first[numbers.count] = number;
        }
        numbers.count++;
        numbers.most = fmax(numbers.most, fabs(number));
        double step = islower((unsigned char)letter) ? fabs(number)
                      : is_pair                      ? fabs(number - *last)
                                                     : fabs(number) + numbers.most;
        numbers.way += numbers.count > 2 ? step : 0;
        *last = number;
        text = next;
    }
    return numbers;
}

static void limit(const Writer *writer, double most, double least)
{
    if (!(most <= NUMBER_MAX && least >= 1 / NUMBER_MAX)) {
        refuse(writer, "a number is beyond a million, or a scale below a millionth: draw the "
                       "picture nearer to its origin");
    }
}

static void write_numbers(Writer *writer, const char *name, const char *value)
{
    limit(writer, read_numbers(value, value + strlen(value)).most, 1);
    write_attribute(writer, name, value);
}

/* Multiplies limits by the factors by which a transform, such as "scale", stretches lines. */
static void stretch(const Writer *writer, Inherited *now, const char *name, const Numbers *numbers)
{
    double n[4] = {1, 0, 0, 1};
    if (begins(name, "skew")) {
        n[1] = tan(numbers->first[0] / 57.29578);
    } else if (begins(name, "scale")) {
        n[0] = numbers->first[0];
        n[3] = numbers->first[numbers->count - 1];
    } else if (begins(name, "matrix")) {
        memcpy(n, numbers->first, sizeof n);
    }
    double sum = n[0] * n[0] + n[1] * n[1] + n[2] * n[2] + n[3] * n[3];
    double det = n[0] * n[3] - n[1] * n[2];
    double most = sqrt((sum + sqrt(fmax(0, sum * sum - 4 * det * det))) / 2);
    now->scale *= fmax(1, most);
    now->least_scale *= most > 0 ? fmin(1, fabs(det) / most) : 0;
    limit(writer, fmax(now->scale, numbers->most), now->least_scale);
}

static void check_length(const Writer *writer, const char *value)
{
    const char *unit = skip_number(value);
    bool is_unit = unit > value && (*unit == '\0' || is_one_of(unit, "px* pt* pc* mm* cm* in* %*"));
    note_if(writer, !is_unit, "a length");
    note_if(writer, *unit == '%' && !writer->has_box, "a percentage");
}

/* The reader reads touching flags of an arc as one number, so blanks go between. */
static void write_path(Writer *writer, const char *at)
{
    int place = 0; /* number of the arc's argument, 1 to 7; 0: not in an arc */
    limit(writer, read_numbers(at, at + strlen(at)).most, 1);
    text_add_word(&writer->written, " d=\"");
    for (const char *end; *at != '\0'; at = end) {
        bool is_flag = (place == 4 || place == 5) && (*at == '0' || *at == '1');
        end = is_flag ? at + 1 : strchr("eE", *at) == NULL ? skip_number(at) : at;
        if (end == at) {
            place = *at == 'a' || *at == 'A' ? 1 : isalpha((unsigned char)*at) ? 0 : place;
            end++;
        } else if (place > 0) {
            place = place % 7 + 1;
        }
        text_add(&writer->written, strchr("<>&\"", *at) == NULL ? at : " ", (size_t)(end - at));
        text_add_word(&writer->written, is_flag ? " " : "");
    }
    text_add_word(&writer->written, "\"");
}

/* Spends the work for an attribute's lines: the reader compares each with the others in its rows. A
 * single number may be a circle's radius. Returns the outline's length in pixels. */
static double count_lines(Writer *writer, const Inherited *now, const char *text, bool has_curves)
{
    Numbers numbers = read_numbers(text, text + strlen(text));
    double scale = now->scale * writer->pixels_per_unit;
    char unit = numbers.count == 1 ? *skip_number(text) : '\0';
    double length = numbers.count == 1 ? 7 * numbers.most : 2 * numbers.way;
    double corners = numbers.most * scale > CURVE_PX ? CURVE_CORNERS_MAX : CURVE_CORNERS;
    double lines = numbers.count * (has_curves ? CURVE_CORNERS / 4 : 1), way = numbers.way;
    if (now->has_stroke) {
        way = 2 * way + lines * now->width;
        lines *= LINES_OF_STROKE + (now->is_round ? 3 * sqrt(now->width * scale) : 0);
    }
    spend(writer,
          CORNER_WORK * fmax(lines, numbers.count * (has_curves ? corners / 4 : 1)) +
              CROSSING_WORK * lines * fmin(lines, way * scale / fmax(1, writer->height_px)));
    return length * scale * (unit == '%' ? 1000 : isalpha((unsigned char)unit) ? 96 : 1);
}

/* The reader reads missing arguments from uninitialised memory. */
static bool check_transform(const Writer *writer, Inherited *now, const char *transform)
{
    static const struct {
        const char *name;
        int few, many;
    } kinds[] = {{"matrix(", 6, 6}, {"translate(", 1, 2}, {"scale(", 1, 2},
                 {"rotate(", 1, 3}, {"skewX(", 1, 1},     {"skewY(", 1, 1}};
    for (const char *at = transform; at += strspn(at, " ,\t\r\n"), *at != '\0';) {
        size_t kind = 0;
        while (kind < CW_ARRAY_LENGTH(kinds) && !begins(at, kinds[kind].name)) {
            kind++;
        }
        const char *open = strchr(at, '('), *close = open == NULL ? NULL : strchr(open, ')');
        Numbers numbers = close == NULL ? (Numbers){0} : read_numbers(open + 1, close);
        if (kind == CW_ARRAY_LENGTH(kinds) || numbers.count < kinds[kind].few ||
            numbers.count > kinds[kind].many || (numbers.count == 2 && kinds[kind].many == 3)) {
            note_if(writer, true, "a transform");
            return false;
        }
        stretch(writer, now, at, &numbers);
        at = close + 1;
    }
    return true;
}

/* ---- properties ---- */

static bool is_known_colour(const char *value)
{
    static const char names[] = "none red green blue yellow cyan white black magenta grey gray";
    int end = 0;
    if (value[0] == '#') {
        end = 1 + (int)strspn(value + 1, "0123456789abcdefABCDEF");
        return (end == 4 || end == 7) && (value[end] == '\0' || value[end] == ' ');
    }
    sscanf(value, "rgb(%*u, %*u, %*u )%n", &end);
    if (end == 0) {
        sscanf(value, "rgb(%*f%%, %*f%%, %*f%% )%n", &end);
    }
    return end > 0 || is_one_of(value, names);
}

/* Finds the last gradient of a name, as the reader does. */
static const Gradient *find_gradient(Writer *writer, const char *id)
{
    int i = writer->gradient_count - 1;
    while (i >= 0 && strcmp(writer->gradients[i].id, id) != 0) {
        i--;
    }
    spend(writer, writer->gradient_count);
    return i < 0 || id[0] == '\0' ? NULL : &writer->gradients[i];
}

static void write_address(Writer *writer, const char *name, const char *value)
{
    char id[NAME_BYTES], address[NAME_BYTES + 8];
    read_id(id, value + strlen("url("));
    const Gradient *gradient = find_gradient(writer, id);
    for (int i = 0; i < HREFS_READ && gradient != NULL && gradient->stop_count == 0; i++) {
        gradient = find_gradient(writer, gradient->href);
    }
    bool is_there = gradient != NULL && gradient->stop_count > 0;
    snprintf(address, sizeof address, "url(#%s)", id);
    writer->inherited[writer->depth].has_gradient |= is_there;
    note_if(writer, !is_there, "a fill or stroke");
    write_attribute(writer, name, is_there ? address : "none");
}

/* A stroke's unit is at most an inch. */
static void inherit(Inherited *now, const char *name, const char *value)
{
    if (strcmp(name, "fill") == 0) {
        now->has_fill = strcmp(value, "none") != 0;
    } else if (strcmp(name, "stroke") == 0) {
        now->has_stroke = strcmp(value, "none") != 0;
    } else if (strcmp(name, "stroke-width") == 0) {
        const char *rest = skip_number(value);
        bool has_unit = isalpha((unsigned char)*rest) && strstr(value, "px") == NULL;
        now->width = fabs(read_numbers(value, rest).first[0]) * (has_unit ? 96 : 1);
    } else if (begins(name, "stroke-line")) {
        now->is_round |= strcmp(value, "round") == 0;
    }
}

static void write_property(Writer *writer, const char *name, const char *value)
{
    Inherited *now = &writer->inherited[writer->depth];
    const char *rest = skip_number(value);
    bool is_plain = true, is_root = writer->depth == 1;
    inherit(now, name, value);
    if (is_one_of(name, COLOURS) && begins(value, "url(")) {
        write_address(writer, name, value);
        return;
    }
    if (is_one_of(name, COLOURS)) {
        note_if(writer, !is_known_colour(value), "a colour");
    } else if (strcmp(name, "transform") == 0 || strcmp(name, "gradientTransform") == 0) {
        is_plain = check_transform(writer, now, value);
    } else if (is_one_of(name, OPACITIES)) {
        bool is_whole = strcmp(name, "opacity") != 0 || strtod(value, NULL) == 1;
        note_if(writer, writer->in_group && !is_whole, "opacity");
        note_if(writer, rest == value || (*rest != '\0' && *rest != ' '), "an opacity");
    } else if (is_one_of(name, OTHERS) || (is_root && is_one_of(name, GEOMETRY))) {
        is_plain = true;
    } else if (is_one_of(name, GEOMETRY) || is_one_of(name, LENGTHS)) {
        check_length(writer, value);
    } else {
        is_plain = false;
        bool is_idle = is_one_of(value, IDLE_VALUES) || is_one_of(name, IDLE_PROPERTIES);
        note_if(writer, !is_idle, begins(name, "marker-") ? "marker" : name);
    }
    if (is_plain && strcmp(name, "d") == 0) {
        write_path(writer, value);
    } else if (is_plain) {
        (is_one_of(name, COLOURS) ? write_attribute : write_numbers)(writer, name, value);
    }
}

static void write_style(Writer *writer, const char *style, const char *end)
{
    for (const char *next; style < end; style = next + 1) {
        char part[NAME_BYTES + VALUE_BYTES], name[NAME_BYTES] = "";
        int value = 0;
        next = memchr(style, ';', (size_t)(end - style));
        next = next == NULL ? end : next;
        snprintf(part, sizeof part, "%.*s", (int)(next - style), style);
        for (size_t last = strlen(part); last > 0 && strchr(BLANKS, part[last - 1]) != NULL;) {
            part[--last] = '\0';
        }
        sscanf(part, " %62[^: \t\r\n\f\v] : %n", name, &value);
        if (value > 0 && (is_one_of(name, GEOMETRY) || is_one_of(name, ROOT_ONLY) ||
                          strcmp(name, "gradientUnits") == 0)) {
            note_if(writer, writer->depth > 1, name);
        } else if (value > 0) {
            write_property(writer, name, part + value);
        }
    }
}

/* ---- elements ---- */

/* Writes the style last: the reader takes the later of two values, and CSS that of the style. */
static void write_element(Writer *writer, const char *name, const char *const *attributes)
{
    const char *style = attribute(attributes, "style");
    writer->in_group = strcmp(name, "svg") == 0 || strcmp(name, "g") == 0;
    text_add_word(&writer->written, "<");
    text_add_word(&writer->written, name);
    for (int i = 0; attributes[i] != NULL; i += 2) {
        if (strchr(attributes[i], ':') == NULL) {
            write_property(writer, attributes[i], attributes[i + 1]);
        }
    }
    write_style(writer, style, style + strlen(style));
    text_add_word(&writer->written, writer->in_group ? ">\n" : " />\n");
}

/* Spends work on a shape. Its area is at most that of a circle with the same outline. */
static void count_shape(Writer *writer, const char *name, const char *const *attributes)
{
    const Inherited *now = &writer->inherited[writer->depth];
    double all = writer->width_px * writer->height_px, length_px = 0;
    double stroke_px = now->width * now->scale * writer->pixels_per_unit;
    if (now->has_gradient) { /* the reader can't invert determinants of 1e-6 and less */
        limit(writer, now->scale * 1000, now->least_scale / 1001);
    }
    for (int i = 0; attributes[i] != NULL; i += 2) {
        const char *text = attributes[i + 1];
        bool is_path = strcmp(attributes[i], "d") == 0;
        bool has_curves = is_path ? strpbrk(text, "CcSsQqTtAa") != NULL : strcmp(name, "rect") != 0;
        if (is_one_of(attributes[i], GEOMETRY)) {
            double line_px = count_lines(writer, now, text, has_curves);
            length_px += is_one_of(attributes[i], SIZES) ? line_px : 0;
        }
    }
    spend(writer, writer->height_px * ROW_WORK * (now->has_stroke ? 2 : 1) +
                      (now->has_fill ? fmin(all, length_px * length_px / 12) : 0) +
                      (now->has_stroke ? fmin(all, length_px * stroke_px) : 0) +
                      writer->gradient_count);
}

static void begin_root(Writer *writer, const char *name, const char *const *attributes)
{
    double size_px[2] = {0}, box[4] = {0};
    picture_svg_size(attributes, size_px, box);
    writer->has_box = box[2] > 0 && box[3] > 0;
    double width_px = size_px[0] > 0 ? size_px[0] : box[2];
    double height_px = size_px[1] > 0 ? size_px[1] : box[3];
    double units = box[3] > 0 ? box[3] : height_px;
    if (strcmp(name, "svg") != 0) {
        refuse(writer, "it has no <svg>: save it anew as plain SVG");
    } else if (writer->height_px == 0 &&
               !(width_px > 0 && width_px < INT_MAX && height_px > 0 && height_px < INT_MAX &&
                 picture_fits((int)width_px, (int)height_px))) {
        refuse(writer, "its size is missing or too large: say width and height, or a viewBox");
    }
    writer->height_px = writer->height_px > 0 ? writer->height_px : height_px;
    writer->width_px = writer->height_px * (height_px > 0 ? width_px / height_px : 1);
    writer->pixels_per_unit = units > 0 ? writer->height_px / units : 1;
    double wide = box[2] > 0 ? width_px / box[2] : 1, high = box[3] > 0 ? height_px / box[3] : 1;
    limit(writer, fmax(fmax(wide, high), fmax(width_px, height_px)), fmin(wide, high));
    text_add_word(&writer->written, "<svg");
    for (int i = 0; attributes[i] != NULL; i += 2) {
        if (is_one_of(attributes[i], ROOT_ONLY)) {
            write_numbers(writer, attributes[i], attributes[i + 1]);
        }
    }
    text_add_word(&writer->written, ">\n<g>\n"); /* around gradients, whose stops have attributes */
}

/* The reader reads a fraction of the shape as a length, so it becomes a percentage. */
static void write_place(Writer *writer, const char *name, const char *value, bool in_units)
{
    char percent[32];
    snprintf(percent, sizeof percent, "%.9g%%", 100 * strtod(value, NULL));
    if (in_units) {
        check_length(writer, value);
    }
    write_numbers(writer, name, in_units || strchr(value, '%') != NULL ? value : percent);
}

static void begin_gradient(Writer *writer, const char *name, const char *const *attributes)
{
    Gradient *all = grow_for_one(writer->gradients, (size_t)writer->gradient_count, sizeof *all);
    const char *href = attribute(attributes, "xlink:href");
    bool in_units = strcmp(attribute(attributes, "gradientUnits"), "userSpaceOnUse") == 0;
    if (all == NULL) {
        writer->written.has_failed = true;
        return;
    }
    writer->gradients = all;
    writer->gradient_depth = writer->depth;
    Gradient *gradient = &all[writer->gradient_count++];
    *gradient = (Gradient){.stop_count = 0};
    read_id(gradient->id, attribute(attributes, "id"));
    read_id(gradient->href, href[0] == '\0' ? attribute(attributes, "href") : href);
    text_add_word(&writer->written, "<");
    text_add_word(&writer->written, name);
    write_attribute(writer, "id", gradient->id);
    if (gradient->href[0] != '\0') {
        char address[NAME_BYTES + 1];
        snprintf(address, sizeof address, "#%s", gradient->href);
        write_attribute(writer, "xlink:href", address);
    }
    for (int i = 0; attributes[i] != NULL; i += 2) {
        const char *key = attributes[i], *value = attributes[i + 1];
        const char *centre = strcmp(key, "fx") == 0 ? "cx" : strcmp(key, "fy") == 0 ? "cy" : "";
        if (is_one_of(key, PLACES)) {
            write_place(writer, key, value, in_units);
        } else if (strchr(key, ':') == NULL && strcmp(key, "href") != 0 &&
                   (centre[0] == '\0' || strcmp(value, attribute(attributes, centre)) != 0)) {
            write_property(writer, key, value);
        }
    }
    text_add_word(&writer->written, ">\n");
}

/* Leaves out unknown elements but keeps their content. */
static void begin_shape(Writer *writer, const char *name, const char *const *attributes)
{
    char subject[NAME_BYTES];
    bool is_foreign = strchr(name, ':') != NULL && !begins(name, "svg:");
    bool is_nested = strcmp(name, "svg") == 0, is_known = is_one_of(name, ELEMENTS);
    snprintf(subject, sizeof subject, is_nested ? "<%s> in <svg>" : "<%s>", name);
    if (writer->idle_depth > 0) {
        note_if(writer, is_one_of(name, "pattern style"), subject);
    } else if (is_foreign || is_one_of(name, UNDRAWN_ELEMENTS)) {
        writer->idle_depth = writer->depth;
    } else if (is_known && !is_nested) {
        write_element(writer, name, attributes);
        if (!writer->in_group) {
            count_shape(writer, name, attributes);
        }
    } else {
        note_if(writer, true, subject);
        writer->idle_depth = is_one_of(name, CLOSED_ELEMENTS) ? writer->depth : 0;
    }
}

static void begin_in(Writer *writer, const char *name, const char *const *attributes)
{
    bool is_gradient = is_one_of(name, "linearGradient radialGradient");
    if (writer->pass == PASS_SHAPES) {
        begin_shape(writer, name, attributes);
    } else if (writer->gradient_depth == 0 && is_gradient) {
        begin_gradient(writer, name, attributes);
    } else if (writer->gradient_depth > 0 && strcmp(name, "stop") == 0) {
        spend(writer, 2 * writer->gradients[writer->gradient_count - 1].stop_count++);
        write_element(writer, "stop", attributes);
        write_element(writer, "stop", attributes); /* the reader fails with a single stop */
    }
}

static void XMLCALL begin_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    Writer *writer = XML_GetUserData(context);
    const char *const *words = (const char *const *)(const void *)attributes;
    double bytes = 0;
    for (int i = 0; words[i] != NULL; i++) {
        bytes += (double)strlen(words[i]);
    }
    spend(writer, ELEMENT_WORK + BYTE_WORK * bytes); /* entities and defaults make more of both */
    if (++writer->depth > DEPTH_MAX) {
        refuse(writer, "it is nested more than 100 deep: ungroup its groups");
    } else if (writer->error->text[0] != '\0') {
        return;
    } else if (writer->depth > 1) {
        writer->inherited[writer->depth] = writer->inherited[writer->depth - 1];
        begin_in(writer, name, words);
    } else if (writer->pass == PASS_GRADIENTS) {
        begin_root(writer, name, words);
    } else {
        write_element(writer, "g", words); /* the root's colours, which gradients may fill */
    }
}

static void XMLCALL end_element(void *context, const XML_Char *name)
{
    Writer *writer = XML_GetUserData(context);
    if (writer->gradient_depth == writer->depth) {
        writer->gradient_depth = 0;
        write_end(writer, name);
    } else if (writer->idle_depth == writer->depth) {
        writer->idle_depth = 0;
    } else if (writer->pass == PASS_SHAPES && writer->idle_depth == 0 && strcmp(name, "g") == 0) {
        write_end(writer, name);
    }
    writer->depth--;
}

static void read_once(Writer *writer, const Text *svg)
{
    XML_Parser parser = writer->parser = picture_svg_parser(writer);
    writer->depth = 0;
    if (parser == NULL) {
        writer->written.has_failed = true;
        return;
    }
    XML_SetElementHandler(parser, begin_element, end_element);
    if (XML_Parse(parser, svg->bytes, (int)svg->size, XML_TRUE) != XML_STATUS_OK) {
        refuse(writer, XML_GetErrorCode(parser) == XML_ERROR_ABORTED
                           ? "an entity names another: save it anew as plain SVG"
                           : "it is not well-formed XML: save it anew as plain SVG");
    }
    XML_ParserFree(parser);
}

bool svg_write(Text *svg, int height_px, SvgFaults *faults, CwError *error)
{
    Writer writer = {.faults = faults,
                     .error = error,
                     .inherited[1] = {.scale = 1, .least_scale = 1, .width = 1, .has_fill = true},
                     .height_px = height_px};
    *faults = (SvgFaults){.count = 0};
    if (svg->size > FILE_BYTES_MAX) {
        return cw_error_set(error, "an SVG of more than 4 MiB: simplify it, or save it as PNG");
    }
    for (; writer.pass <= PASS_SHAPES && error->text[0] == '\0'; writer.pass++) {
        read_once(&writer, svg);
        text_add_word(&writer.written, "</g>\n");
    }
    text_add_word(&writer.written, "</svg>\n");
    if (writer.written.has_failed) {
        cw_error_set(error, "out of memory for it: close other programs");
    }
    free(svg->bytes);
    *svg = writer.written;
    free(writer.gradients);
    return error->text[0] == '\0';
}
