#include "fuzz/support/level_maker.h"

#include <math.h>

enum { DEPTH_MAX = 18, OBJECTS_MAX = 100, POINTS_MAX = 1100 };

typedef struct Maker {
    FuzzInput *in;
    FILE *out;
    int object_count, huge_count;
    bool wild; /* this map has values that are refused */
} Maker;

/* One number in 32 of a wild map is a strange one. */
static void number(Maker *maker, double usual)
{
    static const char *const strange[] = {"0",       "-1",     "1e308", "-1e308", "1e-300",
                                          "65535.5", "600000", "1e18",  "null",   "\"7\"",
                                          "[1]",     "{}",     "true",  "-0.0",   "0.001"};
    if (maker->wild && fuzz_pick(maker->in, 32) == 31) {
        fputs(strange[fuzz_pick(maker->in, (int)CW_ARRAY_LENGTH(strange))], maker->out);
    } else {
        fprintf(maker->out, "%.17g", usual);
    }
}

static void member(Maker *maker, const char *name, double usual)
{
    fprintf(maker->out, ",\"%s\":", name);
    number(maker, usual);
}

static double place(Maker *maker)
{
    return 16.0 * fuzz_byte(maker->in) + fuzz_byte(maker->in) / 16.0;
}

static void point(Maker *maker, int index, double x, double y)
{
    fprintf(maker->out, "%s{\"x\":%.17g,\"y\":%.17g}", index == 0 ? "" : ",", x, y);
}

/* Floors above each other, joined at one end. */
static void shelves(Maker *maker, int floors, double width)
{
    int index = 0;
    for (int floor = 0; floor < floors; floor++) {
        double y = 40 * floor;
        point(maker, index++, floor == 0 ? 0 : 10, y);
        point(maker, index++, width, y);
        point(maker, index++, width, y + 20);
        point(maker, index++, floor == floors - 1 ? 0 : 10, y + 20);
    }
}

static void saw(Maker *maker, int count, double step)
{
    for (int i = 0; i < count; i++) {
        point(maker, i, step * i, i % 2 * -4.0 - (i % 16 == 0 ? fuzz_byte(maker->in) : 0));
    }
    point(maker, count, step * (count - 1), 300);
    point(maker, count + 1, 0, 300);
}

static void disc(Maker *maker, int count, double radius)
{
    for (int i = 0; i < count; i++) {
        double angle = 6.283185307179586 * i / count;
        point(maker, i, radius * cos(angle), radius * sin(angle));
    }
}

static void wild(Maker *maker, int count)
{
    for (int i = 0; i < count; i++) {
        fprintf(maker->out, "%s{\"x\":", i == 0 ? "" : ",");
        number(maker, 4.0 * fuzz_byte(maker->in));
        member(maker, "y", 4.0 * fuzz_byte(maker->in));
        fputc('}', maker->out);
    }
}

static void corners(Maker *maker, const char *key)
{
    fprintf(maker->out, ",\"%s\":[", key);
    int kind = fuzz_pick(maker->in, maker->wild ? 5 : 4), size = (int)fuzz_byte(maker->in);
    bool huge = size == 255 && maker->huge_count++ < 2;
    double length = place(maker) * (huge ? 100 : 1) + 20;
    switch (kind) {
    case 0:
        fputs("{\"x\":0,\"y\":0},{\"x\":3000,\"y\":0},{\"x\":3000,\"y\":90},{\"x\":0,\"y\":90}",
              maker->out);
        break;
    case 1:
        shelves(maker, 1 + size % (size < 224 ? 4 : 32), length);
        break;
    case 2:
        saw(maker, huge ? POINTS_MAX : 3 + size % 64, length / 16);
        break;
    case 3:
        disc(maker, huge ? POINTS_MAX : 3 + size % 64, length / 8);
        break;
    default:
        wild(maker, size % 24);
    }
    fputc(']', maker->out);
}

static void property(Maker *maker, const char *name, const char *text)
{
    fprintf(maker->out, "{\"name\":\"%s\",\"value\":", name);
    if (text != NULL && !(maker->wild && fuzz_pick(maker->in, 16) == 15)) {
        fprintf(maker->out, "\"%s\"", text);
    } else {
        number(maker, fuzz_byte(maker->in) / 8.0);
    }
    fputc('}', maker->out);
}

static void properties(Maker *maker)
{
    static const char *const names[] = {"grip", "mass_kg", "planks", "tilt", "turn"};
    static const char *const sprites[] = {"sign", "gear_a", "rim", "none", "\\u001b[31m"};
    fputs(",\"properties\":[", maker->out);
    property(maker, "sprite", sprites[fuzz_pick(maker->in, maker->wild ? 5 : 3)]);
    fputc(',', maker->out);
    property(maker, names[fuzz_pick(maker->in, 5)], NULL);
    fputc(']', maker->out);
}

/* `first`: the number of the layer's first object. */
static void object(Maker *maker, int first, const char *class, int kind)
{
    fprintf(maker->out, "%s{\"id\":%d,\"type\":\"%s\"", maker->object_count == first ? "" : ",",
            maker->object_count, class);
    maker->object_count++;
    member(maker, "x", place(maker));
    member(maker, "y", place(maker) / 4);
    if (kind == 0 || kind == 3) {
        member(maker, "width", 2.0 + fuzz_byte(maker->in) * 4.0);
        member(maker, "height", 2.0 + fuzz_byte(maker->in));
    }
    if (kind == 1) {
        fputs(",\"point\":true", maker->out);
    } else if (kind == 2) {
        corners(maker, "polygon");
    } else if (kind == 4) {
        corners(maker, "polyline");
    } else if (kind == 3) {
        fputs(",\"ellipse\":true", maker->out);
    }
    if (fuzz_pick(maker->in, 4) == 0) {
        member(maker, "rotation", fuzz_byte(maker->in) * 1.5);
    }
    properties(maker);
    fputc('}', maker->out);
}

/* One object in eight comes several times, one in 256 comes 40 times: all at one place or along a
 * line.
 */
static void objects(Maker *maker, int first)
{
    static const struct {
        const char *name;
        int kind;
    } classes[] = {{"ground", 2},
                   {"crate", 0},
                   {"bridge", 0},
                   {"seesaw", 0},
                   {"decor", 0},
                   {"crate", 0},
                   {"checkpoint", 0},
                   {"ground", 2},
                   {"start", 1},
                   {"finish", 0},
                   {"\\u001b]0;x\\u0007", 4},
                   {"crate", 3}};
    int which = fuzz_pick(maker->in, maker->wild ? 12 : 8);
    unsigned times = fuzz_byte(maker->in);
    int copies = times < 224 ? 1 : times < 255 ? 4 : 40;
    FuzzInput again = *maker->in;
    for (int i = 0; i < copies && maker->object_count < OBJECTS_MAX; i++) {
        if (times % 2 == 0) {
            *maker->in = again;
        }
        int kind = classes[which].kind;
        object(maker, first, classes[which].name,
               maker->wild && times == 200 ? (kind + 1) % 5 : kind);
    }
}

static void layers(Maker *maker, int depth);

static void layer(Maker *maker, int depth)
{
    static const char *const types[] = {"objectgroup", "objectgroup", "objectgroup", "group",
                                        "tilelayer"};
    int type = fuzz_pick(maker->in, (int)CW_ARRAY_LENGTH(types));
    fprintf(maker->out, "{\"type\":\"%s\",\"name\":\"%s\"", types[type],
            fuzz_pick(maker->in, 8) == 0 ? "\\u001b[2J\\n" : "things");
    member(maker, "offsetx", 0);
    member(maker, "parallaxx", 1);
    if (type == 3 && depth < DEPTH_MAX) {
        layers(maker, depth + 1);
    } else {
        fputs(",\"objects\":[", maker->out);
        int before = maker->object_count;
        for (int i = fuzz_pick(maker->in, 24); i > 0; i--) {
            objects(maker, before);
        }
        fputs("]", maker->out);
    }
    fputs("}", maker->out);
}

static void layers(Maker *maker, int depth)
{
    fputs(",\"layers\":[", maker->out);
    int count = fuzz_pick(maker->in, 4);
    if (depth == 0) {
        fputs(
            "{\"type\":\"objectgroup\",\"objects\":[{\"id\":1,\"type\":\"start\",\"x\":64,\"y\":"
            "64,\"point\":true},{\"id\":2,\"type\":\"finish\",\"x\":4000,\"y\":64,\"width\":64,"
            "\"height\":64},{\"id\":3,\"type\":\"ground\",\"x\":0,\"y\":300,\"polygon\":[{\"x\":0,"
            "\"y\":0},{\"x\":3000,\"y\":0},{\"x\":3000,\"y\":90},{\"x\":0,\"y\":90}]}]}",
            maker->out);
        count++;
    }
    for (int i = 0; i < count; i++) {
        if (i > 0 || depth == 0) {
            fputc(',', maker->out);
        }
        layer(maker, depth);
    }
    fputc(']', maker->out);
}

void level_make(FuzzInput *input, FILE *out)
{
    Maker maker = {.in = input, .out = out, .wild = fuzz_pick(input, 4) == 3};
    fputs("{\"type\":\"map\",\"orientation\":\"orthogonal\"", out);
    member(&maker, "width", 200);
    member(&maker, "height", 40);
    member(&maker, "tilewidth", 32);
    member(&maker, "tileheight", 32);
    layers(&maker, 0);
    fputc('}', out);
}
