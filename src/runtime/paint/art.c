#include "paint/art.h"

#include "base/picture.h"
#include "base/report.h"
#include "paint/sdl_image.h"
#include "platform/file.h"
#include "platform/locale.h"
#include "platform/thread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE_SANE_MAX_PX = 1000000, /* more is damage, not a picture */
    FILE_BYTES_MAX = 256 << 20,
    PICTURES_AREA_MAX_PX = 1 << 27,               /* limit on pictures loaded together: 512 MiB */
    SCANS_AREA_MAX_PX = 16 * PICTURE_AREA_MAX_PX, /* limit on a JPEG's scans: a second */
    STORED_FORMAT = 5, /* raise it when the same file gives other pixels */
    LOADERS_MAX = 4    /* threads */
};

/* Shared by the threads that load the jobs. */
typedef struct ArtDecoder {
    ArtJob *jobs;
    SdlImage image;
    CacheKey image_key;
    CwError error;  /* reason why SDL_image can't be loaded */
    int64_t pixels; /* sum over all decoded pictures */
    bool was_tried;
    SDL_mutex *lock; /* protects image, error, pixels and was_tried */
} ArtDecoder;

bool art_is_svg(const char *path)
{
    return path_has_ending(path, ".svg");
}

/* Reads a file. No bytes, with an error: not a file, or a huge one. */
static Text read_file(const char *path, CwError *error)
{
    Text file = {0};
    bool fits = file_facts(path).size_bytes <= FILE_BYTES_MAX;
    file.bytes = fits ? (char *)file_read(path, 0, FILE_BYTES_MAX, &file.size) : NULL;
    if (!fits) {
        cw_error_set(error, "%s has more than %d MiB; make the picture smaller", path,
                     FILE_BYTES_MAX >> 20);
    } else if (file.bytes == NULL) {
        cw_error_set(error, "%s can't be opened; put the file there or correct the sprite's name",
                     path);
    }
    return file;
}

/* ---- faults of SVGs ---- */

/* The remedy for each fault. The last row is for all others. */
static const char *const REMEDIES[][2] = {
    {"<text>", "is not drawn: turn it into a path (Inkscape: Path, Object to Path)"},
    {"<use>", "is not drawn: put a copy of the shape there (Inkscape: Edit, Clone, Unlink Clone)"},
    {"<image>", "is not drawn: make it a sprite of its own, or save all as PNG"},
    {"<pattern>", "fills nothing: fill with a colour or a gradient"},
    {"<svg> in <svg>", "has no size or place of its own: make it a <g>"},
    {"clip-path", "does not clip: cut the shapes (Inkscape: Path, Intersection)"},
    {"mask", "does not mask: cut the shapes, or give them gradients with opacity"},
    {"filter", "is not applied: use a gradient, or save it as PNG"},
    {"marker", "is not drawn: turn the stroke into a path (Inkscape: Path, Stroke to Path)"},
    {"visibility", "does not hide: write display=\"none\""},
    {"a fill or stroke", "names no gradient with stops and is left out: fill with a colour"},
    {"a colour", "is drawn grey or opaque: write it as #rrggbb"},
    {"opacity", "of a group is given to each shape in it: give it to the shapes instead"},
    {"an opacity", "is misread: write a number from 0 to 1"},
    {"a length", "is misread: write a number, alone or with px, mm, cm, in, pt or pc"},
    {"a percentage", "is read as 0: give the <svg> a viewBox"},
    {"a transform", "is not applied: write matrix, translate, scale, rotate or skew"},
    {"<style>", "is not applied: save with presentation attributes (Illustrator: SVG Options)"},
    {"stroke-dasharray",
     "is not drawn: turn the stroke into paths (Inkscape: Path, Stroke to Path)"},
    {"", "is not understood: save the drawing as plain SVG of paths, or as PNG"}};

void svg_faults_note(SvgFaults *faults, int line, const char *subject)
{
    SvgFault fault = {.line = line};
    snprintf(fault.subject, sizeof fault.subject, "%s", subject);
    int i = 0;
    while (i < faults->count && strcmp(faults->each[i].subject, fault.subject) != 0) {
        i++;
    }
    if (i == faults->count && i < SVG_FAULTS_MAX) {
        faults->each[faults->count++] = fault;
    }
}

void svg_faults_report(const SvgFaults *faults, const char *path)
{
    for (int i = 0; i < faults->count; i++) {
        const SvgFault *fault = &faults->each[i];
        size_t row = 0;
        while (row + 1 < CW_ARRAY_LENGTH(REMEDIES) &&
               strcmp(REMEDIES[row][0], fault->subject) != 0) {
            row++;
        }
        report("%s:%d: %s %s", path, fault->line, fault->subject, REMEDIES[row][1]);
    }
}

/* ---- PNG ---- */

enum {
    PNG_SIGNATURE_BYTES = 8,
    CHUNK_BYTES = 12, /* bytes around a chunk's data: length, type and checksum */
    DEPTH_AT = 24,    /* place of the depth in the file; the head is the first chunk */
    TYPE_AT = 25,
    GREY = 0,
    RGB = 2,
    PALETTE = 3
};

static size_t big32(const unsigned char *at)
{
    return (size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3];
}

/* A channel in eight bits, rounded as SDL_image does. */
static uint8_t level(const unsigned char *at, int depth)
{
    int most = (1 << depth) - 1;
    return (uint8_t)((at[1] & most) * 255 / most);
}

/* Removes chunks that don't change the pixels: SDL_image's reader hangs if a chunk claims more
 * bytes than there are, and no decoder sees texts, profiles and animations. `key` becomes the
 * transparent colour (alpha 0: none), because SDL_image takes a transparent shade of grey for a
 * colour. False with the reason if the file is cut short or can't be read exactly. */
static bool tidy_png(unsigned char *bytes, size_t *size, CwColour *key, CwError *error)
{
    size_t at = PNG_SIGNATURE_BYTES, kept = at;
    bool ended = false;
    *key = (CwColour){0};
    while (!ended) {
        size_t left = *size - at;
        if (left < CHUNK_BYTES || big32(bytes + at) > left - CHUNK_BYTES) {
            return cw_error_set(error, "it is cut short: copy or save it again");
        }
        const unsigned char *chunk = bytes + at, *name = chunk + 4;
        size_t length = big32(chunk);
        if (kept == PNG_SIGNATURE_BYTES && (memcmp(name, "IHDR", 4) != 0 || length != 13)) {
            return cw_error_set(error, "its head is missing: save it again");
        }
        bool is_needed = (name[0] & 0x20) == 0, is_clear = memcmp(name, "tRNS", 4) == 0;
        int depth = bytes[DEPTH_AT];
        size_t step = bytes[TYPE_AT] == RGB ? 2 : 0;
        if (is_clear && (bytes[TYPE_AT] == GREY || step > 0) && length == 2 + 2 * step &&
            depth > 0) {
            if (depth > 8) { /* colours that differ only in lower bits would vanish */
                return cw_error_set(error, "one of its colours of 16 bits is transparent: save it "
                                           "with 8 bits, or with an alpha channel");
            }
            *key = (CwColour){level(chunk + 8, depth), level(chunk + 8 + step, depth),
                              level(chunk + 8 + 2 * step, depth), 255};
        }
        ended = memcmp(name, "IEND", 4) == 0;
        if (is_needed || (is_clear && bytes[TYPE_AT] == PALETTE)) {
            memmove(bytes + kept, chunk, CHUNK_BYTES + length);
            kept += CHUNK_BYTES + length;
        }
        at += CHUNK_BYTES + length;
    }
    *size = kept;
    return true;
}

/* ---- decoding ---- */

/* The loaded SDL_image; NULL with an error. */
static const SdlImage *decoder_image(ArtDecoder *decoder)
{
    SDL_LockMutex(decoder->lock);
    if (!decoder->was_tried) {
        decoder->was_tried = true;
        sdl_image_load(&decoder->image, &decoder->error);
    }
    SDL_UnlockMutex(decoder->lock);
    return decoder->error.text[0] == '\0' ? &decoder->image : NULL;
}

/* Refuses JPEGs that SDL_image would misread or decode for minutes. */
static bool check_jpeg(ArtJob *job, const PictureHead *picture)
{
    int64_t area = (int64_t)picture->width_px * picture->height_px;
    bool is_slow = picture->scan_count * area > SCANS_AREA_MAX_PX;
    const char *fault =
        !picture->is_complete         ? "it is cut short: copy or save it again"
        : picture->channel_count == 4 ? "it has the colours of print (CMYK): save it in RGB"
        : is_slow ? "it has too many scans: save it as a JPEG that is not progressive"
                  : NULL;
    return fault == NULL || cw_error_set(&job->error, "%s", fault);
}

/* Checks and tidies a picture's bytes for a decoder. `key` becomes its transparent colour. */
static bool check_picture(ArtJob *job, Text *file, CwColour *key)
{
    PictureHead picture = picture_read(file->bytes, file->size);
    bool is_svg = art_is_svg(job->path);
    int width_px = is_svg ? job->width_px : picture.width_px;
    int height_px = is_svg ? job->height_px : picture.height_px;
    if (!is_svg && picture.format != PICTURE_PNG && picture.format != PICTURE_JPEG) {
        return cw_error_set(&job->error,
                            "%s is no picture that can be read; save it as plain SVG (with the "
                            "ending .svg) or PNG",
                            job->path);
    }
    if (!is_svg && (width_px < 1 || height_px < 1 || width_px > SIDE_SANE_MAX_PX ||
                    height_px > SIDE_SANE_MAX_PX)) {
        return cw_error_set(&job->error,
                            "%s has a damaged head, in which its size is nonsense: copy or save it "
                            "again",
                            job->path);
    }
    if (!picture_fits(width_px, height_px)) {
        return cw_error_set(&job->error,
                            "%s would have %d x %d pixels; make it smaller, at most %d x %d and %d "
                            "million in all",
                            job->path, width_px, height_px, PICTURE_SIDE_MAX_PX,
                            PICTURE_SIDE_MAX_PX, PICTURE_AREA_MAX_PX / 1000000);
    }
    bool ok = is_svg ? svg_write(file, job->height_px, &job->faults, &job->error)
              : picture.format == PICTURE_JPEG
                  ? check_jpeg(job, &picture)
                  : tidy_png((unsigned char *)file->bytes, &file->size, key, &job->error);
    return ok || cw_error_context(&job->error, "%s", job->path);
}

/* Adds the picture's pixels, scaled, to the sum of all. False: there are too many. */
static bool take_room(ArtJob *job, ArtDecoder *decoder, int width_px, int height_px)
{
    SDL_LockMutex(decoder->lock);
    decoder->pixels += (int64_t)width_px * height_px;
    bool fits = decoder->pixels <= PICTURES_AREA_MAX_PX;
    SDL_UnlockMutex(decoder->lock);
    return fits || cw_error_set(&job->error,
                                "%s is one too many: all pictures may have %d million pixels; make "
                                "some smaller",
                                job->path, PICTURES_AREA_MAX_PX / 1000000);
}

static SDL_Surface *decode(ArtJob *job, ArtDecoder *decoder, const void *bytes, size_t size)
{
    const SdlImage *image = decoder_image(decoder);
    if (image == NULL) {
        cw_error_set(&job->error, "%s: %s", job->path, decoder->error.text);
        return NULL;
    }
    SDL_RWops *file = SDL_RWFromConstMem(bytes, (int)size);
    SDL_Surface *decoded = file == NULL ? NULL
                           : art_is_svg(job->path)
                               ? image->load_svg(file, job->width_px, job->height_px)
                               : image->load(file, 0);
    if (decoded == NULL) {
        cw_error_set(&job->error,
                     "%s is no picture that can be read (%s); save it as plain SVG or PNG",
                     job->path, SDL_GetError()[0] == '\0' ? "out of memory" : SDL_GetError());
    }
    if (file != NULL) {
        SDL_RWclose(file);
    }
    return decoded;
}

/* Copies the picture to a surface with a clear border, scaled if its size differs. */
static SDL_Surface *add_border(SDL_Surface *picture, int width_px, int height_px)
{
    SDL_Surface *bordered =
        bitmap_surface(width_px + 2 * ART_BORDER_PX, height_px + 2 * ART_BORDER_PX);
    if (bordered == NULL) {
        return NULL;
    }
    SDL_Rect middle = {ART_BORDER_PX, ART_BORDER_PX, width_px, height_px};
    SDL_SetSurfaceBlendMode(picture, SDL_BLENDMODE_NONE);
    bool filled = false;
    if (picture->w == width_px && picture->h == height_px) {
        filled = SDL_BlitSurface(picture, NULL, bordered, &middle) == 0;
    } else {
        SDL_Surface *argb = SDL_ConvertSurfaceFormat(picture, SDL_PIXELFORMAT_ARGB8888, 0);
        filled = argb != NULL && SDL_SoftStretchLinear(argb, NULL, bordered, &middle) == 0;
        SDL_FreeSurface(argb);
    }
    if (!filled) {
        SDL_FreeSurface(bordered);
        return NULL;
    }
    return bordered;
}

static int target_px(int wanted_px, int own_px, int largest_px)
{
    int length_px = wanted_px > 0 ? wanted_px : own_px;
    return largest_px > 0 ? SDL_min(length_px, largest_px) : length_px;
}

/* Makes a colour transparent. NULL: out of memory. Frees the picture, which may be NULL. */
static SDL_Surface *clear_colour(SDL_Surface *picture, CwColour key)
{
    if (picture == NULL || key.a == 0) {
        return picture;
    }
    SDL_SetColorKey(picture, SDL_TRUE, SDL_MapRGB(picture->format, key.r, key.g, key.b));
    SDL_Surface *cleared = SDL_ConvertSurfaceFormat(picture, SDL_PIXELFORMAT_ARGB8888, 0);
    SDL_FreeSurface(picture);
    return cleared;
}

static void make_bitmap(ArtJob *job, ArtDecoder *decoder, Text *file)
{
    CwColour key = {0};
    SDL_Surface *picture =
        check_picture(job, file, &key) ? decode(job, decoder, file->bytes, file->size) : NULL;
    picture = clear_colour(clear_colour(picture, key), job->colour_key);
    SDL_Surface *bordered = NULL;
    if (picture != NULL) {
        job->file_width_px = picture->w;
        job->file_height_px = picture->h;
        int width_px = target_px(job->width_px, picture->w, job->largest_px);
        int height_px = target_px(job->height_px, picture->h, job->largest_px);
        bool fits = take_room(job, decoder, width_px, height_px);
        bordered = fits ? add_border(picture, width_px, height_px) : NULL;
        SDL_FreeSurface(picture);
    }
    if (bordered == NULL || !bitmap_take(&job->bitmap, bordered)) {
        cw_error_set(&job->error, "%s needs more memory than there is; make the picture smaller",
                     job->path);
    }
}

/* ---- kept on disk ---- */

static CacheKey key_of(const ArtJob *job, CacheKey image, const void *bytes, size_t size)
{
    SDL_version sdl;
    SDL_GetVersion(&sdl);
    const int32_t facts[] = {STORED_FORMAT,         SDL_VERSIONNUM(sdl.major, sdl.minor, sdl.patch),
                             art_is_svg(job->path), job->width_px,
                             job->height_px,        job->largest_px,
                             job->colour_key.r,     job->colour_key.g,
                             job->colour_key.b,     job->colour_key.a > 0};
    return cache_key(cache_key(image, facts, sizeof facts), bytes, size);
}

static bool load_stored(ArtJob *job, CacheKey key)
{
    CacheEntry *entry = &job->packed;
    if (!cache_find(job->cache, key, entry)) {
        return false;
    }
    job->file_width_px = (int)entry->facts[2];
    job->file_height_px = (int)entry->facts[3];
    bool loaded = job->stays_packed || bitmap_load(&job->bitmap, entry);
    if (!job->stays_packed) {
        cache_free(entry);
    }
    return loaded;
}

static void load_job(ArtJob *job, ArtDecoder *decoder)
{
    Text file = read_file(job->path, &job->error);
    if (file.bytes == NULL) {
        return;
    }
    CacheKey key = key_of(job, decoder->image_key, file.bytes, file.size);
    if (!load_stored(job, key)) {
        make_bitmap(job, decoder, &file);
        /* A picture with faults is not kept, so that each run reports them. */
        if (job->bitmap.surface != NULL && job->faults.count == 0) {
            CacheContent content = bitmap_content(&job->bitmap);
            content.facts[2] = (uint32_t)job->file_width_px;
            content.facts[3] = (uint32_t)job->file_height_px;
            cache_put(job->cache, key, &content);
            if (job->stays_packed && load_stored(job, key)) {
                bitmap_free(&job->bitmap);
            }
        }
    }
    free(file.bytes);
}

/* Numbers in an SVG have points, whatever the program's locale. */
static void load_one(void *context, int index)
{
    ArtDecoder *decoder = context;
    void *previous = locale_plain_begin();
    load_job(&decoder->jobs[index], decoder);
    locale_plain_end(previous);
}

bool art_load_all(ArtJob *jobs, int count)
{
    ArtDecoder decoder = {jobs, .image_key = sdl_image_key(), .lock = SDL_CreateMutex()};
    if (decoder.lock == NULL) {
        return false;
    }
    threads_share(load_one, &decoder, count, SDL_min(thread_count_cores(), LOADERS_MAX));
    SDL_DestroyMutex(decoder.lock);
    return true;
}
