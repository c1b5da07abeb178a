/* Sounds for tests: made ones, of which every sample is known, and what a mix of them holds. */
#ifndef TESTS_SUPPORT_SOUNDS_H
#define TESTS_SUPPORT_SOUNDS_H

#include "expect.h"
#include "sound/sound_live.h"

enum { HEARD_FRAMES_MAX = 10 * CW_SOUND_RATE };

enum {
    SOUND_LEVEL,  /* half a second at half of full, mono */
    SOUND_TONE,   /* a sine of 480 Hz, a second */
    SOUND_SIDES,  /* stereo: 0.25 left, 0.5 right, half a second */
    SOUND_TUNE_A, /* music: half of full, a second */
    SOUND_TUNE_B, /* the same */
    SOUND_RAMP,   /* music: from -0.5 to 0.5 in two seconds */
    SOUND_BEEP,   /* interface: half of full, half a second */
    TEST_SOUND_COUNT
};

extern const CwSoundDef test_sounds[TEST_SOUND_COUNT];

/* A mixer of them; fails the test where there is none. */
SoundMixer *open_test_mixer(void);

/* Left and right of what was heard last. */
extern float heard[HEARD_FRAMES_MAX][2];

/* The next frames of a mixer, or of a live one in buffers of 512, into `heard`. */
void hear(SoundMixer *mixer, int frames);
void hear_live(SoundLive *live, int frames);

/* The loudest sample of a side and the largest step from one to the next, of frames from `first`
 * on. */
float loudest(int side, int first, int count);
float largest_step(int side, int first, int count);

/* Of one side: how often it rises through 0. */
int waves(int side, int first, int count);

#endif
