/* Knobs that are turned in a pause of `clockwork dev`. The run so far is tried at once with what
 * the board has, in a world beside the run's, a slice a frame, which gives a trail to draw. When
 * the slider rests, the run itself begins again with it, as after a save. */
#pragma once

#include "dev/dev.h"
#include "run/run.h"
#include "shell/knob_board.h"

typedef struct DevRunner DevRunner;

/* The path of the player, tick by tick, under one version of the game. */
typedef struct DevTrail {
    CwPoint2 *points; /* of tick 1 and on; NAN where nobody was */
    size_t count, capacity;
} DevTrail;

/* Notes where the player is; drops the notes of this tick and of later ones. */
void dev_trail_note(DevTrail *trail, const Session *session);

typedef struct DevKnobs {
    KnobBoard board;
    KnobEdits wanted, tried; /* that the board has; of the last try */
    int64_t changed_ns;      /* when `wanted` did */
    char label[80];          /* what was changed last: "HOP_NS = 7" */
    Session session;         /* this and the next ones: of the try */
    Run run;
    RerunPlan plan;
    CwReplayFile *past;
    bool runs, done;
    DevTrail growing, shown; /* its path so far; the path of the last one that was done */
    bool on_page;            /* when the last loop ended, and where the page was */
    PageSide side;
} DevKnobs;

/* The board for a game. What was turned stays so, unless the source has another number now. */
void dev_knobs_open(DevKnobs *knobs, const CwGame *game);

/* Once a frame. True when the run is to begin again with what is turned. */
bool dev_knobs_update(DevRunner *runner);

/* Before the loop ends: closes the try. The next loop shows the page, too. */
void dev_knobs_leave(DevRunner *runner);
void dev_knobs_show(DevRunner *runner);
