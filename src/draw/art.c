#include "draw/art.h"

#include <SDL_image.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    WORKERS_MAX = 3, /* beside the caller */
    KEPT_FORMAT = 1  /* to be raised when the same file is to give other pixels */
};

SDL_Surface *art_surface(int width_px, int height_px)
{
    /* SDL clears it. */
    return SDL_CreateRGBSurfaceWithFormat(0, width_px, height_px, 32, SDL_PIXELFORMAT_ARGB8888);
}

static Uint32 *pixel_row(SDL_Surface *surface, int y)
{
    return (Uint32 *)(void *)((char *)surface->pixels + (ptrdiff_t)y * surface->pitch);
}

bool art_is_svg(const char *path)
{
    size_t length = strlen(path);
    return length >= 4 && SDL_strcasecmp(path + length - 4, ".svg") == 0;
}

/* NULL and an error for what is no file: SDL opens folders, too. */
static void *read_file(const char *path, size_t *size, CwError *error)
{
    struct stat status;
    bool regular = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    void *bytes = regular ? SDL_LoadFile(path, size) : NULL;
    if (bytes == NULL) {
        cw_error_set(error, "%s can't be opened; put the file there or correct the sprite's name",
                     path);
    }
    return bytes;
}

static SDL_Surface *decode(const ArtJob *job, const void *bytes, size_t size, CwError *error)
{
    SDL_RWops *file = SDL_RWFromConstMem(bytes, (int)size);
    SDL_Surface *decoded = file == NULL ? NULL
                           : art_is_svg(job->path)
                               ? IMG_LoadSizedSVG_RW(file, job->width_px, job->height_px)
                               : IMG_Load_RW(file, 0);
    if (decoded == NULL) {
        cw_error_set(error, "%s is no picture that can be read (%s); save it as plain SVG or PNG",
                     job->path, IMG_GetError());
    }
    if (file != NULL) {
        SDL_RWclose(file);
    }
    return decoded;
}

/* Hidden colours of transparent pixels beside visible ones: those of the neighbour. */
static Uint32 hidden_colour(SDL_Surface *surface, int x, int y)
{
    static const int beside[8][2] = {{-1, 0},  {1, 0},  {0, -1}, {0, 1},
                                     {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
    for (int i = 0; i < 8; i++) {
        int nx = x + beside[i][0], ny = y + beside[i][1];
        if (nx < 0 || ny < 0 || nx >= surface->w || ny >= surface->h) {
            continue;
        }
        Uint32 pixel = pixel_row(surface, ny)[nx];
        if (pixel >> 24 != 0) {
            return pixel & 0x00FFFFFF;
        }
    }
    return pixel_row(surface, y)[x];
}

static void fill_hidden_row(SDL_Surface *surface, int y, int x_step)
{
    Uint32 *row = pixel_row(surface, y);
    for (int x = 0; x < surface->w; x += x_step) {
        if (row[x] >> 24 == 0) {
            row[x] = hidden_colour(surface, x, y);
        }
    }
}

/* SVGs come with hidden colours already: there only the border lacks them. */
static void fill_hidden_colours(SDL_Surface *surface, bool border_only)
{
    for (int y = 0; y < surface->h; y++) {
        bool whole_row = !border_only || y == 0 || y == surface->h - 1;
        fill_hidden_row(surface, y, whole_row ? 1 : surface->w - 1);
    }
}

/* Copies the picture into the middle of a bordered surface, scaling it when it came in another
 * size. */
static SDL_Surface *add_border(SDL_Surface *picture, int width_px, int height_px, bool from_svg)
{
    SDL_Surface *bordered =
        art_surface(width_px + 2 * ART_BORDER_PX, height_px + 2 * ART_BORDER_PX);
    if (bordered == NULL) {
        return NULL;
    }
    SDL_Rect middle = {ART_BORDER_PX, ART_BORDER_PX, width_px, height_px};
    SDL_SetSurfaceBlendMode(picture, SDL_BLENDMODE_NONE);
    bool filled = false;
    if (picture->w == width_px && picture->h == height_px) {
        filled = SDL_BlitSurface(picture, NULL, bordered, &middle) == 0;
    } else {
        SDL_Surface *converted = SDL_ConvertSurfaceFormat(picture, SDL_PIXELFORMAT_ARGB8888, 0);
        filled =
            converted != NULL && SDL_SoftStretchLinear(converted, NULL, bordered, &middle) == 0;
        SDL_FreeSurface(converted);
    }
    if (!filled) {
        SDL_FreeSurface(bordered);
        return NULL;
    }
    fill_hidden_colours(bordered, from_svg);
    return bordered;
}

static int target_px(int wanted_px, int own_px, int largest_px)
{
    int length_px = wanted_px > 0 ? wanted_px : own_px;
    return largest_px > 0 ? SDL_min(length_px, largest_px) : length_px;
}

static void make(ArtJob *job, const void *bytes, size_t size)
{
    SDL_Surface *picture = decode(job, bytes, size, &job->error);
    if (picture == NULL) {
        return;
    }
    if (job->key.a > 0) {
        Uint32 key = SDL_MapRGB(picture->format, job->key.r, job->key.g, job->key.b);
        SDL_SetColorKey(picture, SDL_TRUE, key);
    }
    job->file_width_px = picture->w;
    job->file_height_px = picture->h;
    job->pixels =
        add_border(picture, target_px(job->width_px, picture->w, job->largest_px),
                   target_px(job->height_px, picture->h, job->largest_px), art_is_svg(job->path));
    SDL_FreeSurface(picture);
    if (job->pixels != NULL && job->as_bitmap) {
        bitmap_take(&job->bitmap, job->pixels);
        job->pixels = NULL;
    }
    if (job->pixels == NULL && job->bitmap.surface == NULL) {
        cw_error_set(&job->error, "%s needs more memory than there is; make the picture smaller",
                     job->path);
    }
}

/* ---- Kept on disk ---- */

/* All that the pixels of a job depend on. */
static CacheKey key_of(const ArtJob *job, const void *bytes, size_t size)
{
    const SDL_version *image = IMG_Linked_Version();
    SDL_version sdl;
    SDL_GetVersion(&sdl);
    const int32_t facts[] = {KEPT_FORMAT,
                             SDL_VERSIONNUM(sdl.major, sdl.minor, sdl.patch),
                             SDL_VERSIONNUM(image->major, image->minor, image->patch),
                             art_is_svg(job->path),
                             job->as_bitmap,
                             job->width_px,
                             job->height_px,
                             job->largest_px,
                             job->key.r,
                             job->key.g,
                             job->key.b,
                             job->key.a > 0};
    return cache_key(cache_key((CacheKey){0}, facts, sizeof facts), bytes, size);
}

static bool recall(ArtJob *job, CacheKey key)
{
    CacheEntry entry;
    Bitmap bitmap;
    if (!cache_find(job->cache, key, &entry)) {
        return false;
    }
    int width_px = (int)entry.facts[BITMAP_FACTS], height_px = (int)entry.facts[BITMAP_FACTS + 1];
    if (!bitmap_recall(&bitmap, &entry)) {
        return false;
    }
    job->file_width_px = width_px;
    job->file_height_px = height_px;
    if (job->as_bitmap) {
        job->bitmap = bitmap;
    } else {
        job->pixels = bitmap.surface;
    }
    return true;
}

static void keep(const ArtJob *job, CacheKey key)
{
    uint32_t facts[CACHE_FACTS] = {0};
    const Bitmap surface = {.surface = job->pixels};
    const Bitmap *bitmap = job->as_bitmap ? &job->bitmap : &surface;
    facts[BITMAP_FACTS] = (uint32_t)job->file_width_px;
    facts[BITMAP_FACTS + 1] = (uint32_t)job->file_height_px;
    if (bitmap->surface != NULL) {
        bitmap_keep(bitmap, job->cache, key, facts);
    }
}

static void load(ArtJob *job)
{
    size_t size = 0;
    void *bytes = read_file(job->path, &size, &job->error);
    if (bytes == NULL) {
        return;
    }
    CacheKey key = key_of(job, bytes, size);
    if (!recall(job, key)) {
        make(job, bytes, size);
        keep(job, key);
    }
    SDL_free(bytes);
}

SDL_Surface *art_placeholder(int width_px, int height_px, int square_px)
{
    SDL_Surface *surface = art_surface(width_px + 2 * ART_BORDER_PX, height_px + 2 * ART_BORDER_PX);
    if (surface == NULL) {
        return NULL;
    }
    for (int y = 0; y < height_px; y++) {
        Uint32 *row = pixel_row(surface, y + ART_BORDER_PX) + ART_BORDER_PX;
        for (int x = 0; x < width_px; x++) {
            int across = square_px > 0 ? x / square_px : x * 4 / width_px;
            int down = square_px > 0 ? y / square_px : y * 4 / height_px;
            row[x] = (across + down) % 2 == 0 ? 0xFFFF00FF : 0xFF000000;
        }
    }
    return surface;
}

/* ---- Many at once ---- */

typedef struct ArtQueue {
    ArtJob *jobs;
    const int *order; /* large ones first, so that no worker ends with one alone */
    int count;
    SDL_atomic_t next;
} ArtQueue;

static int work(void *data)
{
    ArtQueue *queue = data;
    for (int i = SDL_AtomicAdd(&queue->next, 1); i < queue->count;
         i = SDL_AtomicAdd(&queue->next, 1)) {
        load(&queue->jobs[queue->order[i]]);
    }
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

bool art_load_all(ArtJob *jobs, int count)
{
    int *order = calloc((size_t)count + 1, sizeof *order);
    if (order == NULL) {
        return false;
    }
    sort_by_area(jobs, count, order);
    ArtQueue queue = {.jobs = jobs, .order = order, .count = count};
    SDL_Thread *workers[WORKERS_MAX] = {NULL};
    int worker_count = SDL_min(SDL_min(SDL_GetCPUCount(), count) - 1, WORKERS_MAX);
    IMG_Init(IMG_INIT_PNG | IMG_INIT_JPG); /* would not be safe for two workers at once */
    for (int i = 0; i < worker_count; i++) {
        workers[i] = SDL_CreateThread(work, "art", &queue);
    }
    work(&queue);
    for (int i = 0; i < worker_count; i++) {
        SDL_WaitThread(workers[i], NULL);
    }
    free(order);
    return true;
}
