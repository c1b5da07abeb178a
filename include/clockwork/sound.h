/* Sound: what is heard of a run, asked for in frame phases.
 *
 * A game names its sounds in a const table, CwGame.sounds: files in assets/sound (WAV, OGG, FLAC),
 * or functions of its own that fill samples, called once at load. An index in it is a sound's
 * number. All are read when the program starts, whole: three minutes of stereo OGG in 0.4 s, into
 * 32 MB. For a sound card a thread of its own does it, so no picture waits for sound: music and
 * loops begin when it is done, what was played before is not heard. Generators run on that thread.
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
 * Sound follows time: slow motion lowers the pitch, a pause is silent, a rewind plays what sounded
 * backwards and softer (up to a minute of it), a seek or another level cuts what is in the air.
 * Only the group CW_SOUND_INTERFACE goes on as it is. Nothing is heard twice, as frames get each
 * event once. The title's backdrop is mute but for music and interface.
 *
 * With comfort.subtitles on, sounds that have a caption are read, too, sound card or not: when one
 * begins (a loop: when it comes to be heard) its caption stands in the picture for 1.6 s, at most
 * three at once, with an arrow on the side where it is heard. What is too far away shows none; the
 * player's volumes hide none.
 *
 * Nothing here changes the world, nor can a tick ask for it. Wrong numbers, NaN and broken files
 * are said once on stderr, and then are silent. Without a sound card the game goes on, and one that
 * is plugged in later is taken. Headless runs open none; `--render-sound FILE.wav` writes what
 * would be heard, `--sound-log FILE` a line a cue. At most 64 sound at once, 16 of one sound (8
 * where a game names 256): the oldest ends for a newer one, but no loop and no music does.
 *
 * The mixer is Clockwork's own, pulled by the sound card or the file. libsndfile reads the files;
 * SDL2 brings it along on Debian. */
#ifndef CLOCKWORK_SOUND_H
#define CLOCKWORK_SOUND_H

#include "clockwork/system.h"

#pragma GCC visibility push(default)

#define CW_SOUND_RATE 48000 /* samples a second, of generators and of the mix */

enum {
    CW_SOUND_MAX = 256, /* sounds a game may name */
    CW_SOUND_NONE = -1
};

/* Each has a volume in config.ini, section [audio]. */
typedef enum CwSoundGroup {
    CW_SOUND_EFFECTS,
    CW_SOUND_MUSIC,
    CW_SOUND_AMBIENCE,
    CW_SOUND_INTERFACE, /* real time: heard in a pause, and never slowed */
    CW_SOUND_GROUP_COUNT
} CwSoundGroup;

/* Fills `frames` times `channels` samples from -1 to 1 (stereo: left, right, left, ...), which are
 * 0 before. A function of nothing else: the same each time. */
typedef void CwSoundMake(float *samples, int frames, int channels);

/* One row of a game's table of sounds: a file or a generator. */
typedef struct CwSoundDef {
    const char *file;  /* under assets/sound; mono or stereo, 4 kHz to 192 kHz */
    CwSoundMake *make; /* instead of a file */
    const char *name;  /* in messages and logs; NULL: the file's, which a generator lacks */
    double seconds;    /* of a generator, up to 600 */
    int channels;      /* of a generator, 1 or 2; 0: 1 */
    int rate_hz;       /* of a generator, 4 kHz to 192 kHz; 0: CW_SOUND_RATE */
    CwSoundGroup group;
    const char *caption; /* a few words for who can't hear it, such as "a bell": with
                            comfort.subtitles they are shown when it begins. NULL: it does not
                            matter, or is seen anyway */
} CwSoundDef;

/* What the engine's menus sound like (CwGame.menu_sounds): sounds of the group CW_SOUND_INTERFACE,
 * or CW_SOUND_NONE. */
typedef struct CwMenuSounds {
    int move;    /* to another entry, or a value turned */
    int confirm; /* an entry was chosen */
    int back;    /* out of the menu, and into the pause */
} CwMenuSounds;

/* How a sound is heard; NULL or zero: as it is, in the middle, now. */
typedef struct CwSoundHow {
    double pitch;          /* times its own, 1/16 to 16; 0: 1 */
    double pan;            /* -1 left to 1 right */
    const CwPoint2 *place; /* in the world, m, heard from the frame's camera as it is seen; read at
                              once. NULL: nowhere, and `pan` holds */
    double reach_m;        /* of a place: silent from there on, full up to a quarter of it; 0: two
                              and a half heights of the camera */
    uint64_t tick;         /* that it belongs to, such as its event's; 0: the newest */
    uint64_t key;          /* of a loop: tells those of one sound apart */
} CwSoundHow;

/* Plays it once. Volumes go from 0 to 1; more is 1. While time stands or runs backwards only the
 * interface's sounds are played. */
void cw_sound_play(CwFrame *frame, int sound, double volume, const CwSoundHow *how);

/* Declares a loop for this frame: it goes on, from where it is, until a frame does not declare it;
 * then it fades out. Volume, pitch and place glide to the new ones. */
void cw_sound_loop(CwFrame *frame, int sound, double volume, const CwSoundHow *how);

/* This is the music from now on, over and over; what was fades out while it fades in, in `fade_s`
 * seconds (0: at once). What plays already goes on, so it may be said in each frame. CW_SOUND_NONE:
 * no music. A new run that asks for none has none. */
void cw_sound_music(CwFrame *frame, int sound, double volume, double fade_s);

/* How fast all music plays from now on, and with that how high: 1/16 to 16 times its own, to which
 * it glides. A new run begins with 1. */
void cw_sound_tempo(CwFrame *frame, double tempo);

/* Ends all that was played of a sound, of every sound with CW_SOUND_NONE; no loops, no music. */
void cw_sound_stop(CwFrame *frame, int sound);

#pragma GCC visibility pop

#endif
