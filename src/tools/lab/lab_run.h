/* One world of the lab and the loop that steps it, frame by frame of given length.
 *
 * The naive loop is the usual one: a step a frame, as long as the frame was, whatever that is. The
 * fixed loop is Clockwork's: the step clock turns the same frames into whole ticks. Both run the
 * same session of the same scene with the same driver. Time is only ever what the caller says, so a
 * run can be repeated exactly. Knows no window and no other run. */
#ifndef LAB_LAB_RUN_H
#define LAB_LAB_RUN_H

#include "lab/lab_scenes.h"
#include "lab/learned_inputs.h"
#include "shell/config_table.h"
#include "sim/session.h"
#include "time/step_clock.h"

typedef enum LabLoop { LAB_NAIVE, LAB_FIXED } LabLoop;

const char *lab_loop_name(LabLoop loop); /* "naive", "fixed" */

typedef struct LabRunDesc {
    LabLoop loop;
    const LabScene *scene;
    const Config *config;        /* arena, what a frame may cost the step clock */
    const CwGame *game;          /* of the scene without one */
    const char *map_path;        /* of that game, NULL for none */
    const LearnedInputs *driver; /* under the settings of `config`; NULL: nobody drives */
    int slot;                    /* arena address slot */
    CwSimSettings settings;
} LabRunDesc;

typedef struct LabRun {
    LabRunDesc desc;
    Session session;
    StepClock clock;    /* fixed only */
    int64_t now_ns;     /* the sum of all frames */
    double time_s;      /* simulated */
    double step_s;      /* length of the last step */
    double alpha;       /* where the picture is between the last two steps */
    int ticks;          /* in the last frame */
    int owed_ticks;     /* given by the clock, held back by tick_limit */
    int64_t dropped_ns; /* in all frames */
    bool broken;        /* the world can't go on; `error` says why */
    CwError error;
} LabRun;

#define LAB_NO_LIMIT UINT64_MAX

/* What else happens around each tick of a run: something done to its world, something measured.
 * Either may be NULL. */
typedef struct LabHooks {
    void (*before)(LabRun *run, void *context);
    void (*after)(LabRun *run, void *context);
    void *context;
} LabHooks;

/* What the game's bot does in its scene, for the runs of all loops and settings; nothing in a scene
 * without a driver. The caller frees it. */
bool lab_run_learn(LearnedInputs *driver, const LabRunDesc *desc, CwError *error);

/* Opens the scene anew. On false nothing is left open. */
bool lab_run_open(LabRun *run, const LabRunDesc *desc, CwError *error);
void lab_run_close(LabRun *run); /* fine on one that is not open */

/* One frame of this length. The fixed loop does not go beyond `tick_limit`; what the clock gave
 * above it is run by the next frames. Does nothing to a broken run. */
void lab_run_frame(LabRun *run, int64_t frame_ns, uint64_t tick_limit, const LabHooks *hooks);

/* With the next ticks, through their input. */
void lab_run_set_solver(LabRun *run, int substeps, int iterations);

#endif
