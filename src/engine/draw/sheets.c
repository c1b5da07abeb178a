#include "draw/sheets.h"

#include "base/path.h"
#include "base/report.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_BYTES_MAX = 16 << 20 };

/* The whole file with a zero at its end, for SDL_free. */
static char *read_text(const char *path, CwError *error)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        cw_error_set(error, "%s can't be opened; put the file there or correct the sprite's sheet",
                     path);
        return NULL;
    }
    if (!S_ISREG(status.st_mode) || status.st_size > FILE_BYTES_MAX) {
        cw_error_set(error, "%s is no file of at most 16 MB; correct the sprite's sheet", path);
        return NULL;
    }
    size_t bytes;
    char *text = SDL_LoadFile(path, &bytes);
    if (text == NULL) {
        cw_error_set(error, "%s can't be read: %s", path, SDL_GetError());
    } else if (strlen(text) != bytes) {
        cw_error_set(error, "%s:1: is no text; export the sheet again with Aseprite (JSON Data)",
                     path);
        SDL_free(text);
        return NULL;
    }
    return text;
}

static bool read_file(Sheet *sheet, const char *path, CwError *error)
{
    char *text = read_text(path, error);
    bool read = text != NULL && sheet_from_aseprite(sheet, text, path, error);
    SDL_free(text);
    return read;
}

/* The length of one of `count` frames; 0 where that is no whole number of pixels. */
static int cell_px(int length_px, int count, const CwGrid *grid)
{
    int64_t gaps_px = 2 * (int64_t)grid->margin + (int64_t)(count - 1) * grid->spacing;
    int64_t rest_px = length_px - gaps_px;
    return rest_px > 0 && rest_px % count == 0 ? (int)(rest_px / count) : 0;
}

static bool grid_error(const CwSpriteDef *def, CwError *error)
{
    return cw_error_set(error,
                        "%d x %d pixels don't make %d columns and %d rows of whole pixels with "
                        "margin %d and spacing %d; correct width_px, height_px or grid",
                        def->width_px, def->height_px, def->grid.columns, def->grid.rows,
                        def->grid.margin, def->grid.spacing);
}

bool sheet_from_grid(Sheet *sheet, const CwSpriteDef *def, CwError *error)
{
    const CwGrid *grid = &def->grid;
    bool sound = grid->columns > 0 && grid->rows > 0 && grid->margin >= 0 && grid->spacing >= 0 &&
                 grid->columns <= SHEET_FRAMES_MAX / grid->rows;
    int width_px = sound ? cell_px(def->width_px, grid->columns, grid) : 0;
    int height_px = sound ? cell_px(def->height_px, grid->rows, grid) : 0;
    if (width_px == 0 || height_px == 0) {
        return grid_error(def, error);
    }
    int count = grid->columns * grid->rows;
    *sheet = (Sheet){.width_px = def->width_px,
                     .height_px = def->height_px,
                     .frames = calloc((size_t)count, sizeof *sheet->frames),
                     .frame_count = count};
    if (sheet->frames == NULL) {
        return cw_error_set(error, "out of memory for a sheet");
    }
    for (int i = 0; i < count; i++) {
        int x = grid->margin + i % grid->columns * (width_px + grid->spacing);
        int y = grid->margin + i / grid->columns * (height_px + grid->spacing);
        sheet->frames[i] = (SheetFrame){
            .part = {x, y, width_px, height_px}, .width_px = width_px, .height_px = height_px};
    }
    return true;
}

static void open_sheet(Sheets *sheets, int number, const char *art_dir)
{
    CwSpriteDef *def = &sheets->sprites[number];
    Sheet *sheet = &sheets->sheets[number];
    CwError error = {0};
    char path[PATH_BYTES_MAX];
    if (def->sheet != NULL) {
        snprintf(path, sizeof path, "%s/%s", art_dir, def->sheet);
        if (!read_file(sheet, path, &error)) {
            report("%s (the picture is drawn whole instead)", error.text);
        }
    } else if (def->grid.columns > 0 && !sheet_from_grid(sheet, def, &error)) {
        report("%s: %s", def->file, error.text);
    }
    if (sheet->frame_count > 0) {
        def->width_px = sheet->width_px;
        def->height_px = sheet->height_px;
        def->width_m *= (double)sheet->width_px / sheet->frames[0].width_px;
        def->height_m *= (double)sheet->height_px / sheet->frames[0].height_px;
    }
}

/* ---- Clips ---- */

static uint64_t length_in_row_ms(const CwClip *clip)
{
    ClipTiming timing = {.frames_ms = clip->frames_ms,
                         .frame_ms = clip->frame_ms,
                         .count = clip->last - clip->first + 1};
    return clip_length_ms(&timing);
}

/* For a clip whose row has durations. */
static void compare_with_tag(const Sheets *sheets, int number, const CwClip *clip,
                             const SheetTag *tag)
{
    const SheetFrame *frames = sheets->sheets[clip->sprite].frames + tag->first;
    int count = clip->last - clip->first + 1, count_in_file = tag->last - tag->first + 1;
    uint64_t length_ms = 0;
    bool differs = count != count_in_file;
    for (int i = 0; i < count_in_file; i++) {
        length_ms += frames[i].duration_ms;
        uint32_t row_ms =
            clip->frames_ms == NULL || i >= count ? clip->frame_ms : clip->frames_ms[i];
        differs = differs || row_ms != frames[i].duration_ms;
    }
    if (differs) {
        report("%s: tag \"%s\" has %d frames, %llu ms in all, but clip %d says %d frames, %llu ms, "
               "which are played; correct one of the two",
               sheets->sprites[clip->sprite].sheet, tag->name, count_in_file,
               (unsigned long long)length_ms, number, count,
               (unsigned long long)length_in_row_ms(clip));
    }
}

/* The durations of the file. False when memory ran out. */
static bool take_durations(SheetClip *drawn, const Sheet *sheet)
{
    int count = drawn->timing.count;
    drawn->frames_ms = calloc((size_t)count, sizeof *drawn->frames_ms);
    for (int i = 0; drawn->frames_ms != NULL && i < count; i++) {
        drawn->frames_ms[i] = sheet->frames[drawn->first + i].duration_ms;
    }
    drawn->timing.frames_ms = drawn->frames_ms;
    return drawn->frames_ms != NULL;
}

const SheetTag *sheet_tag(const Sheet *sheet, const char *name)
{
    for (int i = 0; i < sheet->tag_count; i++) {
        if (strcmp(sheet->tags[i].name, name) == 0) {
            return &sheet->tags[i];
        }
    }
    return NULL;
}

static const SheetTag *find_tag(const Sheets *sheets, int number, const CwClip *clip)
{
    const Sheet *sheet = &sheets->sheets[clip->sprite];
    const SheetTag *tag = clip->tag == NULL ? NULL : sheet_tag(sheet, clip->tag);
    if (clip->tag != NULL && tag == NULL && sheet->frame_count > 0) {
        report("%s: there is no tag \"%s\", which clip %d plays; name it in Aseprite and export "
               "with Tags",
               sheets->sprites[clip->sprite].sheet, clip->tag, number);
    }
    return tag;
}

static bool open_clip(Sheets *sheets, int number, const CwClip *clip)
{
    const Sheet *sheet = &sheets->sheets[clip->sprite];
    const SheetTag *tag = find_tag(sheets, number, clip);
    bool timed = clip->frame_ms > 0 || clip->frames_ms != NULL;
    SheetClip *drawn = &sheets->clips[number];
    *drawn = (SheetClip){.sprite = clip->sprite,
                         .first = tag != NULL ? tag->first : clip->first,
                         .timing = {clip->frames_ms, clip->frame_ms, clip->last - clip->first + 1,
                                    clip->play, clip->reversed}};
    if (tag != NULL && timed) {
        compare_with_tag(sheets, number, clip, tag);
        return true;
    }
    if (tag != NULL) {
        drawn->timing.count = tag->last - tag->first + 1;
        drawn->timing.play = clip->play == CW_PLAY_LOOP ? tag->play : clip->play;
        drawn->timing.reversed = clip->reversed != tag->reversed;
    }
    if (drawn->first + drawn->timing.count > sheet->frame_count && sheet->frame_count > 0) {
        report("%s: there are only %d frames, clip %d plays number %d; correct one of the two",
               sheets->sprites[clip->sprite].file, sheet->frame_count, number, clip->last);
    }
    bool in_file = tag != NULL || (clip->tag == NULL && clip->last < sheet->frame_count);
    drawn->timing.count = timed || in_file ? drawn->timing.count : 0;
    return timed || !in_file || take_durations(drawn, sheet);
}

bool sheets_open(Sheets *sheets, const SheetsDesc *desc, CwError *error)
{
    size_t sprite_count = (size_t)desc->sprite_count + 1, clip_count = (size_t)desc->clip_count + 1;
    *sheets = (Sheets){.sprites = calloc(sprite_count, sizeof *sheets->sprites),
                       .sheets = calloc(sprite_count, sizeof *sheets->sheets),
                       .sprite_count = desc->sprite_count,
                       .clips = calloc(clip_count, sizeof *sheets->clips),
                       .clip_count = desc->clip_count};
    bool opened = sheets->sprites != NULL && sheets->sheets != NULL && sheets->clips != NULL;
    for (int i = 0; opened && i < desc->sprite_count; i++) {
        sheets->sprites[i] = desc->sprites[i];
        open_sheet(sheets, i, desc->art_dir);
    }
    for (int i = 0; opened && i < desc->clip_count; i++) {
        opened = open_clip(sheets, i, &desc->clips[i]);
    }
    if (!opened) {
        sheets_close(sheets);
        return cw_error_set(error, "out of memory for the sheets");
    }
    return true;
}

void sheet_free(Sheet *sheet)
{
    for (int i = 0; i < sheet->tag_count; i++) {
        free(sheet->tags[i].name);
    }
    free(sheet->frames);
    free(sheet->tags);
    *sheet = (Sheet){0};
}

void sheets_close(Sheets *sheets)
{
    for (int i = 0; sheets->sheets != NULL && i < sheets->sprite_count; i++) {
        sheet_free(&sheets->sheets[i]);
    }
    for (int i = 0; sheets->clips != NULL && i < sheets->clip_count; i++) {
        free(sheets->clips[i].frames_ms);
    }
    free(sheets->sprites);
    free(sheets->sheets);
    free(sheets->clips);
    *sheets = (Sheets){0};
}
