#include "buggy/mainspring.h"

#include "buggy/tuning.h"

#include <math.h>

void mainspring_spend(Mainspring *spring, double work_J)
{
    double given_J = fmax(0.0, work_J);
    spring->given_J += given_J;
    spring->left_J = fmax(0.0, spring->left_J - given_J);
}

void mainspring_help(Mainspring *spring, double work_J)
{
    spring->given_J += fmax(0.0, work_J);
}

void mainspring_wind(Mainspring *spring, double energy_J)
{
    spring->left_J = fmin(SPRING_FULL_J, spring->left_J + fmax(0.0, energy_J));
}

double mainspring_fullness(const Mainspring *spring)
{
    return spring->left_J / SPRING_FULL_J;
}

double mainspring_top_mps(const Mainspring *spring)
{
    double pull = fmin(1.0, spring->left_J / SPRING_LOW_J);
    return SPRING_EMPTY_MPS + (TOP_SPEED_MPS - SPRING_EMPTY_MPS) * pull;
}
