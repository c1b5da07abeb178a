/* The samples of a game's sounds, from files or generators. The bank outlives its mixers. One
 * thread at a time loads and drops sounds, even while a mixer runs; a mixer reads only sounds that
 * a command named. A sound that can't be read is reported once and stays silent. */
#pragma once

#include "base/cache.h"
#include "clockwork/sound.h"

#include <stdatomic.h>

typedef struct SoundClip {
    int16_t *samples;              /* interleaved; NULL: silent */
    int frames, channels, rate_hz; /* 0: silent */
    CwSoundGroup group;
    atomic_bool is_loaded; /* true also after a failed load */
    atomic_int voices;     /* voices that read the samples, in all mixers */
} SoundClip;

typedef struct SoundBank {
    /* Set before sound_bank_open; zero: none. */
    const CwSoundDef *defs; /* the game's sounds */
    int count;
    const char *folder;          /* folder of the sound files */
    const atomic_bool *given_up; /* another thread sets it to stop loading */
    const Cache *cache;          /* keeps results of generators, by `program` */
    CacheKey program;            /* cache key of the program */
    SoundClip *clips;            /* a clip for each sound */
} SoundBank;

/* Opens the bank without loading a sound. */
bool sound_bank_open(SoundBank *bank, CwError *error);
void sound_bank_close(SoundBank *bank);

/* Loads a sound, unless it is loaded. */
void sound_bank_load(SoundBank *bank, int number);

/* Loads all sounds, the music only with `with_music`. False if `given_up` stopped it. */
bool sound_bank_load_all(SoundBank *bank, bool with_music);

/* Frees the samples. No voice may play them. */
void sound_bank_drop(SoundBank *bank, int number);

const char *sound_def_name(const CwSoundDef *def);
