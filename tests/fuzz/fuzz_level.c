/* Whole levels: bytes as they are, or as make_map makes a map of them, are refused with words,
 * or Windup or a plain game plays them for a second, draws, comes back from a snapshot the same,
 * and its recording, which carries the level, plays again with the same hashes.
 *
 * An odd first byte means Windup, an even one the plain game. Texts begin with '{', '=' or '<' (see
 * fuzz_pack), or have a 'p' in front, for the plain game; all else goes to make_map. */
#include "draw/draw_list.h"
#include "fuzz/support/pack.h"
#include "fuzz/support/plain_game.h"
#include "fuzz/support/verify.h"
#include "windup/windup.h"

#include <xxhash.h>

enum { TICKS = 60, OBJECTS_USUAL = 20, MAP_BYTES_MAX = 1 << 20 };

enum { DEPTH_MAX = 18, OBJECTS_MAX = 100, POINTS_MAX = 1100 };

/* ---- bytes to a Tiled map: mostly a playable one, with shelves, saws, nested groups, huge counts,
 * huge numbers and values of the wrong type. It knows no game but Windup's class names. ---- */

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

static void make_map(FuzzInput *input, FILE *out)
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

/* The level's text, to be freed. */
static MapText make_level(const uint8_t *data, size_t size, const CwGame **game)
{
    bool windup = size == 0 || data[0] % 2 == 1;
    *game = windup ? &windup_game : &plain_game;
    if (size > 0 && memchr("{=<p", data[0], 4) != NULL) {
        return fuzz_pack(data + (data[0] == 'p'), size - (data[0] == 'p'));
    }
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    FuzzInput input = {data, size};
    make_map(&input, out);
    fclose(out);
    return (MapText){text, length < MAP_BYTES_MAX ? length : MAP_BYTES_MAX};
}

static void draw(Session *session)
{
    CwDrawList list = {0};
    CwFrame frame = {.dt_s = 1.0 / 60,
                     .alpha = 0.5,
                     .draw = &list,
                     .camera = &session->camera,
                     .view = session->view_memory};
    const CwGame *game = session->desc.game;
    SpriteTable sprites = {.sprites = game->looks.sprites,
                           .count = game->looks.sprite_count,
                           .camera_height_m = game->looks.camera_height_m};
    sprites.pictures = map_pictures(session->map, &sprites.picture_count);
    schedule_run_phase(&session->schedule, CW_PHASE_UPDATE, session->world, &frame);
    schedule_run_phase(&session->schedule, CW_PHASE_PRE_RENDER, session->world, &frame);
    CwCamera wide = session->camera;
    wide.height_m = 40;
    draw_list_begin(&list, &wide, &sprites);
    schedule_run_phase(&session->schedule, CW_PHASE_RENDER, session->world, &frame);
    draw_list_free(&list);
}

/* Actions go down and up by chance; the first is mostly held, so that something moves. */
static CwTickInput make_input(CwRng *rng, const CwTickInput *before)
{
    CwTickInput input = *before;
    if (cw_rng_below(rng, 8) == 0) {
        input.players[0].down = (uint32_t)(cw_rng_next(rng) & cw_rng_next(rng)) | 1;
        input.players[0].value[0] = (uint8_t)cw_rng_below(rng, CW_ACTION_VALUE_MAX + 1);
    }
    return input;
}

static void check_snapshot(Session *session, const CwTickInput *input)
{
    CwSnapshot snapshot = {0};
    CwError error = {0};
    if (cw_world_snapshot(session->world, &snapshot) && session_tick(session, input, &error)) {
        uint64_t hash = cw_world_hash(session->world);
        cw_world_restore(session->world, &snapshot);
        CW_ASSERT(session_tick(session, input, &error) && cw_world_hash(session->world) == hash,
                  "restore exactly");
    }
    cw_snapshot_free(&snapshot);
}

/* Returns how many ticks it went well. Crowded levels get fewer, for speed. */
static int play(Session *session, const char *path, CwRng *rng, bool *finished)
{
    ReplayWriter writer = {0};
    CwReplayHeader header = replay_header_of(session, map_text(session->map));
    CwError error = {0};
    CwTickInput input = {0};
    Run run;
    int count = 0, objects = cw_map_object_count(session->map) / OBJECTS_USUAL;
    bool opened = replay_writer_open(&writer, path, &header, &error);
    CW_ASSERT(opened, "record every level that plays");
    replay_writer_level(&writer, map_text(session->map));
    run_begin(&run, &(RunDesc){.session = session});
    run_add_writer(&run, &writer);
    do {
        input = make_input(rng, &input);
    } while (count < TICKS / (objects + 1) && run_tick(&run, &input, &error) && ++count > 0);
    replay_writer_time(&writer, run.now_time);
    *finished = run.is_finished;
    CW_ASSERT(replay_writer_close(&writer, *finished), "write the recording");
    if (error.text[0] == '\0') {
        draw(session);
        check_snapshot(session, &input);
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CwError error = {0};
    Session session = {0};
    CwRng rng;
    cw_rng_seed(&rng, XXH3_64bits(data, size), 0);
    SessionDesc desc = {.settings = {60, 1, 10, -9.81},
                        .arena_bytes = (size_t)4 << 20,
                        .map_path = FUZZ_MAP,
                        .level = "fuzz"};
    MapText text = desc.map_text = make_level(data, size, &desc.game);
    if (session_open(&session, &desc, &error)) {
        const char *path = fuzz_file("", 0);
        static const Levels none;
        bool finished;
        int tick_count = play(&session, path, &rng, &finished);
        session_close(&session);
        fuzz_verify(path, &(ReplayPlayer){.game = desc.game, .levels = &none}, (size_t)tick_count,
                    finished);
    } else {
        CW_ASSERT(error.text[0] != '\0', "say why a level is refused");
    }
    free((char *)text.bytes);
    return 0;
}
