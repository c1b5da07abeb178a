/* The mixer: voices of OpenAL Soft on a loopback device, which renders when asked to and knows no
 * sound card.
 *
 * One thread uses it after it was opened: that of the sound card, or the one that writes a file.
 * The voices are made at load, each bound to its samples, so that nothing is allocated later. What
 * is heard depends on the commands and on how many frames were rendered between them, and on
 * nothing else: OpenAL's files of settings and its environment are shut out, its maths is this
 * program's. */
#ifndef SOUND_SOUND_MIXER_H
#define SOUND_SOUND_MIXER_H

#include "sound/sound_bank.h"
#include "sound/sound_command.h"

enum { SOUND_VOICES = 64 }; /* that sound at once; some more may be ending */

typedef struct SoundMixer SoundMixer;

/* Before the first is opened, while no other thread runs: makes OpenAL Soft read its settings,
 * which it does once for all, from files that the environment names. */
void sound_mixer_prepare(void);

/* On any thread. The samples are copied: the bank may be freed. */
SoundMixer *sound_mixer_open(const SoundBank *bank, CwError *error);
void sound_mixer_close(SoundMixer *mixer);

/* From the next frame on. A SOUND_FLOW below 0 stands at once, in the middle of all waves. */
void sound_mixer_take(SoundMixer *mixer, const SoundCommand *command);

/* The next stereo frames, about -1 to 1. */
void sound_mixer_render(SoundMixer *mixer, float *out, int frames);

/* Silence and nothing playing, at once; volumes stay. */
void sound_mixer_reset(SoundMixer *mixer);

/* How many voices there are, ending ones too. */
int sound_mixer_voices(const SoundMixer *mixer);

#endif
