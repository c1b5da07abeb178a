/* The sound card: SDL's default output, 16-bit stereo at 48 kHz. SDL requests samples in a thread
 * of its own. Without a card, one message says so and the game continues; a card that is plugged in
 * later is opened. host_sdl owns it. */
#pragma once

#include "host/host.h"

#include <SDL.h>

typedef struct AudioDevice {
    HostSound sound;
    SDL_AudioDeviceID id; /* 0: none is open */
    bool is_wanted;       /* the setting `sound`; false: silent */
    bool was_reported;    /* the missing card was reported */
} AudioDevice;

/* Opens the card, or reports why there is none. An open card with this buffer stays open. */
void audio_device_open(AudioDevice *device, const HostSound *sound);

/* Requests no more samples; the card stays open and is silent. */
void audio_device_mute(AudioDevice *device);

void audio_device_event(AudioDevice *device, const SDL_AudioDeviceEvent *event);

void audio_device_close(AudioDevice *device);
