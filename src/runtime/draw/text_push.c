#include "base/number.h"
#include "base/report.h"
#include "draw/draw_list.h"

#include <math.h>
#include <string.h>

static const double DEFAULT_POINTS = 16;
static const CwColour BLACK = {0, 0, 0, 255};
static const CwColour HALF_BLACK = {0, 0, 0, 128};

static CwColour or_default(CwColour colour, CwColour fallback)
{
    return colour.r == 0 && colour.g == 0 && colour.b == 0 && colour.a == 0 ? fallback : colour;
}

/* The bytes of `text` that fit, in whole UTF-8 characters. */
static uint32_t kept_bytes(const char *text)
{
    size_t bytes = text == NULL ? 0 : strnlen(text, CW_TEXT_BYTES_MAX + 1);
    if (bytes <= CW_TEXT_BYTES_MAX) {
        return (uint32_t)bytes;
    }
    bytes = CW_TEXT_BYTES_MAX;
    while (bytes > CW_TEXT_BYTES_MAX - 4 && ((unsigned char)text[bytes] & 0xC0) == 0x80) {
        bytes--;
    }
    return (uint32_t)bytes;
}

static double size_of(const CwDrawList *list, const CwTextDraw *text)
{
    double unit_points =
        list->state.unit_points > 0 ? (double)list->state.unit_points : 1; /* no frame yet */
    return text->size == 0 ? DEFAULT_POINTS / unit_points : text->size;
}

static bool is_drawable(const CwTextDraw *text)
{
    return isfinite(text->x) && isfinite(text->y) && isfinite(text->angle_rad) &&
           isfinite(text->size) && text->size >= 0 && isfinite(text->width) &&
           isfinite(text->line_spacing) && isfinite(text->outline) && isfinite(text->shadow.x) &&
           isfinite(text->shadow.y);
}

static void check_text(const CwDrawList *list, const CwTextDraw *text)
{
    int faces = list->typesetter == NULL ? CW_FACE_COUNT
                                         : fonts_face_count(typesetter_fonts(list->typesetter));
    ASSERT_NUMBER(text->face, text->face >= 0 && text->face < faces,
                  "Use a CwTextFace, or CW_FACE_COUNT + n for row n of CwGame.looks.fonts.");
    ASSERT_NUMBER(text->align, text->align >= CW_ALIGN_LEFT && text->align <= CW_ALIGN_JUSTIFY,
                  "Use one of the values of CwTextAlign.");
    ASSERT_NUMBER(text->anchor,
                  text->anchor >= CW_ANCHOR_MIDDLE && text->anchor <= CW_ANCHOR_BOTTOM,
                  "Use one of the values of CwTextAnchor.");
}

/* The style in heights of a line: a text in the world keeps its lines while the camera zooms. */
static TypeStyle style_of(const CwDrawList *list, const CwTextDraw *text)
{
    return (TypeStyle){.face = text->face,
                       .align = text->align,
                       .width = (float)(fmax(0, text->width) / size_of(list, text)),
                       .line_spacing = text->line_spacing > 0 ? (float)text->line_spacing : 1};
}

static CwTextDraw translated(const CwDrawList *list, const CwTextDraw *text)
{
    ASSERT_GIVEN(text);
    CwTextDraw own = *text;
    bool has_translation = text->is_translated && text->text != NULL && list->translate != NULL;
    own.text = has_translation ? list->translate(NULL, text->text) : text->text;
    return own;
}

CwTextSize cw_text_measure(const CwDrawList *list, const CwTextDraw *given)
{
    const CwTextDraw own = translated(list, given), *text = &own;
    check_text(list, text);
    uint32_t bytes = kept_bytes(text->text);
    double size = size_of(list, text);
    if (list->typesetter == NULL || bytes == 0 || !is_drawable(text)) {
        return (CwTextSize){0};
    }
    TypeStyle style = style_of(list, text);
    TypeLayout layout = typesetter_layout(list->typesetter, text->text, bytes, &style);
    return (CwTextSize){(double)layout.width * size, (double)layout.height * size,
                        (int)layout.line_count};
}

TypeLayout draw_list_layout(const CwDrawList *list, const TextCommand *command)
{
    const TextBlock *block = draw_list_block(list, command);
    TypeStyle style = {.face = command->face,
                       .align = command->align,
                       .width = block->width,
                       .line_spacing = block->line_spacing};
    return typesetter_layout(list->typesetter, list->text + command->first_byte,
                             command->byte_count, &style);
}

/* Returns the new block's number for TextCommand.block; 0: a plain line, or out of memory. */
static uint32_t push_block(CwDrawList *list, const CwTextDraw *text)
{
    TypeStyle style = style_of(list, text);
    bool is_plain = !(text->width > 0 || text->line_spacing > 0 || text->outline > 0) &&
                    text->anchor == CW_ANCHOR_MIDDLE && text->shadow.x == 0 && text->shadow.y == 0;
    if (is_plain || !draw_reserve((void **)&list->blocks, &list->block_capacity,
                                  (uint64_t)list->block_count + 1, sizeof *list->blocks)) {
        return 0;
    }
    list->blocks[list->block_count++] = (TextBlock){
        .width = style.width,
        .line_spacing = style.line_spacing,
        .anchor = text->anchor,
        .outline = (float)text->outline * list->state.unit_points,
        .outline_colour = draw_list_tinted(list, or_default(text->outline_colour, BLACK)),
        .shadow = {{(float)text->shadow.x * list->state.unit_points,
                    (float)text->shadow.y * list->state.unit_points}},
        .shadow_colour = draw_list_tinted(list, or_default(text->shadow_colour, HALF_BLACK))};
    return list->block_count;
}

static void push_text(CwDrawList *list, const CwTextDraw *text, uint32_t bytes, vec2s anchor)
{
    uint32_t first = list->text_bytes;
    if (!draw_reserve((void **)&list->text, &list->text_capacity,
                      (uint64_t)list->text_bytes + bytes, 1)) {
        return;
    }
    memcpy(list->text + first, text->text, bytes);
    list->text_bytes += bytes;
    float angle_rad = (float)fmod(text->angle_rad - list->state.angle_rad, TURN_RAD);
    draw_list_push(list, DRAW_TEXT)->text =
        (TextCommand){.first_byte = first,
                      .byte_count = bytes,
                      .face = text->face,
                      .align = text->align,
                      .place = placement_make(anchor, angle_rad),
                      .size = (float)size_of(list, text) * list->state.unit_points,
                      .colour = draw_list_tinted(list, or_default(text->colour, WHITE)),
                      .block = push_block(list, text)};
}

void cw_draw_text(CwDrawList *list, const CwTextDraw *text)
{
    const CwTextDraw own = translated(list, text);
    text = &own;
    check_text(list, text);
    vec2s anchor = draw_list_to_view(list, text->x, text->y);
    uint32_t bytes = kept_bytes(text->text);
    float size = (float)size_of(list, text) * list->state.unit_points;
    if (bytes > 0 && text->text[bytes] != '\0') {
        draw_mistake(list, "a text of more than CW_TEXT_BYTES_MAX bytes is cut short: draw its "
                           "paragraphs one by one");
    }
    if (bytes > 0 && is_drawable(text) && isfinite(size) && size > 0 && draw_is_drawable(anchor)) {
        push_text(list, text, bytes, anchor);
    }
}
