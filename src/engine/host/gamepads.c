#include "host/gamepads.h"

#include "base/report.h"
#include "platform/file.h"

#include <errno.h>
#include <string.h>
#include <xxhash.h>

static void report_unknown(Gamepads *pads, int index, SDL_JoystickID id)
{
    if (id < pads->refused_end) {
        return;
    }
    pads->refused_end = id + 1;
    char guid[GAMEPAD_GUID_BYTES];
    gamepads_mapping_guid(index, guid);
    const char *name = SDL_JoystickNameForIndex(index);
    report(
        "controller \"%s\" has no known layout and is not used; put a mapping for its GUID %s "
        "into gamecontrollerdb.txt, in the working directory, beside assets/ or in the folder of "
        "your settings",
        name == NULL ? "?" : name, guid);
}

static void open_pad(Gamepads *pads, int index, GamepadAdded *added, void *context)
{
    SDL_GameController *pad = SDL_GameControllerOpen(index);
    if (pad == NULL) {
        report("can't open controller %d: %s; plug it in again", index + 1, SDL_GetError());
        return;
    }
    pads->count++;
    added(context, SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(pad)));
}

void gamepads_mapping_guid(int index, char guid[GAMEPAD_GUID_BYTES])
{
    SDL_JoystickGetGUIDString(SDL_JoystickGetDeviceGUID(index), guid, GAMEPAD_GUID_BYTES);
    memset(guid + 4, '0', 4);
}

int32_t gamepads_make(SDL_JoystickID id)
{
    SDL_Joystick *pad = SDL_JoystickFromInstanceID(id);
    char guid[GAMEPAD_GUID_BYTES];
    SDL_JoystickGetGUIDString(SDL_JoystickGetGUID(pad), guid, sizeof guid);
    const char *serial = SDL_JoystickGetSerial(pad);
    XXH32_hash_t hash = XXH32(guid, strlen(guid), 0);
    return (int32_t)(serial == NULL ? hash : XXH32(serial, strlen(serial), hash));
}

void gamepads_load_mappings(const char *folder)
{
    char path[PATH_BYTES_MAX];
    if (!path_join(path, folder, "gamecontrollerdb.txt") || !file_is_readable(path)) {
        return;
    }
    size_t size = 0;
    uint8_t *bytes = file_read(path, 0, INT32_MAX, &size);
    SDL_RWops *stream = bytes == NULL ? NULL : SDL_RWFromConstMem(bytes, (int)size);
    if (bytes == NULL) {
        SDL_SetError("%s", file_reason(errno));
    }
    if (SDL_GameControllerAddMappingsFromRW(stream, 1) < 0) {
        report("%s: can't read the controller mappings: %s; remove or replace the file", path,
               SDL_GetError());
    }
    free(bytes);
}

void gamepads_find_mappings(const Paths *paths)
{
    gamepads_load_mappings(paths->data);
    gamepads_load_mappings(".");
    gamepads_load_mappings(paths->player);
}

void gamepads_start(const Paths *paths)
{
    if (SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) != 0) {
        report("controllers can't be used: %s", SDL_GetError());
    } else if (paths != NULL) {
        gamepads_find_mappings(paths);
    }
}

void gamepads_scan(Gamepads *pads, GamepadAdded *added, void *context)
{
    int device_count = SDL_NumJoysticks();
    for (int index = 0; index < device_count && pads->count < GAMEPADS_MAX; index++) {
        SDL_JoystickID id = SDL_JoystickGetDeviceInstanceID(index);
        if (SDL_GameControllerFromInstanceID(id) != NULL) {
            continue;
        }
        if (SDL_IsGameController(index)) {
            open_pad(pads, index, added, context);
        } else {
            report_unknown(pads, index, id);
        }
    }
}

bool gamepads_remove(Gamepads *pads, SDL_JoystickID id)
{
    SDL_GameController *pad = SDL_GameControllerFromInstanceID(id);
    if (pad == NULL) {
        return false;
    }
    SDL_GameControllerClose(pad);
    pads->count--;
    return true;
}

void gamepads_rumble(const HostRumble *rumble)
{
    SDL_GameController *pad = SDL_GameControllerFromInstanceID((SDL_JoystickID)rumble->device);
    if (pad != NULL) {
        SDL_GameControllerRumble(pad, rumble->strong, rumble->weak, rumble->duration_ms);
    }
}
