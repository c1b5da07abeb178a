#include "game/place.h"

#include "game/rules.h"

#include <stdio.h>
#include <string.h>

static const Place PLACES[] = {
    {.name = "meadow",
     .scenery = SCENERY_COUNTRY,
     .sun = 1.0,
     .gears = 0.45,
     .sky = {{0x20, 0x30, 0x5a, 255}, {0x7d, 0x86, 0xa6, 255}, {0xf7, 0xbd, 0x85, 255}},
     .range = {{0x86, 0x9f, 0xb3, 255}, {0x4c, 0x81, 0x86, 255}, {0x17, 0x43, 0x4a, 255}},
     .mist = {0xf0, 0xc8, 0x9c, 90},
     .cloud = {255, 255, 255, 235},
     .soil = {{0x74, 0x4e, 0x33, 255}, {0x57, 0x38, 0x23, 255}, {0x38, 0x23, 0x16, 255}},
     .edge = {0x8f, 0xbf, 0x6a, 255},
     .edge_shade = {0x4f, 0x8d, 0x58, 255},
     .blades = {{0x7f, 0xb0, 0x69, 255}, {0x3f, 0x7d, 0x5c, 255}},
     .halo = {0xff, 0xe9, 0xc0, 70},
     .lamplight = {0xf6, 0xcf, 0x8b, 255}},
    {.name = "garden",
     .level = "spring-garden",
     .scenery = SCENERY_COUNTRY,
     .sun = 0.7,
     .gears = 0.0,
     .sky = {{0x3a, 0x86, 0xb4, 255}, {0x8f, 0xc9, 0xcf, 255}, {0xfb, 0xee, 0xc6, 255}},
     .range = {{0x9d, 0xc9, 0xc4, 255}, {0x66, 0xa8, 0x86, 255}, {0x2c, 0x68, 0x50, 255}},
     .mist = {0xfb, 0xee, 0xc6, 80},
     .cloud = {255, 255, 255, 245},
     .soil = {{0x86, 0x5b, 0x39, 255}, {0x68, 0x44, 0x2a, 255}, {0x43, 0x2a, 0x1a, 255}},
     .edge = {0xa6, 0xd4, 0x62, 255},
     .edge_shade = {0x58, 0x9c, 0x4c, 255},
     .blades = {{0x9a, 0xcf, 0x5e, 255}, {0x4a, 0x92, 0x4e, 255}},
     .halo = {0xff, 0xfb, 0xe0, 80},
     .lamplight = {0xff, 0xf3, 0xc8, 255}},
    {.name = "works",
     .level = "gear-works",
     .scenery = SCENERY_TOWN,
     .sun = 0.75,
     .gears = 0.9,
     .sky = {{0x4b, 0x3f, 0x52, 255}, {0xb0, 0x80, 0x66, 255}, {0xf8, 0xcf, 0x86, 255}},
     .range = {{0xbd, 0x99, 0x7e, 255}, {0x86, 0x62, 0x58, 255}, {0x3b, 0x2a, 0x2f, 255}},
     .mist = {0xf8, 0xcf, 0x86, 84},
     .cloud = {0xe8, 0xc4, 0xa4, 200},
     .soil = {{0x6b, 0x5a, 0x50, 255}, {0x50, 0x42, 0x3c, 255}, {0x2d, 0x24, 0x22, 255}},
     .edge = {0xc9, 0xb0, 0x5c, 255},
     .edge_shade = {0x7e, 0x74, 0x45, 255},
     .blades = {{0xb9, 0xa6, 0x58, 255}, {0x70, 0x6c, 0x42, 255}},
     .halo = {0xff, 0xe2, 0xb0, 80},
     .lamplight = {0xff, 0xd5, 0x7c, 255}},
    {.name = "hall",
     .level = "pendulum-hall",
     .scenery = SCENERY_HALL,
     .sky = {{0x1c, 0x2a, 0x33, 255}, {0x33, 0x4a, 0x4f, 255}, {0x6a, 0x6c, 0x58, 255}},
     .range = {{0x4a, 0x60, 0x5f, 255}, {0x8d, 0x7f, 0x62, 255}, {0x2d, 0x24, 0x20, 255}},
     .mist = {0xe8, 0xc2, 0x80, 46},
     .soil = {{0x6a, 0x5c, 0x4e, 255}, {0x50, 0x45, 0x3b, 255}, {0x2c, 0x25, 0x20, 255}},
     .edge = {0xc9, 0x8f, 0x4c, 255},
     .edge_shade = {0x8a, 0x56, 0x2e, 255},
     .halo = {0xff, 0xe6, 0xb4, 76},
     .lamplight = {0xff, 0xe3, 0xa0, 255}},
    {.name = "shaft",
     .level = "lift-shaft",
     .scenery = SCENERY_SHAFT,
     .gears = 0.8,
     .sky = {{0xa9, 0xbd, 0xb8, 255}, {0x6a, 0x82, 0x84, 255}, {0x3a, 0x4a, 0x50, 255}},
     .range = {{0x63, 0x7a, 0x7d, 255}, {0x4a, 0x5c, 0x60, 255}, {0x22, 0x2e, 0x33, 255}},
     .mist = {0xb9, 0xcb, 0xc2, 50},
     .soil = {{0x66, 0x62, 0x5c, 255}, {0x4b, 0x49, 0x47, 255}, {0x27, 0x28, 0x2a, 255}},
     .edge = {0xa6, 0xb0, 0x6a, 255},
     .edge_shade = {0x60, 0x75, 0x55, 255},
     .blades = {{0x93, 0xa4, 0x63, 255}, {0x52, 0x6b, 0x50, 255}},
     .halo = {0xf0, 0xf6, 0xe6, 84},
     .lamplight = {0xff, 0xe3, 0xa0, 255}},
    {.name = "harbour",
     .level = "crate-harbour",
     .scenery = SCENERY_HARBOUR,
     .sun = 0.8,
     .sky = {{0x2d, 0x63, 0x96, 255}, {0x8f, 0xbc, 0xc8, 255}, {0xfa, 0xe2, 0xb6, 255}},
     .range = {{0x8f, 0xb4, 0xbd, 255}, {0x54, 0x84, 0x94, 255}, {0x1d, 0x45, 0x58, 255}},
     .mist = {0xfa, 0xe2, 0xb6, 76},
     .cloud = {255, 255, 255, 240},
     .soil = {{0x7d, 0x70, 0x62, 255}, {0x5f, 0x55, 0x4c, 255}, {0x36, 0x31, 0x2e, 255}},
     .edge = {0xd8, 0xb4, 0x70, 255},
     .edge_shade = {0x96, 0x70, 0x42, 255},
     .blades = {{0xb6, 0xb8, 0x6c, 255}, {0x74, 0x84, 0x56, 255}},
     .halo = {0xff, 0xf6, 0xdc, 80},
     .lamplight = {0xff, 0xe9, 0xb0, 255}},
    {.name = "night",
     .level = "night-shift",
     .scenery = SCENERY_TOWN,
     .night = 1.0,
     .sky = {{0x12, 0x1a, 0x40, 255}, {0x2c, 0x42, 0x7a, 255}, {0x7c, 0x94, 0xb8, 255}},
     .range = {{0x56, 0x70, 0xa4, 255}, {0x34, 0x48, 0x7a, 255}, {0x18, 0x24, 0x48, 255}},
     .mist = {0x9c, 0xb4, 0xd8, 70},
     .cloud = {0x8c, 0x9c, 0xc4, 110},
     .soil = {{0x6e, 0x4f, 0x3c, 255}, {0x53, 0x3a, 0x2c, 255}, {0x30, 0x20, 0x18, 255}},
     .edge = {0x8f, 0xbf, 0x7a, 255},
     .edge_shade = {0x4f, 0x8d, 0x64, 255},
     .blades = {{0x7f, 0xb0, 0x74, 255}, {0x3f, 0x7d, 0x64, 255}},
     .halo = {0xa8, 0xc4, 0xff, 90},
     .lamplight = {0xff, 0xd0, 0x70, 255}},
    {.name = "canyon",
     .level = "chain-bridge",
     .scenery = SCENERY_CANYON,
     .sun = 0.9,
     .sky = {{0x2a, 0x6a, 0x9c, 255}, {0x9c, 0xb4, 0xb4, 255}, {0xff, 0xd6, 0x9a, 255}},
     .range = {{0xdc, 0xa8, 0x84, 255}, {0xb8, 0x6e, 0x50, 255}, {0x5e, 0x30, 0x2e, 255}},
     .mist = {0xff, 0xd6, 0x9a, 96},
     .cloud = {0xff, 0xf4, 0xe4, 220},
     .soil = {{0x96, 0x54, 0x38, 255}, {0x74, 0x3e, 0x2a, 255}, {0x44, 0x22, 0x1a, 255}},
     .edge = {0xd2, 0xbd, 0x60, 255},
     .edge_shade = {0x92, 0x86, 0x44, 255},
     .blades = {{0xc4, 0xb4, 0x60, 255}, {0x86, 0x80, 0x44, 255}},
     .halo = {0xff, 0xf0, 0xcc, 86},
     .lamplight = {0xff, 0xe9, 0xb0, 255}},
    {.name = "foundry",
     .level = "oil-works",
     .scenery = SCENERY_TOWN,
     .night = 0.35,
     .sun = 0.0,
     .gears = 0.7,
     .sky = {{0x1d, 0x13, 0x22, 255}, {0x6e, 0x2b, 0x30, 255}, {0xf6, 0x86, 0x3c, 255}},
     .range = {{0x8e, 0x46, 0x3c, 255}, {0x52, 0x28, 0x2c, 255}, {0x1e, 0x10, 0x18, 255}},
     .mist = {0xf6, 0x86, 0x3c, 96},
     .cloud = {0x7a, 0x48, 0x48, 190},
     .soil = {{0x56, 0x42, 0x40, 255}, {0x3f, 0x30, 0x30, 255}, {0x22, 0x18, 0x1a, 255}},
     .edge = {0xa8, 0x8c, 0x72, 255},
     .edge_shade = {0x6c, 0x54, 0x48, 255},
     .blades = {{0x9a, 0x84, 0x58, 255}, {0x60, 0x50, 0x3e, 255}},
     .halo = {0xff, 0xb8, 0x7c, 90},
     .lamplight = {0xff, 0xb4, 0x54, 255}},
    {.name = "storm",
     .level = "storm-mill",
     .scenery = SCENERY_COUNTRY,
     .weather = WEATHER_STORM,
     .night = 0.3,
     .sky = {{0x16, 0x1f, 0x2a, 255}, {0x3b, 0x4c, 0x58, 255}, {0x8c, 0x9a, 0x92, 255}},
     .range = {{0x62, 0x75, 0x7c, 255}, {0x3a, 0x52, 0x58, 255}, {0x17, 0x2a, 0x30, 255}},
     .mist = {0x9a, 0xa8, 0xa0, 84},
     .cloud = {0x62, 0x6e, 0x78, 250},
     .soil = {{0x5c, 0x4a, 0x3c, 255}, {0x45, 0x37, 0x2c, 255}, {0x28, 0x1f, 0x19, 255}},
     .edge = {0x7c, 0xa4, 0x6c, 255},
     .edge_shade = {0x46, 0x78, 0x58, 255},
     .blades = {{0x6e, 0x9c, 0x68, 255}, {0x38, 0x6c, 0x56, 255}},
     .halo = {0xd8, 0xea, 0xee, 84},
     .lamplight = {0xff, 0xd5, 0x7c, 255}},
    {.name = "tower",
     .level = "clock-tower",
     .scenery = SCENERY_CLOUDS,
     .sun = 1.0,
     .gears = 0.5,
     .sky = {{0x26, 0x3c, 0x78, 255}, {0xb4, 0x86, 0xa6, 255}, {0xff, 0xd2, 0xa2, 255}},
     .range = {{0xd2, 0xa8, 0xb8, 255}, {0xa0, 0x84, 0xa8, 255}, {0x4e, 0x46, 0x74, 255}},
     .mist = {0xff, 0xe2, 0xc4, 110},
     .cloud = {0xff, 0xee, 0xe2, 240},
     .soil = {{0x80, 0x56, 0x50, 255}, {0x62, 0x40, 0x40, 255}, {0x38, 0x24, 0x2a, 255}},
     .edge = {0x7c, 0xc0, 0xa2, 255},
     .edge_shade = {0x44, 0x84, 0x78, 255},
     .halo = {0xff, 0xf0, 0xe0, 80},
     .lamplight = {0xff, 0xe0, 0x9c, 255}},
};

static const char *const WEATHERS[] = {
    [WEATHER_NONE] = "none", [WEATHER_RAIN] = "rain", [WEATHER_STORM] = "storm",
    [WEATHER_SNOW] = "snow", [WEATHER_FOG] = "fog",
};
_Static_assert(CW_ARRAY_LENGTH(WEATHERS) == WEATHER_COUNT, "a word for each weather");

static const Place *find_place(const char *name)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(PLACES); i++) {
        if (strcmp(PLACES[i].name, name) == 0) {
            return &PLACES[i];
        }
    }
    return NULL;
}

/* That of a bundled level, by its file's name. */
static const Place *place_of_level(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *file = slash == NULL ? path : slash + 1;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(PLACES); i++) {
        const char *level = PLACES[i].level;
        size_t length = level == NULL ? 0 : strlen(level);
        if (length > 0 && strncmp(file, level, length) == 0 && strcmp(file + length, ".tmj") == 0) {
            return &PLACES[i];
        }
    }
    return &PLACES[0];
}

/* -1: none of the words; the place's own when the map names none. */
static int find_weather(const CwMap *map)
{
    const char *word = cw_map_text(map, NULL, "weather", NULL);
    for (int i = 0; word != NULL && i < WEATHER_COUNT; i++) {
        if (strcmp(WEATHERS[i], word) == 0) {
            return i;
        }
    }
    return word == NULL ? (int)place_of_map(map)->weather : -1;
}

const Place *place_of_map(const CwMap *map)
{
    const char *name = map == NULL ? "" : cw_map_text(map, NULL, "place", "");
    const Place *place = find_place(name);
    return place != NULL ? place : map == NULL ? &PLACES[0] : place_of_level(cw_map_path(map));
}

Weather place_weather(const CwMap *map)
{
    int weather = map == NULL ? WEATHER_NONE : find_weather(map);
    return weather < 0 ? WEATHER_NONE : (Weather)weather;
}

double place_night(const CwMap *map)
{
    double own = place_of_map(map)->night;
    return map == NULL ? own : cpfclamp01(cw_map_number(map, NULL, "night", own));
}

bool place_check(const CwMap *map, CwError *error)
{
    const char *name = cw_map_text(map, NULL, "place", NULL);
    if (name != NULL && find_place(name) == NULL) {
        char choices[160] = "";
        for (size_t i = 0, end = 0; i < CW_ARRAY_LENGTH(PLACES); i++) {
            end += (size_t)snprintf(choices + end, sizeof choices - end, "%s%s", i == 0 ? "" : ", ",
                                    PLACES[i].name);
        }
        return cw_error_set(error, "its property \"place\" is \"%.40s\": choose one of %s", name,
                            choices);
    }
    double night = cw_map_number(map, NULL, "night", 0.0);
    if (!(night >= 0.0 && night <= 1.0)) {
        return cw_error_set(error, "its property \"night\" is %g: make it 0 to 1", night);
    }
    return find_weather(map) >= 0 ||
           cw_error_set(error,
                        "its property \"weather\" is \"%.40s\": choose none, rain, storm, snow or "
                        "fog",
                        cw_map_text(map, NULL, "weather", ""));
}

const Place *place_of(const CwWorld *world)
{
    const Place *place = run_of_const(world)->place;
    return place != NULL ? place : &PLACES[0];
}

double place_wind(const CwWorld *world)
{
    static const double winds[] = {[WEATHER_NONE] = 1.0,
                                   [WEATHER_RAIN] = 1.4,
                                   [WEATHER_STORM] = 3.0,
                                   [WEATHER_SNOW] = 0.7,
                                   [WEATHER_FOG] = 0.4};
    return winds[run_of_const(world)->weather];
}
