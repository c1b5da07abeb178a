#include "draw/draw_list.h"

#include "base/report.h"
#include "base/view_rect.h"

#include <cglm/struct/mat3.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void draw_mistake(CwDrawList *list, const char *text)
{
    for (int i = 0; i < list->mistake_count; i++) {
        if (list->mistakes[i] == text) {
            return;
        }
    }
    CW_ASSERT(list->mistake_count < MISTAKES_MAX, "Raise MISTAKES_MAX.");
    list->mistakes[list->mistake_count++] = text;
    report("%s", text);
}

bool draw_reserve(void **array, uint32_t *capacity, uint64_t needed, size_t element_bytes)
{
    static atomic_flag said_once = ATOMIC_FLAG_INIT; /* the message would come with every frame */
    if (needed <= *capacity) {
        return true;
    }
    uint64_t wanted = *capacity < 256 ? 256 : *capacity;
    while (wanted < needed) {
        wanted *= 2;
    }
    void *larger = wanted <= INT32_MAX / element_bytes
                       ? realloc(*array, (size_t)wanted * element_bytes)
                       : NULL;
    if (larger == NULL) {
        if (!atomic_flag_test_and_set(&said_once)) {
            report("out of memory, so a part of the picture is left out; close other programs or "
                   "draw less in a frame");
        }
        return false;
    }
    *array = larger;
    *capacity = (uint32_t)wanted;
    return true;
}

static uint8_t product(uint8_t a, uint8_t b)
{
    return (uint8_t)((a * b + 127) / 255);
}

CwColour draw_colour_product(CwColour a, CwColour b)
{
    return (CwColour){product(a.r, b.r), product(a.g, b.g), product(a.b, b.b), product(a.a, b.a)};
}

static uint8_t between(uint8_t from, uint8_t to, double share)
{
    return (uint8_t)(from + (to - from) * share + 0.5);
}

CwColour draw_colour_between(CwColour a, CwColour b, double share)
{
    return (CwColour){between(a.r, b.r, share), between(a.g, b.g, share), between(a.b, b.b, share),
                      between(a.a, b.a, share)};
}

void draw_list_begin(CwDrawList *list, const CwCamera *camera, const SpriteTable *sprites)
{
    ASSERT_NUMBER(camera->height_m, camera->height_m > 0 && isfinite(camera->height_m),
                  "Give the camera a height above 0 m.");
    CW_ASSERT(isfinite(camera->x_m) && isfinite(camera->y_m) && isfinite(camera->angle_rad) &&
                  isfinite(camera->shake_m.x) && isfinite(camera->shake_m.y),
              "Give the camera a finite place, angle and shake.");
    if (list->command_count > list->shown_count) {
        draw_mistake(list,
                     "what a game draws outside of CW_PHASE_RENDER is not shown: draw in a "
                     "system of that phase or in a kind's draw, and keep no CwFrame for ticks");
    }
    list->shown_count = UINT32_MAX;
    list->command_count = 0;
    list->corner_count = 0;
    list->text_bytes = 0;
    list->fill_count = 0;
    list->block_count = 0;
    list->scope_count = 0;
    list->clip_count = 0;
    list->state = (DrawState){.clip = CLIP_ALL, .points = glms_mat3_identity()};
    draw_view_look_through(list, camera);
    list->state.camera.view = view_or_default(camera->view);
    list->state.seen = list->state.clip_rect = cw_draw_view(list);
    list->base_height = list->state.camera.view.height;
    list->sprites = *sprites;
    list->ambient = WHITE;
    cw_draw_set_look(list, (CwPoint2){0, 0}, WHITE);
}

bool draw_list_take_corners(CwDrawList *list, const CwPoint2 *corners, int count)
{
    if (!draw_reserve((void **)&list->corners, &list->corner_capacity,
                      (uint64_t)list->corner_count + (uint32_t)count, sizeof *list->corners)) {
        return false;
    }
    vec2s *views = list->corners + list->corner_count;
    for (int i = 0; i < count; i++) {
        views[i] = draw_list_to_view(list, corners[i].x, corners[i].y);
        if (!draw_is_drawable(views[i])) {
            return false;
        }
    }
    list->corner_count += (uint32_t)count;
    return true;
}

const TextBlock *draw_list_block(const CwDrawList *list, const TextCommand *command)
{
    static const TextBlock plain = {.line_spacing = 1};
    return command->block == 0 ? &plain : &list->blocks[command->block - 1];
}

/* ---- ambient light ----
 *
 * Multiplies the commands' colours instead of laying a multiplying rectangle over them: both sides
 * of a blend get the same light. Commands that multiply stay as they are. */

void cw_draw_set_ambient(CwDrawList *list, int layer, CwColour light)
{
    light.a = 255;
    list->ambient_layer = layer;
    list->ambient = light;
}

void cw_draw_set_lit(CwDrawList *list, bool lit)
{
    list->state.is_lit = lit;
}

static void dim_colour(CwColour *colour, CwColour light)
{
    *colour = draw_colour_product(*colour, light);
}

static void dim_fill(ShapeFill *fill, CwColour light)
{
    dim_colour(&fill->colour, light);
    for (int i = 0; i < fill->stop_count; i++) {
        dim_colour(&fill->stops[i].colour, light);
    }
}

static void dim_text(CwDrawList *list, TextCommand *text, CwColour light)
{
    dim_colour(&text->colour, light);
    if (text->block != 0) {
        dim_colour(&list->blocks[text->block - 1].outline_colour, light);
        dim_colour(&list->blocks[text->block - 1].shadow_colour, light);
    }
}

static void dim_command(CwDrawList *list, DrawCommand *command, CwColour light)
{
    switch (command->kind) {
    case DRAW_SPRITE:
        dim_colour(&command->sprite.tint, light);
        break;
    case DRAW_PART:
        dim_colour(&command->part.tint, light);
        break;
    case DRAW_POLYGON:
        dim_colour(&command->polygon.colour, light);
        break;
    case DRAW_CAPSULE:
        dim_colour(&command->capsule.colour, light);
        break;
    case DRAW_RECT:
        dim_colour(&command->rect.top, light);
        dim_colour(&command->rect.bottom, light);
        break;
    case DRAW_TEXT:
        dim_text(list, &command->text, light);
        break;
    case DRAW_SHAPE:
        dim_fill(&list->fills[command->shape.fill], light);
        break;
    }
}

/* Multiplies the colours below the ambient's layer, once. */
static void apply_ambient(CwDrawList *list)
{
    CwColour light = list->ambient;
    for (uint32_t i = 0; i < list->command_count && (light.r & light.g & light.b) != 255; i++) {
        DrawCommand *command = &list->commands[i];
        if (command->layer < list->ambient_layer && !command->is_lit &&
            command->blend != CW_BLEND_MULTIPLY) {
            dim_command(list, command, light);
        }
    }
    list->ambient = WHITE;
}

/* ---- order ---- */

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, LAYER_SHIFT = 32 };

static void sort_by_digit(CwDrawList *list, uint32_t count, uint64_t least, int shift)
{
    uint32_t places[DIGITS] = {0}, place = 0;
    const uint64_t *from = list->order;
    for (uint32_t i = 0; i < count; i++) {
        places[(from[i] - least) >> shift & (DIGITS - 1)]++;
    }
    for (int digit = 0; digit < DIGITS; digit++) {
        uint32_t of_digit = places[digit];
        places[digit] = place;
        place += of_digit;
    }
    for (uint32_t i = 0; i < count; i++) {
        list->order_scratch[places[(from[i] - least) >> shift & (DIGITS - 1)]++] = from[i];
    }
    uint64_t *sorted = list->order_scratch;
    uint32_t capacity = list->scratch_capacity;
    list->order_scratch = list->order;
    list->scratch_capacity = list->order_capacity;
    list->order = sorted;
    list->order_capacity = capacity;
}

/* Sorts by layer, then by order of pushing; a radix sort. False: out of memory. */
static bool order_from(CwDrawList *list, uint32_t first)
{
    uint32_t count = list->command_count - first;
    if (!draw_reserve((void **)&list->order, &list->order_capacity, count, sizeof *list->order) ||
        !draw_reserve((void **)&list->order_scratch, &list->scratch_capacity, count,
                      sizeof *list->order_scratch)) {
        return false;
    }
    const DrawCommand *commands = list->commands + first;
    uint64_t least = UINT64_MAX, most = 0;
    bool sorted = true;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t layer = (uint32_t)commands[i].layer ^ 0x80000000U; /* negative layers first */
        uint64_t key = (uint64_t)layer << LAYER_SHIFT | (i + first);
        sorted &= key >= most;
        least = key < least ? key : least;
        most = key > most ? key : most;
        list->order[i] = key;
    }
    least = least >> LAYER_SHIFT << LAYER_SHIFT;
    for (int shift = LAYER_SHIFT; !sorted && shift < 64 && (most - least) >> shift != 0;
         shift += DIGIT_BITS) {
        sort_by_digit(list, count, least, shift);
    }
    return true;
}

void draw_list_sort(CwDrawList *list)
{
    draw_view_end_all(list);
    apply_ambient(list);
    if (list->command_count > 0 && !order_from(list, 0)) {
        list->command_count = 0;
    }
    list->shown_count = list->command_count;
}

/* Uses the free room behind the commands. */
void draw_list_gather(CwDrawList *list, uint32_t first, int layer)
{
    uint32_t count = list->command_count - first;
    if (count == 0 || !order_from(list, first) ||
        !draw_reserve((void **)&list->commands, &list->command_capacity,
                      (uint64_t)list->command_count + count, sizeof *list->commands)) {
        return; /* out of memory: commands stay on their layers */
    }
    DrawCommand *room = list->commands + list->command_count;
    for (uint32_t i = 0; i < count; i++) {
        room[i] = *draw_list_at(list, i);
    }
    memcpy(list->commands + first, room, count * sizeof *room);
    for (uint32_t i = first; i < list->command_count; i++) {
        list->commands[i].layer = layer;
    }
}

_Static_assert(sizeof(DrawCommand) == offsetof(DrawCommand, part) + sizeof(PartCommand) &&
                   sizeof(PartCommand) == offsetof(PartCommand, tint) + sizeof(CwColour) &&
                   sizeof(SpriteCommand) == offsetof(SpriteCommand, tint) + sizeof(CwColour) &&
                   sizeof(TextCommand) == offsetof(TextCommand, block) + sizeof(uint32_t) &&
                   sizeof(ShapeCommand) == offsetof(ShapeCommand, closed) + sizeof(uint32_t) &&
                   sizeof(ShapeFill) == offsetof(ShapeFill, to) + sizeof(vec2s) &&
                   sizeof(TextBlock) == offsetof(TextBlock, shadow_colour) + sizeof(CwColour),
               "holes in what is hashed byte by byte would hold anything");

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    return XXH3_64bits_withSeed(bytes, size, hash);
}

uint64_t draw_list_hash(const CwDrawList *list)
{
    uint64_t hash = hash_bytes(0, list->commands, list->command_count * sizeof *list->commands);
    hash = hash_bytes(hash, list->corners, list->corner_count * sizeof *list->corners);
    hash = hash_bytes(hash, list->text, list->text_bytes);
    hash = hash_bytes(hash, list->fills, list->fill_count * sizeof *list->fills);
    hash = hash_bytes(hash, list->blocks, list->block_count * sizeof *list->blocks);
    return hash_bytes(hash, list->clips, list->clip_count * sizeof *list->clips);
}

/* The contents count, not their place in the list's arrays. */
uint64_t draw_list_command_hash(const CwDrawList *list, const DrawCommand *command)
{
    DrawCommand plain = *command;
    uint64_t hash = 0;
    if (command->clip >= CLIP_FIRST) {
        hash = hash_bytes(hash, &list->clips[command->clip - CLIP_FIRST], sizeof *list->clips);
        plain.clip = CLIP_FIRST;
    }
    if (command->kind == DRAW_TEXT) {
        const TextCommand *text = &command->text;
        uint64_t bytes = hash_bytes(0, list->text + text->first_byte, text->byte_count);
        hash += text->block == 0
                    ? bytes
                    : hash_bytes(bytes, draw_list_block(list, text), sizeof *list->blocks);
        plain.text.first_byte = 0;
        plain.text.block = command->text.block != 0;
    } else if (command->kind == DRAW_POLYGON) {
        hash = hash_bytes(hash, list->corners + command->polygon.first_corner,
                          command->polygon.corner_count * sizeof *list->corners);
        plain.polygon.first_corner = 0;
    } else if (command->kind == DRAW_SHAPE) {
        hash = hash_bytes(hash, list->corners + command->shape.first_corner,
                          command->shape.corner_count * sizeof *list->corners);
        hash = hash_bytes(hash, &list->fills[command->shape.fill], sizeof *list->fills);
        plain.shape.first_corner = 0;
        plain.shape.fill = 0;
    }
    return hash_bytes(hash, &plain, sizeof plain);
}

void draw_list_free(CwDrawList *list)
{
    free(list->commands);
    free(list->corners);
    free(list->text);
    free(list->fills);
    free(list->clips);
    free(list->blocks);
    free(list->order);
    free(list->order_scratch);
    memset(list, 0, sizeof *list);
}
