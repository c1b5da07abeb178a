/* What a mixer is told: the words between the game's calls and what sounds. Plain values, so that
 * they can wait in a queue (live) or in a list (files). */
#ifndef SOUND_SOUND_COMMAND_H
#define SOUND_SOUND_COMMAND_H

#include "clockwork/sound.h"

typedef enum SoundCommandType {
    SOUND_ONCE, /* sound, volume, pitch, pan */
    SOUND_LOOP, /* the same and key: begins it, or leads it there */
    SOUND_MARK, /* loops that are not led before the next SWEEP end with it */
    SOUND_SWEEP,
    SOUND_LOOP_END, /* sound, key */
    SOUND_TUNE,     /* sound or CW_SOUND_NONE, volume, fade_s */
    SOUND_STOP,     /* sound or CW_SOUND_NONE */
    SOUND_CUT,      /* all but the interface; music moves on by shift_s */
    SOUND_VOLUMES,  /* volumes; pitch of all music */
    SOUND_FLOW,     /* speed of time: 0 is paused, negative runs back */
    SOUND_COMMAND_COUNT
} SoundCommandType;

typedef struct SoundCommand {
    SoundCommandType type;
    int sound;
    uint64_t key;
    float volume, pitch, pan;
    float fade_s, shift_s, speed;
    float volumes[CW_SOUND_GROUP_COUNT];
    int64_t at; /* live: ns of the real clock; in a file: its sample */
} SoundCommand;

#endif
