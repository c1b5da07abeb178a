/* Windup's pictures, with file and size, and the colours of what is drawn beside them. */
#pragma once

#include "clockwork/clockwork.h"

#include <math.h>

/* Name, file, width and height in metres. Copies of natural size are the cheapest to draw. */
#define SPRITE_LIST(X)                                                                             \
    X(CHASSIS, "chassis", 2.4, 1.1)                                                                \
    X(DRIVER, "driver", 0.6, 0.7)                                                                  \
    X(HEAD, "head", 0.6, 0.7)                                                                      \
    X(ARMS, "arms", 1.1, 0.7)                                                                      \
    X(RIM, "rim", 0.645, 0.645)                                                                    \
    X(KEY, "key", 0.7, 0.7)                                                                        \
    X(SPRING, "spring", 0.3, 1.0)                                                                  \
    X(COG, "cog", 0.5, 0.5)                                                                        \
    X(CRATE, "crate", 1.0, 1.0)                                                                    \
    X(CHEST, "chest", 5.0, 2.2)                                                                    \
    X(PLANK, "plank", 1.0, 0.2)                                                                    \
    X(SEESAW, "seesaw", 6.0, 0.3)                                                                  \
    X(PIVOT, "pivot", 1.2, 1.2)                                                                    \
    X(CHECKPOINT_OFF, "checkpoint_off", 0.8, 2.4)                                                  \
    X(CHECKPOINT_ON, "checkpoint_on", 0.8, 2.4)                                                    \
    X(FINISH, "finish", 4.0, 5.8)                                                                  \
    X(GEAR_A, "gear_a", 2.0, 2.0)                                                                  \
    X(GEAR_B, "gear_b", 3.0, 3.0)                                                                  \
    X(CLOUD, "cloud", 4.0, 1.6)                                                                    \
    X(CLOUD_SMALL, "cloud", 2.6, 1.04)                                                             \
    X(STREAK, "streak", 6.4, 1.2)                                                                  \
    X(WISP, "wisp", 4.2, 0.9)                                                                      \
    X(CUMULUS, "cumulus", 5.0, 3.0)                                                                \
    X(CLOUD_MIDDLE, "cloud", 3.4, 1.36)                                                            \
    X(SUN, "sun", 5.0, 5.0)                                                                        \
    X(SUN_HIGH, "sun", 3.2, 3.2)                                                                   \
    X(SUN_LOW, "sun_low", 6.4, 6.4)                                                                \
    X(MOON, "moon", 4.4, 4.4)                                                                      \
    X(MOUNTAIN, "mountain", 5.4, 2.89)                                                             \
    X(SPIRE, "spire", 0.44, 2.04)                                                                  \
    X(TOWER, "tower", 0.92, 3.64)                                                                  \
    X(MILL, "mill", 0.8, 2.0)                                                                      \
    X(SAILS, "sails", 0.46, 2.02)                                                                  \
    X(POPLAR, "poplar", 0.68, 2.92)                                                                \
    X(BUSH, "bush", 1.5, 0.64)                                                                     \
    X(WATCH, "watch", 0.97, 2.25)                                                                  \
    X(TOPIARY, "topiary", 1.15, 2.4)                                                               \
    X(WORKS, "works", 3.0, 2.7)                                                                    \
    X(HOUSES, "houses", 2.8, 1.7)                                                                  \
    X(CRANE, "crane", 3.1, 3.3)                                                                    \
    X(SHIP, "ship", 3.2, 2.7)                                                                      \
    X(ARCHES, "arches", 3.6, 2.3)                                                                  \
    X(BAY, "bay", 8.0, 7.2)                                                                        \
    X(GIRDER, "girder", 1.6, 4.8)                                                                  \
    X(BRICKWORK, "brickwork", 6.4, 4.8)                                                            \
    X(CABLES, "cables", 1.6, 9.6)                                                                  \
    X(WINDING, "winding", 4.6, 6.4)                                                                \
    X(ARCADE, "arcade", 6.4, 7.2)                                                                  \
    X(BELFRY, "belfry", 5.6, 7.6)                                                                  \
    X(BOAT, "boat", 1.5, 1.5)                                                                      \
    X(GEARS, "gears", 4.8, 3.0)                                                                    \
    X(WINDMILL, "windmill", 4.4, 6.4)                                                              \
    X(SAILS_GREAT, "sails", 1.28, 5.62)                                                            \
    X(HAYSTACKS, "haystacks", 3.0, 1.1)                                                            \
    X(POND, "pond", 6.4, 2.6)                                                                      \
    X(FOUNTAIN, "fountain", 3.6, 3.0)                                                              \
    X(GLASSHOUSE, "glasshouse", 5.2, 4.8)                                                          \
    X(LIGHTHOUSE, "lighthouse", 2.4, 6.4)                                                          \
    X(PYLON, "pylon", 4.8, 6.4)                                                                    \
    X(WHEEL_A, "wheel_a", 2.0, 2.0)                                                                \
    X(WHEEL_B, "wheel_b", 3.0, 3.0)                                                                \
    X(LONGCASE, "longcase", 1.1, 2.9)                                                              \
    X(GLOW, "glow", 2.4, 2.4)                                                                      \
    X(BOLT, "bolt", 0.3, 0.3)                                                                      \
    X(SPARK, "spark", 0.2, 0.2)                                                                    \
    X(PUFF, "puff", 0.5, 0.5)                                                                      \
    X(LEDGE, "ledge", 1.0, 0.26)                                                                   \
    X(CHAIN, "chain", 0.3, 0.15)                                                                   \
    X(CRACK, "crack", 0.5, 0.2)                                                                    \
    X(MAGNET, "magnet", 1.6, 1.2)                                                                  \
    X(BEAM, "beam", 4.0, 0.4)                                                                      \
    X(SAIL, "sail", 1.4, 0.55)                                                                     \
    X(MEDAL, "medal", 0.44, 0.66)                                                                  \
    X(PLINTH, "plinth", 1.0, 1.4)                                                                  \
    X(SAW, "saw", 2.0, 2.0)                                                                        \
    X(HAMMER, "hammer", 3.0, 1.0)                                                                  \
    X(WARNING, "warning", 1.0, 0.87)                                                               \
    X(LOGO, "logo", 8.0, 2.4)                                                                      \
    X(DIAL, "dial", 2.4, 2.4)                                                                      \
    X(DIAL_CLEAR, "dial_clear", 2.4, 2.4)                                                          \
    X(CHERRY, "chassis_cherry", 2.4, 1.1)                                                          \
    X(NICKEL, "chassis_nickel", 2.4, 1.1)                                                          \
    X(MIDNIGHT, "chassis_midnight", 2.4, 1.1)                                                      \
    X(TRAVELLER, "traveller", 2.6, 2.04)                                                           \
    X(ROOTS, "roots", 1.5, 1.3)                                                                    \
    X(STONES, "stones", 1.2, 0.56)                                                                 \
    X(BRICKS, "bricks", 1.2, 0.56)                                                                 \
    X(AMMONITE, "ammonite", 0.9, 0.8)                                                              \
    X(BONES, "bones", 1.6, 0.7)                                                                    \
    X(MUSHROOMS, "mushrooms", 0.8, 0.6)                                                            \
    X(DOOR, "door", 0.9, 1.1)                                                                      \
    X(BARREL, "barrel", 1.0, 0.8)                                                                  \
    X(BOILER, "boiler", 1.4, 1.2)                                                                  \
    X(VALVE, "valve", 0.8, 0.9)                                                                    \
    X(CANDLES, "candles", 0.7, 0.9)                                                                \
    X(BELL, "bell", 0.8, 1.0)                                                                      \
    X(CART, "cart", 1.2, 0.8)                                                                      \
    X(CRYSTALS, "crystals", 0.9, 0.8)                                                              \
    X(ANCHOR, "anchor", 0.9, 1.1)                                                                  \
    X(FRONT_FERN, "front_fern", 8.0, 3.2)                                                          \
    X(FRONT_GEAR, "front_gear", 8.0, 3.2)                                                          \
    X(FRONT_RAIL, "front_rail", 8.0, 3.2)                                                          \
    X(FRONT_ROCKS, "front_rocks", 8.0, 3.2)                                                        \
    X(FRONT_POSTS, "front_posts", 8.0, 3.2)                                                        \
    X(GREAT_BELL, "great_bell", 1.3, 1.4)                                                          \
    X(CLOCKWORKS, "clockworks", 6.2, 6.4)                                                          \
    X(FURNACE, "furnace", 6.0, 6.4)                                                                \
    X(AIRSHIP, "airship", 2.8, 1.7)

#define SPRITE_NUMBER(name, ...) SPRITE_##name,
enum { SPRITE_LIST(SPRITE_NUMBER) SPRITE_COUNT };

extern const CwSpriteDef windup_sprites[SPRITE_COUNT];

/* The sprite whose file is NAME.svg; -1: none. */
int windup_sprite(const char *name);

static const CwPoint2 NATURAL = {0.0, 0.0}; /* draws the natural size */

/* Draws a sprite in the list's space and layer; a height of 0 is in proportion to the width. */
void sprite_draw(CwDrawList *list, int sprite, CwTransform2 pose, CwPoint2 size);
void sprite_tint(CwDrawList *list, int sprite, CwTransform2 pose, CwPoint2 size,
                 const CwColour *tint); /* NULL: none */

/* Draws a soft light around a place. */
void sprite_glow(CwDrawList *list, CwPoint2 at, double width, CwColour light);

/* Draw a bar, a disc and a rectangle in world space; bar and disc have a dark rim, the rectangle
 * begins `inset_m` inside of its size. */
void draw_bar(CwDrawList *list, CwPoint2 from, CwPoint2 to, double width_m, CwColour colour);
void draw_disc(CwDrawList *list, CwPoint2 at, double radius_m, CwColour colour);
void draw_box(CwDrawList *list, CwTransform2 pose, CwPoint2 size_m, double inset_m,
              CwColour colour);

static inline CwPoint2 to_point(cpVect at)
{
    return (CwPoint2){at.x, at.y};
}

static inline CwPoint2 point_along(CwPoint2 from, double angle_rad, double length)
{
    return (CwPoint2){from.x + length * cos(angle_rad), from.y + length * sin(angle_rad)};
}

static inline void draw_line(CwDrawList *list, CwPoint2 from, CwPoint2 to, double width,
                             CwColour colour)
{
    cw_draw_polyline(list, (CwPoint2[]){from, to}, 2, width, colour);
}

/* Colours of things in all levels, as in their pictures (assets/art/NOTES.md). */
static const CwColour OUTLINE = {0x2b, 0x1d, 0x14, 255};
static const CwColour BRASS = {0xdb, 0xa6, 0x45, 255};
static const CwColour BRASS_LIGHT = {0xf0, 0xd0, 0x8a, 255};
static const CwColour BRASS_SHADE = {0x6f, 0x47, 0x1c, 255};
static const CwColour TEAL = {0x2f, 0x87, 0x85, 255};
static const CwColour TEAL_LIGHT = {0x68, 0xbc, 0xb3, 255};
static const CwColour WARNING = {0xcf, 0x5a, 0x3f, 255};
static const CwColour WOOD_DARK = {0x57, 0x38, 0x23, 255};
static const CwColour TAN = {0xa8, 0x70, 0x2b, 255};
static const CwColour BLACK = {0, 0, 0, 255};
static const CwColour CREAM = {0xfd, 0xf0, 0xd2, 255};

static inline CwColour colour_mix(CwColour a, CwColour b, double share)
{
    return (CwColour){(uint8_t)(a.r + (b.r - a.r) * share), (uint8_t)(a.g + (b.g - a.g) * share),
                      (uint8_t)(a.b + (b.b - a.b) * share), (uint8_t)(a.a + (b.a - a.a) * share)};
}
