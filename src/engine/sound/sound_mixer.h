/* The mixer: voices that read samples at any pitch, each with a volume and a side.
 *
 * One thread uses it after it was opened: the sound card's thread, or the one that writes a file.
 * It allocates nothing later. The mix depends only on the commands and on the number of frames
 * between them, not on the sizes of the requests. It has the same bits with every compiler and on
 * every CPU: it uses nothing but basic arithmetic, square roots and the program's own maths. */
#ifndef SOUND_SOUND_MIXER_H
#define SOUND_SOUND_MIXER_H

#include "sound/sound_bank.h"
#include "sound/sound_command.h"

enum { SOUND_VOICES = 64 }; /* the most that sound at once; some more may be fading out */

typedef struct SoundMixer SoundMixer;

/* On any thread. The bank must outlive it. */
SoundMixer *sound_mixer_open(SoundBank *bank, CwError *error);
void sound_mixer_close(SoundMixer *mixer);

/* Applies the command from the next frame on. A SOUND_FLOW below 0 pauses at once, without a fade.
 */
void sound_mixer_apply(SoundMixer *mixer, const SoundCommand *command);

/* Writes the next stereo frames, about -1 to 1. */
void sound_mixer_render(SoundMixer *mixer, float *out, int frames);

/* Ends all voices at once; volumes stay. */
void sound_mixer_reset(SoundMixer *mixer);

/* The number of voices, with those that fade out. */
int sound_mixer_voices(const SoundMixer *mixer);

#endif
