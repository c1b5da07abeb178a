/* Generated sounds for tests, with known samples, and measures of a mix. */
#pragma once

#include "expect.h"
#include "sound/sound_live.h"

enum { HEARD_FRAMES_MAX = 10 * CW_SOUND_RATE };

enum {
    SOUND_LEVEL,   /* half a second at half of full, mono */
    SOUND_TONE,    /* a sine of 480 Hz, a second */
    SOUND_SIDES,   /* stereo: 0.25 left, 0.5 right, half a second */
    SOUND_MUSIC_A, /* music: half of full, a second */
    SOUND_MUSIC_B, /* the same */
    SOUND_RAMP,    /* music: from -0.5 to 0.5 in two seconds */
    SOUND_BEEP,    /* interface: half of full, half a second */
    TEST_SOUND_COUNT
};

extern const CwSoundDef test_sounds[TEST_SOUND_COUNT];
SoundMixer *open_test_mixer(void);

/* Left and right of the newest frames. */
extern float heard[HEARD_FRAMES_MAX][2];

/* Renders the next frames of a mixer, or of a card in buffers of 512, into `heard`. */
void hear(SoundMixer *mixer, int frames);
void hear_live(SoundLive *live, int frames);

/* The loudest sample of a side, and the largest step between two samples, from frame `first` on. */
float loudest(int side, int first, int count);
float largest_step(int side, int first, int count);

/* Counts how often a side rises through 0. */
int waves(int side, int first, int count);
