/* The sounds of Windup, and what each is made of. cues.c makes their samples when the program
 * starts; sounds.c says when they are heard, music.c makes the tunes. */
#ifndef VIEW_CUES_H
#define VIEW_CUES_H

#include "clockwork/sound.h"

enum {
    SOUND_RATCHET_SLOW, /* the mainspring's pawl, by clicks a second (RATCHET_SLOW_HZ...) */
    SOUND_RATCHET_MIDDLE,
    SOUND_RATCHET_FAST,
    SOUND_AIR, /* that rushes by */
    SOUND_SAW,
    SOUND_BELT,
    SOUND_MACHINE, /* a lift or a platform on its way */
    SOUND_TREAD,   /* wheels on the ground, on wood, on metal */
    SOUND_TREAD_WOOD,
    SOUND_TREAD_METAL,
    SOUND_BODY, /* the chassis against the same */
    SOUND_BODY_WOOD,
    SOUND_BODY_METAL,
    SOUND_KNOCK,   /* wooden things among themselves, */
    SOUND_CLATTER, /* metal ones */
    SOUND_CRUNCH,
    SOUND_CRACK,
    SOUND_CHAIN,
    SOUND_SPLASHED,
    SOUND_HOPPED,
    SOUND_LANDED,
    SOUND_THROWN, /* by a pad */
    SOUND_LEVER,
    SOUND_WINDING,
    SOUND_TING,
    SOUND_CHIME,
    SOUND_GONG, /* the finish */
    SOUND_STAMP,
    SOUND_FELL,
    SOUND_CRUSHED,
    SOUND_BACK, /* at the checkpoint */
    SOUND_SWISH,
    SOUND_SWING,
    SOUND_TOCK, /* of a gear */
    SOUND_MENU_MOVE,
    SOUND_MENU_CONFIRM,
    SOUND_MENU_BACK,
    SOUND_TUNE_FIRST,
    SOUND_TUNE_TITLE = SOUND_TUNE_FIRST,
    SOUND_TUNE_MEADOW,
    SOUND_TUNE_WORKS,
    SOUND_TUNE_HALL,
    SOUND_TUNE_NIGHT,
    SOUND_TUNE_STORM,
    WINDUP_SOUND_COUNT
};

/* Clicks a second of the three ratchets at pitch 1. */
#define RATCHET_SLOW_HZ 8.0
#define RATCHET_MIDDLE_HZ 18.0
#define RATCHET_FAST_HZ 40.0

/* CwGame.sounds. What says nothing that is not seen has no caption. */
extern const CwSoundDef windup_sounds[WINDUP_SOUND_COUNT];

#endif
