/* The pictures of Windup: which there are, from which file, how large. */
#ifndef COMMON_SPRITES_H
#define COMMON_SPRITES_H

#include "clockwork/clockwork.h"

enum {
    SPRITE_CHASSIS,
    SPRITE_DRIVER,
    SPRITE_HEAD,
    SPRITE_RIM,
    SPRITE_KEY,
    SPRITE_SPRING,
    SPRITE_COG,
    SPRITE_CRATE,
    SPRITE_PLANK,
    SPRITE_SEESAW,
    SPRITE_PIVOT,
    SPRITE_CHECKPOINT_OFF,
    SPRITE_CHECKPOINT_ON,
    SPRITE_FINISH,
    SPRITE_GEAR_A,
    SPRITE_GEAR_B,
    SPRITE_CLOUD,
    SPRITE_SUN,
    SPRITE_MOUNTAIN,
    SPRITE_SPIRE,
    SPRITE_TOWER,
    SPRITE_MILL,
    SPRITE_SAILS,
    SPRITE_POPLAR,
    SPRITE_BUSH,
    SPRITE_WATCH,
    SPRITE_TOPIARY,
    SPRITE_WORKS,
    SPRITE_HOUSES,
    SPRITE_CRANE,
    SPRITE_SHIP,
    SPRITE_ARCHES,
    SPRITE_COLUMN,
    SPRITE_GIRDER,
    SPRITE_WINDOW,
    SPRITE_LONGCASE,
    SPRITE_GLOW,
    SPRITE_GRASS,
    SPRITE_SIGN,
    SPRITE_HOP,
    SPRITE_BOLT,
    SPRITE_SPARK,
    SPRITE_PUFF,
    SPRITE_LEDGE,
    SPRITE_CHAIN,
    SPRITE_CRACK,
    SPRITE_MAGNET,
    SPRITE_BEAM,
    SPRITE_SAW,
    SPRITE_HAMMER,
    SPRITE_LOGO,
    SPRITE_CLOUD_MIDDLE, /* copies of natural size are the cheapest */
    SPRITE_CLOUD_SMALL,
    SPRITE_DIAL,
    SPRITE_DIAL_CLEAR,
    SPRITE_COUNT
};

extern const CwSpriteDef windup_sprites[SPRITE_COUNT];

/* Number of the sprite whose file is NAME.svg, -1 for none. */
int windup_sprite(const char *name);

/* Draws one in the list's present space and layer; 0 is natural width, or height in proportion. */
void sprite_draw(CwDrawList *list, int sprite, CwTransform2 pose, CwPoint2 size);

/* A soft light around a place. */
void sprite_glow(CwDrawList *list, CwPoint2 at, double width, CwColour light);

static inline CwPoint2 to_point(cpVect at)
{
    return (CwPoint2){at.x, at.y};
}

static inline void draw_line(CwDrawList *list, CwPoint2 from, CwPoint2 to, double width,
                             CwColour colour)
{
    cw_draw_polyline(list, (CwPoint2[]){from, to}, 2, width, colour);
}

#endif
