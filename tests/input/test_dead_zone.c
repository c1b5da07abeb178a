#include "input/dead_zone.h"

#include "clockwork/base.h"
#include "input/input_event.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>

static const double zones[] = {0, 0.05, 0.2, 0.35, 0.9};
static const double rad_per_deg = 0.017453292519943295;

/* One raw unit of an axis, as a deflection after the steepest stretching (zone 0.9). */
static const double raw_unit = 1.5 / 32767 / (1 - 0.9);

static Deflection deflect(double radius, double angle_deg, double zone)
{
    double angle_rad = angle_deg * rad_per_deg, raw = radius * (double)AXIS_FULL;
    int raw_x = (int)lround(raw * cos(angle_rad));
    int raw_y = (int)lround(raw * sin(angle_rad));
    return dead_zone_stick(raw_x, raw_y, zone);
}

static double length(Deflection d)
{
    return sqrt(d.x * d.x + d.y * d.y);
}

TEST(a_stick_inside_its_zone_is_at_rest_at_every_angle, .rounds = CW_ARRAY_LENGTH(zones))
{
    double zone = zones[_i];
    for (double angle_deg = 0; angle_deg < 360; angle_deg += 0.25) {
        for (double part = 0; part < 0.999; part += 0.11) {
            Deflection d = deflect(zone * part - 1e-4, angle_deg, zone);
            if (zone > 0 && (d.x != 0 || d.y != 0)) {
                ck_abort_msg("zone %g angle %g: %g %g", zone, angle_deg, d.x, d.y);
            }
        }
    }
    Deflection centre = dead_zone_stick(0, 0, zone);
    ck_assert(centre.x == 0 && centre.y == 0);
}

TEST(a_stick_starts_from_zero_at_the_edge_of_its_zone, .rounds = CW_ARRAY_LENGTH(zones))
{
    double zone = zones[_i];
    double longest = 0;
    for (double angle_deg = 0; angle_deg < 360; angle_deg += 0.1) {
        longest = fmax(longest, length(deflect(zone + 1e-4, angle_deg, zone)));
    }
    ck_assert_double_gt(longest, 0);
    ck_assert_double_lt(longest, 1e-4 / (1 - zone) + raw_unit);
}

TEST(the_length_depends_on_the_radius_alone, .rounds = CW_ARRAY_LENGTH(zones))
{
    double zone = zones[_i];
    double worst = 0;
    for (double radius = zone; radius <= 1; radius += 0.02) {
        double expected = (radius - zone) / (1 - zone);
        for (double angle_deg = 0; angle_deg < 360; angle_deg += 1) {
            worst = fmax(worst, fabs(length(deflect(radius, angle_deg, zone)) - fmax(expected, 0)));
        }
    }
    ck_assert_double_lt(worst, raw_unit);
}

TEST(a_sweep_keeps_its_direction_and_never_snaps_to_an_axis, .rounds = CW_ARRAY_LENGTH(zones))
{
    double zone = zones[_i];
    double worst = 0;
    for (double radius = zone + 0.02; radius <= 1; radius += 0.08) {
        for (double angle_deg = 0; angle_deg < 360; angle_deg += 0.5) {
            Deflection d = deflect(radius, angle_deg, zone);
            /* The part of the result across the direction that went in. */
            double across = d.y * cos(angle_deg * rad_per_deg) - d.x * sin(angle_deg * rad_per_deg);
            worst = fmax(worst, fabs(across) * (1 - zone));
        }
    }
    ck_assert_double_lt(worst, 1.5 / (double)AXIS_FULL);
}

TEST(a_sweep_is_continuous, .rounds = CW_ARRAY_LENGTH(zones))
{
    double zone = zones[_i];
    const double step_deg = 0.05;
    double worst = 0;
    for (double radius = zone + 1e-3; radius <= 1; radius += 0.09) {
        Deflection before = deflect(radius, 0, zone);
        for (double angle_deg = step_deg; angle_deg <= 360; angle_deg += step_deg) {
            Deflection d = deflect(radius, angle_deg, zone);
            worst = fmax(worst, length((Deflection){d.x - before.x, d.y - before.y}));
            before = d;
        }
    }
    ck_assert_double_lt(worst, step_deg * rad_per_deg + 2 * raw_unit);
}

TEST(full_deflection_is_one_and_corners_are_not_more, .rounds = CW_ARRAY_LENGTH(zones))
{
    double zone = zones[_i];
    const int ends[][2] = {{32767, 0},     {-32768, 0},     {0, 32767},      {0, -32768},
                           {32767, 32767}, {-32768, 32767}, {32767, -32768}, {-32768, -32768}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(ends); i++) {
        double l = length(dead_zone_stick(ends[i][0], ends[i][1], zone));
        ck_assert_double_eq_tol(l, 1, 1e-12);
    }
}

TEST(a_trigger_is_linear_behind_its_zone, .rounds = CW_ARRAY_LENGTH(zones))
{
    double zone = zones[_i];
    double before = 0;
    for (int raw = 0; raw <= AXIS_FULL; raw += 7) {
        double d = dead_zone_trigger(raw, zone);
        double expected = fmax((raw / 32767.0 - zone) / (1 - zone), 0);
        if (fabs(d - expected) > 1e-12 || d < before) {
            ck_abort_msg("zone %g raw %d: %g", zone, raw, d);
        }
        before = d;
    }
    ck_assert_double_eq(dead_zone_trigger(AXIS_FULL, zone), 1);
    ck_assert_double_eq(dead_zone_trigger(-32768, zone), 0);
}

TEST(absurd_zones_are_clamped)
{
    double nan = strtod("nan", NULL);
    ck_assert_double_eq(dead_zone_trigger(16384, -3), 16384 / 32767.0);
    ck_assert_double_eq(dead_zone_trigger(16384, nan), 16384 / 32767.0);
    ck_assert_double_eq(dead_zone_trigger(AXIS_FULL, 7), 1);
    ck_assert_double_eq(dead_zone_stick(AXIS_FULL, 0, 1).x, 1);
    ck_assert_double_eq(dead_zone_stick(AXIS_FULL, 0, nan).x, 1);
}
