/* Loads pictures on several threads, large ones first.
 *
 * Jobs are loaded all at once, or ahead: while the program opens its window. An owner that later
 * wants the same picture takes it from the queue. */
#ifndef DRAW_ART_QUEUE_H
#define DRAW_ART_QUEUE_H

#include "draw/art.h"

/* Loads the jobs that are not done yet on all processors: large backdrops take most of a start's
 * time. False when memory ran out before anything was loaded. */
bool art_load_all(ArtJob *jobs, int count);

typedef struct ArtQueue ArtQueue;

/* Begins to load on other threads. The queue owns the jobs, which are from calloc; NULL is fine.
 * NULL when memory ran out. */
ArtQueue *art_queue_begin(ArtJob *jobs, int count);

/* Moves the result of an equal job into `job`; false when there is none. The first call loads on
 * this thread, too, until all jobs are done. If the queue has no equal job, its other jobs are
 * cancelled: nobody will want them. */
bool art_queue_take(ArtQueue *queue, ArtJob *job);

/* Frees the queue with the results that nobody took. NULL is fine. */
void art_queue_end(ArtQueue *queue);

#endif
