/* Sound from nothing: strikes on brass, wood and tin, noise in a band, tones that glide. A struck
 * thing rings in a few decaying sines whose ratios tell its material (modal synthesis). Doubles in
 * a fixed order with the program's own sine: the same bits everywhere. */
#pragma once

#include "clockwork/rng.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum ToneMaterial {
    TONE_NOISE, /* no pitch: what is left of a band around it */
    TONE_SINE,
    TONE_BRASS,   /* a thin bar */
    TONE_BELL,    /* a cast bell: hum, prime, tierce, quint, nominal and above */
    TONE_TIN,     /* a sheet */
    TONE_WOOD,    /* a thick bar, dull */
    TONE_CELESTA, /* a plate over a resonator */
    TONE_BASS,    /* a plucked string */
    TONE_REED,    /* of a small organ: needs an attack */
    TONE_MATERIAL_COUNT
} ToneMaterial;

typedef struct Tone {
    ToneMaterial material;
    double at_s, hz;
    double gain;     /* of its loudest moment, about */
    double decay_s;  /* until 37 % of it is left */
    double attack_s; /* 0: struck */
    double glide_hz; /* of noise and sines: the pitch after two decays; 0: it stays */
    int repeats;     /* more of it, */
    double every_s;  /* so far from one to the next, */
    double rise;     /* each so many times as high; 0: 1, */
    double fade;     /* and so many times as loud; 0: 1 */
} Tone;

/* Samples that tones are added to. */
typedef struct Tape {
    float *samples;
    int frames;
    double rate_hz;
    bool loops; /* what rings beyond its end rings on at its beginning */
} Tape;

void tape_add(Tape *tape, const Tone *tones, int count);

/* Without what is too low to hear; ends softly unless it loops; loudest sample: `peak`. */
void tape_finish(Tape *tape, double peak);
