#include "host/audio_device.h"

#include "base/report.h"
#include "host/host_sdl.h"
#include "platform/clock.h"

#include <string.h>

enum { RATE_HZ = 48000, FRAME_BYTES = 4 };

static void fill(void *opaque, Uint8 *bytes, int count)
{
    const AudioDevice *device = opaque;
    const HostSound *sound = &device->sound;
    if (device->is_wanted) {
        sound->pull(sound->context, (int16_t *)(void *)bytes, count / FRAME_BYTES, clock_now_ns());
    } else {
        memset(bytes, 0, (size_t)count);
    }
}

static bool open_card(AudioDevice *device)
{
    const SDL_AudioSpec wanted = {.freq = RATE_HZ,
                                  .format = AUDIO_S16SYS,
                                  .channels = 2,
                                  .samples = (Uint16)device->sound.buffer_frames,
                                  .callback = fill,
                                  .userdata = device};
    device->id = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
    if (device->id == 0) {
        return false;
    }
    device->sound.restart(device->sound.context);
    SDL_PauseAudioDevice(device->id, 0);
    return true;
}

static void report_none(AudioDevice *device, const char *what)
{
    report_once(&device->was_reported,
                "no sound: %s; the game goes on without it. Plug a sound card in, or say "
                "audio.sound = off",
                what);
}

void audio_device_open(AudioDevice *device, const HostSound *sound)
{
    if (device->sound.buffer_frames == sound->buffer_frames) {
        SDL_LockAudioDevice(device->id);
        sound->restart(sound->context);
        device->sound = *sound;
        device->is_wanted = true;
        SDL_UnlockAudioDevice(device->id);
        return;
    }
    audio_device_close(device);
    *device = (AudioDevice){.sound = *sound, .is_wanted = true};
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0 || !open_card(device)) { /* ends with SDL */
        report_none(device, sdl_reason());
    }
}

void audio_device_event(AudioDevice *device, const SDL_AudioDeviceEvent *event)
{
    if (!device->is_wanted || event->iscapture != 0) {
        return;
    }
    if (event->type == SDL_AUDIODEVICEREMOVED && event->which == device->id && device->id != 0) {
        SDL_CloseAudioDevice(device->id);
        device->id = 0;
        if (!open_card(device)) { /* another card may be there */
            report_none(device, "the sound card is gone");
        }
    } else if (event->type == SDL_AUDIODEVICEADDED && device->id == 0 && open_card(device)) {
        report("the sound is back");
        device->was_reported = false;
    }
}

void audio_device_mute(AudioDevice *device)
{
    SDL_LockAudioDevice(device->id);
    device->is_wanted = false;
    SDL_UnlockAudioDevice(device->id);
}

void audio_device_close(AudioDevice *device)
{
    if (device->id != 0) {
        SDL_CloseAudioDevice(device->id);
    }
    *device = (AudioDevice){0};
}
