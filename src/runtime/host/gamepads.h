/* Game controllers as they come and go, by SDL's instance ids. (Its indices shift with every
 * unplugging and are good only for opening.)
 *
 * Those without a mapping are left alone, with one message that says how to add one. SDL closes
 * open ones when it ends. Owned by host_sdl. */
#pragma once

#include "host/host.h"
#include "host/paths.h"

#include <SDL.h>

enum { GAMEPADS_MAX = 8, GAMEPAD_GUID_BYTES = 33 };

/* The open controllers. Zero-initialise. */
typedef struct Gamepads {
    int count;                  /* open controllers */
    SDL_JoystickID refused_end; /* ids only grow: lower ones were reported */
} Gamepads;

typedef void GamepadAdded(void *context, SDL_JoystickID id);

/* Looks for controllers (after the first picture: it takes long); `paths` may be NULL. */
void gamepads_start(const Paths *paths);

/* Adds the mappings of folder/gamecontrollerdb.txt, if there is one. */
void gamepads_load_mappings(const char *folder);

/* Adds mappings: beside assets/, in the working directory, the player's. Call it before a scan. */
void gamepads_find_mappings(const Paths *paths);

/* The GUID for a mapping of the device at an index: SDL's, without the checksum of its name. */
void gamepads_mapping_guid(int index, char guid[GAMEPAD_GUID_BYTES]);

/* A number that an open controller keeps when it is plugged in again: its kind and serial. */
int32_t gamepads_make(SDL_JoystickID id);

/* Opens the controllers that aren't open yet. Call it after SDL_JOYDEVICEADDED. */
void gamepads_scan(Gamepads *pads, GamepadAdded *added, void *context);

/* Closes the controller; false when it wasn't open. After SDL_CONTROLLERDEVICEREMOVED. */
bool gamepads_remove(Gamepads *pads, SDL_JoystickID id);

/* Shakes a controller, unless it is gone or can't. */
void gamepads_rumble(const HostRumble *rumble);
