#include "sound/sound_live.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUEUE_LENGTH = 2048, /* a power of two */
    PIECE_FRAMES = 256,
    PAST_S = 60,
    PAST_FRAMES = PAST_S * CW_SOUND_RATE,
    PAST_PIECE = 64 /* frames of the past at one speed */
};

static const double BACK_FADE_STEP = 1.0 / 256; /* a step per frame: 5 ms for the whole fade */
static const double BACK_LEVEL = 0.6;           /* volume of a rewind */
static const double BACK_FALL_STEP = 0.4 / 960; /* reaches BACK_LEVEL in 20 ms */
static const float SLOWEST_BACK = 0.01f;        /* slower rewinds are silent */

/* A ring of the frames that were heard while time went forwards. */
typedef struct Past {
    int16_t (*frames)[2];
    float *speeds; /* speed of time when a frame was heard */
    int64_t end;   /* frames since the start; one past the newest */
    int64_t count; /* frames that can be played back */
} Past;

struct SoundLive {
    SoundMixer *mixer;
    SoundCommand queue[QUEUE_LENGTH];
    _Atomic uint32_t sent, taken;
    int64_t pulled_ns; /* time of the previous pull */
    float speed;       /* speed of time; below 0 it runs backwards */
    double back_at;    /* the frame of the past that is heard */
    double back_level; /* 0: silent */
    double back_s;     /* simulated time of the rewind so far */
    float back_speed;
    Past past;
};

SoundLive *sound_live_open(SoundMixer *mixer, CwError *error)
{
    SoundLive *live = calloc(1, sizeof *live);
    if (live != NULL) {
        live->past.frames = calloc(PAST_FRAMES, sizeof *live->past.frames);
        live->past.speeds = calloc(PAST_FRAMES / PAST_PIECE, sizeof *live->past.speeds);
    }
    if (live == NULL || live->past.frames == NULL || live->past.speeds == NULL) {
        sound_live_close(live);
        sound_mixer_close(mixer);
        cw_error_set(error, "out of memory for sound; close other programs");
        return NULL;
    }
    live->mixer = mixer;
    live->speed = 1;
    return live;
}

void sound_live_close(SoundLive *live)
{
    if (live != NULL) {
        sound_mixer_close(live->mixer);
        free(live->past.frames);
        free(live->past.speeds);
        free(live);
    }
}

/* ---- the queue ---- */

void sound_live_send(SoundLive *live, const SoundCommand *command)
{
    uint32_t sent = atomic_load_explicit(&live->sent, memory_order_relaxed);
    if (sent - atomic_load_explicit(&live->taken, memory_order_acquire) < QUEUE_LENGTH) {
        live->queue[sent % QUEUE_LENGTH] = *command;
        atomic_store_explicit(&live->sent, sent + 1, memory_order_release);
    }
}

bool sound_live_is_behind(const SoundLive *live)
{
    return atomic_load_explicit(&live->taken, memory_order_acquire) !=
           atomic_load_explicit(&live->sent, memory_order_acquire);
}

/* The next command; NULL: the queue is empty. */
static const SoundCommand *next_command(const SoundLive *live)
{
    uint32_t taken = atomic_load_explicit(&live->taken, memory_order_relaxed);
    return sound_live_is_behind(live) ? &live->queue[taken % QUEUE_LENGTH] : NULL;
}

static void drop_command(SoundLive *live)
{
    atomic_fetch_add_explicit(&live->taken, 1, memory_order_release);
}

void sound_live_flush(SoundLive *live)
{
    while (next_command(live) != NULL) {
        drop_command(live);
    }
    sound_mixer_reset(live->mixer);
    live->past.count = 0;
    live->back_level = 0;
    live->speed = 1;
}

/* ---- the past ---- */

static void remember(Past *past, const int16_t *frames, int count, float speed)
{
    for (int i = 0; i < count; i++) {
        int64_t at = past->end++ % PAST_FRAMES;
        memcpy(past->frames[at], &frames[(ptrdiff_t)2 * i], sizeof past->frames[at]);
        past->speeds[at / PAST_PIECE] = speed;
    }
    past->count = past->count + count < PAST_FRAMES ? past->count + count : PAST_FRAMES;
}

static double next_back_level(double level, bool is_moving)
{
    double rise = fmin(level + BACK_FADE_STEP, BACK_LEVEL);
    double fall = is_moving ? fmax(level - BACK_FALL_STEP, BACK_LEVEL) : level - BACK_FADE_STEP;
    return is_moving && level < BACK_LEVEL ? rise : fmax(fall, 0);
}

/* Plays the past backwards, from the newest frame at full level, so that the wave has no step.
 * Frames heard in slow motion pass faster, by its speed. */
static void play_back(SoundLive *live, float *out, int frames)
{
    const Past *past = &live->past;
    double first = (double)(past->end - past->count) + 1;
    for (int i = 0; i < frames; i++) {
        bool is_moving = live->speed < -SLOWEST_BACK && live->back_at > first;
        live->back_level = next_back_level(live->back_level, is_moving);
        live->back_at = fmax(live->back_at, first);
        int64_t at = (int64_t)live->back_at;
        double part = live->back_at - (double)at;
        const int16_t *newer = past->frames[at % PAST_FRAMES];
        const int16_t *older = past->frames[(at - 1) % PAST_FRAMES];
        for (int side = 0; side < 2; side++) {
            double sample = older[side] + (newer[side] - older[side]) * part;
            out[2 * i + side] += (float)(sample * live->back_level / SOUND_FULL);
        }
        live->back_at -= live->back_speed / past->speeds[at % PAST_FRAMES / PAST_PIECE];
        live->back_s += live->speed < 0 ? live->back_speed / CW_SOUND_RATE : 0;
    }
}

static void change_flow(SoundLive *live, const SoundCommand *command)
{
    float speed = command->speed;
    bool was_rewinding = live->speed < 0;
    if (speed < 0 && !was_rewinding) {
        live->back_at = (double)live->past.end - 1;
        live->back_level = live->past.count > 1 ? 1 : 0;
        live->back_s = 0;
    } else if (speed >= 0 && was_rewinding) {
        Past *past = &live->past; /* the past now ends where the rewind ended */
        int64_t first = past->end - past->count;
        int64_t at = (int64_t)fmax(live->back_at, (double)first);
        past->end = at < past->end ? at : past->end;
        past->count = past->end - first;
        sound_mixer_apply(live->mixer,
                          &(SoundCommand){.type = SOUND_CUT, .shift_s = -(float)live->back_s});
    }
    live->back_speed = speed < 0 ? -speed : live->back_speed;
    live->speed = speed;
    sound_mixer_apply(live->mixer, command);
}

/* ---- the card's thread ---- */

static void apply(SoundLive *live, const SoundCommand *command)
{
    if (command->type == SOUND_FLOW) {
        change_flow(live, command);
        return;
    }
    if (command->type == SOUND_CUT) {
        live->past.count = 0;
    }
    sound_mixer_apply(live->mixer, command);
}

static int apply_due(SoundLive *live, int place, int frames)
{
    const SoundCommand *command;
    while ((command = next_command(live)) != NULL) {
        double since_s = (double)(command->at_ns - live->pulled_ns) * 1e-9;
        double due = fmin(fmax(since_s * CW_SOUND_RATE, 0), frames - 1.0);
        if (due > place) {
            return (int)due - place > 0 ? (int)due - place : 1;
        }
        apply(live, command);
        drop_command(live);
    }
    return frames - place;
}

void sound_live_pull(SoundLive *live, int16_t *out, int frames, int64_t now_ns)
{
    float mixed[2 * PIECE_FRAMES];
    for (int place = 0; place < frames;) {
        int now = apply_due(live, place, frames);
        now = now < PIECE_FRAMES ? now : PIECE_FRAMES;
        int16_t *heard = out + (ptrdiff_t)2 * place;
        sound_mixer_render(live->mixer, mixed, now);
        if (live->speed < 0 || live->back_level > 0) {
            play_back(live, mixed, now);
        }
        sound_mixer_to_16_bits(heard, mixed, 2 * now);
        if (live->speed > 0) {
            remember(&live->past, heard, now, live->speed);
        }
        place += now;
    }
    live->pulled_ns = now_ns;
}
