#include "things/kinds.h"

#include "common/sprites.h"

static bool check_decor(const CwMapObject *object, CwError *error)
{
    return windup_sprite(cw_property_text(object->properties, "sprite", "")) >= 0 ||
           cw_error_set(error,
                        "decor needs a property \"sprite\" with the name of a picture of the "
                        "game, such as \"gear_a\"");
}

const ThingClass decor_class = {
    .shape = CW_MAP_RECT,
    .most = 5000,
    .properties = {PROPERTY(Decor, turn_radps, "turn", 0.0, -100.0, 100.0), TEXT("sprite")},
    .check = check_decor};

void decor_spawn(CwWorld *world, CwEntity self, Decor *decor, const CwMapObject *object)
{
    (void)world, (void)self;
    decor->object = object;
    decor->sprite = windup_sprite(cw_property_text(object->properties, "sprite", ""));
}

void decor_draw(const CwWorld *world, const Decor *decor, CwFrame *frame)
{
    const CwMapObject *object = decor->object;
    (void)world;
    if (!object_is_seen(frame, object, object->width_m + object->height_m)) {
        return;
    }
    cw_draw_set_layer(frame->draw, LAYER_DECOR);
    bool is_gear = decor->sprite == SPRITE_GEAR_A || decor->sprite == SPRITE_GEAR_B;
    CwColour pale = {255, 255, 255, frame->comfort.high_contrast ? 60 : 150};
    cw_draw_sprite(
        frame->draw,
        &(CwSpriteDraw){.sprite = decor->sprite,
                        .x = object->centre_m.x,
                        .y = object->centre_m.y,
                        .width = object->width_m,
                        .height = object->height_m,
                        .angle_rad = object->angle_rad + decor->turn_radps * frame->sim_s,
                        .tint = is_gear ? &pale : NULL}); /* no cog, no obstacle */
}
