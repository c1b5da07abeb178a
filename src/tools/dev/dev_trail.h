/* The path of the player, tick by tick, under one version of the game: a faint line in the world,
 * with what was saved over it, and a disc where it was at the tick that is shown. */
#ifndef DEV_DEV_TRAIL_H
#define DEV_DEV_TRAIL_H

#include "sim/session.h"

enum { TRAIL_LABEL_BYTES = 96 };

typedef struct DevTrail {
    CwPoint2 *points; /* of tick 1 and on; NAN where nobody was */
    size_t count, capacity;
} DevTrail;

/* After a tick of the session; what was noted of it and of later ones is gone. */
void dev_trail_note(DevTrail *trail, const Session *session);

/* The first tick at which the player is more than a centimetre from where it was; 0: there is none.
 */
uint64_t dev_trail_part(const DevTrail *trail, const DevTrail *before);

void dev_trail_free(DevTrail *trail);

typedef struct DevTrailLook {
    CwColour colour;
    uint64_t from, to, now; /* ticks: what is drawn of it, and where its disc is */
    const char *label;      /* NULL: none */
    int row;                /* of labels over each other, from below */
    double width_m;
} DevTrailLook;

/* Into the world that the list shows. */
void dev_trail_draw(const DevTrail *trail, const DevTrailLook *look, CwDrawList *list);

#endif
