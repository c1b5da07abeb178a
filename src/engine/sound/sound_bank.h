/* The sounds of a game as samples, read from files or made by its generators.
 *
 * The mixer owns them. A sound that can't be read is reported once, at load, and is silent. */
#ifndef SOUND_SOUND_BANK_H
#define SOUND_SOUND_BANK_H

#include "base/cache.h"
#include "clockwork/sound.h"

#include <stdatomic.h>

typedef struct SoundClip {
    int16_t *samples;              /* interleaved; NULL: silent */
    int frames, channels, rate_hz; /* 0: silent */
    CwSoundGroup group;
} SoundClip;

typedef struct SoundBank {
    SoundClip *clips; /* one for each of the game's sounds */
    int count;
    /* To be set before loading; zero: none. */
    const atomic_bool *given_up; /* another thread tells it to stop */
    const Cache *cache;          /* keeps what generators made ... */
    CacheKey program;            /* ... for this program */
} SoundBank;

/* Reads all sounds, files from `folder`. False if there is no memory, or if it was `given_up`. It
 * overwrites the clips without freeing them. */
bool sound_bank_load(SoundBank *bank, const CwSoundDef *defs, int count, const char *folder,
                     CwError *error);

void sound_bank_free(SoundBank *bank);

/* The name in messages and logs. */
const char *sound_def_name(const CwSoundDef *def);

#endif
