/* Makes the level of a day: a start, then segments that get harder, each with a rest behind it,
 * then the finish. A segment is a row of steps from flat ground to flat ground. All in whole
 * numbers, in the pixels of the map: 32 are a metre, y points down. */
#include "clockwork/rng.h"
#include "common/race.h"
#include "windup/windup.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOTTOM = 1344, HIGHEST = 780, LOWEST = 990 }; /* of the ground; where it turns back */
enum { SEGMENT_COUNT = 13, STEPS_MAX = 14, CORNERS_MAX = 900, TEXT_BYTES = 1 << 16 };

#define NUMBER(name, value) "{\"name\":\"" name "\",\"value\":" value "}"
#define WORDS(name, value) "{\"name\":\"" name "\",\"type\":\"string\",\"value\":\"" value "\"}"

/* Things by op: class, width, height, turn and properties. */
/* clang-format off */
#define THINGS(X)                                                                                  \
    X(COG, "cog", 18, 18, 0, "") X(KEY, "key", 26, 26, 0, "")                                      \
    X(CRATE, "crate", 32, 32, 0, NUMBER("mass_kg", "6")) X(BRIDGE, "bridge", 416, 6, 0, "")        \
    X(SEESAW, "seesaw", 192, 10, -16, NUMBER("tilt", "0.28"))                                      \
    X(BELT, "conveyor", 446, 25, 0, NUMBER("speed", "4"))                                          \
    X(BELT_BACK, "conveyor", 446, 25, 0, NUMBER("speed", "-3.5"))                                  \
    X(PAD, "pad", 83, 20, 0, NUMBER("speed", "7"))                                                 \
    X(GEAR, "gear", 256, 256, 0, NUMBER("speed", "-0.6"))                                          \
    X(SAW, "rotor", 60, 60, 0, WORDS("look", "saw") "," NUMBER("deadly", "true"))                  \
    X(WHEEL, "decor", 128, 128, 0, WORDS("sprite", "gear_b") "," NUMBER("turn", "0.3"))            \
    X(CHECKPOINT, "checkpoint", 32, 90, 0, "") X(START, "start", 0, 0, 0, "")                      \
    X(FINISH, "finish", 128, 160, 0, "")
/* clang-format on */

#define THING_OP(name, ...) OP_##name,
enum {
    OP_END,
    OP_FLAT, /* ground to a place `x` to the right and `y` lower */
    OP_RISE, /* the same in a wave, `y` is up; `vary` of both, `harder` of y */
    OP_FALL, /* back down as far as the last one went up */
    OP_GAP,  /* no ground; `vary` and `harder` of x */
    THINGS(THING_OP)
};

#define THING_ROW(name, ...) [OP_##name] = {__VA_ARGS__},
static const struct {
    const char *type;
    int width, height, turn;
    const char *properties;
} things[] = {THINGS(THING_ROW)};

/* OP; X and Y; less than VARY more, by chance; HARDER more in the last segment. */
enum { OP, X, Y, VARY, HARDER, STEP_FIELDS };
typedef int Step[STEP_FIELDS];

/* clang-format off */
static const Step HILLS[STEPS_MAX] = {
    {OP_RISE, 190, 40, 24, 24}, {OP_COG, -9, -65}, {OP_FALL, 200},
    {OP_RISE, 210, 50, 30, 40}, {OP_COG, -9, -65}, {OP_FALL, 230}};
static const Step SEGMENTS[][STEPS_MAX] = {
    {{OP_FLAT, 128}, {OP_COG, 40, -116}, {OP_GAP, 84, -29, 24, 24}, {OP_FLAT, 224}},
    {{OP_FLAT, 160}, {OP_FLAT, 144, -54}, {OP_COG, 75, -105}, {OP_GAP, 170, 34, 24, 56},
     {OP_RISE, 220, -20}, {OP_FLAT, 200}},
    {{OP_FLAT, 96}, {OP_BRIDGE}, {OP_COG, 199, -49}, {OP_GAP, 416}, {OP_FLAT, 160}},
    {{OP_SEESAW, 96, 12}, {OP_COG, 270, -140}, {OP_FLAT, 420}},
    {{OP_FLAT, 64}, {OP_BELT, 1, 1}, {OP_COG, 215, -70}, {OP_FLAT, 0, 27}, {OP_FLAT, 448},
     {OP_FLAT, 0, -27}, {OP_FLAT, 128}},
    {{OP_FLAT, 64}, {OP_BELT_BACK, 1, 1}, {OP_COG, 215, -70}, {OP_FLAT, 0, 27}, {OP_FLAT, 448},
     {OP_FLAT, 0, -27}, {OP_FLAT, 128}},
    {{OP_FLAT, 128}, {OP_PAD, 1}, {OP_FLAT, 0, 21}, {OP_FLAT, 85}, {OP_FLAT, 0, -21},
     {OP_FLAT, 20}, {OP_COG, 80, -130}, {OP_GAP, 150, 20, 24, 50}, {OP_FLAT, 260}},
    {{OP_RISE, 180, 30}, {OP_WHEEL, -64, -200}, {OP_SAW, -30, -166}, {OP_COG, -9, -59},
     {OP_FALL, 180}, {OP_FLAT, 96}},
    {{OP_FLAT, 96}, {OP_GEAR, -40, -26}, {OP_COG, 79, -105}, {OP_GAP, 176}, {OP_FLAT, 192},
     {OP_GEAR, -40, -26}, {OP_COG, 79, -105}, {OP_GAP, 176}, {OP_FLAT, 160}},
    {{OP_FLAT, 160}, {OP_CRATE, 0, -33}, {OP_CRATE, 34, -33}, {OP_CRATE, 68, -33},
     {OP_CRATE, 17, -65}, {OP_CRATE, 51, -65}, {OP_CRATE, 34, -97}, {OP_COG, 41, -150},
     {OP_FLAT, 320}},
    {{OP_FLAT, 180}, {OP_FLAT, 0, -29}, {OP_FLAT, 180}, {OP_FLAT, 0, -29}, {OP_COG, 90, -59},
     {OP_FLAT, 192}, {OP_RISE, 240, -52}},
};
static const Step START[STEPS_MAX] = {
    {OP_FLAT, -640, 838}, {OP_FLAT, 749}, {OP_FLAT, 19, 13}, {OP_FLAT, 0, 109},
    {OP_START, 160}, {OP_FLAT, 480}};
static const Step REST[STEPS_MAX] = {{OP_FLAT, 64}, {OP_CHECKPOINT, 0, -90}, {OP_FLAT, 160}};
static const Step REST_KEY[STEPS_MAX] = {{OP_KEY, -64, -45}};
static const Step FINISH[STEPS_MAX] = {
    {OP_FLAT, 320}, {OP_FINISH, 0, -160}, {OP_FLAT, 512}, {OP_FLAT, 0, -109}, {OP_FLAT, 19, -13},
    {OP_FLAT, 749}};
/* clang-format on */

typedef struct Text {
    size_t length;
    char bytes[TEXT_BYTES];
} Text;

typedef struct Course {
    CwRng rng;
    int x, y, rise; /* where the ground has got to, and how far the last wave went up */
    int difficulty; /* 0 to 100 */
    int object_count, corner_count;
    int corners[CORNERS_MAX][2]; /* of the piece of ground that has begun */
    Text back, things;           /* the sign and the ground, which hides its posts */
} Course;

__attribute__((format(printf, 2, 3))) static void print(Text *to, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    to->length +=
        (size_t)vsnprintf(to->bytes + to->length, TEXT_BYTES - to->length, format, values);
    va_end(values);
    CW_ASSERT(to->length < TEXT_BYTES, "raise TEXT_BYTES");
}

static void begin_object(Course *course, Text *to, const char *type)
{
    print(to, "%s{\"id\":%d,\"type\":\"%s\",", to->length > 0 ? ",\n" : "", ++course->object_count,
          type);
}

static void corner(Course *course, int x, int y)
{
    CW_ASSERT(course->corner_count < CORNERS_MAX, "raise CORNERS_MAX");
    course->x = course->corners[course->corner_count][0] = x;
    course->y = course->corners[course->corner_count++][1] = y;
}

/* Rises like half a wave. */
static void rise(Course *course, int width, int height)
{
    static const int wave[] = {10, 37, 79, 128, 177, 219, 246, 256}; /* (1 - cos) / 2 * 256 */
    int x = course->x, y = course->y, count = (int)CW_ARRAY_LENGTH(wave);
    for (int i = 0; i < count; i++) {
        corner(course, x + width * (i + 1) / count, y - height * wave[i] / 256);
    }
    course->rise = height;
}

/* Ends a piece of ground, under-cut at both ends. */
static void end_ground(Course *course)
{
    Text *to = &course->back;
    int right = course->x, right_y = course->y;
    int left = course->corners[0][0], left_y = course->corners[0][1];
    corner(course, right, right_y + 10);
    corner(course, right - 50, right_y + 70);
    corner(course, right - 50, BOTTOM);
    corner(course, left + 50, BOTTOM);
    corner(course, left + 50, left_y + 70);
    corner(course, left, left_y + 10);
    begin_object(course, to, "ground");
    print(to, "\"x\":0,\"y\":0,\"polygon\":[");
    for (int i = 0; i < course->corner_count; i++) {
        print(to, "%s{\"x\":%d,\"y\":%d}", i > 0 ? "," : "", course->corners[i][0],
              course->corners[i][1]);
    }
    print(to, "]}");
    course->corner_count = 0;
    course->x = right;
    course->y = right_y;
}

static void add_thing(Course *course, const int *step)
{
    begin_object(course, &course->things, things[step[OP]].type);
    print(&course->things, "\"x\":%d,\"y\":%d,\"width\":%d,\"height\":%d,\"rotation\":%d,%s",
          course->x + step[X], course->y + step[Y], things[step[OP]].width, things[step[OP]].height,
          things[step[OP]].turn, step[OP] == OP_START ? "\"point\":true," : "");
    print(&course->things, "\"properties\":[%s]}", things[step[OP]].properties);
}

static void add(Course *course, const Step *steps)
{
    for (const Step *at = steps; at < steps + STEPS_MAX && (*at)[OP] != OP_END; at++) {
        const int *it = *at;
        int more = it[HARDER] * course->difficulty / 100 +
                   (int)cw_rng_below(&course->rng, (uint32_t)it[VARY]);
        if (it[OP] == OP_FLAT) {
            corner(course, course->x + it[X], course->y + it[Y]);
        } else if (it[OP] == OP_RISE) {
            rise(course, it[X] + 2 * more, it[Y] + more);
        } else if (it[OP] == OP_FALL) {
            rise(course, it[X] + course->rise, -course->rise);
        } else if (it[OP] == OP_GAP) {
            end_ground(course);
            corner(course, course->x + it[X] + more, course->y + it[Y]);
        } else {
            add_thing(course, it);
        }
    }
}

/* Each kind once in any order, and then some again. */
static void add_segments(Course *course)
{
    enum { KINDS = CW_ARRAY_LENGTH(SEGMENTS) };
    int order[2 * KINDS] = {0};
    for (int i = 0; i < 2 * KINDS; i++) {
        int other = i - (int)cw_rng_below(&course->rng, (uint32_t)(i % KINDS) + 1);
        order[i] = order[other];
        order[other] = i % KINDS;
    }
    add(course, HILLS);
    add(course, REST);
    for (int i = 0; i < SEGMENT_COUNT; i++) {
        course->difficulty = 100 * i / (SEGMENT_COUNT - 1);
        add(course, SEGMENTS[order[i]]);
        if (course->y < HIGHEST || course->y > LOWEST) {
            rise(course, 320, course->y < HIGHEST ? -110 : 110);
        }
        add(course, REST);
        if (i % 2 == 0) {
            add(course, REST_KEY);
        }
    }
}

static void add_start(Course *course, const CwDaily *day)
{
    add(course, START);
    begin_object(course, &course->back, "sign");
    print(&course->back,
          "\"x\":390,\"y\":855,\"width\":116,\"height\":42,\"properties\":["
          "{\"name\":\"text\",\"value\":\"%s\"}]}",
          strchr(day->title, ' ') + 1);
}

static void print_medals(Text *to, uint32_t best_ticks)
{
    static const uint32_t percent[MEDAL_COUNT] = {165, 135, 115, 104}; /* of the best time */
    for (int i = 0; best_ticks > 0 && i < MEDAL_COUNT; i++) {
        uint32_t hundredths = best_ticks * percent[i] / 60;
        print(to, NUMBER("%s_s", "%u.%02u") ",", windup_medals[i], hundredths / 100,
              hundredths % 100);
    }
}

static void print_map(Text *map, const Course *course, const CwDaily *day, const char *place)
{
    print(map,
          "{\"type\":\"map\",\"version\":\"1.8\",\"orientation\":\"orthogonal\",\"infinite\":false,"
          "\"tilewidth\":32,\"tileheight\":32,\"width\":%d,\"height\":40,\"tilesets\":[],"
          "\"properties\":[",
          course->x / 32 - 20);
    print_medals(map, day->best_ticks);
    print(map, WORDS("place", "%s") "," WORDS("title", "%s") "],\n\"layers\":[", place, day->title);
    print(map, "{\"type\":\"objectgroup\",\"id\":1,\"name\":\"terrain\",\"objects\":[\n%s]},\n",
          course->back.bytes);
    print(map, "{\"type\":\"objectgroup\",\"id\":2,\"name\":\"things\",\"objects\":[\n%s]}]}\n",
          course->things.bytes);
}

char *daily_level(const CwDaily *day)
{
    static const char *const places[] = {"meadow", "garden",  "works", "canyon", "harbour",
                                         "storm",  "foundry", "night", "tower"};
    Course *course = calloc(1, sizeof *course);
    Text *map = calloc(1, sizeof *map);
    char *text = NULL;
    uint32_t date = (uint32_t)(day->year * 10000 + day->month * 100 + day->day);
    if (course != NULL && map != NULL) {
        cw_rng_seed(&course->rng, date, day->attempt);
        add_start(course, day);
        add_segments(course);
        add(course, FINISH);
        end_ground(course);
        print_map(map, course, day, places[date % CW_ARRAY_LENGTH(places)]);
        text = strdup(map->bytes);
    }
    free(course);
    free(map);
    return text;
}
