/* Controllers and fingers for an installed game, which is started with this library preloaded. Each
 * frame does an entry of the file "lines" or ends the one before; the file goes when all is done:
 *
 *     1 plug            plugs controller 1 in; unplug
 *     1 dpup            presses one of its buttons, by SDL's names
 *     1 -leftx          moves one of its axes and lets it go
 *     1 tap:0.25,0.5    taps with finger 1, in shares of the window
 *
 * Nothing can send touches to a server of X, so they begin as events of SDL. */
#define _GNU_SOURCE
#include <SDL2/SDL.h>
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static SDL_Joystick *pads[3];
static int who, is_down;
static char what[24];

static void plug_in(void)
{
    SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                    .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                    .naxes = SDL_CONTROLLER_AXIS_MAX,
                                    .nbuttons = SDL_CONTROLLER_BUTTON_MAX,
                                    .product_id = (Uint16)who};
    pads[who] = SDL_JoystickOpen(SDL_JoystickAttachVirtualEx(&desc));
}

static void unplug(void)
{
    SDL_JoystickID id = SDL_JoystickInstanceID(pads[who]);
    SDL_JoystickClose(pads[who]);
    SDL_JoystickDetachVirtual(SDL_JoystickGetDeviceInstanceID(0) == id ? 0 : 1);
}

static void use_hand(void)
{
    SDL_GameControllerButton button = SDL_GameControllerGetButtonFromString(what);
    SDL_GameControllerAxis axis = SDL_GameControllerGetAxisFromString(what + 1);
    SDL_TouchFingerEvent finger = {.fingerId = who};
    finger.type = is_down ? SDL_FINGERDOWN : SDL_FINGERUP;
    if (button != SDL_CONTROLLER_BUTTON_INVALID) {
        SDL_JoystickSetVirtualButton(pads[who], button, (Uint8)is_down);
    } else if (axis != SDL_CONTROLLER_AXIS_INVALID) {
        int value = is_down * (what[0] == '-' ? -32768 : 32767);
        SDL_JoystickSetVirtualAxis(pads[who], axis, (Sint16)value);
    } else if (sscanf(what, "tap:%f,%f", &finger.x, &finger.y) == 2) {
        SDL_PushEvent(&(SDL_Event){.tfinger = finger});
    } else if (is_down) {
        (what[0] == 'p' ? plug_in : unplug)();
    }
}

/* Each frame of the game ends its events with 0. */
int SDL_PollEvent(SDL_Event *event)
{
    static FILE *lines;
    int (*poll)(SDL_Event *);
    *(void **)&poll = dlsym(RTLD_NEXT, "SDL_PollEvent");
    if (poll(event) != 0) {
        return 1;
    }
    lines = lines == NULL ? fopen("lines", "r") : lines;
    if (is_down || (lines != NULL && fscanf(lines, "%d %23s", &who, what) == 2)) {
        is_down = !is_down;
        use_hand();
    } else if (lines != NULL) {
        fclose(lines);
        lines = NULL;
        unlink("lines");
    }
    return 0;
}
