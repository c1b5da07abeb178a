/* The setting of a level: palette, horizon, light and weather, by the map's properties `place`
 * (else the meadow) and `night` (docs/levels.md). All for the eye: ticks do not read it. */
#pragma once

#include "clockwork/clockwork.h"

/* Sets of things on the horizon, each shared by a few places. */
typedef enum Scenery {
    SCENERY_COUNTRY,
    SCENERY_MILLS,
    SCENERY_GARDEN,
    SCENERY_TOWN,
    SCENERY_FOUNDRY,
    SCENERY_HALL,
    SCENERY_SHAFT,
    SCENERY_HARBOUR,
    SCENERY_CANYON,
    SCENERY_CLOUDS,
    SCENERY_COUNT
} Scenery;

/* The tunes of the title and of each place: number, name, beats, beats a minute. */
#define TUNE_LIST(X)                                                                               \
    X(TITLE, "tune-title", 48, 108.0)                                                              \
    X(MEADOW, "tune-meadow", 64, 106.0)                                                            \
    X(MILLS, "tune-mills", 64, 114.0)                                                              \
    X(GARDEN, "tune-garden", 48, 126.0)                                                            \
    X(WORKS, "tune-works", 64, 116.0)                                                              \
    X(SHAFT, "tune-shaft", 64, 110.0)                                                              \
    X(HALL, "tune-hall", 48, 96.0)                                                                 \
    X(HARBOUR, "tune-harbour", 48, 138.0)                                                          \
    X(NIGHT, "tune-night", 64, 88.0)                                                               \
    X(CANYON, "tune-canyon", 64, 100.0)                                                            \
    X(FOUNDRY, "tune-foundry", 64, 122.0)                                                          \
    X(STORM, "tune-storm", 64, 128.0)                                                              \
    X(TOWER, "tune-tower", 48, 112.0)
#define TUNE_NUMBER(name, ...) TUNE_##name,
typedef enum Tune { TUNE_LIST(TUNE_NUMBER) TUNE_COUNT } Tune;

/* The background sounds of places: rows of SOUND_LIST (view/cues.h). */
#define AMBIENCE_LIST(X)                                                                           \
    X(BIRDS, "birds", "birds", 6, 0.4, CW_SOUND_AMBIENCE)                                          \
    X(BEES, "bees", "bees and birds", 6, 0.4, CW_SOUND_AMBIENCE)                                   \
    X(STEAM, "steam", "steam and hammers", 6, 0.4, CW_SOUND_AMBIENCE)                              \
    X(DRIPS, "drips", "dripping water", 6, 0.4, CW_SOUND_AMBIENCE)                                 \
    X(ECHOES, "echoes", "a great clock", 6, 0.4, CW_SOUND_AMBIENCE)                                \
    X(WAVES, "waves", "waves and gulls", 6, 0.4, CW_SOUND_AMBIENCE)                                \
    X(CRICKETS, "crickets", "crickets", 6, 0.4, CW_SOUND_AMBIENCE)                                 \
    X(WIND, "wind", "wind", 6, 0.4, CW_SOUND_AMBIENCE)                                             \
    X(FIRE, "fire", "a furnace", 6, 0.4, CW_SOUND_AMBIENCE)                                        \
    X(RAIN, "rain", "rain", 6, 0.4, CW_SOUND_AMBIENCE)                                             \
    X(HEIGHT, "height", "wind, and bells far away", 6, 0.4, CW_SOUND_AMBIENCE)
#define AMBIENCE_NUMBER(name, ...) AMBIENCE_##name,
typedef enum Ambience { AMBIENCE_LIST(AMBIENCE_NUMBER) AMBIENCE_COUNT } Ambience;

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
    bool storm;                /* rain, wind and lightning */
    double night;              /* 0 day, 1 night; the map may override it */
    double sun;                /* brightness of the sun's clock; 0: the moon's, by night */
    int disc;                  /* sprite of that clock */
    double disc_x_m, disc_y_m; /* its place from the view's middle, where a level begins */
    int clouds;                /* sprite of great clouds; the next one is of small ones */
    double cloud_m, cloud_mps; /* height of the lowest above the view's middle; drift */
    CwColour sky[3];           /* at the top, the middle and the horizon */
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
