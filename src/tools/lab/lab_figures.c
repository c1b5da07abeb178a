#include "lab/lab_figures.h"

#include <math.h>
#include <stdio.h>

/* Beyond these something has plainly gone wrong, beyond what a solver's own error explains. */
static const double ENERGY_WRONG_PCT = 10;
static const double GAP_WRONG_M = 0.25;
static const double DIVERGENCE_WRONG_M = 0.01;

static const char *const FIGURE_LABELS[FIGURE_COUNT] = {
    [FIGURE_TIME] = "simulated time",
    [FIGURE_TICKS] = "ticks this frame",
    [FIGURE_DROPPED] = "dropped time",
    [FIGURE_TUNNELLED] = "tunnelled bodies",
    [FIGURE_ENERGY] = "energy drift",
    [FIGURE_GAP] = "widest joint gap",
    [FIGURE_DIVERGENCE] = "off a run at 144 fps",
    [FIGURE_WORST] = "  at most",
};
_Static_assert(CW_ARRAY_LENGTH(FIGURE_LABELS) == FIGURE_COUNT, "a label for each figure");
_Static_assert(LAB_TWIN_FPS == 144, "the label says so");

const char *lab_figure_label(LabFigure figure)
{
    return FIGURE_LABELS[figure];
}

static void metres(double m, char text[LAB_FIGURE_BYTES])
{
    if (m < 0) {
        snprintf(text, LAB_FIGURE_BYTES, "...");
    } else if (m >= 1000) {
        snprintf(text, LAB_FIGURE_BYTES, "over 1 km");
    } else {
        snprintf(text, LAB_FIGURE_BYTES, "%.3f m", m);
    }
}

LabVerdict lab_figure_text(const LabSide *side, LabFigure figure, char text[LAB_FIGURE_BYTES])
{
    const LabFigures *figures = &side->figures;
    const LabRun *run = &side->run;
    bool naive = run->desc.loop == LAB_NAIVE;
    switch (figure) {
    case FIGURE_TIME:
        snprintf(text, LAB_FIGURE_BYTES, "%.2f s", run->time_s);
        return LAB_SAYS_NOTHING;
    case FIGURE_TICKS:
        snprintf(text, LAB_FIGURE_BYTES, "%d x %.1f ms", run->ticks, run->step_s * 1e3);
        return LAB_SAYS_NOTHING;
    case FIGURE_DROPPED:
        snprintf(text, LAB_FIGURE_BYTES, naive ? "-" : "%.3f s", (double)run->dropped_ns * 1e-9);
        return LAB_SAYS_NOTHING;
    case FIGURE_TUNNELLED:
        snprintf(text, LAB_FIGURE_BYTES, "%d", figures->tunnelled);
        return figures->tunnelled > 0 ? LAB_WRONG : LAB_SOUND;
    case FIGURE_ENERGY:
        if (!run->desc.scene->has_energy) {
            snprintf(text, LAB_FIGURE_BYTES, "-");
            return LAB_SAYS_NOTHING;
        }
        snprintf(text, LAB_FIGURE_BYTES, "%+.1f %%", fmax(-9999, fmin(figures->energy_pct, 9999)));
        return fabs(figures->worst_energy_pct) > ENERGY_WRONG_PCT ? LAB_WRONG : LAB_SOUND;
    case FIGURE_GAP:
        metres(figures->joint_gap_m, text);
        return figures->worst_joint_gap_m > GAP_WRONG_M ? LAB_WRONG : LAB_SOUND;
    case FIGURE_DIVERGENCE:
        metres(figures->divergence_m, text);
        return figures->divergence_m > DIVERGENCE_WRONG_M ? LAB_WRONG : LAB_SOUND;
    case FIGURE_WORST:
        metres(figures->worst_divergence_m, text);
        return figures->worst_divergence_m > DIVERGENCE_WRONG_M ? LAB_WRONG : LAB_SOUND;
    case FIGURE_COUNT:
        break;
    }
    return LAB_SAYS_NOTHING;
}
