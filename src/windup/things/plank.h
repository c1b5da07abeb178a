/* Breakable planks: they bear the buggy for a moment, then crack and fall in pieces. */
#ifndef THINGS_PLANK_H
#define THINGS_PLANK_H

#include "things/thing.h"

enum { PLANK_PIECES_MAX = 5 };

typedef struct Plank {
    Breakage breakage;
    double breaks_N;
    double load_N; /* what presses on it */
    cpShape *shape;
    bool cracked;
    uint32_t left_ticks; /* until a cracked one falls apart */
    int piece_count;
    cpBody *pieces[PLANK_PIECES_MAX];
} Plank;

THING(plank, Plank);
extern const CwField plank_fields[5];
void plank_tick(CwWorld *world, CwEntity self, void *data);

#endif
