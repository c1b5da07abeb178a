#include "things/clock_hands.h"

#include "common/race.h"

#include <math.h>

static const double LONG_TURN_S = 60.0;
static const double SHORT_TURN_S = 720.0;

double clock_time_s(const CwWorld *world, const CwFrame *frame)
{
    const Race *run = race_of_const(world);
    double ticks = (double)race_ticks(world);
    double share = run->finished || run->start_tick == 0 ? 0.0 : frame->alpha - 1.0;
    return fmax(0.0, (ticks + share) * cw_world_dt_s(world));
}

double clock_hand_rad(double time_s, double turn_s)
{
    return 2.0 * CP_PI * fmod(time_s / turn_s, 1.0);
}

static void draw_hand(CwDrawList *list, const ClockHands *hands, double angle_rad, double reach)
{
    double x = sin(angle_rad) * hands->radius, y = cos(angle_rad) * hands->radius * hands->up;
    CwPoint2 line[] = {{hands->centre.x - 0.16 * x, hands->centre.y - 0.16 * y},
                       {hands->centre.x + reach * x, hands->centre.y + reach * y}};
    cw_draw_polyline(list, line, 2, hands->radius * (reach > 0.6 ? 0.07 : 0.10), hands->colour);
}

void clock_hands_draw(CwDrawList *list, const ClockHands *hands)
{
    draw_hand(list, hands, clock_hand_rad(hands->time_s, SHORT_TURN_S), 0.5);
    draw_hand(list, hands, clock_hand_rad(hands->time_s, LONG_TURN_S), 0.78);
    cw_draw_circle(list, hands->centre, 0.10 * hands->radius, hands->colour);
}
