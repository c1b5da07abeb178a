#include "host/binding_text.h"

#include "clockwork/base.h"
#include "input/input_event.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

static const char *const MOUSE_WORDS[] = {"", "left", "middle", "right", "x1", "x2"};
static const char *const MOUSE_LABELS[] = {"",        "Left click", "Middle click", "Right click",
                                           "Mouse 4", "Mouse 5"};

static const char *mouse_name(const char *const names[], int button)
{
    return button > 0 && button < (int)CW_ARRAY_LENGTH(MOUSE_WORDS) ? names[button] : "?";
}

static const char *pad_button_label(int button)
{
    static const char *const labels[SDL_CONTROLLER_BUTTON_MAX] = {
        [SDL_CONTROLLER_BUTTON_A] = "A",
        [SDL_CONTROLLER_BUTTON_B] = "B",
        [SDL_CONTROLLER_BUTTON_X] = "X",
        [SDL_CONTROLLER_BUTTON_Y] = "Y",
        [SDL_CONTROLLER_BUTTON_BACK] = "Back",
        [SDL_CONTROLLER_BUTTON_GUIDE] = "Guide",
        [SDL_CONTROLLER_BUTTON_START] = "Start",
        [SDL_CONTROLLER_BUTTON_LEFTSTICK] = "L stick",
        [SDL_CONTROLLER_BUTTON_RIGHTSTICK] = "R stick",
        [SDL_CONTROLLER_BUTTON_LEFTSHOULDER] = "LB",
        [SDL_CONTROLLER_BUTTON_RIGHTSHOULDER] = "RB",
        [SDL_CONTROLLER_BUTTON_DPAD_UP] = "D-pad up",
        [SDL_CONTROLLER_BUTTON_DPAD_DOWN] = "D-pad down",
        [SDL_CONTROLLER_BUTTON_DPAD_LEFT] = "D-pad left",
        [SDL_CONTROLLER_BUTTON_DPAD_RIGHT] = "D-pad right",
    };
    bool known = button >= 0 && button < SDL_CONTROLLER_BUTTON_MAX && labels[button] != NULL;
    return known ? labels[button]
                 : SDL_GameControllerGetStringForButton((SDL_GameControllerButton)button);
}

static const char *pad_axis_label(int axis, int sign)
{
    static const char *const labels[PAD_AXIS_COUNT][2] = {
        [PAD_AXIS_LEFT_X] = {"L stick left", "L stick right"},
        [PAD_AXIS_LEFT_Y] = {"L stick up", "L stick down"},
        [PAD_AXIS_RIGHT_X] = {"R stick left", "R stick right"},
        [PAD_AXIS_RIGHT_Y] = {"R stick up", "R stick down"},
        [PAD_AXIS_LEFT_TRIGGER] = {"LT", "LT"},
        [PAD_AXIS_RIGHT_TRIGGER] = {"RT", "RT"},
    };
    return axis >= 0 && axis < PAD_AXIS_COUNT ? labels[axis][sign > 0] : "?";
}

/* Short, as it stands on the key. */
static const char *key_label(int code)
{
    if (code == SDL_SCANCODE_ESCAPE) {
        return "Esc";
    }
    if (code == SDL_SCANCODE_RETURN) {
        return "Enter";
    }
    SDL_Keycode key = SDL_GetKeyFromScancode((SDL_Scancode)code);
    const char *name = key == SDLK_UNKNOWN ? "" : SDL_GetKeyName(key);
    return name[0] != '\0' ? name : SDL_GetScancodeName((SDL_Scancode)code);
}

void binding_label(const Binding *binding, char label[BINDING_LABEL_BYTES])
{
    const char *text = "Touch";
    switch (binding->source) {
    case BINDING_KEY:
        text = key_label(binding->code);
        break;
    case BINDING_MOUSE:
        text = mouse_name(MOUSE_LABELS, binding->code);
        break;
    case BINDING_PAD_BUTTON:
        text = pad_button_label(binding->code);
        break;
    case BINDING_PAD_AXIS:
        text = pad_axis_label(binding->code, binding->sign);
        break;
    case BINDING_TOUCH:
    case BINDING_SOURCE_COUNT:
        break;
    }
    SDL_strlcpy(label, text == NULL ? "?" : text, BINDING_LABEL_BYTES);
}

static void print_pad_axis(const Binding *binding, char word[BINDING_WORD_BYTES])
{
    const char *name = SDL_GameControllerGetStringForAxis((SDL_GameControllerAxis)binding->code);
    const char *sign = binding->code >= PAD_AXIS_LEFT_TRIGGER ? "" : binding->sign > 0 ? "+" : "-";
    snprintf(word, BINDING_WORD_BYTES, "pad:%s%s", name, sign);
}

static void print_key(const Binding *binding, char word[BINDING_WORD_BYTES])
{
    snprintf(word, BINDING_WORD_BYTES, "key:%s", SDL_GetScancodeName((SDL_Scancode)binding->code));
    for (char *c = word; *c != '\0'; c++) {
        *c = *c == ' ' ? '_' : *c;
    }
}

void binding_word(const Binding *binding, char word[BINDING_WORD_BYTES])
{
    const TouchZone *zone = &binding->zone;
    switch (binding->source) {
    case BINDING_KEY:
        print_key(binding, word);
        break;
    case BINDING_MOUSE:
        snprintf(word, BINDING_WORD_BYTES, "mouse:%s", mouse_name(MOUSE_WORDS, binding->code));
        break;
    case BINDING_PAD_BUTTON:
        snprintf(word, BINDING_WORD_BYTES, "pad:%s",
                 SDL_GameControllerGetStringForButton((SDL_GameControllerButton)binding->code));
        break;
    case BINDING_PAD_AXIS:
        print_pad_axis(binding, word);
        break;
    case BINDING_TOUCH:
        snprintf(word, BINDING_WORD_BYTES, "touch:%d-%d/%d-%d", zone->x0_percent, zone->x1_percent,
                 zone->y0_percent, zone->y1_percent);
        break;
    case BINDING_SOURCE_COUNT:
        word[0] = '\0';
        break;
    }
}

static Device device_of(BindingSource source)
{
    static const Device devices[BINDING_SOURCE_COUNT] = {
        [BINDING_KEY] = DEVICE_KEYBOARD,   [BINDING_MOUSE] = DEVICE_MOUSE,
        [BINDING_PAD_BUTTON] = DEVICE_PAD, [BINDING_PAD_AXIS] = DEVICE_PAD,
        [BINDING_TOUCH] = DEVICE_TOUCH,
    };
    return devices[source];
}

const Binding *binding_of_device(const ActionBindings *bindings, Device device)
{
    for (int i = 0; i < bindings->count; i++) {
        if (device_of(bindings->items[i].source) == device) {
            return &bindings->items[i];
        }
    }
    return NULL;
}
