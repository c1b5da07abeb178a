/* Captions: what is heard and matters, in words at the lower middle of the picture, each for a
 * moment, with an arrow on the side that it is heard on.
 *
 * View only; plain memory of the monitor's, which ages and draws them once a frame. The app's sound
 * adds what begins; which sounds matter the game says (CwSoundDef.caption). */
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

/* One that is shown already begins anew; the oldest leaves when there are too many. */
void captions_add(Captions *captions, const char *text, double pan);

/* Real time went by. */
void captions_age(Captions *captions, double dt_s);

/* Lines of `line_points`, the newest at the bottom, above `bottom_y` in the engine's own points. */
void captions_draw(const Captions *captions, double line_points, double bottom_y,
                   const CwTheme *theme, CwDrawList *draw);

#endif
