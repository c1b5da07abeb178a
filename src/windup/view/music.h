/* The tunes of Windup: a score a place, played by a music box, a plucked bass and a clock.
 *
 * Scores are tables (music.c): a melody and chords as degrees of a scale. The chords are voiced one
 * from the other by the shortest way, what rings beyond the last bar rings on in the first, so a
 * tune goes round without a seam. Made on the thread that loads sounds; the same bits everywhere.
 */
#ifndef VIEW_MUSIC_H
#define VIEW_MUSIC_H

#include "clockwork/map.h"
#include "view/cues.h"

#define MUSIC_RATE_HZ 24000

#define MUSIC_SECONDS(beats, bpm) ((beats)*60.0 / (bpm))

/* Fills a tune's samples, which are 0: left, right, left, ... */
void music_make(int tune, float *samples, int frames);

/* The tune of a level: what its map's property `music` names, else that of its place. */
int music_of(const CwMap *map);

/* False with an error that lists the choices when the map names a tune that isn't one. */
bool music_check(const CwMap *map, CwError *error);

#endif
