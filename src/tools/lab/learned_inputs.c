#include "lab/learned_inputs.h"

#include "run/run.h"

#include <stdlib.h>

enum { LEARNT_S = 60 };

static CwTickInput next_of_bot(const void *context, const Session *session)
{
    (void)context;
    CwTickInput input = {0};
    session->desc.game->bot(session->world, &input.players[0]);
    cw_input_derive_edges(&input.players[0], cw_world_input(session->world));
    return input;
}

bool learned_inputs_learn(LearnedInputs *learned, Session *session, CwError *error)
{
    Run run;
    uint64_t limit = (uint64_t)(LEARNT_S * session->desc.settings.tick_rate);
    bool good = true, drives = session->desc.game->bot != NULL;
    *learned = (LearnedInputs){.inputs = calloc(limit, sizeof *learned->inputs)};
    if (learned->inputs == NULL) {
        return cw_error_set(error, "out of memory for %d s of inputs", LEARNT_S);
    }
    run_begin(&run, &(RunDesc){.session = session, .source = {.next = next_of_bot}});
    while (good && drives && learned->count < limit && !run.finished) {
        good = run_advance(&run, error);
        learned->inputs[learned->count++] = session->world->input;
    }
    good = good && session_restart(session, error);
    if (!good) {
        learned_inputs_free(learned);
    }
    return good;
}

static CwTickInput next_learned(const void *context, const Session *session)
{
    return learned_inputs_at(context, cw_world_tick(session->world));
}

RunSource learned_inputs_source(const LearnedInputs *learned)
{
    return (RunSource){.next = next_learned, .context = learned, .end = learned->count};
}

CwTickInput learned_inputs_at(const LearnedInputs *learned, uint64_t tick)
{
    return tick < learned->count ? learned->inputs[tick] : (CwTickInput){0};
}

void learned_inputs_free(LearnedInputs *learned)
{
    free(learned->inputs);
    *learned = (LearnedInputs){0};
}
