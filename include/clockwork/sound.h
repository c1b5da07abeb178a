/* Sound: frame phases request what is heard of a run.
 *
 * A game names its sounds in a const table, CwGame.sounds. Each is a file in assets/sound (WAV,
 * OGG, FLAC) or a function of the game that fills samples. The index in the table is the sound's
 * number. With a sound card, a thread loads all sounds but music when the program starts, so that
 * no frame waits. Until it has finished, loops wait and other sounds are not heard. Generators run
 * in that thread.
 *
 * A sound of the group CW_SOUND_MUSIC is read in such a thread when a frame first requests it, and
 * begins when it is there; the music before goes on until then. It is dropped from memory when it
 * is no longer heard. Three minutes of stereo OGG take 0.4 s and 32 MB.
 *
 *     enum { HIT, ENGINE, TUNE };
 *     static const CwSoundDef sounds[] = {
 *         [HIT] = {.name = "hit", .make = make_hit, .seconds = 0.2},
 *         [ENGINE] = {.file = "engine.wav"},
 *         [TUNE] = {.file = "tune.ogg", .group = CW_SOUND_MUSIC},
 *     };
 *
 *     cw_sound_play(frame, HIT, 0.8, &(CwSoundHow){.place = &at, .tick = event->tick});
 *     cw_sound_loop(frame, ENGINE, 0.5, &(CwSoundHow){.pitch = 1 + speed});
 *     cw_sound_music(frame, TUNE, 1, 2);
 *
 * Sound follows time: slow motion lowers the pitch, a pause is silent, a rewind plays the past
 * backwards and softer (up to a minute), and a seek or another level ends what sounds. The group
 * CW_SOUND_INTERFACE ignores time. Frames get each event once, so nothing is heard twice. The
 * title's backdrop is mute, except for music and the interface.
 *
 * With comfort.subtitles on, sounds that have a caption are shown in words, with or without a sound
 * card. When such a sound begins (a loop: when it becomes audible), its caption appears for 1.6 s,
 * with an arrow on its side; at most three appear at once. Sounds that are too far away show none.
 * The player's volumes hide none.
 *
 * Nothing here changes the world, and ticks can't request sound. Wrong numbers, NaN and broken
 * files are reported once on stderr and are silent. Without a sound card the game goes on, and it
 * opens a card that is plugged in later. Headless runs open none. `--render-sound FILE.wav` writes
 * what would be heard, `--sound-log FILE` a line for each cue. At most 64 sounds play at once, and
 * 16 of one sound. A newer one replaces the oldest, but never a loop or music.
 *
 * The mixer is Clockwork's own; the sound card or the file pulls it. libsndfile reads the files;
 * SDL2 brings it along on Debian. */
#pragma once

#include "clockwork/system.h"

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

/* Fills `frames` times `channels` samples from -1 to 1 (stereo: left, right, left, ...), which are
 * 0 before. It depends on nothing else and gives the same samples each time. */
typedef void CwSoundMake(float *samples, int frames, int channels);

/* One row of the game's table of sounds: a file or a generator. */
typedef struct CwSoundDef {
    const char *file;  /* under assets/sound; mono or stereo, 4 kHz to 192 kHz */
    CwSoundMake *make; /* instead of a file */
    const char *name;  /* in messages and logs; NULL: the file's name */
    double seconds;    /* of a generator, up to 600 */
    int channels;      /* of a generator, 1 or 2; 0: 1 */
    int rate_hz;       /* of a generator, 4 kHz to 192 kHz; 0: CW_SOUND_RATE */
    CwSoundGroup group;
    const char *caption; /* a few words such as "a bell", which comfort.subtitles shows when it
                            begins. NULL: the sound does not matter, or is seen anyway */
} CwSoundDef;

/* Sounds of the engine's menus, of the group CW_SOUND_INTERFACE, or CW_SOUND_NONE. */
typedef struct CwMenuSounds {
    int move;    /* to another entry, or a value changed */
    int confirm; /* an entry was chosen */
    int back;    /* out of the menu, and into the pause */
} CwMenuSounds;

/* How a sound is heard. NULL or zero: with its own pitch, in the middle, now. */
typedef struct CwSoundHow {
    double pitch;          /* factor of its own pitch, 1/16 to 16; 0: 1 */
    double pan;            /* -1 left to 1 right */
    const CwPoint2 *place; /* in the world, m: the frame's camera hears it where it shows it. Read
                              at once. NULL: `pan` applies */
    double reach_m;        /* a place is silent at this distance and full up to a quarter of it; 0:
                              two and a half heights of the camera */
    uint64_t tick;         /* when it happened, such as its event's tick; 0: the newest */
    uint64_t key;          /* distinguishes loops of one sound */
} CwSoundHow;

/* Plays it once, at 0 to 1. In a pause or a rewind only sounds of the interface are heard. */
void cw_sound_play(CwFrame *frame, int sound, double volume, const CwSoundHow *how);

/* Declares a loop for this frame. It plays on until a frame does not declare it, and then fades
 * out. Volume, pitch and place glide to new values. */
void cw_sound_loop(CwFrame *frame, int sound, double volume, const CwSoundHow *how);

/* Sets the music, which repeats; faded over in `fade_s` (0: at once). The same music goes on, so
 * every frame may call it. CW_SOUND_NONE: none, as in a run whose first frame sets none. */
void cw_sound_music(CwFrame *frame, int sound, double volume, double fade_s);

/* Glides to a speed, and so pitch, of all music: 1/16 to 16. A new run begins with 1. */
void cw_sound_tempo(CwFrame *frame, double tempo);

/* Ends a sound that was played, with CW_SOUND_NONE every one; loops and music go on. */
void cw_sound_stop(CwFrame *frame, int sound);
