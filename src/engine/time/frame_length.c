#include "time/frame_length.h"

#include "time/jitter.h"

#include <math.h>

/* Gains, a frame. */
static const double SLOWEST_GAIN = 0.02;
static const double GAIN_RATIO = 2.7;
static const double TURN_GAIN = 1.0 / 8;
static const double LOSS_RATE = 1.0 / 64;

void frame_length_restart(FrameLength *length, double pace_ns)
{
    bool knows_noise = length->memory > 0;
    double noise_ns = knows_noise ? length->noise_ns : 2 * jitter_start_ns(pace_ns);
    pace_ns = fmax(pace_ns, JITTER_PERIOD_MIN_NS);
    *length = (FrameLength){
        .pace_ns = pace_ns,
        .turn_ns = {pace_ns, pace_ns},
        .noise_ns = noise_ns,
        .memory = 1,
    };
    for (int i = 0; i < FRAME_LENGTH_MEANS; i++) {
        length->means[i] = (RunningMean){pace_ns, noise_ns};
    }
}

/* Each mean expects the frame, is scored on it, and learns unless it is a stray. */
static void learn(FrameLength *length, double dt_ns, double edge_ns)
{
    double gain = SLOWEST_GAIN;
    int best = 0;
    for (int i = 0; i < FRAME_LENGTH_MEANS; i++) {
        RunningMean *mean = &length->means[i];
        double miss_ns = jitter_clamp(dt_ns - mean->ns, -edge_ns, edge_ns);
        mean->loss_ns += LOSS_RATE * (fabs(miss_ns) - mean->loss_ns);
        if (length->stray_count == 0) {
            mean->ns += fmax(gain, 1 / length->memory) * miss_ns;
        }
        if (mean->loss_ns < length->means[best].loss_ns) {
            best = i;
        }
        gain *= GAIN_RATIO;
    }
    length->pace_ns = length->means[best].ns;
}

/* Turns are believed when the two means have differed by more than four misses for some time; a
 * failure halves belief. */
static void take_turns(FrameLength *length, double dt_ns)
{
    double *turn_ns = &length->turn_ns[length->turn];
    double miss_ns = jitter_clamp(dt_ns - *turn_ns, -length->pace_ns, length->pace_ns);
    bool right = 4 * fabs(miss_ns) < fabs(length->turn_ns[0] - length->turn_ns[1]);
    int count = length->turn_count;
    int more = count < 2 * JITTER_STEADY_LIMIT ? count + 1 : count;
    length->turn_count = right ? more : count / 2;
    length->takes_turns = length->turn_count >= JITTER_STEADY_LIMIT;
    *turn_ns += fmax(TURN_GAIN, 2 / length->memory) * miss_ns;
    length->turn = 1 - length->turn;
    if (length->takes_turns) {
        length->pace_ns = length->turn_ns[length->turn];
    }
    length->pace_ns = fmax(JITTER_PERIOD_MIN_NS, length->pace_ns);
}

bool frame_length_add(FrameLength *length, double dt_ns, double period_ns, bool trusting)
{
    double periods = period_ns > 0 ? round(dt_ns / period_ns) : 1;
    double whole_ns = fmax(0, periods - 1) * period_ns;
    double off_ns = dt_ns - whole_ns - length->pace_ns;
    double edge_ns = jitter_edge_ns(length->noise_ns, length->pace_ns);
    int stray_limit = JITTER_STRAY_LIMIT - (trusting ? 1 : 0);
    int limit = fabs(off_ns) > edge_ns ? stray_limit : JITTER_STEADY_LIMIT;
    length->stray_count = jitter_count_strays(length->stray_count, off_ns + whole_ns,
                                              dt_ns - length->last_ns, edge_ns);
    length->last_ns = dt_ns;
    length->noise_ns = jitter_noise_ns(length->noise_ns, off_ns, edge_ns, 0);
    if (length->stray_count >= limit) {
        frame_length_restart(length, dt_ns);
        return false;
    }
    length->memory++;
    learn(length, dt_ns - whole_ns, edge_ns);
    take_turns(length, dt_ns);
    return true;
}
