#include "draw/art_queue.h"

#include "base/number.h"

#include <stdlib.h>

enum { WORKERS_MAX = 3 }; /* beside the caller */

struct ArtQueue {
    ArtJob *jobs;
    int *order; /* large ones first, so that no worker ends with one alone */
    int count;
    SDL_atomic_t next, loaded_count, next_stored;
    SDL_sem *loaded; /* open when all are ... */
    SDL_sem *shown;  /* ... and when a picture was made of them */
    ArtDecoder decoder;
    SDL_Thread *workers[WORKERS_MAX];
    int worker_count;
};

static bool is_done(const ArtJob *job)
{
    return job->pixels != NULL || job->bitmap.surface != NULL || job->error.text[0] != '\0';
}

static void load_all(ArtQueue *queue)
{
    for (int i = SDL_AtomicAdd(&queue->next, 1); i < queue->count;
         i = SDL_AtomicAdd(&queue->next, 1)) {
        ArtJob *job = &queue->jobs[queue->order[i]];
        if (!is_done(job)) {
            art_load(job, &queue->decoder);
        }
        if (SDL_AtomicAdd(&queue->loaded_count, 1) == queue->count - 1) {
            SDL_SemPost(queue->loaded);
        }
    }
}

/* What was made is written when nobody waits for a picture any more. */
static void store_all(ArtQueue *queue)
{
    for (int i = SDL_AtomicAdd(&queue->next_stored, 1); i < queue->count;
         i = SDL_AtomicAdd(&queue->next_stored, 1)) {
        art_store(&queue->jobs[i]);
    }
}

static void pass(SDL_sem *gate)
{
    SDL_SemWait(gate);
    SDL_SemPost(gate); /* for the next who waits */
}

/* In a locale of its own: SDL's start changes the program's for a while. */
static int work(void *data)
{
    ArtQueue *queue = data;
    locale_t previous = number_locale_begin();
    load_all(queue);
    pass(queue->loaded);
    pass(queue->shown);
    SDL_SetThreadPriority(SDL_THREAD_PRIORITY_LOW);
    store_all(queue);
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

static bool begin(ArtQueue *queue, ArtJob *jobs, int count, bool stores_later)
{
    *queue = (ArtQueue){.jobs = jobs,
                        .count = count,
                        .loaded = SDL_CreateSemaphore(count == 0),
                        .shown = SDL_CreateSemaphore(!stores_later)};
    queue->order = calloc((size_t)count + 1, sizeof *queue->order);
    if (queue->order == NULL || queue->loaded == NULL || queue->shown == NULL ||
        !art_decoder_open(&queue->decoder)) {
        SDL_DestroySemaphore(queue->loaded);
        SDL_DestroySemaphore(queue->shown);
        free(queue->order);
        return false;
    }
    queue->decoder.stores_later = stores_later;
    sort_by_area(jobs, count, queue->order);
    queue->worker_count = SDL_min(SDL_min(SDL_GetCPUCount(), count) - 1, WORKERS_MAX);
    for (int i = 0; i < queue->worker_count; i++) {
        queue->workers[i] = SDL_CreateThread(work, "art", queue);
    }
    return true;
}

/* Until all are loaded. */
static void finish_loading(ArtQueue *queue)
{
    load_all(queue);
    pass(queue->loaded);
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
    SDL_DestroySemaphore(queue->loaded);
    SDL_DestroySemaphore(queue->shown);
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
    if (!begin(&queue, jobs, count, false)) {
        return false;
    }
    locale_t previous = number_locale_begin();
    finish_loading(&queue);
    number_locale_end(previous);
    end(&queue);
    return true;
}

/* ---- Ahead ---- */

ArtQueue *art_queue_begin(ArtJob *jobs, int count)
{
    ArtQueue *queue = jobs == NULL ? NULL : calloc(1, sizeof *queue);
    if (queue == NULL || !begin(queue, jobs, count, true)) {
        free(jobs);
        free(queue);
        return NULL;
    }
    return queue;
}

/* What was made is still to be stored, but not now. */
static void give_up(ArtQueue *queue)
{
    SDL_AtomicAdd(&queue->next, queue->count);
    SDL_AtomicAdd(&queue->next_stored, queue->count);
    SDL_SemPost(queue->loaded);
    SDL_SemPost(queue->shown);
    wait(queue);
    SDL_AtomicSet(&queue->next_stored, 0);
}

static bool is_loading(ArtQueue *queue)
{
    return SDL_AtomicGet(&queue->loaded_count) < queue->count;
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
        if (is_loading(queue)) {
            give_up(queue);
        }
        return false;
    }
    finish_loading(queue);
    if (!is_done(found)) {
        return false;
    }
    job->file_width_px = found->file_width_px;
    job->file_height_px = found->file_height_px;
    job->pixels = found->pixels;
    job->bitmap = found->bitmap;
    job->error = found->error;
    job->faults = found->faults;
    found->pixels = NULL;
    found->bitmap = (Bitmap){0};
    found->error.text[0] = '\0';
    return true;
}

void art_queue_store(ArtQueue *queue)
{
    if (queue != NULL) {
        SDL_SemPost(queue->shown);
    }
}

void art_queue_end(ArtQueue *queue)
{
    if (queue == NULL) {
        return;
    }
    if (is_loading(queue)) {
        give_up(queue);
    } else {
        art_queue_store(queue);
    }
    store_all(queue);
    end(queue);
    for (int i = 0; i < queue->count; i++) {
        bitmap_free(&queue->jobs[i].unstored);
        SDL_FreeSurface(queue->jobs[i].pixels);
        bitmap_free(&queue->jobs[i].bitmap);
    }
    free(queue->jobs);
    free(queue);
}
