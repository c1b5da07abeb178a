#include "common/numbers.h"
#include "view/cues.h"

#include <math.h>

enum { MODES_MAX = 8, GLIDE_FRAMES = 32 };

static const double RING_DECAYS = 8;   /* decays until 0.03 % is left */
static const double NOISE_WIDTH = 0.9; /* width of the band, in parts of its middle */
static const double LOW_HZ = 30;
static const double END_PART = 0.3; /* the end fades faster, over this share of the sound */

typedef struct Mode {
    double ratio, gain, decay; /* factors of the tone's */
} Mode;

static const Mode MODES[TONE_MATERIAL_COUNT][MODES_MAX] = {
    [TONE_SINE] = {{1, 1, 1}},
    [TONE_BRASS] = {{1, 0.7, 1}, {2.756, 0.35, 0.5}, {5.404, 0.16, 0.25}, {8.933, 0.06, 0.12}},
    [TONE_BELL] = {{0.5, 0.28, 1.3},
                   {1, 0.5, 1},
                   {1.19, 0.2, 0.8},
                   {1.5, 0.14, 0.6},
                   {2, 0.3, 0.55},
                   {2.51, 0.1, 0.35},
                   {3.01, 0.08, 0.25},
                   {4.1, 0.06, 0.15}},
    [TONE_TIN] = {{1, 0.5, 1},
                  {1.593, 0.4, 0.8},
                  {2.135, 0.3, 0.7},
                  {2.653, 0.2, 0.5},
                  {3.156, 0.14, 0.4},
                  {4.06, 0.08, 0.3}},
    [TONE_WOOD] = {{1, 0.8, 1}, {2.572, 0.3, 0.55}, {4.644, 0.12, 0.3}, {6.984, 0.05, 0.2}},
    [TONE_CELESTA] = {{1, 0.8, 1}, {2, 0.14, 0.7}, {4.0, 0.1, 0.35}, {6.267, 0.05, 0.08}},
    [TONE_BASS] = {{1, 0.75, 1}, {2, 0.3, 0.55}, {3, 0.14, 0.35}, {4, 0.07, 0.25}, {5, 0.03, 0.2}},
    [TONE_REED] = {{1, 0.6, 1}, {2, 0.2, 1}, {3, 0.12, 1}, {4, 0.05, 1}, {1.004, 0.3, 1}},
};

/* The sample at a place; a loop wraps around. */
static float *sample_at(const Tape *tape, int at)
{
    return &tape->samples[at < tape->frames ? at : at % tape->frames];
}

static int last_frame(const Tape *tape, int first, double decay_s, double attack_s)
{
    double rings_s = attack_s + decay_s * RING_DECAYS;
    int last = first + (int)(rings_s * tape->rate_hz);
    return !tape->loops && last > tape->frames ? tape->frames : last;
}

/* The level of a soft attack, 0 to 1. */
static double attack_of(const Tone *tone, int frame, double rate_hz)
{
    double part = tone->attack_s > 0 ? frame / (tone->attack_s * rate_hz) : 1;
    return part < 1 ? part * part * (3 - 2 * part) : 1;
}

/* Adds a decaying sine by the recurrence of a resonator; its first sample is 0. */
static void add_mode(Tape *tape, const Tone *tone, int first, const Mode *mode)
{
    double hz = tone->hz * mode->ratio, decay_s = tone->decay_s * mode->decay;
    if (hz > tape->rate_hz * 0.45) {
        return;
    }
    double turn = TURN_RAD * hz / tape->rate_hz, r = exp(-1 / (decay_s * tape->rate_hz));
    double now = 0, next = tone->gain * mode->gain * r * sin(turn), lead = 2 * r * cos(turn);
    int last = last_frame(tape, first, decay_s, tone->attack_s);
    for (int i = first; i < last; i++) {
        *sample_at(tape, i) += (float)(now * attack_of(tone, i - first, tape->rate_hz));
        double after = lead * next - r * r * now;
        now = next;
        next = after;
    }
}

static double glide_of(const Tone *tone, int frame, double rate_hz)
{
    double part = fmin(frame / (2 * (tone->attack_s + tone->decay_s) * rate_hz), 1);
    return tone->glide_hz > 0 ? tone->hz + (tone->glide_hz - tone->hz) * part : tone->hz;
}

/* The level of a tone without modes, which falls from the end of the attack on. */
static double level_of(const Tone *tone, int frame, double rate_hz)
{
    double fallen_s = fmax(frame / rate_hz - tone->attack_s, 0);
    return tone->gain * exp(-fallen_s / tone->decay_s) * attack_of(tone, frame, rate_hz);
}

static void add_glide(Tape *tape, const Tone *tone, int first)
{
    double turned = 0;
    int last = last_frame(tape, first, tone->decay_s, tone->attack_s);
    for (int i = first; i < last; i++) {
        *sample_at(tape, i) += (float)(sin(turned) * level_of(tone, i - first, tape->rate_hz));
        turned += TURN_RAD * glide_of(tone, i - first, tape->rate_hz) / tape->rate_hz;
    }
}

/* Adds white noise through a band-pass of two poles (Bristow-Johnson's, 0 dB in the middle). */
static void add_noise(Tape *tape, const Tone *tone, int first)
{
    CwRng rng;
    cw_rng_seed(&rng, 7, (uint64_t)first);
    double x1 = 0, x2 = 0, y1 = 0, y2 = 0, alpha = 0, lead = 0;
    int last = last_frame(tape, first, tone->decay_s, tone->attack_s);
    for (int i = first; i < last; i++) {
        if ((i - first) % GLIDE_FRAMES == 0) {
            double turn = TURN_RAD * glide_of(tone, i - first, tape->rate_hz) / tape->rate_hz;
            alpha = sin(turn) * NOISE_WIDTH / 2;
            lead = 2 * cos(turn);
        }
        double x = cw_rng_range(&rng, -1, 1);
        double y = (alpha * (x - x2) + lead * y1 - (1 - alpha) * y2) / (1 + alpha);
        x2 = x1;
        x1 = x;
        y2 = y1;
        y1 = y;
        *sample_at(tape, i) += (float)(3 * y * level_of(tone, i - first, tape->rate_hz));
    }
}

static void add_tone(Tape *tape, const Tone *tone)
{
    int first = (int)(tone->at_s * tape->rate_hz);
    if (tone->material == TONE_NOISE) {
        add_noise(tape, tone, first);
        return;
    }
    if (tone->glide_hz > 0) {
        add_glide(tape, tone, first);
        return;
    }
    for (int i = 0; i < MODES_MAX && MODES[tone->material][i].ratio > 0; i++) {
        add_mode(tape, tone, first, &MODES[tone->material][i]);
    }
}

void tape_add(Tape *tape, const Tone *tones, int count)
{
    for (int i = 0; i < count && tones[i].hz > 0; i++) {
        Tone tone = tones[i];
        for (int n = 0; n <= tones[i].repeats; n++) {
            add_tone(tape, &tone);
            tone.at_s += tone.every_s;
            tone.hz *= tone.rise > 0 ? tone.rise : 1;
            tone.gain *= tone.fade > 0 ? tone.fade : 1;
        }
    }
}

static void drop_low(Tape *tape)
{
    double keep = 1 - TURN_RAD * LOW_HZ / tape->rate_hz, x1 = 0, y = 0;
    for (int i = 0; i < tape->frames * (tape->loops ? 2 : 1); i++) {
        float *sample = sample_at(tape, i);
        double x = *sample;
        y = keep * (y + x - x1);
        x1 = x;
        if (i >= tape->frames || !tape->loops) {
            *sample = (float)y;
        }
    }
}

void tape_finish(Tape *tape, double peak)
{
    drop_low(tape);
    float loudest = 0;
    for (int i = 0; i < tape->frames; i++) {
        double left = fmin((tape->frames - 1 - i) / (END_PART * tape->frames), 1);
        tape->samples[i] *= tape->loops ? 1 : (float)(left * left * (3 - 2 * left));
        loudest = fmaxf(loudest, fabsf(tape->samples[i]));
    }
    float scale = loudest > 0 ? (float)peak / loudest : 0;
    for (int i = 0; i < tape->frames; i++) {
        tape->samples[i] *= scale;
    }
}
