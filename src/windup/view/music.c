#include "view/cues.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BARS = 16,
    FULL_BAR = 12,    /* first bar with a louder melody two octaves higher */
    PATTERN_BARS = 8, /* patterns of figure, bass and clock, all different */
    STEPS = 2,        /* steps of a beat */
    NOTE_MAX = 127,
    VOICE_COUNT = 3, /* voices of a chord */
    ECHO_COUNT = 4,
    ECHO_STEP = 1024,
    ROOM_FRAMES = 2 * MUSIC_RATE_HZ, /* longest echo */
    BASS_LOWEST = 40                 /* lowest note that small speakers play */
};

static const double LOUDNESS = 0.075, PEAK = 0.84; /* root mean square; limit */
static const float ECHO_LEVEL = 0.22f;

/* Players: material, ring (at a' = 440 Hz; lower notes are longer), place from left to right. */
typedef struct Player {
    ToneMaterial material;
    double decay_s, attack_s, pan;
    int rings; /* frames of the longest note */
} Player;

typedef enum PlayerId { LEAD, SHIMMER, CHORDS, ORGAN, BASS, CLOCK, PLAYER_COUNT } PlayerId;

/* Semitones of the degrees of a scale above the first. */
typedef enum Scale { MAJOR, MINOR, HARMONIC_MINOR } Scale;
static const int SCALES[][7] = {[MAJOR] = {0, 2, 4, 5, 7, 9, 11},
                                [MINOR] = {0, 2, 3, 5, 7, 8, 10},
                                [HARMONIC_MINOR] = {0, 2, 3, 5, 7, 8, 11}};

/* A score. A sign is half a beat, in chords a bar; | separates bars, in chords groups of four.
 * Melody: 1 to 7 are degrees of the scale, a to g an octave higher, A to G an octave lower; - and .
 * play no new note. Chords are degrees. Figure, bass and clock have PATTERN_BARS bars. */
typedef struct Score {
    int key; /* note of degree 1; 60: c' */
    Scale scale;
    ToneMaterial lead;
    double lead_decay_s, figure_level, clock_level, organ_level;
    const char *melody, *chords, *figure, *bass, *clock;
} Score;

#define SCORE(called, ...) [TUNE_##called] = {__VA_ARGS__}
static const Score SCORES[] = {
    SCORE(TITLE, 65, MAJOR, TONE_CELESTA, 0.5, 0.44, 0.16, 0.1,
          "3-5-a-|c-a-6-|4-6-a-|b---5-|3-5-a-|c-b-a-|6-4-2-|5---7-|"
          "a-6-a-|b-7-b-|c-b-7-|a---6-|4-6-a-|7-b-d-|c-a-5-|a-----",
          "1645|1625|4536|2511", "0.1.2.|0.2.1.|..1.2.|0.12..|0.1.21|01.2..|.01.2.|0.121.",
          "r.....|r...f.|r..f..|r....f|r.f...|r.r...|..r.f.|r.f.r.",
          "t.o.o.|t.o.ot|t..oo.|tto.o.|t.oo..|t.o...|..o.o.|t.ooo."),
    SCORE(MEADOW, 67, MAJOR, TONE_CELESTA, 0.34, 0.4, 0.2, 0.08,
          "1.3.5.35|6.4.a.6.|5.3.1.35|2.5.4.32|1.3.5.35|6.a.6.54|5.7.b.75|a...5...|"
          "6.a.c.a6|5.7.b.75|4.6.a.64|5.5.3.5.|4.6.4.32|5.4.3.2.|1.3.5.a.|b.7.5...",
          "1415|1451|6341|2515",
          "0.2.1.2.|0.1.2.1.|02..1.2.|0.2.12..|2.1.0.1.|..12.02.|01.2.12.|0.2.0121",
          "r...f...|r...r...|r..rf...|r...f.r.|r.f.r...|r...f..f|r.r.f...|r.f.r.f.",
          "t.b.o.b.|t.b.ob..|t.bto.b.|t.b.o.bb|t..bo.b.|tb..o.b.|t.b.obbt|t.boo.bk"),
    SCORE(MILLS, 62, MAJOR, TONE_WOOD, 0.3, 0.4, 0.18, 0.08,
          "5.3.1.35|6.5.4.2.|3.5.a.53|4.2.7.5.|1.3.5.6.|a.6.5.3.|4.6.5.42|1...3...|"
          "a.5.6.53|4.6.a.b.|c.b.a.65|5.7.b.5.|6.a.c.a6|5.a.3.53|2.4.7.b.|a.......",
          "1215|1451|1465|4151",
          "0.12.1.2|0.1.21..|01..2.1.|0.2.1.2.|.012.1.2|0.12..1.|0.21.2.1|01.2.1.2",
          "r...f..r|r..f..f.|r.r.f...|r...f.f.|rr..f...|r..rf..r|r.f...r.|r.f.rr.f",
          "t.obo.b.|t.b.oo..|t.b.o.bt|tb..o.b.|t.b.otb.|t..bo.bb|t.bbo.o.|t.bootbk"),
    SCORE(GARDEN, 64, MAJOR, TONE_CELESTA, 0.4, 0.4, 0.12, 0.14,
          "5-3-5-|6-5---|a-b-c-|b-5---|4-6-a-|5-3-1-|2-4-6-|5-----|"
          "a-6-a-|c-b-a-|7-b-d-|c---a-|6-a-c-|b-7-5-|4-2-7-|a-----",
          "1415|4125|6151|6551", "0.12.1|0.2.12|.012.1|0.1.2.|01.2.1|0.21.2|.0.121|0.1212",
          "r...f.|r.....|r..f..|r....f|r.f...|r...r.|r..f.r|r.f.f.",
          "t.o.o.|t..oo.|t.o.ob|tto.o.|t.oo.t|t.o...|..o.oo|t.ob.o"),
    SCORE(WORKS, 69, MINOR, TONE_CELESTA, 0.26, 0.36, 0.26, 0.09,
          "1.1.3.21|5.5.3.1.|3.3.4.31|2.2.G.2.|1.1.3.21|5.5.7.5.|6.5.4.64|5...2...|"
          "7.5.3.57|7.b.7.4.|a.6.3.6.|5.3.7.5.|4.6.a.64|7.4.2.4.|3.1.5.31|1.......",
          "1167|1145|3763|4711",
          "0212.212|.212021.|0.12021.|02.12.12|0212021.|01.2.121|021.0212|.1212012",
          "r..r..f.|r..rr.f.|r.r...f.|r..r.f..|r..f..r.|rr..r.f.|r...rrf.|r.f.r.fr",
          "kbtbobtb|kbtbkbtb|k.tbobtb|kbt.obtk|kbtbobkb|kktbobtb|kbtbo.tt|kbobkbkk"),
    SCORE(SHAFT, 67, MINOR, TONE_BRASS, 0.4, 0.38, 0.24, 0.12,
          "1...2...|3...2.1.|1.2.3.5.|4...2...|3...4...|5...4.3.|3.4.5.7.|6...4...|"
          "5.5.7.a.|b...7.5.|4.4.6.a.|7...5...|a.7.5.3.|6.5.4.3.|2.4.5.7.|a.......",
          "1617|3134|3543|1651",
          "0.1.2.1.|0.2.1.2.|01..2.1.|0.12..1.|.01.2.12|0..12.1.|0.1.21..|012.1.2.",
          "r.......|r...f...|r.....r.|r..f....|r...r...|r.f.....|r....f..|r...f.r.",
          "t...o...|t...o.t.|t..to...|t...oo..|tt..o...|t...o..o|t.t.o...|t...ot.o"),
    SCORE(HALL, 62, HARMONIC_MINOR, TONE_BELL, 0.6, 0.42, 0.3, 0.14,
          "5---3-|6---4-|5-4-2-|3-----|a---6-|a-6-4-|5-7-b-|7-----|"
          "a-5-3-|c-a-6-|d-c-a-|b-7-5-|6-a-c-|4-6-a-|7-b-7-|a-----",
          "1451|6455|1645|6451", "0.1.2.|..1.2.|0.12..|0.1.21|012...|0.2.1.|.01.2.|0121.2",
          "r.....|r...f.|r..f..|r....r|r.f...|..r...|r...r.|r.f.r.",
          "t..o..|t..o.t|t.to..|t..oo.|tt.o..|t..o.o|...o..|t.oto."),
    SCORE(HARBOUR, 62, MAJOR, TONE_REED, 0.3, 0.4, 0.14, 0.12,
          "1-3-5-|6-5-3-|4-3-2-|5-----|1-3-5-|a-6-5-|4-3-2-|1-----|"
          "a-b-a-|6-5-6-|5-3-5-|2-----|a-b-c-|a-6-5-|4-3-7-|a-----",
          "1625|1621|1415|1451", "0.1.2.|012.1.|0.21.1|.1.2.1|0..121|01.2.2|0.1.12|0121.2",
          "r..f..|r..r..|r.f...|r..f.r|r.....|r.r.f.|r..rf.|r.ff.r",
          "t..o..|t.to..|t..o.o|t..ot.|tt.o..|t..oo.|t.oo..|tto.o."),
    SCORE(NIGHT, 70, MAJOR, TONE_CELESTA, 0.7, 0.42, 0.12, 0.15,
          "5...3.5.|7...5...|6...a.6.|5.......|6...5.3.|5...7...|a...6.4.|5...2...|"
          "6.a.c...|b.7.5...|6.4.2...|3...5...|4.6.a...|b...7.5.|a.......|....5.3.",
          "1341|6345|4321|4511",
          "0.1.2.1.|0...2.1.|..1.2.1.|0.2...1.|0.1..21.|01..2...|0.1.2..1|...1.210",
          "r.....f.|r.......|r...f...|r.....r.|r..f....|....r.f.|r...r...|r.f.....",
          "..t...o.|t...o...|..t..o..|..t...oo|.t....o.|..t.t.o.|....o...|t.t...o."),
    SCORE(CANYON, 64, MINOR, TONE_WOOD, 0.5, 0.42, 0.3, 0.14,
          "1.....5.|7...5...|6...4...|5.......|1.....3.|4...3.2.|1...G...|1.......|"
          "a.....7.|5...7...|6...a.6.|5...3...|4.....6.|7...5.4.|3...2...|1.......",
          "1341|1751|1363|4571",
          "0...1...|0..2..1.|..0.1.2.|0...2...|0.1...2.|.0..1...|0...12..|0..1.2..",
          "r.......|r.....f.|r...r...|r....f..|r..f....|r......r|r.r.....|r...f.r.",
          "t.......|t...o...|....o...|t..o....|t.....o.|t...o.o.|..t.o...|t.o...o."),
    SCORE(FOUNDRY, 62, MINOR, TONE_BRASS, 0.3, 0.34, 0.26, 0.1,
          "1.1.1.3.|4.4.3.1.|1.1.1.3.|5...4...|6.6.5.4.|5.5.4.3.|4.3.2.1.|2...5...|"
          "a.a.7.5.|6.6.5.3.|4.4.6.a.|7...5...|a.b.c.a.|b.7.5.7.|6.4.2.4.|1.......",
          "1415|4375|1643|1541",
          "02020212|0.120212|02120.12|0202.212|0.202.12|02.12012|021.0212|02120201",
          "r.r.r.f.|r.rr.rf.|r.r.rrf.|rr.r.f.r|r.r.f.r.|r.rrr.f.|rr.r.rf.|r.r.frfr",
          "k.b.k.b.|k.bbk.b.|k.b.kkb.|k.b.k.bb|kkb.k.b.|k.b.b.kb|k.bkk.b.|kbb.k.bk"),
    SCORE(STORM, 60, MINOR, TONE_CELESTA, 0.3, 0.34, 0.26, 0.12,
          "a.5.3.5a|b.7.4.7b|c.a.6.ac|b.7.4.2.|a.5.3.5a|b.7.4.7b|c.a.6.3.|2.5.7.b.|"
          "d.a.6.ad|c.a.5.ac|a.6.3.6a|b.7.4.7b|d.c.a.6.|c.a.6.3.|b.7.4.2.|1...5...",
          "1767|1765|4167|4671",
          "01202120|02102120|0120.120|01.02120|21012012|0.2021.0|012012.0|02120212",
          "r.r.f.r.|rr..f.r.|r.r.f.rr|r.rrf...|r.f.r.f.|r.r.rrf.|rrr.f.r.|r.frr.fr",
          "kbobkbob|kbobkkob|k.obkbo.|kboobbob|kbobkbkk|kkobkbob|kbtbkbob|kbobkktk"),
    SCORE(TOWER, 60, MAJOR, TONE_BELL, 0.6, 0.4, 0.24, 0.14,
          "1---5-|a---5-|6-5-4-|5-----|3---6-|a-b-a-|7-6-5-|2-----|"
          "a---c-|b---7-|a-6-4-|5-3-5-|6-a-c-|d-c-b-|7-b-5-|a-----",
          "1145|6452|1541|6251", "0.1.2.|01.2.1|0.2.1.|012...|0.12.1|.01.21|0.121.|01.212",
          "r.....|r...f.|r.r...|r..f..|r....r|r.f.f.|r..r.f|r.f..r",
          "t.o.o.|t.o.oo|tto.o.|t.oo..|t..o.o|t.o..b|tto.ob|t.oto."),
};
_Static_assert(CW_ARRAY_LENGTH(SCORES) == TUNE_COUNT, "a score a tune");

/* ---- playing ---- */

typedef struct Band {
    const Score *score;
    bool plays[LAYER_COUNT];
    float *left_right;
    int frames;
    int bar_steps;
    double step_frames;
    Player players[PLAYER_COUNT];
    float *rendered[PLAYER_COUNT][NOTE_MAX + 1]; /* notes already made; NULL: not yet */
} Band;

/* The clock's notes are its drums: tick, tock, a brush and a heartbeat. */
static const Tone DRUMS[NOTE_MAX + 1][2] = {
    ['t'] = {{TONE_WOOD, 0, 1500, 0.5, .decay_s = 0.016},
             {TONE_NOISE, 0, 3500, 0.2, .decay_s = 0.004}},
    ['o'] = {{TONE_WOOD, 0, 1000, 0.6, .decay_s = 0.02},
             {TONE_NOISE, 0, 2500, 0.2, .decay_s = 0.004}},
    ['b'] = {{TONE_NOISE, 0, 5500, 0.4, 0.03, .attack_s = 0.004}},
    ['k'] = {{TONE_SINE, 0, 95, 0.9, 0.06, .glide_hz = 52}},
};

static const float *render_note(Band *band, PlayerId id, int note)
{
    float **rendered = &band->rendered[id][note];
    if (*rendered == NULL &&
        (*rendered = calloc((size_t)band->players[id].rings, sizeof **rendered)) != NULL) {
        const Player *player = &band->players[id];
        double hz = 440 * exp2((note - 69) / 12.0);
        Tape tape = {*rendered, player->rings, MUSIC_RATE_HZ, false};
        Tone tone = {player->material, .hz = hz, .gain = 0.5,
                     .decay_s = fmin(player->decay_s * sqrt(440 / hz), id == ORGAN ? 2 : 0.6),
                     .attack_s = player->attack_s};
        tape_add(&tape, id == CLOCK ? DRUMS[note] : &tone, id == CLOCK ? 2 : 1);
        for (int i = player->rings / 2; i < player->rings; i++) {
            (*rendered)[i] *= 2 * (float)(player->rings - i) / (float)player->rings;
        }
    }
    return *rendered;
}

static void mix_note(float *left_right, const float *rendered, int frames, const float sides[2])
{
    for (ptrdiff_t i = 0; i < frames; i++) {
        left_right[2 * i] += rendered[i] * sides[0];
        left_right[2 * i + 1] += rendered[i] * sides[1];
    }
}

/* Plays a note. Low voices are left of high ones, tick and tock on either side. A note that rings
 * beyond the end continues at the beginning. */
static void play_note(Band *band, PlayerId id, int note, int step, double level)
{
    const float *rendered = render_note(band, id, note);
    double pan = id == CHORDS ? fmin(fmax((note - band->score->key + 3) / 12.0, -1), 1) * 0.7
                              : band->players[id].pan * (note == 'o' ? -1 : 1);
    const float sides[2] = {(float)(level * sqrt((1 - pan) / 2)),
                            (float)(level * sqrt((1 + pan) / 2))};
    ptrdiff_t at = (ptrdiff_t)(step * band->step_frames);
    int all = rendered == NULL ? 0 : band->players[id].rings;
    int first = all < band->frames - at ? all : (int)(band->frames - at);
    mix_note(band->left_right + 2 * at, rendered, first, sides);
    mix_note(band->left_right, rendered + first, all - first, sides);
}

/* ---- the score ---- */

/* The note of a degree from 0 on, any number of octaves away. */
static int note_of(const Score *score, int degree)
{
    int octave = degree >= 0 ? degree / 7 : -1;
    return score->key + 12 * octave + SCALES[score->scale][degree - 7 * octave];
}

/* The note at a step of the melody; -1: none. */
static int melody_note(const Score *score, char sign)
{
    return sign >= '1' && sign <= '7'   ? note_of(score, sign - '1')
           : sign >= 'a' && sign <= 'g' ? note_of(score, sign - 'a' + 7)
           : sign >= 'A' && sign <= 'G' ? note_of(score, sign - 'A' - 7)
                                        : -1;
}

/* Finds the triad on a degree, each voice in the octave nearest to its last note. */
static void lead_voices(const Score *score, int degree, int voices[VOICE_COUNT])
{
    int best[VOICE_COUNT] = {0}, best_way = 1 << 20;
    for (int turn = 0; turn < VOICE_COUNT; turn++) {
        int tried[VOICE_COUNT], way = 0;
        for (int i = 0; i < VOICE_COUNT; i++) {
            int note = note_of(score, degree + 2 * ((i + turn) % VOICE_COUNT));
            tried[i] = note + 12 * (int)floor((voices[i] - note) / 12.0 + 0.5);
            way += abs(tried[i] - voices[i]);
        }
        if (way < best_way) {
            best_way = way;
            memcpy(best, tried, sizeof best);
        }
    }
    memcpy(voices, best, sizeof best);
}

/* Loudness: higher on the beat, highest on a bar's first. */
static double accent(int step)
{
    return step == 0 ? 1 : step % STEPS == 0 ? 0.85 : 0.68;
}

/* Plays a bar. The layer of speed is the clock, and the figure an octave higher; in the
 * layer of danger the bass hurries on the root, and a drum beats like a heart. */
static void play_bar(Band *band, int bar, int degree, const int voices[VOICE_COUNT])
{
    const Score *score = band->score;
    int pattern = bar % PATTERN_BARS * (band->bar_steps + 1), first = bar * band->bar_steps;
    int root = BASS_LOWEST + (note_of(score, degree) + 120 - BASS_LOWEST) % 12;
    for (int i = 0; band->plays[LAYER_CALM] && i < VOICE_COUNT; i++) {
        play_note(band, ORGAN, voices[i], first, score->organ_level);
    }
    for (int i = 0; i < band->bar_steps; i++) {
        char figure = score->figure[pattern + i], bass = score->bass[pattern + i];
        char clock = score->clock[pattern + i];
        double loud = accent(i);
        int step = first + i, voice = isdigit((unsigned char)figure) ? voices[figure - '0'] : -1;
        if (band->plays[LAYER_CALM] && voice >= 0) {
            play_note(band, CHORDS, voice, step, score->figure_level * loud);
        }
        if (band->plays[LAYER_CALM] && bass != '.') {
            play_note(band, BASS, root + (bass == 'f' ? 7 : 0), step, 0.5 * loud);
        }
        if (band->plays[LAYER_SPEED] && clock != '.') {
            play_note(band, CLOCK, clock, step, score->clock_level * loud);
        }
        if (band->plays[LAYER_SPEED] && !band->plays[LAYER_CALM] && voice >= 0) {
            play_note(band, CHORDS, voice + 12, step, score->figure_level * 0.4 * loud);
        }
        if (band->plays[LAYER_DANGER]) {
            play_note(band, BASS, root, step, 0.4 * loud);
        }
        if (band->plays[LAYER_DANGER] && i % (2 * STEPS) < STEPS) {
            play_note(band, CLOCK, 'k', step, 0.3 * loud);
        }
    }
}

static void play_score(Band *band)
{
    const Score *score = band->score;
    int bar = 0, step = 0, full = FULL_BAR * band->bar_steps;
    int voices[VOICE_COUNT] = {score->key - 8, score->key - 5, score->key};
    for (const char *sign = score->chords; *sign != '\0'; sign++) {
        if (*sign != '|') {
            lead_voices(score, *sign - '1', voices);
            play_bar(band, bar++, *sign - '1', voices);
        }
    }
    for (const char *sign = score->melody; band->plays[LAYER_CALM] && *sign != '\0'; sign++) {
        int note = melody_note(score, *sign);
        if (note >= 0) {
            double loud = accent(step % band->bar_steps);
            play_note(band, LEAD, note, step, 0.6 * loud);
            play_note(band, SHIMMER, note + 24, step, (step < full ? 0.42 : 0.6) * loud);
        }
        step += *sign != '|';
    }
}

/* ---- the room ---- */

/* Adds echoes to frames from `first` until `end`: each of the other side's earlier sound. */
static void add_echoes(float *left_right, int frames, int first, int end)
{
    static const int delays[ECHO_COUNT] = {1583, 2213, 2539, 3301}; /* none within a step */
    for (; first < end; first += ECHO_STEP) {
        int last = first + ECHO_STEP < end ? first + ECHO_STEP : end;
        for (int tap = 0; tap < ECHO_COUNT; tap++) {
            ptrdiff_t at = first - delays[tap] + (first < delays[tap] ? frames : 0);
            for (ptrdiff_t i = first; i < last; i++) {
                left_right[2 * i + tap % 2] += ECHO_LEVEL * left_right[2 * at + 1 - tap % 2];
                at = at + 1 < frames ? at + 1 : 0;
            }
        }
    }
}

/* Adds echoes that cross from side to side; the end's are heard at the beginning. */
static void add_room(float *left_right, int frames)
{
    int tail = frames - ROOM_FRAMES;
    size_t tail_bytes = sizeof *left_right * 2 * ROOM_FRAMES;
    float *dry = malloc(tail_bytes);
    if (dry != NULL) {
        memcpy(dry, left_right + 2 * (ptrdiff_t)tail, tail_bytes);
        add_echoes(left_right, frames, tail, frames);
        add_echoes(left_right, frames, 0, tail);
        memcpy(left_right + 2 * (ptrdiff_t)tail, dry, tail_bytes);
        add_echoes(left_right, frames, tail, frames);
    }
    free(dry);
}

static void make_as_loud(float *left_right, int frames)
{
    double loudest = 0, power = 0;
    for (int i = 0; i < 2 * frames; i++) {
        loudest = fmax(loudest, fabs((double)left_right[i]));
        power += (double)left_right[i] * (double)left_right[i];
    }
    double loudness = sqrt(power / (2.0 * frames));
    double scale = loudest > 0 ? fmin(PEAK / loudest, LOUDNESS / loudness) : 0;
    for (int i = 0; i < 2 * frames; i++) {
        left_right[i] *= (float)scale;
    }
}

void music_make(int sound, float *samples, int frames)
{
    int tune = (sound - SOUND_TUNE_FIRST) % TUNE_COUNT;
    Layer layer = (Layer)((sound - SOUND_TUNE_FIRST) / TUNE_COUNT);
    const Score *score = &SCORES[tune];
    int bar_steps = (int)strcspn(score->figure, "|");
    Band band = {
        .score = score,
        .plays = {[LAYER_CALM] = layer == LAYER_CALM,
                  [LAYER_SPEED] =
                      layer == LAYER_SPEED || (layer == LAYER_CALM && tune == TUNE_TITLE),
                  [LAYER_DANGER] = layer == LAYER_DANGER},
        .left_right = samples,
        .frames = frames,
        .bar_steps = bar_steps,
        .step_frames = (double)frames / (double)(bar_steps * BARS),
        .players = {[LEAD] = {score->lead, score->lead_decay_s, score->lead == TONE_REED ? 0.02 : 0,
                              0.2, 3 * MUSIC_RATE_HZ / 2},
                    [SHIMMER] = {TONE_CELESTA, 0.3, 0, -0.3, MUSIC_RATE_HZ / 2},
                    [CHORDS] = {TONE_CELESTA, 0.42, 0.003, 0, MUSIC_RATE_HZ},
                    [ORGAN] = {TONE_REED, 1.2, 0.15, 0, 5 * MUSIC_RATE_HZ / 2},
                    [BASS] = {TONE_BASS, 0.25, 0.004, 0, 3 * MUSIC_RATE_HZ / 4},
                    [CLOCK] = {.pan = 0.5, .rings = 2 * MUSIC_RATE_HZ / 5}}};
    play_score(&band);
    for (int i = 0; i < PLAYER_COUNT * (NOTE_MAX + 1); i++) {
        free(band.rendered[i / (NOTE_MAX + 1)][i % (NOTE_MAX + 1)]);
    }
    add_room(samples, frames);
    make_as_loud(samples, frames);
}
