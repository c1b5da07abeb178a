/* Sound: frame phases request the sounds of a run. docs/sound.md has an example.
 *
 * A game names its sounds in a const table, CwGame.sound.list: files in assets/sound (WAV, OGG,
 * FLAC) or functions of the game that fill samples. The index in the table is the sound's number.
 * A thread loads all but music when the program starts; until it has finished, loops wait and other
 * sounds are not heard. Music is read when a frame first requests it.
 *
 * Sound follows time: slow motion lowers the pitch, a pause is silent, a rewind plays up to a
 * minute of the past backwards. The group CW_SOUND_INTERFACE ignores time. Mistakes are reported
 * once on stderr and are silent. At most 64 sounds play at once, and 16 of one sound. A newer one
 * replaces the oldest, but never a loop or music. */
#pragma once

#include "clockwork/system.h"
CW_C_BEGIN

#define CW_SOUND_RATE 48000 /* samples a second, of generators and of the mix */

enum {
    CW_SOUND_MAX = 256, /* sounds a game may name */
    CW_SOUND_NONE = -1
};

/* Each group has a volume in config.ini, section [audio]. */
typedef enum CwSoundGroup {
    CW_SOUND_EFFECTS,
    CW_SOUND_MUSIC,
    CW_SOUND_AMBIENCE,
    CW_SOUND_INTERFACE, /* follows real time: it is heard in a pause and never slowed */
    CW_SOUND_GROUP_COUNT
} CwSoundGroup;

/* Fills `frames` times `channels` zeroed samples with values from -1 to 1 (stereo: left, right,
 * left, ...). It must depend on nothing else and give the same samples each time. */
typedef void CwSoundMake(float *samples, int frames, int channels);

/* One row of the game's table of sounds: a file or a generator. */
typedef struct CwSoundDef {
    const char *file;  /* under assets/sound; mono or stereo, 4 kHz to 192 kHz */
    CwSoundMake *make; /* generator; replaces `file` */
    const char *name;  /* name in messages and logs; NULL: the file's name */
    double seconds;    /* length of a generator's sound, up to 600 */
    int channels;      /* channels of a generator, 1 or 2; 0: 1 */
    int rate_hz;       /* rate of a generator, 4 kHz to 192 kHz; 0: CW_SOUND_RATE */
    CwSoundGroup group;
    const char *caption; /* a few words, such as "a bell", which comfort.subtitles shows when the
                            sound begins. NULL: unimportant, or visible anyway */
} CwSoundDef;

/* Sounds of the engine's menus, of the group CW_SOUND_INTERFACE, or CW_SOUND_NONE. */
typedef struct CwMenuSounds {
    int move;    /* another entry, or another value */
    int confirm; /* an entry was chosen */
    int back;    /* leaving the menu, and entering the pause */
} CwMenuSounds;

/* Pitch, place and time of a sound. NULL or zero: its own pitch, in the middle, now. */
typedef struct CwSoundHow {
    double pitch;          /* factor of the sound's pitch, 1/16 to 16; 0: 1 */
    double pan;            /* -1 left to 1 right */
    const CwPoint2 *place; /* place in the world, m: the sound comes from there in the picture. Read
                              at once. NULL: `pan` applies */
    double reach_m; /* distance from the camera at which the sound is silent, full volume up to a
                       quarter of it; 0: 2.5 times CwCamera.height_m */
    uint64_t tick;  /* the time of the sound, such as its event's tick; 0: the newest */
    uint64_t key;   /* tells loops of one sound apart */
} CwSoundHow;

/* Plays a sound once, volume 0 to 1. In a pause only interface sounds begin; in a rewind none. */
void cw_sound_play(CwFrame *frame, int sound, double volume, const CwSoundHow *how);

/* Declares a loop for this frame. It plays on until a frame does not declare it, and then fades
 * out. Volume, pitch and place glide to new values. A loop of the group CW_SOUND_MUSIC that is as
 * long as the music is a layer of it: it keeps the music's place and tempo. */
void cw_sound_loop(CwFrame *frame, int sound, double volume, const CwSoundHow *how);

/* Sets the music, which repeats, with a cross-fade of `fade_s` (0: at once). The same music goes
 * on, so every frame may call this. CW_SOUND_NONE: silence, as when a new run sets no music. */
void cw_sound_music(CwFrame *frame, int sound, double volume, double fade_s);

/* Glides to a tempo of 1/16 to 16 for all music; pitch follows. A new run begins with 1. */
void cw_sound_tempo(CwFrame *frame, double tempo);

/* Ends a played sound, or all of them with CW_SOUND_NONE; loops and music go on. */
void cw_sound_stop(CwFrame *frame, int sound);
CW_C_END
