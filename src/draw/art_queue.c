#include "draw/art_queue.h"

#include "base/number.h"

#include <stdlib.h>

enum { WORKERS_MAX = 3 }; /* beside the caller */

struct ArtQueue {
    ArtJob *jobs;
    int *order; /* large ones first, so that no worker ends with one alone */
    int count;
    SDL_atomic_t next;
    ArtDecoder decoder;
    SDL_Thread *workers[WORKERS_MAX];
    int worker_count;
};

static bool is_done(const ArtJob *job)
{
    return job->pixels != NULL || job->bitmap.surface != NULL || job->error.text[0] != '\0';
}

/* In a locale of its own: SDL's start changes the program's for a while. */
static int work(void *data)
{
    ArtQueue *queue = data;
    locale_t previous = number_locale_begin();
    for (int i = SDL_AtomicAdd(&queue->next, 1); i < queue->count;
         i = SDL_AtomicAdd(&queue->next, 1)) {
        ArtJob *job = &queue->jobs[queue->order[i]];
        if (!is_done(job)) {
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
    queue->worker_count = SDL_min(SDL_min(SDL_GetCPUCount(), count) - 1, WORKERS_MAX);
    for (int i = 0; i < queue->worker_count; i++) {
        queue->workers[i] = SDL_CreateThread(work, "art", queue);
    }
    return true;
}

static void wait(ArtQueue *queue)
{
    for (int i = 0; i < queue->worker_count; i++) {
        SDL_WaitThread(queue->workers[i], NULL);
    }
    queue->worker_count = 0;
}

static void end(ArtQueue *queue)
{
    wait(queue);
    art_decoder_close(&queue->decoder);
    free(queue->order);
}

static bool all_done(const ArtJob *jobs, int count)
{
    int i = 0;
    while (i < count && is_done(&jobs[i])) {
        i++;
    }
    return i == count;
}

bool art_load_all(ArtJob *jobs, int count)
{
    ArtQueue queue;
    if (all_done(jobs, count)) {
        return true;
    }
    if (!begin(&queue, jobs, count)) {
        return false;
    }
    work(&queue);
    end(&queue);
    return true;
}

/* ---- Ahead ---- */

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

static void give_up(ArtQueue *queue)
{
    SDL_AtomicAdd(&queue->next, queue->count);
    wait(queue);
}

static ArtJob *find(const ArtQueue *queue, const ArtJob *wanted)
{
    for (int i = 0; i < queue->count; i++) {
        if (art_jobs_equal(&queue->jobs[i], wanted)) {
            return &queue->jobs[i];
        }
    }
    return NULL;
}

bool art_queue_take(ArtQueue *queue, ArtJob *job)
{
    ArtJob *found = find(queue, job);
    if (found == NULL) {
        give_up(queue);
        return false;
    }
    work(queue);
    wait(queue);
    if (!is_done(found)) {
        return false;
    }
    *job = *found;
    found->pixels = NULL;
    found->bitmap = (Bitmap){0};
    found->error.text[0] = '\0';
    return true;
}

void art_queue_end(ArtQueue *queue)
{
    if (queue == NULL) {
        return;
    }
    give_up(queue);
    end(queue);
    for (int i = 0; i < queue->count; i++) {
        SDL_FreeSurface(queue->jobs[i].pixels);
        bitmap_free(&queue->jobs[i].bitmap);
    }
    free(queue->jobs);
    free(queue);
}
