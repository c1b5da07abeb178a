#include "common/landscape.h"

#include "common/numbers.h"
#include "common/race.h"
#include "common/sprites.h"

#include <string.h>

/* Colours as 0xrrggbb, some with an opacity. AIR has mist and clouds, LIGHT the halo and lamps. */
#define RGB(hex) (hex) >> 16, (hex) >> 8 & 0xff, (hex)&0xff
#define SKY(a, b, c) .sky = {{RGB(a), 255}, {RGB(b), 255}, {RGB(c), 255}}
#define RANGE(a, b, c) .range = {{RGB(a), 255}, {RGB(b), 255}, {RGB(c), 255}}
#define SOIL(a, b, c) .soil = {{RGB(a), 255}, {RGB(b), 255}, {RGB(c), 255}}
#define AIR(fog, fog_alpha, tint, tint_alpha)                                                      \
    .mist = {RGB(fog), fog_alpha}, .cloud = {RGB(tint), tint_alpha}
#define EDGE(top, shade) .edge = {RGB(top), 255}, .edge_shade = {RGB(shade), 255}
#define GRASS(a, b) .blades = {{RGB(a), 255}, {RGB(b), 255}}
#define LIGHT(glow, glow_alpha, lamp) .halo = {RGB(glow), glow_alpha}, .lamplight = {RGB(lamp), 255}
#define HEAVEN(light, clock, x_m, y_m, form, high_m, pace_mps)                                     \
    .sun = light, .disc = SPRITE_##clock, .disc_x_m = x_m, .disc_y_m = y_m,                        \
    .clouds = SPRITE_##form, .cloud_m = high_m, .cloud_mps = pace_mps
#define PLACE(called, of, heard, stands, below)                                                    \
    .name = called, .tune = TUNE_##of, .ambience = AMBIENCE_##heard, .scenery = SCENERY_##stands,  \
    .depths = DEPTHS_##below

static const Landscape LANDSCAPES[] = {
    {PLACE("meadow", MEADOW, BIRDS, COUNTRY, EARTH), HEAVEN(1.0, SUN, 5.0, 1.3, CLOUD, 2.5, 0.10),
     SKY(0x20305a, 0x7d86a6, 0xf7bd85), RANGE(0x869fb3, 0x4c8186, 0x17434a),
     AIR(0xf0c89c, 90, 0xffffff, 255), SOIL(0x744e33, 0x573823, 0x382316), EDGE(0x8fbf6a, 0x4f8d58),
     GRASS(0x7fb069, 0x3f7d5c), LIGHT(0xffe9c0, 70, 0xf6cf8b)},
    {PLACE("mills", MILLS, BIRDS, MILLS, EARTH),
     HEAVEN(0.9, SUN_HIGH, -2.6, 3.0, CUMULUS, 0.8, 0.12), SKY(0x2c5c8c, 0x9cbcc4, 0xffe4b0),
     RANGE(0x9cb4b8, 0x5c9488, 0x205048), AIR(0xffe4b0, 84, 0xffffff, 255),
     SOIL(0x7c5436, 0x5e3e26, 0x3e2818), EDGE(0x98c864, 0x549450), GRASS(0x8cbc64, 0x448454),
     LIGHT(0xfff2cc, 74, 0xfbdc9c)},
    {PLACE("garden", GARDEN, BEES, GARDEN, EARTH),
     HEAVEN(0.9, SUN_HIGH, 1.2, 3.1, STREAK, 1.7, 0.05), SKY(0x3a86b4, 0x8fc9cf, 0xfbeec6),
     RANGE(0x9cc8cc, 0x559a7c, 0x1c5444), AIR(0xfbeec6, 80, 0xffffff, 255),
     SOIL(0x865b39, 0x68442a, 0x432a1a), EDGE(0xa6d462, 0x589c4c), GRASS(0x9acf5e, 0x4a924e),
     LIGHT(0xfffbe0, 80, 0xfff3c8)},
    {PLACE("works", WORKS, STEAM, TOWN, WORKS), HEAVEN(0.8, SUN, -1.8, 1.8, STREAK, 1.2, 0.08),
     SKY(0x4b3f52, 0xb08066, 0xf8cf86), RANGE(0xbd997e, 0x8c665a, 0x543a3e),
     AIR(0xf8cf86, 84, 0xe8c4a4, 255), SOIL(0x6b5a50, 0x50423c, 0x2d2422), EDGE(0xc9b05c, 0x7e7445),
     GRASS(0xb9a658, 0x706c42), LIGHT(0xffe2b0, 80, 0xffd57c)},
    {PLACE("hall", HALL, ECHOES, HALL, CRYPT), SKY(0x1c2a33, 0x334a4f, 0x6a6c58),
     RANGE(0x4a605f, 0x8d7f62, 0x2d2420), AIR(0xe8c280, 46, 0, 0),
     SOIL(0x6a5c4e, 0x50453b, 0x2c2520), EDGE(0xc98f4c, 0x8a562e), LIGHT(0xffe6b4, 76, 0xffe3a0)},
    {PLACE("shaft", SHAFT, DRIPS, SHAFT, MINE), SKY(0xd6d8a8, 0x86ac9c, 0x3e6c72),
     RANGE(0x62928e, 0x3c6a6c, 0x1a3840), AIR(0x10242c, 255, 0, 0),
     SOIL(0x766656, 0x584c42, 0x382f2c), EDGE(0xb4b49a, 0x5c6c66), LIGHT(0xf0f6e6, 84, 0xffe3a0)},
    {PLACE("harbour", HARBOUR, WAVES, HARBOUR, QUAY),
     HEAVEN(0.95, SUN_LOW, 3.4, 0.1, STREAK, 1.9, 0.06), SKY(0x2d6396, 0x8fbcc8, 0xfae2b6),
     RANGE(0x5a9ab8, 0x3c7890, 0x1d4558), AIR(0xfae2b6, 60, 0xffffff, 255),
     SOIL(0x7d7062, 0x5f554c, 0x36312e), EDGE(0xd8b470, 0x967042), GRASS(0xb6b86c, 0x748456),
     LIGHT(0xfff6dc, 80, 0xffe9b0)},
    {PLACE("night", NIGHT, CRICKETS, TOWN, WORKS), .night = 1.0,
     HEAVEN(0.0, MOON, 2.2, 2.9, STREAK, 1.3, 0.04), SKY(0x121a40, 0x2c427a, 0x7c94b8),
     RANGE(0x5670a4, 0x34487a, 0x182448), AIR(0x9cb4d8, 70, 0x6478b4, 96),
     SOIL(0x866c66, 0x685458, 0x443846), EDGE(0x8fbf7a, 0x4f8d64), GRASS(0x7fb074, 0x3f7d64),
     LIGHT(0xa8c4ff, 90, 0xffd070)},
    {PLACE("canyon", CANYON, WIND, CANYON, MINE),
     HEAVEN(0.95, SUN_LOW, 3.9, 1.5, STREAK, 2.6, 0.12), SKY(0x2a6a9c, 0x9cb4b4, 0xffd69a),
     RANGE(0xdca884, 0xb86e50, 0x5e302e), AIR(0xffd69a, 96, 0xfff4e4, 255),
     SOIL(0x965438, 0x743e2a, 0x44221a), EDGE(0xd2bd60, 0x928644), GRASS(0xc4b460, 0x868044),
     LIGHT(0xfff0cc, 86, 0xffe9b0)},
    {PLACE("foundry", FOUNDRY, FIRE, FOUNDRY, WORKS), .night = 0.35,
     HEAVEN(0.75, SUN_LOW, -0.6, 0.7, STREAK, 1.4, 0.1), SKY(0x301c34, 0x943c3a, 0xffa04c),
     RANGE(0xb86048, 0x7c3c3c, 0x462838), AIR(0xf6863c, 96, 0x7a4848, 255),
     SOIL(0x8a6256, 0x664846, 0x3c2a30), EDGE(0xe6b078, 0x946850), GRASS(0x9a8458, 0x60503e),
     LIGHT(0xffb87c, 90, 0xffb454)},
    {PLACE("storm", STORM, RAIN, MILLS, QUAY), .storm = true, .night = 0.3,
     HEAVEN(0.0, MOON, 4.6, 2.6, CUMULUS, 2.0, 0.5), SKY(0x1a2430, 0x485c68, 0xb4bcaa),
     RANGE(0x85989c, 0x587478, 0x203a42), AIR(0xb0bcb2, 110, 0x626e78, 255),
     SOIL(0x5c4a3c, 0x45372c, 0x281f19), EDGE(0x7ca46c, 0x467858), GRASS(0x6e9c68, 0x386c56),
     LIGHT(0xd8eaee, 84, 0xffd57c)},
    {PLACE("tower", TOWER, HEIGHT, CLOUDS, CRYPT),
     HEAVEN(1.0, SUN_LOW, 1.6, 0.9, CUMULUS, 0.2, 0.15), SKY(0x263c78, 0xb486a6, 0xffd2a2),
     RANGE(0xd2a8b8, 0xa084a8, 0x4e4674), AIR(0xffe2c4, 110, 0xffeee2, 255),
     SOIL(0x805650, 0x624040, 0x38242a), EDGE(0x7cc0a2, 0x448478), LIGHT(0xfff0e0, 80, 0xffe09c)},
};

static const Landscape CLEAR = {PLACE("", MEADOW, BIRDS, COUNTRY, EARTH),
                                SKY(0x10141c, 0x1a2029, 0x242b36),
                                RANGE(0x1d232c, 0x151a22, 0x0a0d12),
                                SOIL(0x4a4a4a, 0x363636, 0x242424),
                                EDGE(0xffffff, 0xffffff),
                                LIGHT(0xffffff, 90, 0x3a4350)};

const Landscape *landscape_of_map(const CwMap *map, CwError *unknown)
{
    const char *name = cw_map_text(map, NULL, "place", LANDSCAPES[0].name);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(LANDSCAPES); i++) {
        if (strcmp(LANDSCAPES[i].name, name) == 0) {
            return &LANDSCAPES[i];
        }
    }
    cw_error_set(unknown, "its property \"place\" is \"%.40s\": docs/levels.md lists the places",
                 name);
    return &LANDSCAPES[0];
}

const Landscape *landscape_seen(const CwWorld *world, const CwFrame *frame)
{
    return frame->comfort.high_contrast ? &CLEAR : race_of_const(world)->land;
}

double landscape_wind(const CwWorld *world)
{
    return race_of_const(world)->land->storm ? 3.0 : 1.0;
}
