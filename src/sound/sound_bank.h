/* The sounds of a game as samples: read from files, or made by its generators.
 *
 * Owned by who plays them. What can't be read is said once, at load, and is empty: silent. */
#ifndef SOUND_SOUND_BANK_H
#define SOUND_SOUND_BANK_H

#include "clockwork/sound.h"

typedef struct SoundClip {
    int16_t *samples; /* interleaved; NULL: silent */
    int frames, channels, rate_hz;
} SoundClip;

typedef struct SoundBank {
    const CwSoundDef *defs; /* the game's */
    SoundClip *clips;       /* of each */
    int count;
} SoundBank;

/* Reads all of them, files from `folder`. False without memory only. */
bool sound_bank_load(SoundBank *bank, const CwSoundDef *defs, int count, const char *folder,
                     CwError *error);

void sound_bank_free(SoundBank *bank);

/* In messages and logs. */
const char *sound_def_name(const CwSoundDef *def);

#endif
