#include "game/tyre.h"

#include "game/buggy.h"
#include "game/palette.h"
#include "game/sprites.h"

#include <math.h>

enum { TEETH = 18, TOOTH_CORNERS = 4, TYRE_CORNERS = TEETH * TOOTH_CORNERS };

static const double ROOT_M = 0.385, OUTLINE_M = 0.035;
static const CwColour RUBBER = {0x5a, 0x47, 0x41, 255};

/* A place of the tyre after it gave way: flat where it is pressed, wider beside it. */
static CwPoint2 pressed(CwTransform2 wheel, Squash squash, double angle_rad, double radius_m)
{
    double off_rad = angle_rad - squash.towards_rad;
    double reach_m = radius_m * cos(off_rad);
    double flat_m = WHEEL_RADIUS_M - squash.depth_m;
    double out_m = fmin(reach_m, flat_m);
    double bulge = 1.0 + 0.9 * squash.depth_m * fmax(0.0, cos(off_rad));
    double side_m = radius_m * sin(off_rad) * bulge;
    double x = cos(squash.towards_rad), y = sin(squash.towards_rad);
    return (CwPoint2){wheel.x_m + out_m * x - side_m * y, wheel.y_m + out_m * y + side_m * x};
}

void tyre_draw(CwDrawList *list, CwTransform2 wheel, Squash squash)
{
    static const double shares[TOOTH_CORNERS] = {-0.32, -0.2, 0.2, 0.32};
    CwPoint2 outline[TYRE_CORNERS], chalk[3];
    for (int i = 0; i < TYRE_CORNERS; i++) {
        int corner = i % TOOTH_CORNERS;
        double turn = (i / TOOTH_CORNERS + shares[corner]) / (double)TEETH;
        double radius_m = corner == 1 || corner == 2 ? WHEEL_RADIUS_M - OUTLINE_M / 2.0 : ROOT_M;
        outline[i] = pressed(wheel, squash, wheel.angle_rad + 2.0 * CP_PI * turn, radius_m);
    }
    for (int i = 0; i < 3; i++) {
        chalk[i] = pressed(wheel, squash, wheel.angle_rad + 0.9 + 0.14 * i, 0.345);
    }
    cw_draw_shape(list, outline, TYRE_CORNERS, &(CwPaint){.colour = RUBBER});
    cw_draw_stroke(
        list,
        &(CwStroke){.points = outline, .count = TYRE_CORNERS, .width = OUTLINE_M, .closed = true},
        &(CwPaint){.colour = OUTLINE});
    cw_draw_polyline(list, chalk, 3, 0.036, CREAM);
    double lift_m = 0.4 * squash.depth_m; /* the rim rides a little higher */
    cw_draw_sprite(list, &(CwSpriteDraw){.sprite = SPRITE_RIM,
                                         .x = wheel.x_m - lift_m * cos(squash.towards_rad),
                                         .y = wheel.y_m - lift_m * sin(squash.towards_rad),
                                         .angle_rad = wheel.angle_rad});
}
