#include "base/number.h"
#include "input/device_state.h"
#include "support/test.h"

static const double zones[] = {0, 0.05, 0.2, 0.35, 0.9};

static CwPoint2 deflect(double radius, double angle_rad, double zone)
{
    double raw = radius * (double)AXIS_FULL;
    return dead_zone_stick((int)lround(raw * cos(angle_rad)), (int)lround(raw * sin(angle_rad)),
                           zone);
}

static double length(CwPoint2 d)
{
    return hypot(d.x, d.y);
}

/* So the length depends on the radius alone and starts from zero at the edge of the zone, and a
 * sweep is continuous and never snaps to an axis. */
TEST(a_stick_keeps_its_direction_and_what_it_has_beyond_its_zone, .rounds = CW_ARRAY_LENGTH(zones))
{
    double zone = zones[_i], worst = 0;
    for (int step = 0; step <= 25; step++) {
        double radius = zone + step * (1 - zone) / 25;
        for (double angle_rad = 0; angle_rad < TURN_RAD; angle_rad += TURN_RAD / 7200) {
            CwPoint2 d = deflect(radius, angle_rad, zone);
            double off_x = d.x - step / 25.0 * cos(angle_rad);
            double off_y = d.y - step / 25.0 * sin(angle_rad);
            worst = fmax(worst, hypot(off_x, off_y));
        }
    }
    ck_assert_double_lt(worst, 1.0 / 32767 / (1 - zone)); /* a raw unit, stretched */
}

TEST(a_stick_rests_up_to_the_edge_of_its_zone_and_not_beyond, .rounds = CW_ARRAY_LENGTH(zones))
{
    double zone = zones[_i], longest = 0;
    for (double angle_rad = 0; angle_rad < TURN_RAD; angle_rad += TURN_RAD / 3600) {
        for (double radius = zone - 1e-4; radius > 0; radius -= 0.01) {
            ck_assert(length(deflect(radius, angle_rad, zone)) == 0);
        }
        longest = fmax(longest, length(deflect(zone + 1e-4, angle_rad, zone)));
    }
    ck_assert_double_gt(longest, 0);
    ck_assert(length(dead_zone_stick(0, 0, zone)) == 0);
}

TEST(full_deflection_is_one_and_corners_are_not_more, .rounds = CW_ARRAY_LENGTH(zones))
{
    static const int ends[] = {-32768, 0, 32767};
    for (int i = 0; i < 9; i++) {
        double l = length(dead_zone_stick(ends[i / 3], ends[i % 3], zones[_i]));
        ck_assert_double_eq_tol(l, i == 4 ? 0 : 1, 1e-12);
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
