/* A game for two for test_pads.c, with controllers of its own: its view obeys the letters of the
 * file "hands", as far as they are new. + and - plug and unplug the controller that is next, 1 or
 * 2; a, b and x press its button. Ticks print whose press they got. */
#include "clockwork/clockwork.h"

#include <SDL2/SDL.h>
#include <stdio.h>

enum { KICK, ACTION_COUNT };

static SDL_Joystick *pads[2];

static void plug_in(int pad)
{
    SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                    .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                    .naxes = SDL_CONTROLLER_AXIS_MAX,
                                    .nbuttons = SDL_CONTROLLER_BUTTON_MAX,
                                    .vendor_id = 1,
                                    .product_id = (Uint16)(1 + pad),
                                    .name = pad == 0 ? "first" : "second"};
    pads[pad] = SDL_JoystickOpen(SDL_JoystickAttachVirtualEx(&desc));
}

static void unplug(int pad)
{
    SDL_JoystickID id = SDL_JoystickInstanceID(pads[pad]);
    SDL_JoystickClose(pads[pad]);
    for (int i = SDL_NumJoysticks() - 1; i >= 0; i--) {
        if (SDL_JoystickGetDeviceInstanceID(i) == id) {
            SDL_JoystickDetachVirtual(i);
        }
    }
}

static void use_hands(const CwWorld *world, CwFrame *frame)
{
    static long read_bytes;
    static int pad, button = -1;
    FILE *file = fopen("hands", "r");
    (void)world;
    int letter = EOF;
    if (button >= 0) {
        SDL_JoystickSetVirtualButton(pads[pad], button, 0);
        button = -1;
    } else if (file != NULL && fseek(file, read_bytes, SEEK_SET) == 0) {
        letter = fgetc(file);
    }
    read_bytes += letter != EOF;
    pad = letter == '1' || letter == '2' ? letter - '1' : pad;
    if (letter == '+') {
        plug_in(pad);
    } else if (letter == '-') {
        unplug(pad);
    } else if (letter == 'j') {
        cw_frame_join(frame);
    } else if (letter == 'a' || letter == 'b' || letter == 'x') {
        button = letter == 'x' ? SDL_CONTROLLER_BUTTON_X : letter - 'a';
        SDL_JoystickSetVirtualButton(pads[pad], button, 1);
    }
    if (letter != EOF) {
        printf("hand %c\n", letter);
        fflush(stdout);
    }
    if (file != NULL) {
        fclose(file);
    }
}

static void tell(CwWorld *world)
{
    for (int player = 0; player < 2; player++) {
        if (cw_input_pressed(cw_world_player_input(world, player), KICK)) {
            printf("player %d\n", player + 1);
            fflush(stdout);
        }
    }
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)world;
    (void)map;
    (void)error;
    return true;
}

static const CwSystem systems[] = {
    {.name = "tell", .phase = CW_PHASE_GAME_LOGIC, .tick = tell},
    {.name = "hands", .phase = CW_PHASE_UPDATE, .frame = use_hands},
};
static const CwActionDef actions[ACTION_COUNT] = {[KICK] = {"kick", "kick", "key:K pad:x"}};
static const char *const second[ACTION_COUNT] = {[KICK] = "pad:x"};
static const CwGame game = {.id = "pads",
                            .title = "Pads",
                            .start = start,
                            .looks = {.camera_height_m = 10},
                            .input = {.actions = actions,
                                      .action_count = ACTION_COUNT,
                                      .player_count = 2,
                                      .player_bindings = {second}},
                            .content = {.systems = systems, .system_count = 2}};

int main(int argc, char **argv)
{
    return cw_main(&game, argc, argv);
}
