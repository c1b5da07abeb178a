#include "host/audio_device.h"
#include "support/expect.h"
#include "support/temp_folder.h"

#include <stdatomic.h>
#include <sys/stat.h>

/* The sound card by SDL's own drivers that need none: `dummy` takes samples in real time. */

static AudioDevice device;
static atomic_int pulled_frames, largest_pull;
static int restarts;

static void pull(void *context, int16_t *samples, int frames, int64_t now_ns)
{
    ck_assert(context == &restarts && now_ns > 0);
    memset(samples, 0, (size_t)frames * 4);
    atomic_fetch_add(&pulled_frames, frames);
    if (frames > largest_pull) {
        largest_pull = frames;
    }
}

static void restart(void *context)
{
    ++*(int *)context;
}

static void tear_down(void)
{
    audio_device_close(&device);
    SDL_Quit();
}

FIXTURE(.set_up = temp_listen, .tear_down = tear_down);

static void open_with(const char *driver)
{
    const HostSound sound = {pull, restart, &restarts, 512};
    setenv("SDL_AUDIODRIVER", driver, 1);
    audio_device_open(&device, &sound);
}

static void wait_for_pulls(void)
{
    int before = pulled_frames;
    while (pulled_frames < before + 2048) {
        SDL_Delay(1);
    }
}

static const char *said(void)
{
    fflush(stderr);
    return temp_read("said");
}

static void happens(Uint32 type)
{
    SDL_AudioDeviceEvent event = {.type = type, .which = device.id};
    audio_device_event(&device, &event);
}

TEST(a_card_pulls_buffers_of_the_size_that_was_asked_for)
{
    open_with("dummy");
    wait_for_pulls();
    audio_device_close(&device);
    ck_assert_int_eq(largest_pull, 512);
    ck_assert_int_eq(restarts, 1);
    ck_assert_str_eq(said(), "");
}

TEST(a_missing_card_is_reported_once_and_a_new_one_is_used)
{
    open_with("no-such-driver");
    expect_text(said(), "no sound: ");
    expect_text(said(), "Plug a sound card in, or say audio.sound = off\n");
    happens(SDL_AUDIODEVICEADDED); /* which can't be opened either */
    ck_assert_ptr_eq(strchr(said(), '\n'), strrchr(said(), '\n'));
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    ck_assert_int_eq(SDL_InitSubSystem(SDL_INIT_AUDIO), 0);
    happens(SDL_AUDIODEVICEADDED);
    wait_for_pulls();
    expect_text(said(), "the sound is back\n");
}

/* Waits until the card, a file, has taken some more. */
static void wait_for_card(void)
{
    struct stat begin = {0}, now = {0};
    stat(temp_path("card"), &begin);
    while (now.st_size < begin.st_size + 8192) {
        SDL_Delay(1);
        stat(temp_path("card"), &now);
    }
}

TEST(a_muted_card_stays_open_and_serves_the_next_sound)
{
    setenv("SDL_DISKAUDIOFILE", temp_path("card"), 1);
    open_with("disk");
    wait_for_pulls();
    SDL_AudioDeviceID id = device.id;
    audio_device_mute(&device);
    int muted_at = pulled_frames;
    wait_for_card();
    ck_assert_int_eq(pulled_frames, muted_at);
    open_with("disk");
    wait_for_pulls();
    ck_assert_uint_eq(device.id, id);
    ck_assert_int_eq(restarts, 2);
}

TEST(a_card_that_vanishes_is_replaced_or_reported)
{
    open_with("dummy");
    wait_for_pulls();
    happens(SDL_AUDIODEVICEREMOVED);
    wait_for_pulls(); /* another one */
    ck_assert_int_eq(restarts, 2);
    SDL_AudioDeviceID id = device.id;
    SDL_AudioQuit();
    device.id = id;
    happens(SDL_AUDIODEVICEREMOVED);
    expect_text(said(), "no sound: the sound card is gone; the game goes on without it");
    ck_assert_uint_eq(device.id, 0);
}
