#include "host/sdl_events.h"

#include "clockwork/base.h"
#include "platform/clock.h"

_Static_assert((int)PAD_AXIS_LEFT_X == (int)SDL_CONTROLLER_AXIS_LEFTX &&
                   (int)PAD_AXIS_RIGHT_TRIGGER == (int)SDL_CONTROLLER_AXIS_TRIGGERRIGHT &&
                   (int)PAD_AXIS_COUNT == (int)SDL_CONTROLLER_AXIS_MAX,
               "PadAxis is numbered like SDL_GameControllerAxis");
_Static_assert((int)KEY_CODE_COUNT == (int)SDL_NUM_SCANCODES, "key codes are SDL scancodes");

static const uint32_t AGE_MAX_MS = 1000; /* older events have another clock */

/* ---- times ---- */

static bool is_input(const SDL_Event *event)
{
    return event->type == SDL_KEYDOWN || event->type == SDL_KEYUP ||
           event->type == SDL_MOUSEMOTION || event->type == SDL_MOUSEBUTTONDOWN ||
           event->type == SDL_MOUSEBUTTONUP;
}

/* SDL stamps events in milliseconds of its own clock, so only their age is useful. */
static uint32_t sdl_age_ms(const SDL_Event *event)
{
    uint32_t age_ms = SDL_GetTicks() - event->common.timestamp;
    return age_ms < 0x80000000U ? age_ms : 0;
}

uint32_t event_clock_age_ms(EventClock *clock, const SDL_Event *event, int64_t now_ns)
{
    if (event->type == SDL_SYSWMEVENT) {
        event_stamp_take(event->syswm.msg, clock);
        return 0;
    }
    bool is_stamped = clock->is_stamped && is_input(event);
    clock->is_stamped = clock->is_stamped && !is_input(event);
    uint32_t age_ms = (uint32_t)(now_ns / NS_PER_MS) - clock->server_ms;
    return is_stamped && age_ms <= AGE_MAX_MS ? age_ms : sdl_age_ms(event);
}

/* ---- kinds ---- */

static const struct {
    SDL_Keycode key;
    bool needs_control;
    TextKey effect;
} TEXT_KEYS[] = {{SDLK_LEFT, false, TEXT_KEY_LEFT},
                 {SDLK_RIGHT, false, TEXT_KEY_RIGHT},
                 {SDLK_HOME, false, TEXT_KEY_HOME},
                 {SDLK_END, false, TEXT_KEY_END},
                 {SDLK_BACKSPACE, false, TEXT_KEY_BACKSPACE},
                 {SDLK_DELETE, false, TEXT_KEY_DELETE},
                 {SDLK_RETURN, false, TEXT_KEY_CONFIRM},
                 {SDLK_KP_ENTER, false, TEXT_KEY_CONFIRM},
                 {SDLK_ESCAPE, false, TEXT_KEY_CANCEL},
                 {SDLK_a, true, TEXT_KEY_SELECT_ALL},
                 {SDLK_c, true, TEXT_KEY_COPY},
                 {SDLK_x, true, TEXT_KEY_CUT},
                 {SDLK_v, true, TEXT_KEY_PASTE}};

/* The effect of a key. In layouts without Latin letters, letters are at their usual keys. */
static TextKey text_key(const SDL_Keysym *key, bool control)
{
    bool is_function = (key->scancode >= SDL_SCANCODE_F1 && key->scancode <= SDL_SCANCODE_F12) ||
                       (key->scancode >= SDL_SCANCODE_F13 && key->scancode <= SDL_SCANCODE_F24);
    bool is_latin = key->sym < 128 || key->scancode > SDL_SCANCODE_Z;
    SDL_Keycode letter =
        is_latin ? key->sym : SDLK_a + (SDL_Keycode)(key->scancode - SDL_SCANCODE_A);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(TEXT_KEYS); i++) {
        bool is_match = TEXT_KEYS[i].needs_control ? control && letter == TEXT_KEYS[i].key
                                                   : key->sym == TEXT_KEYS[i].key;
        if (is_match) {
            return TEXT_KEYS[i].effect;
        }
    }
    return is_function ? TEXT_KEY_FUNCTION : TEXT_KEY_NONE;
}

/* The text of a key that came together with the key that opened a field. SDL makes text only from
 * the next frame on, so these keys type their labels: letters, and signs without Shift. */
static const char *key_text(const SDL_KeyboardEvent *key)
{
    static char text[2];
    const SDL_Keysym *symbol = &key->keysym;
    bool is_letter = symbol->sym >= SDLK_a && symbol->sym <= SDLK_z,
         shift = (symbol->mod & KMOD_SHIFT) != 0;
    bool is_sign = symbol->sym >= SDLK_SPACE && symbol->sym <= SDLK_z && (is_letter || !shift);
    bool is_upper = is_letter && shift != ((symbol->mod & KMOD_CAPS) != 0);
    bool is_typed = is_sign && (symbol->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI | KMOD_MODE)) == 0;
    text[0] = (char)(is_typed ? symbol->sym - (is_upper ? 'a' - 'A' : 0) : 0);
    return SDL_IsTextInputActive() ? "" : text;
}

static InputEvent from_key(const SDL_KeyboardEvent *key)
{
    bool control = (key->keysym.mod & KMOD_CTRL) != 0 && (key->keysym.mod & KMOD_ALT) == 0;
    return (InputEvent){.type = INPUT_KEY,
                        .code = (int32_t)key->keysym.scancode,
                        .value = key->state == SDL_PRESSED,
                        .is_repeat = key->repeat != 0,
                        .text_key = text_key(&key->keysym, control),
                        .has_shift = (key->keysym.mod & KMOD_SHIFT) != 0,
                        .text = key_text(key)};
}

static CwPoint2 view_point(const PointerMap *map, double x_px, double y_px)
{
    return (CwPoint2){(x_px - map->viewport.x_px) / map->viewport.scale_x,
                      (y_px - map->viewport.y_px) / map->viewport.scale_y};
}

static InputEvent from_motion(const SDL_MouseMotionEvent *motion, const PointerMap *map)
{
    CwPoint2 at = view_point(map, motion->x * map->px_per_unit_x, motion->y * map->px_per_unit_y);
    return (InputEvent){.type = INPUT_MOUSE_MOTION,
                        .x = at.x,
                        .y = at.y,
                        .dx = motion->xrel * map->px_per_unit_x / map->viewport.scale_x,
                        .dy = motion->yrel * map->px_per_unit_y / map->viewport.scale_y};
}

static InputEvent from_finger(const SDL_TouchFingerEvent *finger, const PointerMap *map)
{
    InputEventType type = finger->type == SDL_FINGERDOWN ? INPUT_TOUCH_DOWN
                          : finger->type == SDL_FINGERUP ? INPUT_TOUCH_UP
                                                         : INPUT_TOUCH_MOVE;
    CwPoint2 at =
        view_point(map, (double)finger->x * map->width_px, (double)finger->y * map->height_px);
    return (InputEvent){.type = type, .device = finger->fingerId, .x = at.x, .y = at.y};
}

bool sdl_event_translate(const SDL_Event *event, const PointerMap *map, InputEvent *out)
{
    switch (event->type) {
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        *out = from_key(&event->key);
        return true;
    case SDL_TEXTINPUT:
        *out = (InputEvent){.type = INPUT_TEXT, .text = event->text.text};
        return true;
    case SDL_TEXTEDITING:
        *out = (InputEvent){.type = INPUT_COMPOSING, .text = event->edit.text};
        return true;
    case SDL_DROPFILE:
        *out = (InputEvent){.type = INPUT_FILE, .text = event->drop.file};
        return true;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        *out = (InputEvent){.type = INPUT_MOUSE_BUTTON,
                            .code = event->button.button,
                            .value = event->button.state == SDL_PRESSED};
        return true;
    case SDL_MOUSEMOTION:
        *out = from_motion(&event->motion, map);
        return true;
    case SDL_MOUSEWHEEL:
        *out = (InputEvent){.type = INPUT_WHEEL, .dy = (double)event->wheel.preciseY};
        out->dy *= event->wheel.direction == SDL_MOUSEWHEEL_FLIPPED ? -1 : 1;
        return true;
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP:
        *out = from_finger(&event->tfinger, map);
        return true;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        *out = (InputEvent){.type = INPUT_PAD_BUTTON,
                            .device = event->cbutton.which,
                            .code = event->cbutton.button,
                            .value = event->cbutton.state == SDL_PRESSED};
        return true;
    case SDL_CONTROLLERAXISMOTION:
        *out = (InputEvent){.type = INPUT_PAD_AXIS,
                            .device = event->caxis.which,
                            .code = event->caxis.axis,
                            .value = event->caxis.value};
        return true;
    default: /* SDL's event types are numbers, not an enum */
        return false;
    }
}
