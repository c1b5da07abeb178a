/* Numbers that Windup's files share: a full turn, actions, layers, collision, events of a run. */
#pragma once

#include <string.h>

#define TURN_RAD 6.283185307179586

enum {
    ACTION_ACCELERATE,
    ACTION_BRAKE,
    ACTION_LEAN_BACK,
    ACTION_LEAN_FORWARD,
    ACTION_HOP,
    ACTION_RESPAWN,
    ACTION_COUNT
};

enum {
    LAYER_SKY,
    LAYER_SUN,
    LAYER_CLOUDS,
    LAYER_FAR,
    LAYER_MID,
    LAYER_NEAR,
    LAYER_FLOOR,
    LAYER_DECOR,
    LAYER_THINGS,
    LAYER_BUGGY,
    LAYER_WATER,     /* things in the water show through */
    LAYER_PARTICLES, /* falling particles disappear behind the ground */
    LAYER_WEATHER,   /* rain disappears behind the ground */
    LAYER_OUTLINE,
    LAYER_SOIL, /* the crust, and three seams */
    LAYER_FINDS = LAYER_SOIL + 4,
    LAYER_CAVES,
    LAYER_CONTACT, /* the shadow of the edge */
    LAYER_EDGE_OUTLINE,
    LAYER_EDGE_SHADE,
    LAYER_EDGE,
    LAYER_TUFTS,
    LAYER_OIL,
    LAYER_DEPTH, /* pits and the foot of all ground fade into this layer */
    LAYER_FRONT, /* what passes by between the eye and the ground */
    LAYER_LIGHT, /* lamps; night darkens all layers below */
    LAYER_VEIL,  /* covers a picture that runs backwards */
    LAYER_HUD,
    LAYER_HUD_TEXT,
    LAYER_ABOVE_HUD /* things that the HUD must not hide from the player */
};

/* Collision types, for events. */
enum {
    TOUCH_OTHER,
    TOUCH_GROUND,
    TOUCH_LEDGE,
    TOUCH_DANGLING, /* gives way: no ground to hop from */
    TOUCH_MACHINE,
    TOUCH_CHASSIS,
    TOUCH_WHEEL, /* rear wheel; the front wheel is one more */
    TOUCH_WHEEL_FRONT,
};

/* Collision categories. */
enum { CATEGORY_GROUND = 1, CATEGORY_PLANK = 2, CATEGORY_THING = 4 };

/* Windup's own keys in config.ini, for cw_config_switch and cw_config_choice. */
enum { CONFIG_FLASHES, CONFIG_PAINT, CONFIG_COUNT };

/* Choices of CONFIG_PAINT: the buggy's colours. */
enum { PAINT_BRASS, PAINT_CHERRY, PAINT_NICKEL, PAINT_MIDNIGHT, PAINT_COUNT };

/* The index of a word in a list; -1: not in it. */
static inline int word_index(const char *const *words, int count, const char *word)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], word) == 0) {
            return i;
        }
    }
    return -1;
}

/* Codes of CW_EVENT_GAME. */
enum {
    CUE_CHECKPOINT,
    CUE_FINISH,
    CUE_HOP,
    CUE_RESPAWN,
    CUE_BURST,
    CUE_LANDING,
    CUE_TROUBLE,
    CUE_KEY,
    CUE_COG,
    CUE_SNAP,
    CUE_SPLASH,
    CUE_TRIGGER,
    CUE_PAD
};
