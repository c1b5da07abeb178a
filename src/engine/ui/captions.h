/* Captions: important sounds in words at the lower middle of the picture, each for a moment, with
 * an arrow on the side of the sound.
 *
 * View only; plain memory of the monitor's, which ages and draws them once a frame. The shell's
 * sound adds sounds that begin; the game's table has their words (CwSoundDef.caption). */
#ifndef UI_CAPTIONS_H
#define UI_CAPTIONS_H

#include "clockwork/game.h"

enum { CAPTIONS_MAX = 3 };

typedef struct Caption {
    const char *text; /* the game's */
    double pan;       /* -1 left to 1 right */
    double age_s;
} Caption;

/* Zero-initialise. The newest is last. */
typedef struct Captions {
    Caption items[CAPTIONS_MAX];
    int count;
} Captions;

/* Restarts a caption that is shown already. The oldest leaves if there are too many. */
void captions_add(Captions *captions, const char *text, double pan);

/* Ages them by real time. */
void captions_age(Captions *captions, double dt_s);

/* Lines of `line_points`, the newest at the bottom, above `bottom_y` in the engine's own points. */
void captions_draw(const Captions *captions, double line_points, double bottom_y,
                   const CwTheme *theme, CwDrawList *draw);

#endif
