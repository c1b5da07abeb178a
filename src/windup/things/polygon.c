#include "things/polygon.h"

cpVect *polygon_copy(CwWorld *world, const CwMapObject *object)
{
    int count = object->corner_count;
    bool clockwise = cpAreaForPoly(count, object->corners_m, 0.0) < 0.0;
    cpVect *corners_m = cw_world_alloc(world, (size_t)count * sizeof *corners_m);
    for (int i = 0; i < count; i++) {
        corners_m[i] = object->corners_m[clockwise ? count - 1 - i : i];
    }
    return corners_m;
}

bool polygon_contains(const cpVect *corners_m, int count, cpVect place_m)
{
    bool inside = false;
    for (int i = 0; i < count; i++) {
        cpVect a = corners_m[i], b = corners_m[(i + 1) % count];
        if ((a.y > place_m.y) != (b.y > place_m.y) &&
            place_m.x < a.x + (b.x - a.x) * (place_m.y - a.y) / (b.y - a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

void polygon_draw(CwDrawList *list, const cpVect *corners_m, int count, CwColour colour)
{
    CwPoint2 points[CW_SHAPE_CORNERS_MAX];
    for (int i = 0; i < count; i++) {
        points[i] = (CwPoint2){corners_m[i].x, corners_m[i].y};
    }
    cw_draw_shape(list, points, count, &(CwPaint){.colour = colour});
}
