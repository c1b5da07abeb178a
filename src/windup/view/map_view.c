#include "view/map_view.h"

#include "common/numbers.h"

#include <math.h>
#include <string.h>

bool map_is_only_shown(const CwMap *map)
{
    for (int i = 0; i < cw_map_object_count(map); i++) {
        if (strcmp(cw_map_object(map, i)->type, "start") == 0) {
            return false;
        }
    }
    return true;
}

void map_frame(const CwMap *map, CwCamera *camera)
{
    cpBB all = cw_map_bounds(map);
    double height_m = fmax(all.t - all.b, (all.r - all.l) * CW_VIEW_HEIGHT / CW_VIEW_WIDTH);
    *camera = (CwCamera){
        .x_m = (all.l + all.r) / 2.0, .y_m = (all.b + all.t) / 2.0, .height_m = height_m};
}

static void draw_background(CwDrawList *list, CwColour colour)
{
    if (colour.a > 0) {
        cw_draw_set_screen(list);
        cw_draw_rect(list, &(CwRectDraw){0.0, 0.0, CW_VIEW_WIDTH, CW_VIEW_HEIGHT, colour, colour});
    }
}

void map_draw(const CwWorld *world, CwFrame *frame)
{
    const CwMap *map = cw_world_map(world);
    if (map == NULL) {
        return; /* a scene of the lab's */
    }
    cw_draw_set_layer(frame->draw, map_is_only_shown(map) ? LAYER_SKY : LAYER_DECOR);
    if (map_is_only_shown(map)) {
        draw_background(frame->draw, cw_map_background(map));
    }
    cw_draw_map(frame->draw,
                &(CwMapDraw){.map = map, .count = cw_map_layer_count(map), .time_s = frame->sim_s});
}
