/* Windup's sounds: cues.c has their tones, tones.c makes samples of those, sounds.c says when,
 * music.c makes the tunes. */
#pragma once

#include "common/landscape.h"

/* Sounds: number, name, caption, seconds, loudest sample, group. Visible things need no caption.
 * The sounds up to SOUND_MACHINE are loops of whole clicks. */
#define SOUND_LIST(X)                                                                              \
    X(RATCHET_SLOW, "ratchet-slow", NULL, 1, 0.5, CW_SOUND_EFFECTS)                                \
    X(RATCHET_MIDDLE, "ratchet-middle", NULL, 1, 0.45, CW_SOUND_EFFECTS)                           \
    X(RATCHET_FAST, "ratchet-fast", NULL, 1, 0.4, CW_SOUND_EFFECTS)                                \
    X(AIR, "air", NULL, 2, 0.35, CW_SOUND_AMBIENCE)                                                \
    AMBIENCE_LIST(X)                                                                               \
    X(SAW, "saw", "a saw", 1, 0.4, CW_SOUND_EFFECTS)                                               \
    X(BELT, "belt", NULL, 1, 0.35, CW_SOUND_EFFECTS)                                               \
    X(MACHINE, "machine", NULL, 1, 0.3, CW_SOUND_EFFECTS)                                          \
    X(TREAD, "tread", NULL, 0.4, 0.8, CW_SOUND_EFFECTS)                                            \
    X(TREAD_WOOD, "tread-wood", NULL, 0.4, 0.75, CW_SOUND_EFFECTS)                                 \
    X(TREAD_METAL, "tread-metal", NULL, 0.5, 0.7, CW_SOUND_EFFECTS)                                \
    X(BODY, "body", NULL, 0.6, 0.7, CW_SOUND_EFFECTS)                                              \
    X(BODY_WOOD, "body-wood", NULL, 0.45, 0.75, CW_SOUND_EFFECTS)                                  \
    X(BODY_METAL, "body-metal", "gear clatter", 0.9, 0.75, CW_SOUND_EFFECTS)                       \
    X(KNOCK, "knock", NULL, 0.3, 0.7, CW_SOUND_EFFECTS)                                            \
    X(CLATTER, "clatter", "gear clatter", 0.6, 0.6, CW_SOUND_EFFECTS)                              \
    X(CRUNCH, "crunch", "a crate bursts", 0.6, 0.7, CW_SOUND_EFFECTS)                              \
    X(CRACK, "crack", "wood breaks", 0.4, 0.75, CW_SOUND_EFFECTS)                                  \
    X(SPLASHED, "splash", "a splash", 0.9, 0.6, CW_SOUND_EFFECTS)                                  \
    X(HOPPED, "hop", NULL, 0.4, 0.55, CW_SOUND_EFFECTS)                                            \
    X(LANDED, "clean-landing", "a clean landing", 0.8, 0.45, CW_SOUND_EFFECTS)                     \
    X(TRICK, "trick", "a trick", 0.9, 0.5, CW_SOUND_EFFECTS)                                       \
    X(THROWN, "pad", "a spring pad", 0.9, 0.7, CW_SOUND_EFFECTS)                                   \
    X(LEVER, "lever", "a lever", 0.5, 0.6, CW_SOUND_EFFECTS)                                       \
    X(WINDING, "winding", "a winding key", 1.5, 0.6, CW_SOUND_EFFECTS)                             \
    X(TING, "ting", "a cog", 0.9, 0.45, CW_SOUND_EFFECTS)                                          \
    X(CHIME, "chime", "a checkpoint", 1.8, 0.55, CW_SOUND_EFFECTS)                                 \
    X(GONG, "bell", "the bell", 4, 0.7, CW_SOUND_EFFECTS)                                          \
    X(BRONZE, "bronze", "a bronze medal", 1.2, 0.6, CW_SOUND_EFFECTS)                              \
    X(SILVER, "silver", "a silver medal", 1.6, 0.6, CW_SOUND_EFFECTS)                              \
    X(GOLD, "gold", "a gold medal", 2.2, 0.65, CW_SOUND_EFFECTS)                                   \
    X(CLOCKMAKER, "clockmaker", "the clockmaker's medal", 3, 0.65, CW_SOUND_EFFECTS)               \
    X(HOORAY, "hooray", "\"Hooray!\"", 1, 0.45, CW_SOUND_EFFECTS)                                  \
    X(OUCH, "ouch", "\"Ow!\"", 0.5, 0.45, CW_SOUND_EFFECTS)                                        \
    X(OH_NO, "oh-no", "\"Oh no!\"", 1, 0.45, CW_SOUND_EFFECTS)                                     \
    X(FELL, "fell", "a fall", 1.4, 0.6, CW_SOUND_EFFECTS)                                          \
    X(CRUSHED, "crushed", "a crushing blow", 1.1, 0.75, CW_SOUND_EFFECTS)                          \
    X(SAWN, "sawn", "sawn in two", 1.1, 0.75, CW_SOUND_EFFECTS)                                    \
    X(RUN_DOWN, "run-down", "the mainspring runs down", 1.3, 0.6, CW_SOUND_EFFECTS)                \
    X(SPRUNG, "sprung", "a spring bursts", 1.2, 0.6, CW_SOUND_EFFECTS)                             \
    X(BACK, "back", "back at the checkpoint", 1, 0.5, CW_SOUND_EFFECTS)                            \
    X(SWISH, "swish", "a rotor", 0.6, 0.5, CW_SOUND_EFFECTS)                                       \
    X(SWING, "swing", "a pendulum", 0.9, 0.5, CW_SOUND_EFFECTS)                                    \
    X(THUNDER, "thunder", "thunder", 4, 0.6, CW_SOUND_AMBIENCE)                                    \
    X(VICTORY, "victory", NULL, 4, 0.6, CW_SOUND_EFFECTS)                                          \
    X(TOCK, "tock", NULL, 0.15, 0.4, CW_SOUND_EFFECTS)                                             \
    X(MENU_MOVE, "menu-move", NULL, 0.12, 0.25, CW_SOUND_INTERFACE)                                \
    X(MENU_CONFIRM, "menu-confirm", NULL, 0.6, 0.35, CW_SOUND_INTERFACE)                           \
    X(MENU_BACK, "menu-back", NULL, 0.5, 0.3, CW_SOUND_INTERFACE)

/* Layers: the first is the tune, the others are loops beside it. The title has only the first. */
typedef enum Layer { LAYER_CALM, LAYER_SPEED, LAYER_DANGER, LAYER_COUNT } Layer;

#define SOUND_NUMBER(name, ...) SOUND_##name,
#define CALM_NUMBER(tune, ...) SOUND_TUNE_##tune,
#define SPEED_NUMBER(tune, ...) SOUND_TUNE_##tune##_SPEED,
#define DANGER_NUMBER(tune, ...) SOUND_TUNE_##tune##_DANGER,
enum {
    SOUND_LIST(SOUND_NUMBER) TUNE_LIST(CALM_NUMBER) TUNE_LIST(SPEED_NUMBER) TUNE_LIST(DANGER_NUMBER)
        WINDUP_SOUND_COUNT,
    SOUND_TUNE_FIRST = SOUND_TUNE_TITLE
};

_Static_assert(WINDUP_SOUND_COUNT - SOUND_TUNE_FIRST == (int)TUNE_COUNT * (int)LAYER_COUNT,
               "a sound a layer of each tune");

/* CwGame.sound.list. */
extern const CwSoundDef windup_sounds[WINDUP_SOUND_COUNT];

/* Tunes (music.c): melodies and chords in degrees of a scale, for a music box, a plucked bass and a
 * clock. They loop without a seam, are made on the thread that loads sounds, and have the same bits
 * everywhere. */
#define MUSIC_RATE_HZ 24000

/* Fills the zeroed samples of a tune's layer: left, right, left, ... */
void music_make(int sound, float *samples, int frames);

/* ---- sound from nothing: strikes on brass, wood and tin, noise in a band, gliding tones. A struck
 * thing rings in a few decaying sines whose ratios tell its material (modal synthesis). Doubles in
 * a fixed order with the program's own sine: the same bits everywhere. ---- */

typedef enum ToneMaterial {
    TONE_NOISE, /* noise in a band around the pitch */
    TONE_SINE,
    TONE_BRASS,   /* a thin bar */
    TONE_BELL,    /* a cast bell: hum, prime, tierce, quint, nominal and above */
    TONE_TIN,     /* a sheet */
    TONE_WOOD,    /* a thick bar, dull */
    TONE_CELESTA, /* a plate over a resonator */
    TONE_BASS,    /* a plucked string */
    TONE_REED,    /* a small organ's reed; needs an attack */
    TONE_MATERIAL_COUNT
} ToneMaterial;

typedef struct Tone {
    ToneMaterial material;
    double at_s, hz;
    double gain;     /* gain of the loudest moment, approximately */
    double decay_s;  /* time until 37 % is left */
    double attack_s; /* time of the attack; 0: struck */
    double glide_hz; /* noise and sines: pitch after two decays; 0: the same */
    int repeats;     /* repeats of the tone */
    double every_s;  /* time between repeats */
    double rise;     /* factor of pitch for each repeat; 0: 1 */
    double fade;     /* factor of gain for each repeat; 0: 1 */
} Tone;

/* Samples that tones are added to. */
typedef struct Tape {
    float *samples;
    int frames;
    double rate_hz;
    bool loops; /* sound beyond the end continues at the beginning */
} Tape;

/* Adds tones, `count` at most; one without a pitch ends them. */
void tape_add(Tape *tape, const Tone *tones, int count);

/* Removes inaudible low sound; ends softly unless it loops; the loudest sample becomes `peak`. */
void tape_finish(Tape *tape, double peak);
