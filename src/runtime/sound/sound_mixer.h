/* The mixer plays voices: samples at any pitch, each with a volume and a side. One thread uses it,
 * the card's or a file's; it allocates only when opened. The mix depends only on commands and the
 * frames between them, and has the same bits everywhere. */
#pragma once

#include "sound/sound_bank.h"

enum { SOUND_VOICES = 64 }; /* limit on voices; others may be fading out */

#define SOUND_FULL 32767.0 /* a sample of 1 in 16 bits */

/* Each type's comment names the fields that it reads. */
typedef enum SoundCommandType {
    SOUND_ONCE,     /* sound, volume, pitch, pan */
    SOUND_LOOP,     /* begins the loop of a sound and key, or glides to new values */
    SOUND_MARK,     /* marks all loops; SOUND_LOOP unmarks one */
    SOUND_SWEEP,    /* ends all loops that are still marked */
    SOUND_LOOP_END, /* sound, key */
    SOUND_MUSIC,    /* the music: sound or CW_SOUND_NONE, volume, fade_s */
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
    int64_t at_ns;    /* on the card: the real clock */
    int64_t at_frame; /* in the file: number of the stereo frame */
} SoundCommand;

typedef struct SoundMixer SoundMixer;

/* Opens a mixer, for any thread. The bank must outlive it. */
SoundMixer *sound_mixer_open(SoundBank *bank, CwError *error);
void sound_mixer_close(SoundMixer *mixer);

/* Applies a command from the next frame on. A SOUND_FLOW below 0 pauses at once, without a fade. */
void sound_mixer_apply(SoundMixer *mixer, const SoundCommand *command);

/* Writes the next stereo frames, about -1 to 1. */
void sound_mixer_render(SoundMixer *mixer, float *out, int frames);

/* Converts samples to 16 bits and clips them. */
void sound_mixer_to_16_bits(int16_t *out, const float *samples, int count);

/* Ends all voices at once; volumes stay. */
void sound_mixer_reset(SoundMixer *mixer);

/* The number of voices, with those that fade out. */
int sound_mixer_voices(const SoundMixer *mixer);
