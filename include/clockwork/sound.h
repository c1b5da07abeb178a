/* Sound: frame phases request the sounds of a run. docs/sound.md has an example.
 *
 * A game names its sounds in a const table, CwGame.sound.list: files in assets/sound (WAV, OGG,
 * FLAC) or functions of the game that fill in samples. The index in the table is the sound's
 * number. When the program starts, a thread loads all sounds except music. Until it has finished,
 * loops wait and other sounds are silent. Music is read when a frame first requests it.
 *
 * Sound follows time: slow motion lowers the pitch, a pause is silent, a rewind plays up to a
 * minute of the past backwards. Only the group CW_SOUND_INTERFACE ignores time. At most 64 sounds
 * play at once, and 16 of one row; beyond that a new one replaces the oldest, but never a loop or
 * music. A wrong call makes no sound and is reported once on stderr. */
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
 * left, ...). It must depend on its arguments alone and give the same samples each time. */
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
                            sound begins. NULL: none, for sounds that need no subtitle */
} CwSoundDef;

/* Sounds of the engine's menus: each of the group CW_SOUND_INTERFACE, or CW_SOUND_NONE. */
typedef struct CwMenuSounds {
    int move;    /* another entry, or another value */
    int confirm; /* an entry was chosen */
    int back;    /* leaving the menu, and entering the pause */
} CwMenuSounds;

/* Pitch, place and time of a sound. NULL or all zero: the sound's own pitch, in the middle, now. */
typedef struct CwSoundHow {
    double pitch;          /* factor of the sound's pitch, 1/16 to 16; 0: 1 */
    double pan;            /* -1 left to 1 right */
    const CwPoint2 *place; /* place in the world, m: the sound comes from there in the picture. Read
                              during the call. NULL: `pan` applies */
    double reach_m; /* distance from the camera at which the sound is silent; up to a quarter of
                       `reach_m` it has full volume. 0: 2.5 times CwCamera.height_m */
    uint64_t tick;  /* when it starts, such as CwEvent.tick; 0: the newest tick */
    uint64_t key;   /* a number to tell loops of the same row apart */
} CwSoundHow;

/* Plays a sound once, volume 0 to 1. In a pause only interface sounds begin; in a rewind none. */
void cw_sound_play(CwFrame *frame, int sound, double volume, const CwSoundHow *how);

/* Plays a loop in this frame: call it in every frame, or the loop fades out. Volume, pitch and
 * place glide to new values. A loop of the group CW_SOUND_MUSIC whose length equals the music's is
 * a layer of the music: it keeps the music's position and tempo. */
void cw_sound_loop(CwFrame *frame, int sound, double volume, const CwSoundHow *how);

/* Cross-fades to this music in `fade_s` (0: at once) and repeats it. Music already playing goes on,
 * so every frame may call this. CW_SOUND_NONE: silence, as in a new run that sets no music. */
void cw_sound_music(CwFrame *frame, int sound, double volume, double fade_s);

/* Glides the tempo and pitch of all music to this factor, 1/16 to 16. A new run begins with 1. */
void cw_sound_tempo(CwFrame *frame, double tempo);

/* Ends a sound of cw_sound_play, or all with CW_SOUND_NONE; loops and music go on. */
void cw_sound_stop(CwFrame *frame, int sound);
CW_C_END
