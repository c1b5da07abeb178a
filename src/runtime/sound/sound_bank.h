/* The sounds of a game as samples, from files or its generators. The bank outlives its mixers. One
 * thread at a time loads and drops sounds, also while a mixer runs, which reads only those that a
 * command named. A sound that can't be read is reported once, and silent. */
#pragma once

#include "base/cache.h"
#include "clockwork/sound.h"

#include <stdatomic.h>

typedef struct SoundClip {
    int16_t *samples;              /* interleaved; NULL: silent */
    int frames, channels, rate_hz; /* 0: silent */
    CwSoundGroup group;
    atomic_bool is_loaded; /* or could not be loaded */
    atomic_int voices;     /* of all mixers that read the samples */
} SoundClip;

typedef struct SoundBank {
    /* To be set before it is opened; zero: none. */
    const CwSoundDef *defs; /* the game's sounds */
    int count;
    const char *folder;          /* of the files */
    const atomic_bool *given_up; /* another thread tells it to stop */
    const Cache *cache;          /* keeps what generators made ... */
    CacheKey program;            /* ... for this program */
    SoundClip *clips;            /* one for each sound */
} SoundBank;

/* Loads nothing yet. */
bool sound_bank_open(SoundBank *bank, CwError *error);
void sound_bank_close(SoundBank *bank);

/* Loads a sound, unless it is loaded. */
void sound_bank_load(SoundBank *bank, int number);

/* Loads all sounds, those of the music only `with_music`. False if it was given up. */
bool sound_bank_load_all(SoundBank *bank, bool with_music);

/* Frees the samples. No voice may play them. */
void sound_bank_drop(SoundBank *bank, int number);

const char *sound_def_name(const CwSoundDef *def);
