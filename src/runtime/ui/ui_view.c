#include "ui/ui_view.h"

#include "draw/draw_list.h"

#include <math.h>

double ui_view_scale(CwViewRect view)
{
    return fmin(view.width, view.height) / UI_HEIGHT;
}

static CwPoint2 origin_of(CwViewRect view)
{
    double scale = ui_view_scale(view);
    return (CwPoint2){view.x + (view.width - UI_WIDTH * scale) / 2,
                      view.y + (view.height - UI_HEIGHT * scale) / 2};
}

CwPoint2 ui_view_point(CwViewRect view, CwPoint2 place)
{
    CwPoint2 origin = origin_of(view);
    double scale = ui_view_scale(view);
    return (CwPoint2){(place.x - origin.x) / scale, (place.y - origin.y) / scale};
}

CwViewRect ui_view(CwViewRect view)
{
    CwPoint2 corner = ui_view_point(view, (CwPoint2){view.x, view.y});
    double scale = ui_view_scale(view);
    return (CwViewRect){corner.x, corner.y, view.width / scale, view.height / scale};
}

CwViewRect ui_view_rect(CwViewRect view, CwViewRect rect)
{
    CwPoint2 origin = origin_of(view);
    double scale = ui_view_scale(view);
    return (CwViewRect){origin.x + rect.x * scale, origin.y + rect.y * scale, rect.width * scale,
                        rect.height * scale};
}

CwViewRect ui_view_begin(CwDrawList *list, int layer)
{
    CwViewRect view = cw_draw_view(list);
    draw_view_set_points(list, origin_of(view), ui_view_scale(view));
    cw_draw_set_layer(list, layer);
    return ui_view(view);
}

UiSizes ui_sizes(double text_scale)
{
    double unit = text_scale > 0 ? text_scale : 1;
    return (UiSizes){.title = 26 * unit,
                     .row = 14 * unit,
                     .note = 11.5 * unit,
                     .row_height = 25 * unit,
                     .unit = unit};
}
