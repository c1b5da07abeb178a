#include "lab/learned_inputs.h"

#include <stdlib.h>

enum { LEARNT_S = 60 };

bool learned_inputs_learn(LearnedInputs *learned, Session *session, CwError *error)
{
    const CwGame *game = session->desc.game;
    uint64_t limit = (uint64_t)(LEARNT_S * session->desc.settings.tick_rate);
    *learned = (LearnedInputs){.inputs = calloc(limit, sizeof *learned->inputs)};
    if (learned->inputs == NULL) {
        return cw_error_set(error, "out of memory for %d s of inputs", LEARNT_S);
    }
    bool good = true;
    while (good && game->bot != NULL && learned->count < limit &&
           !session_probe(session).finished) {
        CwTickInput *input = &learned->inputs[learned->count++];
        game->bot(session->world, &input->players[0]);
        cw_input_derive_edges(&input->players[0], cw_world_input(session->world));
        good = session_tick(session, input, error);
    }
    good = good && session_restart(session, error);
    if (!good) {
        learned_inputs_free(learned);
    }
    return good;
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
