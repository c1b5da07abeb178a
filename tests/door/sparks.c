/* A game without maps for test_parts.c: while a key is held, an emitter streams red circles that
 * fall slowly and live for long. Nothing else is in the picture. */
#include "clockwork/clockwork.h"

enum { LIGHT };

typedef struct View {
    CwStream stream;
} View;

static void light(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    CwEmission emission = cw_emission_at((CwPoint2){0, 1});
    (void)world;
    if (cw_input_down(frame->input, LIGHT)) {
        cw_particles_stream(frame->particles, 0, &view->stream, &emission);
    }
}

static const CwStop colours[] = {{0, {255, 0, 0, 255}}, {1, {255, 0, 0, 255}}};
static const CwEmitter emitters[] = {{.name = "sparks",
                                      .particle_max = 500,
                                      .rate_hz = 60,
                                      .direction_rad = {0, CP_PI},
                                      .speed_mps = {0.5, 1},
                                      .life_s = {60, 60},
                                      .size_m = {0.3, 0.5},
                                      .gravity_mps2 = -0.02,
                                      .drag_per_s = 1,
                                      .look = {.shape = CW_PARTICLE_CIRCLE, CW_COLOURS(colours)}}};
static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)world, (void)map, (void)error;
    return true;
}

static const CwSystem systems[] = {{"light", CW_PHASE_UPDATE, .frame = light}};
static const CwActionDef actions[] = {{"light", "light", "key:Space"}};
static const CwGame game = {.id = "sparks",
                            .title = "Sparks",
                            .input = {.actions = actions, .action_count = 1},
                            .content = {.systems = systems, .system_count = 1},
                            .looks = {.view_bytes = sizeof(View),
                                      .emitters = emitters,
                                      .emitter_count = 1,
                                      .camera_height_m = 8},
                            .start = start};

int main(int argc, char **argv)
{
    return cw_main(&game, argc, argv);
}
