/* The sounds of a game as samples: read from files, or made by its generators.
 *
 * Owned by who plays them. What can't be read is said once, at load, and is empty: silent. */
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
    /* Filled in before loading, or NULL: */
    const atomic_bool *given_up; /* by another thread, which waits */
    const Cache *cache;          /* keeps what generators made ... */
    CacheKey program;            /* ... of this program */
} SoundBank;

/* Reads all of them, files from `folder`. False without memory, and when it was `given_up` between
 * two of them; the rest of what was in `bank` is forgotten. */
bool sound_bank_load(SoundBank *bank, const CwSoundDef *defs, int count, const char *folder,
                     CwError *error);

void sound_bank_free(SoundBank *bank);

/* In messages and logs. */
const char *sound_def_name(const CwSoundDef *def);

#endif
