#include "clockwork/input.h"

#include <math.h>

static int32_t steps(double place_m)
{
    return (int32_t)llround(fmin(fmax(place_m * CW_POINTER_STEPS_PER_M, INT32_MIN), INT32_MAX));
}

void cw_input_point_at(CwInputFrame *input, CwPoint2 place_m)
{
    input->world_x = steps(place_m.x);
    input->world_y = steps(place_m.y);
}
