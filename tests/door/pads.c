/* A game for two for test_pads.c with controllers of its own. Its view does what the letters of the
 * file "hands" say, one a frame: 1 and 2 name a controller, + and - plug and unplug it, a and x
 * press its button, and j lets the players join. Ticks print who pressed x. */
#include "clockwork/clockwork.h"

#include <SDL2/SDL.h>
#include <stdio.h>

static SDL_Joystick *pads[2];

static void plug_in(int pad)
{
    SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                    .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                    .naxes = SDL_CONTROLLER_AXIS_MAX,
                                    .nbuttons = SDL_CONTROLLER_BUTTON_MAX,
                                    .product_id = (Uint16)(1 + pad)};
    pads[pad] = SDL_JoystickOpen(SDL_JoystickAttachVirtualEx(&desc));
}

static void unplug(int pad)
{
    SDL_JoystickID id = SDL_JoystickInstanceID(pads[pad]);
    SDL_JoystickClose(pads[pad]);
    SDL_JoystickDetachVirtual(SDL_JoystickGetDeviceInstanceID(0) == id ? 0 : 1);
}

static void use_hands(const CwWorld *world, CwFrame *frame)
{
    static FILE *hands;
    static int pad, held = -1;
    (void)world;
    hands = hands == NULL ? fopen("hands", "a+") : hands;
    if (held >= 0) {
        SDL_JoystickSetVirtualButton(pads[pad], held, 0);
        held = -1;
        return;
    }
    clearerr(hands);
    int letter = fgetc(hands);
    pad = letter == '1' || letter == '2' ? letter - '1' : pad;
    if (letter == '+') {
        plug_in(pad);
    } else if (letter == '-') {
        unplug(pad);
    } else if (letter == 'j') {
        cw_frame_join(frame);
    } else if (letter == 'a' || letter == 'x') {
        held = letter == 'x' ? SDL_CONTROLLER_BUTTON_X : SDL_CONTROLLER_BUTTON_A;
        SDL_JoystickSetVirtualButton(pads[pad], held, 1);
    }
    if (letter != EOF) {
        puts("hand");
    }
}

static void tell(CwWorld *world)
{
    for (int player = 0; player < 2; player++) {
        if (cw_input_pressed(cw_world_player_input(world, player), 0)) {
            printf("player %d\n", player + 1);
        }
    }
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    return world != NULL || map != NULL || error != NULL;
}

static const CwSystem systems[] = {{.name = "tell", .phase = CW_PHASE_GAME_LOGIC, .tick = tell},
                                   {.name = "hands", .phase = CW_PHASE_UPDATE, .frame = use_hands}};
static const CwActionDef actions[] = {{"kick", "kick", "key:K pad:x"}};
static const char *const second[] = {"pad:x"};
static const CwGame game = {.id = "pads",
                            .title = "Pads",
                            .start = start,
                            .looks = {.camera_height_m = 10},
                            .input = {actions, 1, .player_count = 2, .player_bindings = {second}},
                            .content = {.systems = systems, .system_count = 2}};

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    return cw_main(&game, argc, argv);
}
