/* Commands to a mixer. They are plain values, so that they can wait in a queue (for the card) or in
 * a list (for a file). The comment at each type names the fields that it reads. */
#ifndef SOUND_SOUND_COMMAND_H
#define SOUND_SOUND_COMMAND_H

#include "clockwork/sound.h"

typedef enum SoundCommandType {
    SOUND_ONCE,     /* sound, volume, pitch, pan */
    SOUND_LOOP,     /* the same and key: begins it, or glides to the new values */
    SOUND_MARK,     /* marks all loops; SOUND_LOOP unmarks one */
    SOUND_SWEEP,    /* ends all loops that are still marked */
    SOUND_LOOP_END, /* sound, key */
    SOUND_TUNE,     /* the music: sound or CW_SOUND_NONE, volume, fade_s */
    SOUND_STOP,     /* sound or CW_SOUND_NONE */
    SOUND_CUT,      /* ends all but music and the interface; music moves on by shift_s */
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
    int64_t at; /* card: ns of the real clock; file: its sample */
} SoundCommand;

#endif
