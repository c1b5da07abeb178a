/* Ambient light: instead of a rectangle multiplied over everything, the commands' colours are
 * multiplied: the same on both sides of a blend. What multiplies by itself stays as it is. */
#include "draw/draw_list.h"

void cw_draw_set_ambient(CwDrawList *list, int layer, CwColour light)
{
    light.a = 255;
    list->ambient_layer = layer;
    list->ambient = light;
}

void cw_draw_set_lit(CwDrawList *list, bool lit)
{
    list->state.lit = lit;
}

static void dim(CwColour *colour, CwColour light)
{
    *colour = draw_colour_product(*colour, light);
}

static void dim_fill(ShapeFill *fill, CwColour light)
{
    dim(&fill->colour, light);
    for (int i = 0; i < fill->stop_count; i++) {
        dim(&fill->stops[i].colour, light);
    }
}

static void dim_text(CwDrawList *list, TextCommand *text, CwColour light)
{
    dim(&text->colour, light);
    if (text->block == 0) {
        return;
    }
    TextBlock *block = &list->blocks[text->block - 1];
    dim(&block->outline_colour, light);
    dim(&block->shadow_colour, light);
}

static void dim_command(CwDrawList *list, DrawCommand *command, CwColour light)
{
    switch (command->kind) {
    case DRAW_SPRITE:
        dim(&command->sprite.tint, light);
        break;
    case DRAW_PART:
        dim(&command->part.tint, light);
        break;
    case DRAW_POLYGON:
        dim(&command->polygon.colour, light);
        break;
    case DRAW_CAPSULE:
        dim(&command->capsule.colour, light);
        break;
    case DRAW_RECT:
        dim(&command->rect.top, light);
        dim(&command->rect.bottom, light);
        break;
    case DRAW_TEXT:
        dim_text(list, &command->text, light);
        break;
    case DRAW_SHAPE:
        dim_fill(&list->fills[command->shape.fill], light);
        break;
    }
}

void draw_list_light(CwDrawList *list)
{
    CwColour light = list->ambient;
    for (uint32_t i = 0; i < list->command_count && (light.r & light.g & light.b) != 255; i++) {
        DrawCommand *command = &list->commands[i];
        if (command->layer < list->ambient_layer && !command->lit &&
            command->blend != CW_BLEND_MULTIPLY) {
            dim_command(list, command, light);
        }
    }
    list->ambient = (CwColour){255, 255, 255, 255};
}
