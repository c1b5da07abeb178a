/* Decor: pictures of the level that touch nothing, near or far. */
#include "common/numbers.h"
#include "common/sprites.h"
#include "things/things.h"

#include <math.h>

void decor_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    (void)world;
    (void)self;
    const FromMap *from = args;
    const CwMapObject *object = from->object;
    *(Decor *)data = (Decor){.sprite = windup_sprite(cw_map_text(from->map, object, "sprite", "")),
                             .centre_m = object->centre_m,
                             .width_m = object->width_m,
                             .height_m = object->height_m,
                             .angle_rad = object->angle_rad,
                             .turn_radps = cw_map_number(from->map, object, "turn", 0.0),
                             .parallax = object->parallax};
}

/* Tiled's parallax has its origin at the map's top left, ours (like the draw list's) at the bottom
 * left; only x is used, so that hills keep their height. */
void decor_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    const Decor *decor = data;
    CwWorldRect seen = cw_draw_visible_world(frame->draw);
    double shift_m = (1.0 - decor->parallax) * (seen.left_m + seen.right_m) / 2.0;
    double reach_m = decor->width_m + decor->height_m;
    double x_m = decor->centre_m.x + shift_m;
    if (x_m + reach_m < seen.left_m || x_m - reach_m > seen.right_m) {
        return;
    }
    double time_s = cw_world_time_s(world) + (frame->alpha - 1.0) * cw_world_dt_s(world);
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, decor->parallax > 1.0 ? LAYER_TUFTS : LAYER_DECOR);
    cw_draw_sprite(frame->draw,
                   &(CwSpriteDraw){.sprite = decor->sprite,
                                   .x = x_m,
                                   .y = decor->centre_m.y,
                                   .width = decor->width_m,
                                   .height = decor->height_m,
                                   .angle_rad = decor->angle_rad + decor->turn_radps * time_s});
}
