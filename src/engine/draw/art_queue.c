#include "draw/art_queue.h"

#include "base/number.h"

#include <stdlib.h>

enum { WORKERS_MAX = 3 }; /* beside the caller */

struct ArtQueue {
    ArtJob *jobs;
    int *order; /* large ones first, so that no worker ends with a large one alone */
    int count;
    SDL_atomic_t next; /* in the order */
    ArtDecoder decoder;
    SDL_Thread *workers[WORKERS_MAX];
    int worker_count;
};

/* In a locale of its own: SDL changes the program's for a while when it starts. */
static int load_jobs(void *data)
{
    ArtQueue *queue = data;
    locale_t previous = number_locale_begin();
    for (int i = SDL_AtomicAdd(&queue->next, 1); i < queue->count;
         i = SDL_AtomicAdd(&queue->next, 1)) {
        ArtJob *job = &queue->jobs[queue->order[i]];
        if (!art_is_done(job)) {
            art_load(job, &queue->decoder);
        }
    }
    number_locale_end(previous);
    return 0;
}

static int64_t area(const ArtJob *job)
{
    return (int64_t)job->width_px * job->height_px;
}

static void sort_by_area(const ArtJob *jobs, int count, int *order)
{
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && area(&jobs[order[at - 1]]) < area(&jobs[i]); at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

static bool begin(ArtQueue *queue, ArtJob *jobs, int count)
{
    *queue = (ArtQueue){.jobs = jobs, .count = count};
    queue->order = calloc((size_t)count + 1, sizeof *queue->order);
    if (queue->order == NULL || !art_decoder_open(&queue->decoder)) {
        free(queue->order);
        return false;
    }
    sort_by_area(jobs, count, queue->order);
    queue->worker_count = SDL_max(0, SDL_min(SDL_min(SDL_GetCPUCount(), count) - 1, WORKERS_MAX));
    for (int i = 0; i < queue->worker_count; i++) {
        queue->workers[i] = SDL_CreateThread(load_jobs, "art", queue);
    }
    return true;
}

/* Loads on this thread, too, and waits for the others. */
static void finish(ArtQueue *queue)
{
    load_jobs(queue);
    for (int i = 0; i < queue->worker_count; i++) {
        SDL_WaitThread(queue->workers[i], NULL);
    }
    queue->worker_count = 0;
}

/* Finishes the jobs that threads are at, and begins no other. */
static void cancel(ArtQueue *queue)
{
    SDL_AtomicSet(&queue->next, queue->count);
    finish(queue);
}

static void close_queue(ArtQueue *queue)
{
    art_decoder_close(&queue->decoder);
    free(queue->order);
}

bool art_load_all(ArtJob *jobs, int count)
{
    ArtQueue queue;
    int done = 0;
    while (done < count && art_is_done(&jobs[done])) {
        done++;
    }
    if (done == count) {
        return true;
    }
    if (!begin(&queue, jobs, count)) {
        return false;
    }
    finish(&queue);
    close_queue(&queue);
    return true;
}

ArtQueue *art_queue_begin(ArtJob *jobs, int count)
{
    ArtQueue *queue = jobs == NULL ? NULL : calloc(1, sizeof *queue);
    if (queue == NULL || !begin(queue, jobs, count)) {
        free(jobs);
        free(queue);
        return NULL;
    }
    return queue;
}

bool art_queue_take(ArtQueue *queue, ArtJob *job)
{
    int i = 0;
    while (i < queue->count && !art_jobs_equal(&queue->jobs[i], job)) {
        i++;
    }
    if (i == queue->count) {
        cancel(queue);
        return false;
    }
    finish(queue);
    ArtJob *found = &queue->jobs[i];
    if (!art_is_done(found)) {
        return false;
    }
    *job = *found;
    found->bitmap = (Bitmap){0};
    found->error.text[0] = '\0';
    return true;
}

void art_queue_end(ArtQueue *queue)
{
    if (queue == NULL) {
        return;
    }
    cancel(queue);
    for (int i = 0; i < queue->count; i++) {
        bitmap_free(&queue->jobs[i].bitmap);
    }
    close_queue(queue);
    free(queue->jobs);
    free(queue);
}
