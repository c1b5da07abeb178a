/* Sound from nothing: strikes on brass, wood and tin, noise in a band, gliding tones. A struck
 * thing rings in a few decaying sines whose ratios tell its material (modal synthesis). Doubles in
 * a fixed order with the program's own sine: the same bits everywhere. */
#pragma once

#include "clockwork/rng.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum ToneMaterial {
    TONE_NOISE, /* noise in a band around the pitch */
    TONE_SINE,
    TONE_BRASS,   /* a thin bar */
    TONE_BELL,    /* a cast bell: hum, prime, tierce, quint, nominal and above */
    TONE_TIN,     /* a sheet */
    TONE_WOOD,    /* a thick bar, dull */
    TONE_CELESTA, /* a plate over a resonator */
    TONE_BASS,    /* a plucked string */
    TONE_REED,    /* a small organ's reed; needs an attack */
    TONE_MATERIAL_COUNT
} ToneMaterial;

typedef struct Tone {
    ToneMaterial material;
    double at_s, hz;
    double gain;     /* gain of the loudest moment, approximately */
    double decay_s;  /* time until 37 % is left */
    double attack_s; /* time of the attack; 0: struck */
    double glide_hz; /* noise and sines: pitch after two decays; 0: the same */
    int repeats;     /* repeats of the tone */
    double every_s;  /* time between repeats */
    double rise;     /* factor of pitch for each repeat; 0: 1 */
    double fade;     /* factor of gain for each repeat; 0: 1 */
} Tone;

/* Samples that tones are added to. */
typedef struct Tape {
    float *samples;
    int frames;
    double rate_hz;
    bool loops; /* sound beyond the end continues at the beginning */
} Tape;

void tape_add(Tape *tape, const Tone *tones, int count);

/* Removes inaudible low sound; ends softly unless it loops; the loudest sample becomes `peak`. */
void tape_finish(Tape *tape, double peak);
