#include "buggy/tyre.h"

#include "buggy/buggy.h"
#include "common/palette.h"
#include "common/sprites.h"

#include <math.h>

enum { TEETH = 18, TOOTH_CORNERS = 4, TYRE_CORNERS = TEETH * TOOTH_CORNERS };

static const double ROOT_M = 0.385, HALF_OUTLINE_M = 0.0175;
static const double ASIDE = 0.73; /* a tooth widens to each side by so much of what it grows by */
static const CwColour RUBBER = {0x5a, 0x47, 0x41, 255};

/* A wheel that gave way. */
typedef struct Tyre {
    CwTransform2 wheel;
    Squash squash;
    CwPoint2 towards; /* where it is pressed; of length 1 */
} Tyre;

/* Of length 1, from where it is pressed. */
static cpVect direction(const Tyre *tyre, double turn_rad)
{
    return cpvforangle(tyre->wheel.angle_rad + turn_rad - tyre->squash.towards_rad);
}

/* A place so far outside of the tyre's middle line: flat where it is pressed, wider beside it. */
static CwPoint2 pressed(const Tyre *tyre, cpVect direction, double radius_m, double outside_m)
{
    double depth_m = tyre->squash.depth_m, reach_m = radius_m + outside_m;
    double out_m = fmin(reach_m * direction.x, WHEEL_RADIUS_M - depth_m + outside_m);
    double side_m = reach_m * direction.y * (1.0 + 0.9 * depth_m * fmax(0.0, direction.x));
    double x = tyre->towards.x, y = tyre->towards.y;
    return (CwPoint2){tyre->wheel.x_m + out_m * x - side_m * y,
                      tyre->wheel.y_m + out_m * y + side_m * x};
}

/* The tyre within a line so far outside of its outline's middle: a tooth, turned on and on. */
static void draw_tread(CwDrawList *list, const Tyre *tyre, double outside_m, CwColour colour)
{
    static const double shares[TOOTH_CORNERS] = {-0.32, -0.2, 0.2, 0.32};
    const double tip_m = WHEEL_RADIUS_M - HALF_OUTLINE_M, pitch_rad = 2.0 * CP_PI / (double)TEETH;
    cpVect pitch = cpvforangle(pitch_rad);
    CwPoint2 corners[TYRE_CORNERS];
    for (int corner = 0; corner < TOOTH_CORNERS; corner++) {
        double radius_m = corner == 1 || corner == 2 ? tip_m : ROOT_M;
        double aside_rad = ASIDE * outside_m / radius_m;
        cpVect at =
            direction(tyre, shares[corner] * pitch_rad + (corner < 2 ? -aside_rad : aside_rad));
        for (int i = corner; i < TYRE_CORNERS; i += TOOTH_CORNERS) {
            corners[i] = pressed(tyre, at, radius_m, outside_m);
            at = cpvrotate(at, pitch);
        }
    }
    cw_draw_shape(list, corners, TYRE_CORNERS, &(CwPaint){.colour = colour});
}

void tyre_draw(CwDrawList *list, CwTransform2 wheel, Squash squash)
{
    double x = cos(squash.towards_rad), y = sin(squash.towards_rad);
    const Tyre tyre = {wheel, squash, {x, y}};
    CwPoint2 chalk[3];
    for (int i = 0; i < 3; i++) {
        chalk[i] = pressed(&tyre, direction(&tyre, 0.9 + 0.14 * i), 0.345, 0.0);
    }
    draw_tread(list, &tyre, HALF_OUTLINE_M, OUTLINE);
    draw_tread(list, &tyre, -HALF_OUTLINE_M, RUBBER);
    cw_draw_polyline(list, chalk, 3, 0.036, CREAM);
    double lift_m = 0.4 * squash.depth_m; /* the rim rides a little higher */
    sprite_draw(list, SPRITE_RIM,
                (CwTransform2){wheel.x_m - lift_m * x, wheel.y_m - lift_m * y, wheel.angle_rad},
                NATURAL);
}
