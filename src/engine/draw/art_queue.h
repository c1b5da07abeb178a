/* Pictures that are loaded by several threads, large ones first.
 *
 * Either all at once, or ahead: begun while the program opens its window, and taken by who
 * describes the same jobs then; what was made ahead is kept on disk once its owner says that the
 * first picture is shown, or at the end. Where a queue's jobs come from the queue doesn't know. */
#ifndef DRAW_ART_QUEUE_H
#define DRAW_ART_QUEUE_H

#include "draw/art.h"

/* Loads them on all processors (large backdrops take most of a start's time), but for those that
 * are there. False when memory ran out before anything was loaded. */
bool art_load_all(ArtJob *jobs, int count);

typedef struct ArtQueue ArtQueue;

/* Begins to load on other threads. The jobs, from calloc, are the queue's from now on; NULL is
 * fine, and what comes of it when memory ran out. */
ArtQueue *art_queue_begin(ArtJob *jobs, int count);

/* Moves into `job` what came of one that wants the same; false when there was none. The first call
 * loads on this thread, too, until all are there; with a queue that has none such, it ends what is
 * under way instead, for nobody will want it. */
bool art_queue_take(ArtQueue *queue, ArtJob *job);

/* From now on what was made is written to the cache, on threads that give way to others. NULL is
 * fine. */
void art_queue_store(ArtQueue *queue);

/* Ends it with what nobody took, when what was made and isn't stored yet is written to the cache.
 * NULL is fine. */
void art_queue_end(ArtQueue *queue);

#endif
