/* Controller mappings: a gamecontrollerdb.txt with the bytes, and once more after the GUID of a
 * virtual controller, which is then used. */
#include "fuzz/support/input.h"
#include "host/gamepads.h"

#include <unistd.h>

enum { TEXT_MAX = 4096, AXIS_COUNT = 6, BUTTON_COUNT = 15, FORGET_EVERY = 100 };

static char folder[] = "/tmp/clockwork-fuzz-XXXXXX";

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    char link[64];
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
    if (mkdtemp(folder) == NULL || setenv("SDL_VIDEODRIVER", "dummy", 1) != 0 ||
        SDL_Init(SDL_INIT_EVENTS) != 0) {
        return 1;
    }
    snprintf(link, sizeof link, "%s/gamecontrollerdb.txt", folder);
    return symlink(fuzz_file("", 0), link);
}

static void use(SDL_GameController *pad)
{
    SDL_Joystick *stick = SDL_GameControllerGetJoystick(pad);
    for (int i = 0; i < AXIS_COUNT; i++) {
        SDL_JoystickSetVirtualAxis(stick, i, (Sint16)(i * 13000 - 32768));
    }
    for (int i = 0; i < BUTTON_COUNT; i++) {
        SDL_JoystickSetVirtualButton(stick, i, 1);
    }
    SDL_JoystickSetVirtualHat(stick, 0, SDL_HAT_RIGHTUP);
    SDL_GameControllerUpdate();
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
}

static void added(void *context, SDL_JoystickID id)
{
    (void)context;
    use(SDL_GameControllerFromInstanceID(id));
    gamepads_remove(id);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[TEXT_MAX], guid[GAMEPAD_GUID_BYTES];
    int bytes = (int)(size < TEXT_MAX / 4 ? size : TEXT_MAX / 4);
    static unsigned count;
    if (count++ % FORGET_EVERY == 0) {
        SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER); /* forgets the mappings */
        SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER);
    }
    int device =
        SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, AXIS_COUNT, BUTTON_COUNT, 1);
    gamepads_mapping_guid(device, guid);
    int head = snprintf(text, sizeof text, "%s,pad,platform:Linux,", guid);
    memcpy(text + head, data, (size_t)bytes);
    text[head + bytes] = '\n';
    memcpy(text + head + bytes + 1, data, (size_t)bytes);
    fuzz_file(text, (size_t)(head + 2 * bytes + 1));
    SDL_JoystickID refused_end = 0;
    gamepads_load_mappings(folder);
    gamepads_scan(&refused_end, added, NULL);
    SDL_JoystickDetachVirtual(device);
    return 0;
}
