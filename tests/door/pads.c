/* A game for two for test_pads.c: ticks print who pressed x, and J lets the players join. */
#include "clockwork/clockwork.h"

#include <stdio.h>

enum { KICK, JOIN };

static void join(const CwWorld *world, CwFrame *frame)
{
    (void)world;
    if (cw_input_pressed(frame->input, JOIN)) {
        cw_frame_join(frame);
    }
}

static void tell(CwWorld *world)
{
    for (int player = 0; player < 2; player++) {
        if (cw_input_pressed(cw_world_player_input(world, player), KICK)) {
            printf("player %d\n", player + 1);
        }
    }
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    return world != NULL || map != NULL || error != NULL;
}

static const CwSystem systems[] = {{.name = "tell", .phase = CW_PHASE_GAME_LOGIC, .tick = tell},
                                   {.name = "join", .phase = CW_PHASE_UPDATE, .frame = join}};
static const CwActionDef actions[] = {
    [KICK] = {"kick", "kick", "key:K pad:x"}, [JOIN] = {"join", "join", "key:J"}};
static const char *const second[] = {"pad:x"};
static const CwGame game = {.id = "pads",
                            .title = "Pads",
                            .start = start,
                            .looks = {.camera_height_m = 10},
                            .input = {actions, 2, .player_count = 2, .player_bindings = {second}},
                            .content = {.systems = systems, .system_count = 2}};

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    return cw_main(&game, argc, argv);
}
