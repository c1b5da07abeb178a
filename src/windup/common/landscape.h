/* The setting of a level: palette, horizon, light and weather, by the map's properties `place`
 * (else the meadow) and `night` (docs/levels.md). All for the eye: ticks do not read it. */
#pragma once

#include "clockwork/clockwork.h"

/* Sets of things on the horizon, each shared by a few places. */
typedef enum Scenery {
    SCENERY_COUNTRY,
    SCENERY_GARDEN,
    SCENERY_TOWN,
    SCENERY_HALL,
    SCENERY_SHAFT,
    SCENERY_HARBOUR,
    SCENERY_CANYON,
    SCENERY_CLOUDS,
    SCENERY_COUNT
} Scenery;

/* Tunes, in the order of TUNE_LIST (view/cues.h). */
typedef enum Tune {
    TUNE_TITLE,
    TUNE_MEADOW,
    TUNE_MILLS,
    TUNE_GARDEN,
    TUNE_WORKS,
    TUNE_SHAFT,
    TUNE_HALL,
    TUNE_HARBOUR,
    TUNE_NIGHT,
    TUNE_CANYON,
    TUNE_FOUNDRY,
    TUNE_STORM,
    TUNE_TOWER,
    TUNE_COUNT
} Tune;

/* What is heard of a place itself, in the order of the sounds from SOUND_BIRDS (view/cues.h). */
typedef enum Ambience {
    AMBIENCE_BIRDS,
    AMBIENCE_BEES,
    AMBIENCE_STEAM,
    AMBIENCE_DRIPS,
    AMBIENCE_ECHOES,
    AMBIENCE_WAVES,
    AMBIENCE_CRICKETS,
    AMBIENCE_WIND,
    AMBIENCE_FIRE,
    AMBIENCE_RAIN,
    AMBIENCE_HEIGHT,
    AMBIENCE_COUNT
} Ambience;

/* Sets of things in the ground (things/soil.c). */
typedef enum Depths {
    DEPTHS_EARTH,
    DEPTHS_WORKS,
    DEPTHS_CRYPT,
    DEPTHS_MINE,
    DEPTHS_QUAY,
    DEPTHS_COUNT
} Depths;

/* Ranges of hills, from far to near; the last is the floor of pits. */
enum { RANGE_FAR, RANGE_MID, RANGE_NEAR, RANGE_FLOOR, RANGE_COUNT };

typedef struct Landscape {
    const char *name;
    Tune tune;
    Ambience ambience;
    Scenery scenery;
    Depths depths;
    bool storm;      /* rain, wind and lightning */
    double night;    /* 0 day, 1 night; the map may override it */
    double sun;      /* brightness of the sun's clock; 0: none */
    double gears;    /* visibility of great gears between the hills, 0 to 1 */
    CwColour sky[3]; /* at the top, the middle and the horizon */
    CwColour range[RANGE_FLOOR];
    CwColour mist;             /* fog between the ranges */
    CwColour cloud;            /* tint of clouds */
    CwColour soil[3];          /* from the surface down, darker to the last */
    CwColour edge, edge_shade; /* the driving surface: grass, planks, stone */
    CwColour blades[2];        /* grass in light and in shade; alpha 0: no grass */
    CwColour halo;             /* glow behind the buggy, so that it stands out */
    CwColour lamplight;        /* light of windows */
} Landscape;

/* The place that a map asks for; the meadow, with an error, if it is unknown. */
const Landscape *landscape_of_map(const CwMap *map, CwError *unknown);

/* The strength of the wind in a world: 1 is a breeze, to the right. */
double landscape_wind(const CwWorld *world);

/* The place as it is drawn: with high contrast dark by day and night, with white edges. */
const Landscape *landscape_seen(const CwWorld *world, const CwFrame *frame);
