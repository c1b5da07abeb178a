/* The sound card: SDL's default output, 16-bit stereo at 48 kHz, asked for samples in a thread of
 * its own. One that can't be opened is told of once and the game goes on; one that comes, or comes
 * back, is taken. Owned by host_sdl. */
#ifndef HOST_AUDIO_DEVICE_H
#define HOST_AUDIO_DEVICE_H

#include "host/host.h"

#include <SDL.h>

typedef struct AudioDevice {
    HostSound sound;
    SDL_AudioDeviceID id; /* 0: none is open */
    bool wanted, started; /* started: SDL's audio */
    bool told;            /* that there is none */
} AudioDevice;

/* Opens the card, or says why there is none. */
void audio_device_open(AudioDevice *device, const HostSound *sound);

/* SDL_AUDIODEVICEADDED and _REMOVED. */
void audio_device_event(AudioDevice *device, const SDL_AudioDeviceEvent *event);

/* Nothing is asked for any more. Fine on one that is not open. */
void audio_device_close(AudioDevice *device);

#endif
