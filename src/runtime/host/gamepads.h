/* Opens and closes game controllers as they come and go, by SDL's instance ids. Controllers without
 * a mapping are ignored, with one message that says how to add it. host_sdl owns them. */
#pragma once

#include "host/host.h"
#include "host/paths.h"

#include <SDL.h>

enum { GAMEPAD_GUID_BYTES = 33 };

typedef void GamepadAdded(void *context, SDL_JoystickID id);

/* Starts SDL's controllers, which takes long: call it after the first picture. Adds the mappings
 * beside assets/, in the working directory and in the player's folder; `paths` may be NULL. */
void gamepads_start(const Paths *paths);

/* Adds the mappings of folder/gamecontrollerdb.txt, if there is one. */
void gamepads_load_mappings(const char *folder);

/* The GUID for a mapping of the device at an index: SDL's GUID without its name checksum. */
void gamepads_mapping_guid(int index, char guid[GAMEPAD_GUID_BYTES]);

/* Opens the controllers that aren't open yet. Call it after SDL_JOYDEVICEADDED. Ids only grow:
 * those below `refused_end`, which begins as 0, were reported. */
void gamepads_scan(SDL_JoystickID *refused_end, GamepadAdded *added, void *context);

/* Closes the controller; false when it wasn't open. After SDL_CONTROLLERDEVICEREMOVED. */
bool gamepads_remove(SDL_JoystickID id);

/* Shakes a controller, if it is there and can shake. */
void gamepads_rumble(const HostRumble *rumble);
