#include "draw/sheets.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t USUAL_FRAME_MS = 100; /* Aseprite's, where a file says none */
static const char REMEDY[] = "export the sheet again with Aseprite (JSON Data)";

/* The file that is being read, for messages. */
typedef struct SheetReader {
    const char *text, *path;
    Sheet *sheet;
    CwError *error;
} SheetReader;

/* The line of a word's occurrence number `index`, from 0; jansson doesn't keep the places of what
 * it read. 1 where there is none. */
static int line_of(const SheetReader *reader, const char *word, int index)
{
    const char *at = strstr(reader->text, word);
    for (; at != NULL && index > 0; index--) {
        at = strstr(at + 1, word);
    }
    int line = 1;
    for (const char *c = reader->text; at != NULL && c < at; c++) {
        line += *c == '\n';
    }
    return line;
}

static bool frame_error(const SheetReader *reader, int index, const char *what)
{
    return cw_error_set(reader->error, "%s:%d: frame %d %s; %s", reader->path,
                        line_of(reader, "\"frame\"", index), index, what, REMEDY);
}

static bool read_length(const json_t *object, const char *key, json_int_t least, int *value)
{
    const json_t *number = json_object_get(object, key);
    json_int_t read = json_integer_value(number);
    *value = read >= least && read <= SHEET_LENGTH_MAX_PX ? (int)read : 0;
    return json_is_integer(number) && read >= least && read <= SHEET_LENGTH_MAX_PX;
}

static bool read_part(const json_t *object, CwPart *part)
{
    return read_length(object, "x", 0, &part->x) && read_length(object, "y", 0, &part->y) &&
           read_length(object, "w", 1, &part->width) && read_length(object, "h", 1, &part->height);
}

static bool is_inside(const CwPart *part, int width_px, int height_px)
{
    return part->width <= width_px - part->x && part->height <= height_px - part->y;
}

/* Without these two a frame was not trimmed. */
static bool read_trim(const SheetReader *reader, int index, const json_t *object, SheetFrame *frame)
{
    const json_t *within = json_object_get(object, "spriteSourceSize");
    const json_t *source = json_object_get(object, "sourceSize");
    CwPart part = {0, 0, frame->part.width, frame->part.height};
    frame->width_px = part.width;
    frame->height_px = part.height;
    if (within == NULL && source == NULL) {
        return true;
    }
    if (!read_part(within, &part) || !read_length(source, "w", 1, &frame->width_px) ||
        !read_length(source, "h", 1, &frame->height_px) || part.width != frame->part.width ||
        part.height != frame->part.height || !is_inside(&part, frame->width_px, frame->height_px)) {
        return frame_error(reader, index, "has no spriteSourceSize that fits into its sourceSize");
    }
    frame->x_px = part.x;
    frame->y_px = part.y;
    return true;
}

static bool read_duration(const json_t *object, SheetFrame *frame)
{
    const json_t *duration = json_object_get(object, "duration");
    json_int_t ms = duration == NULL ? USUAL_FRAME_MS : json_integer_value(duration);
    frame->duration_ms = ms >= 1 && ms <= UINT16_MAX ? (uint32_t)ms : 0;
    return frame->duration_ms > 0;
}

static bool read_frame(const SheetReader *reader, int index, const json_t *object)
{
    SheetFrame *frame = &reader->sheet->frames[index];
    if (!read_part(json_object_get(object, "frame"), &frame->part)) {
        return frame_error(reader, index, "has no \"frame\" with whole x, y, w and h");
    }
    if (!is_inside(&frame->part, reader->sheet->width_px, reader->sheet->height_px)) {
        return frame_error(reader, index, "reaches beyond the picture's size in \"meta\"");
    }
    if (json_is_true(json_object_get(object, "rotated"))) {
        return frame_error(reader, index, "is turned in the sheet, which can't be drawn");
    }
    if (!read_duration(object, frame)) {
        return frame_error(reader, index, "has no duration of 1 to 65535 ms");
    }
    return read_trim(reader, index, object, frame);
}

static bool read_frames(const SheetReader *reader, json_t *frames)
{
    Sheet *sheet = reader->sheet;
    size_t count = json_is_array(frames) ? json_array_size(frames) : json_object_size(frames);
    if (count == 0 || count > SHEET_FRAMES_MAX) {
        return cw_error_set(reader->error, "%s:%d: there are no \"frames\", or too many; %s",
                            reader->path, line_of(reader, "\"frames\"", 0), REMEDY);
    }
    sheet->frames = calloc(count, sizeof *sheet->frames);
    if (sheet->frames == NULL) {
        return cw_error_set(reader->error, "%s: out of memory", reader->path);
    }
    if (json_is_array(frames)) {
        for (; sheet->frame_count < (int)count; sheet->frame_count++) {
            if (!read_frame(reader, sheet->frame_count,
                            json_array_get(frames, (size_t)sheet->frame_count))) {
                return false;
            }
        }
        return true;
    }
    const char *name;
    json_t *frame;
    json_object_foreach(frames, name, frame)
    {
        if (!read_frame(reader, sheet->frame_count, frame)) {
            return false;
        }
        sheet->frame_count++;
    }
    return true;
}

static bool read_direction(const json_t *object, SheetTag *tag)
{
    static const struct {
        const char *word;
        CwPlay play;
        bool reversed;
    } directions[] = {{"forward", CW_PLAY_LOOP, false},
                      {"reverse", CW_PLAY_LOOP, true},
                      {"pingpong", CW_PLAY_PING_PONG, false},
                      {"pingpong_reverse", CW_PLAY_PING_PONG, true}};
    const json_t *direction = json_object_get(object, "direction");
    const char *word = direction == NULL ? "forward" : json_string_value(direction);
    for (size_t i = 0; word != NULL && i < sizeof directions / sizeof directions[0]; i++) {
        if (strcmp(word, directions[i].word) == 0) {
            tag->play = directions[i].play;
            tag->reversed = directions[i].reversed;
            return true;
        }
    }
    return false;
}

static bool read_tag(const SheetReader *reader, int index, const json_t *object)
{
    Sheet *sheet = reader->sheet;
    SheetTag tag = {0};
    const char *name = json_string_value(json_object_get(object, "name"));
    if (name == NULL || !read_length(object, "from", 0, &tag.first) ||
        !read_length(object, "to", tag.first, &tag.last) || tag.last >= sheet->frame_count ||
        !read_direction(object, &tag)) {
        return cw_error_set(reader->error,
                            "%s:%d: tag %d lacks a name, a direction or frames from 0 to %d; %s",
                            reader->path, line_of(reader, "\"from\"", index), index,
                            sheet->frame_count - 1, REMEDY);
    }
    tag.name = strdup(name);
    if (tag.name == NULL) {
        return cw_error_set(reader->error, "%s: out of memory", reader->path);
    }
    sheet->tags[sheet->tag_count++] = tag;
    return true;
}

static bool read_tags(const SheetReader *reader, const json_t *tags)
{
    size_t count = json_array_size(tags); /* 0 where there are none */
    if (count > SHEET_FRAMES_MAX) {
        return cw_error_set(reader->error, "%s: too many tags; %s", reader->path, REMEDY);
    }
    reader->sheet->tags = calloc(count + 1, sizeof *reader->sheet->tags);
    for (size_t i = 0; reader->sheet->tags != NULL && i < count; i++) {
        if (!read_tag(reader, (int)i, json_array_get(tags, i))) {
            return false;
        }
    }
    return reader->sheet->tags != NULL ||
           cw_error_set(reader->error, "%s: out of memory", reader->path);
}

static bool read_root(const SheetReader *reader, const json_t *root)
{
    const json_t *meta = json_object_get(root, "meta");
    const json_t *size = json_object_get(meta, "size");
    if (!read_length(size, "w", 1, &reader->sheet->width_px) ||
        !read_length(size, "h", 1, &reader->sheet->height_px)) {
        return cw_error_set(
            reader->error, "%s:%d: \"meta\" has no \"size\" with w and h of 1 to %d; %s",
            reader->path, line_of(reader, "\"meta\"", 0), SHEET_LENGTH_MAX_PX, REMEDY);
    }
    return read_frames(reader, json_object_get(root, "frames")) &&
           read_tags(reader, json_object_get(meta, "frameTags"));
}

bool sheet_from_aseprite(Sheet *sheet, const char *text, const char *path, CwError *error)
{
    *sheet = (Sheet){0};
    json_error_t at;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &at);
    if (root == NULL) {
        return cw_error_set(error, "%s:%d: %s; %s", path, at.line < 1 ? 1 : at.line, at.text,
                            REMEDY);
    }
    SheetReader reader = {text, path, sheet, error};
    bool read = read_root(&reader, root);
    json_decref(root);
    if (!read) {
        sheet_free(sheet);
    }
    return read;
}
