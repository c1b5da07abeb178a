#include "time/jitter.h"

#include <math.h>

const double JITTER_EDGE_NOISES = 3.5;
const double JITTER_UNSEEN_PERIODS = 0.035;
const double JITTER_PERIOD_MIN_NS = 1e5;

static const double EDGE_PERIODS = 0.02;
static const double START_PERIODS = 0.05;
static const double NOISE_RATE = 1.0 / 32; /* a frame */
static const double NOISE_MIN_NS = 1e3;
static const double RMS_OF_SIZE = 1.25; /* of a Gaussian: sqrt(pi / 2) */

double jitter_clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

double jitter_edge_ns(double noise_ns, double period_ns)
{
    return JITTER_EDGE_NOISES * noise_ns + EDGE_PERIODS * period_ns;
}

double jitter_start_ns(double period_ns)
{
    return START_PERIODS * period_ns;
}

double jitter_noise_ns(double noise_ns, double off_ns, double edge_ns, double share)
{
    double size_ns = RMS_OF_SIZE * fmin(fabs(off_ns), edge_ns);
    return fmax(noise_ns + fmax(NOISE_RATE, share) * (size_ns - noise_ns), NOISE_MIN_NS);
}

int jitter_count_strays(int count, double off_ns, double change_ns, double edge_ns)
{
    if (fabs(off_ns) <= edge_ns) {
        return 0;
    }
    return count > 0 && fabs(change_ns) < edge_ns ? count + 1 : 1;
}
