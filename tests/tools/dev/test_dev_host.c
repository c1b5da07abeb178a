#include "dev/dev_host.h"
#include "support/test.h"

#include <SDL_scancode.h>
#include <string.h>

/* The keys that are pressed in the one frame of a host. */
static int64_t press_three(void *self, HostSink *sink, void *context)
{
    static const int codes[] = {SDL_SCANCODE_F10, SDL_SCANCODE_W, SDL_SCANCODE_F12};
    (void)self;
    for (int i = 0; i < 3; i++) {
        sink(context, &(InputEvent){.type = INPUT_KEY, .code = codes[i], .value = 1});
    }
    return 7;
}

static void sum_codes(void *sum, const InputEvent *event)
{
    *(int *)sum += event->code;
}

TEST(keys_of_dev_do_not_reach_the_game)
{
    DevHost host;
    int sum = 0;
    dev_host_wrap(&host, &(Host){.begin_frame = press_three});
    ck_assert(!host.flip_asked && !host.stop_asked);
    ck_assert_int_eq(host.front.begin_frame(host.front.self, sum_codes, &sum), 7);
    ck_assert(host.flip_asked && host.stop_asked);
    ck_assert_int_eq(sum, SDL_SCANCODE_W);
}

static void hear(void *context, int16_t *samples, int frames, int64_t at_ns)
{
    (void)context;
    (void)at_ns;
    memset(samples, 1, (size_t)frames * 2 * sizeof *samples);
}

static void note_restart(void *count)
{
    ++*(int *)count;
}

static void open_card(void *card, const HostSound *sound)
{
    *(HostSound *)card = *sound;
}

TEST(the_sound_card_stays_open_between_two_loops_and_is_silent)
{
    DevHost host;
    HostSound card = {0};
    int restarts = 0;
    int16_t samples[2] = {5, 5};
    const HostSound loop = {hear, note_restart, &restarts, 64};
    dev_host_wrap(&host, &(Host){.self = &card, .set_sound = open_card});
    host.front.set_sound(host.front.self, &loop);
    card.pull(card.context, samples, 1, 0);
    ck_assert_int_eq(samples[1], 0x0101);
    host.front.set_sound(host.front.self, NULL);
    ck_assert(card.pull != NULL);
    card.pull(card.context, samples, 1, 0);
    ck_assert(samples[0] == 0 && samples[1] == 0);
    host.front.set_sound(host.front.self, &loop);
    ck_assert_int_eq(restarts, 1);
}
