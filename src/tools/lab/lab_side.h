/* One half of the lab: a run that gets the frames as they come, its twin, and what is measured.
 *
 * The twin is the same loop with the same scene at a steady LAB_TWIN_FPS. Where the two are apart,
 * the loop's result depends on the frame rate. The caller owns the side and gives the frames;
 * nothing here knows real time or a picture. */
#ifndef LAB_LAB_SIDE_H
#define LAB_LAB_SIDE_H

#include "lab/lab_measure.h"

enum { LAB_TWIN_FPS = 144 };

typedef struct LabFigures {
    uint64_t frame_count;
    double energy_pct;       /* change since the start; 0 where the scene has none */
    double worst_energy_pct; /* of all frames, the sign with it */
    double divergence_m;     /* from the twin; negative while that is not there yet */
    double worst_divergence_m;
    double joint_gap_m;
    double worst_joint_gap_m;
    double longest_step_s;
    int tunnelled;
} LabFigures;

typedef struct LabSide {
    LabRun run, twin;
    LabLost lost;
    double energy_at_start_j;
    LabFigures figures;
} LabSide;

/* `desc.slot` is the run's; the twin takes the one after it. On false nothing is left open. */
bool lab_side_open(LabSide *side, const LabRunDesc *desc, CwError *error);
void lab_side_close(LabSide *side);

/* Something done to the world of either run before its ticks; may be NULL. */
typedef void LabBefore(LabRun *run, void *context);

/* One frame of both, and all figures of it. */
void lab_side_frame(LabSide *side, int64_t frame_ns, uint64_t tick_limit, LabBefore *before,
                    void *context);

void lab_side_set_solver(LabSide *side, int substeps, int iterations);

#endif
