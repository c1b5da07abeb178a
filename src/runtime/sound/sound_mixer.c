#include "sound/sound_mixer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    VOICES_MAX = SOUND_VOICES + 32, /* some may be fading out */
    SAME_VOICES = 16,               /* most voices of one sound */
    BLOCK_FRAMES = 128              /* pitch changes between blocks, volume ramps within them */
};

static const float BLOCK_S = (float)BLOCK_FRAMES / CW_SOUND_RATE;
static const float GLIDE = 0.125f; /* share of the way to the goal in a block: 63 % in 20 ms */
static const float CUT_S = 0.005f, LOOP_BEGIN_S = 0.005f, LOOP_END_S = 0.03f, PAUSE_S = 0.01f;
static const float PITCH_MAX = 256; /* times the speed of time */
static const float HALF_PI = 1.57079633f;
static const int64_t ONE_FRAME = INT64_C(1) << 32; /* one frame, as a position */

typedef enum VoiceKind { VOICE_FREE, VOICE_ONCE, VOICE_LOOP, VOICE_MUSIC } VoiceKind;

typedef struct Heard {
    float volume, pitch, pan;
} Heard;

typedef struct Voice {
    VoiceKind kind;
    SoundClip *clip;
    uint64_t key;
    uint64_t age; /* counts voices: the smallest is the oldest */
    Heard now, wanted;
    float level, level_step; /* fade from 0 to 1; its change in a block */
    bool is_marked;          /* the next SOUND_SWEEP ends the voice unless SOUND_LOOP comes first */
    bool is_ending;          /* the voice becomes free when its level is 0 */
    int64_t at, step;        /* position in the clip; step of a frame */
    float gain[2];           /* gain at the block's beginning, left and right */
    float next_gain[2];      /* gain at the block's end */
} Voice;

struct SoundMixer {
    SoundClip *clips; /* the bank's */
    Voice voices[VOICES_MAX];
    uint64_t voice_count; /* voices begun so far */
    int block_frame;      /* frames of the block that are rendered */
    float volumes[CW_SOUND_GROUP_COUNT], volumes_wanted[CW_SOUND_GROUP_COUNT];
    float speed, speed_wanted; /* speed of time, a factor of the pitch */
    float level;               /* level of all but the interface: falls to 0 before a pause */
    bool is_paused;            /* all but the interface */
    float tempo;               /* pitch of all music */
};

/* ---- voices ---- */

static bool is_paused(const SoundMixer *mixer, const Voice *voice)
{
    return mixer->is_paused && voice->clip->group != CW_SOUND_INTERFACE;
}

static void free_voice(Voice *voice)
{
    voice->kind = VOICE_FREE;
    atomic_fetch_sub(&voice->clip->voices, 1);
}

static void fade(Voice *voice, bool is_ending, float seconds)
{
    voice->is_ending = voice->is_ending || is_ending;
    float step = BLOCK_S / fmaxf(seconds, BLOCK_S);
    voice->level_step = voice->is_ending ? -step : step;
}

/* Sets the gains of the block's end and the step. Pan keeps a mono sound's sum of squared gains. */
static void aim(const SoundMixer *mixer, Voice *voice)
{
    const SoundClip *clip = voice->clip;
    bool is_interface = clip->group == CW_SOUND_INTERFACE;
    float level = voice->kind == VOICE_MUSIC ? sinf(voice->level * HALF_PI) : voice->level;
    float gain = voice->now.volume * level * mixer->volumes[clip->group] / 32768;
    float pitch = voice->now.pitch * (is_interface ? 1 : mixer->speed);
    float pan = voice->now.pan;
    gain *= is_interface ? 1 : mixer->level;
    if (clip->channels == 1) {
        gain /= 2 * sqrtf(1 + pan * pan);
        voice->next_gain[0] = gain * (1 - pan);
        voice->next_gain[1] = gain * (1 + pan);
    } else {
        voice->next_gain[0] = gain * (1 - fmaxf(pan, 0));
        voice->next_gain[1] = gain * (1 + fminf(pan, 0));
    }
    double step = (double)fminf(pitch, PITCH_MAX) * clip->rate_hz / CW_SOUND_RATE;
    voice->step = (int64_t)(step * (double)ONE_FRAME);
}

/* A loop as long as the music is a layer: it plays at the music's place. */
static void follow_music(const SoundMixer *mixer, Voice *layer)
{
    if (layer->kind != VOICE_LOOP || layer->clip->group != CW_SOUND_MUSIC) {
        return;
    }
    for (const Voice *voice = mixer->voices; voice < mixer->voices + VOICES_MAX; voice++) {
        if (voice->kind == VOICE_MUSIC && !voice->is_ending &&
            voice->clip->frames == layer->clip->frames) {
            layer->at = voice->at;
            layer->now.pitch = layer->wanted.pitch = voice->now.pitch;
        }
    }
}

static SoundClip *clip_of(const SoundMixer *mixer, const SoundCommand *command)
{
    return command->sound == CW_SOUND_NONE ? NULL : &mixer->clips[command->sound];
}

static Voice *find_voice(SoundMixer *mixer, VoiceKind kind, const SoundCommand *command)
{
    const SoundClip *clip = clip_of(mixer, command);
    for (Voice *voice = mixer->voices; voice < mixer->voices + VOICES_MAX; voice++) {
        if (voice->kind == kind && !voice->is_ending && voice->clip == clip &&
            voice->key == command->key) {
            return voice;
        }
    }
    return NULL;
}

/* Ends the oldest voice of a clip (NULL: of any) if `limit` play. False: all are loops or music. */
static bool make_room(SoundMixer *mixer, const SoundClip *clip, int limit)
{
    Voice *oldest = NULL;
    int count = 0;
    for (Voice *voice = mixer->voices; voice < mixer->voices + VOICES_MAX; voice++) {
        bool is_playing = voice->kind != VOICE_FREE && !voice->is_ending;
        if (is_playing && (clip == NULL || voice->clip == clip)) {
            bool is_older = oldest == NULL || voice->age < oldest->age;
            oldest = voice->kind == VOICE_ONCE && is_older ? voice : oldest;
            count++;
        }
    }
    if (count >= limit && oldest != NULL) {
        fade(oldest, true, CUT_S);
        if (oldest->at == 0) { /* the voice was not heard yet */
            free_voice(oldest);
        }
    }
    return count < limit || oldest != NULL;
}

static void begin_voice(SoundMixer *mixer, VoiceKind kind, const SoundCommand *command)
{
    SoundClip *clip = clip_of(mixer, command);
    if (clip == NULL || clip->frames == 0 || !make_room(mixer, clip, SAME_VOICES) ||
        !make_room(mixer, NULL, SOUND_VOICES) || sound_mixer_voices(mixer) == VOICES_MAX) {
        return;
    }
    Voice *voice = mixer->voices;
    while (voice->kind != VOICE_FREE) {
        voice++;
    }
    float fade_s = kind == VOICE_LOOP ? LOOP_BEGIN_S : command->fade_s;
    float pitch = kind == VOICE_MUSIC ? mixer->tempo : command->pitch;
    Heard heard = {command->volume, pitch, command->pan};
    atomic_fetch_add(&clip->voices, 1);
    *voice = (Voice){.kind = kind,
                     .clip = clip,
                     .key = command->key,
                     .age = mixer->voice_count++,
                     .now = heard,
                     .wanted = heard};
    fade(voice, false, fade_s);
    float block_left = 1 - (float)mixer->block_frame / (float)BLOCK_FRAMES;
    voice->level = fade_s > 0 ? voice->level_step * block_left : 1;
    follow_music(mixer, voice);
    aim(mixer, voice);
    for (int side = 0; side < 2; side++) { /* a fade is at 0 now, not when the block began */
        voice->gain[side] = voice->next_gain[side] * (fade_s > 0 ? 1 - 1 / block_left : 1);
    }
}

/* ---- commands ---- */

static void play_once(SoundMixer *mixer, const SoundCommand *command)
{
    begin_voice(mixer, VOICE_ONCE, command);
}

static void update_loop(SoundMixer *mixer, const SoundCommand *command)
{
    Voice *voice = find_voice(mixer, VOICE_LOOP, command);
    if (voice == NULL) {
        begin_voice(mixer, VOICE_LOOP, command);
    } else {
        voice->is_marked = false;
        voice->wanted = (Heard){command->volume, command->pitch, command->pan};
    }
}

static void end_loop(SoundMixer *mixer, const SoundCommand *command)
{
    Voice *voice = find_voice(mixer, VOICE_LOOP, command);
    if (voice != NULL) {
        fade(voice, true, LOOP_END_S);
    }
}

static void mark_or_sweep_loops(SoundMixer *mixer, const SoundCommand *command)
{
    for (Voice *voice = mixer->voices; voice < mixer->voices + VOICES_MAX; voice++) {
        if (command->type == SOUND_SWEEP && voice->is_marked) {
            fade(voice, true, LOOP_END_S);
        }
        voice->is_marked =
            command->type == SOUND_MARK && voice->kind == VOICE_LOOP && !voice->is_ending;
    }
}

static void change_music(SoundMixer *mixer, const SoundCommand *command)
{
    Voice *current = find_voice(mixer, VOICE_MUSIC, command);
    for (Voice *voice = mixer->voices; voice < mixer->voices + VOICES_MAX; voice++) {
        if (voice->kind == VOICE_MUSIC && !voice->is_ending && voice != current) {
            fade(voice, true, command->fade_s);
        }
    }
    if (current != NULL) {
        current->wanted.volume = command->volume;
    } else {
        begin_voice(mixer, VOICE_MUSIC, command);
    }
}

static void stop_sound(SoundMixer *mixer, const SoundCommand *command)
{
    const SoundClip *clip = clip_of(mixer, command);
    for (Voice *voice = mixer->voices; voice < mixer->voices + VOICES_MAX; voice++) {
        if (voice->kind == VOICE_ONCE && (clip == NULL || voice->clip == clip)) {
            fade(voice, true, CUT_S);
        }
    }
}

static void shift_music(Voice *voice, double shift_s)
{
    double shift = shift_s * voice->clip->rate_hz * (double)voice->now.pitch;
    double at = fmod((double)voice->at / (double)ONE_FRAME + shift, voice->clip->frames);
    voice->at = (int64_t)((at < 0 ? at + voice->clip->frames : at) * (double)ONE_FRAME);
}

/* Cuts without a fade if paused, because nothing is heard. */
static void cut(SoundMixer *mixer, const SoundCommand *command)
{
    for (Voice *voice = mixer->voices; voice < mixer->voices + VOICES_MAX; voice++) {
        if (voice->kind == VOICE_FREE || voice->clip->group == CW_SOUND_INTERFACE) {
            continue;
        }
        if (voice->kind == VOICE_MUSIC && !voice->is_ending) {
            shift_music(voice, (double)command->shift_s);
        } else if (mixer->is_paused) {
            free_voice(voice);
        } else {
            fade(voice, true, CUT_S);
        }
    }
}

static void change_volumes(SoundMixer *mixer, const SoundCommand *command)
{
    memcpy(mixer->volumes_wanted, command->volumes, sizeof mixer->volumes_wanted);
    if (sound_mixer_voices(mixer) == 0) {
        memcpy(mixer->volumes, command->volumes, sizeof mixer->volumes);
    }
    mixer->tempo = command->pitch;
    for (Voice *voice = mixer->voices; voice < mixer->voices + VOICES_MAX; voice++) {
        if (voice->kind == VOICE_MUSIC) {
            voice->wanted.pitch = command->pitch;
        }
    }
}

static void change_flow(SoundMixer *mixer, const SoundCommand *command)
{
    mixer->speed_wanted = fmaxf(command->speed, 0);
    if (command->speed < 0) {
        mixer->level = 0;
        mixer->is_paused = true;
        /* Voices that are resumed soon begin softly, too. */
        for (Voice *voice = mixer->voices; voice < mixer->voices + VOICES_MAX; voice++) {
            if (voice->kind != VOICE_FREE && is_paused(mixer, voice)) {
                memset(voice->gain, 0, sizeof voice->gain);
                memset(voice->next_gain, 0, sizeof voice->next_gain);
            }
        }
    } else if (command->speed > 0 && mixer->is_paused) {
        mixer->speed = command->speed;
        mixer->is_paused = false;
    }
}

void sound_mixer_apply(SoundMixer *mixer, const SoundCommand *command)
{
    static void (*const handlers[])(SoundMixer *, const SoundCommand *) = {
        [SOUND_ONCE] = play_once,           [SOUND_LOOP] = update_loop,
        [SOUND_MARK] = mark_or_sweep_loops, [SOUND_SWEEP] = mark_or_sweep_loops,
        [SOUND_LOOP_END] = end_loop,        [SOUND_MUSIC] = change_music,
        [SOUND_STOP] = stop_sound,          [SOUND_CUT] = cut,
        [SOUND_VOLUMES] = change_volumes,   [SOUND_FLOW] = change_flow};
    _Static_assert(CW_ARRAY_LENGTH(handlers) == SOUND_COMMAND_COUNT, "one for each type");
    handlers[command->type](mixer, command);
}

/* ---- rendering ---- */

static void glide(float *value, float wanted)
{
    *value = fabsf(wanted - *value) < 1e-4f ? wanted : *value + (wanted - *value) * GLIDE;
}

static void update_voice(const SoundMixer *mixer, Voice *voice)
{
    if (voice->is_ending && voice->level <= 0) {
        free_voice(voice);
        return;
    }
    if (!is_paused(mixer, voice)) {
        voice->level = fminf(fmaxf(voice->level + voice->level_step, 0), 1);
    }
    glide(&voice->now.volume, voice->wanted.volume);
    glide(&voice->now.pitch, voice->wanted.pitch);
    glide(&voice->now.pan, voice->wanted.pan);
    follow_music(mixer, voice);
    memcpy(voice->gain, voice->next_gain, sizeof voice->gain);
    aim(mixer, voice);
}

static void begin_block(SoundMixer *mixer)
{
    const float step = BLOCK_S / PAUSE_S;
    mixer->block_frame = 0;
    for (int i = 0; i < CW_SOUND_GROUP_COUNT; i++) {
        glide(&mixer->volumes[i], mixer->volumes_wanted[i]);
    }
    if (mixer->speed_wanted > 0) {
        glide(&mixer->speed, mixer->speed_wanted);
        mixer->level = fminf(mixer->level + step, 1);
    } else {
        mixer->is_paused = mixer->is_paused || mixer->level <= 0;
        mixer->level = fmaxf(mixer->level - step, 0);
    }
    for (Voice *voice = mixer->voices; voice < mixer->voices + VOICES_MAX; voice++) {
        if (voice->kind != VOICE_FREE) {
            update_voice(mixer, voice);
        }
    }
}

/* Copies four frames, some outside of the clip: a loop repeats, other clips are silent there. */
static void copy_edge(int16_t *near, const Voice *voice, int64_t first)
{
    const SoundClip *clip = voice->clip;
    for (int i = 0; i < 4 * clip->channels; i++) {
        int64_t frame = first + i / clip->channels;
        frame = voice->kind == VOICE_ONCE ? frame : (frame + clip->frames) % clip->frames;
        bool is_inside = frame >= 0 && frame < clip->frames;
        near[i] = is_inside ? clip->samples[frame * clip->channels + i % clip->channels] : 0;
    }
}

/* Catmull and Rom's cubic between the middle two ("... local interpolating splines", 1974). */
static float interpolate(const int16_t *near, int stride, float part)
{
    float a = near[0], b = near[stride], c = near[2 * stride], d = near[3 * stride];
    float square = 2 * a - 5 * b + 4 * c - d, cube = 3 * (b - c) + d - a;
    return b + 0.5f * part * (c - a + part * (square + part * cube));
}

static void render_voice(Voice *voice, float *out, int begin, int end)
{
    const SoundClip *clip = voice->clip;
    const int channels = clip->channels;
    const int64_t length = clip->frames * ONE_FRAME;
    const float left_step = (voice->next_gain[0] - voice->gain[0]) / (float)BLOCK_FRAMES;
    const float right_step = (voice->next_gain[1] - voice->gain[1]) / (float)BLOCK_FRAMES;
    for (int i = begin; i < end; i++) {
        if (voice->at > length && voice->kind == VOICE_ONCE) {
            free_voice(voice);
            return;
        }
        int16_t edge[8];
        const int16_t *near = edge;
        if (voice->at > length) {
            voice->at %= length;
        }
        int64_t first = voice->at / ONE_FRAME - 1;
        if (first >= 0 && first + 4 <= clip->frames) {
            near = &clip->samples[first * channels];
        } else {
            copy_edge(edge, voice, first);
        }
        float part = (float)(voice->at % ONE_FRAME) / (float)ONE_FRAME;
        float left = interpolate(near, channels, part);
        float right = channels == 1 ? left : interpolate(near + 1, channels, part);
        *out++ += left * (voice->gain[0] + left_step * (float)i);
        *out++ += right * (voice->gain[1] + right_step * (float)i);
        voice->at += voice->step;
    }
}

void sound_mixer_render(SoundMixer *mixer, float *out, int frames)
{
    memset(out, 0, sizeof *out * 2 * (size_t)frames);
    while (frames > 0) {
        int begin = mixer->block_frame;
        int end = begin + frames < BLOCK_FRAMES ? begin + frames : BLOCK_FRAMES;
        for (Voice *voice = mixer->voices; voice < mixer->voices + VOICES_MAX; voice++) {
            if (voice->kind != VOICE_FREE && !is_paused(mixer, voice)) {
                render_voice(voice, out, begin, end);
            }
        }
        mixer->block_frame = end;
        if (end == BLOCK_FRAMES) {
            begin_block(mixer);
        }
        out += (ptrdiff_t)2 * (end - begin);
        frames -= end - begin;
    }
}

void sound_mixer_to_16_bits(int16_t *out, const float *samples, int count)
{
    for (int i = 0; i < count; i++) {
        out[i] = (int16_t)lrintf(fminf(fmaxf(samples[i], -1), 1) * (float)SOUND_FULL);
    }
}

void sound_mixer_reset(SoundMixer *mixer)
{
    for (Voice *voice = mixer->voices; voice < mixer->voices + VOICES_MAX; voice++) {
        if (voice->kind != VOICE_FREE) {
            free_voice(voice);
        }
    }
    memcpy(mixer->volumes, mixer->volumes_wanted, sizeof mixer->volumes);
    mixer->speed = mixer->speed_wanted = mixer->level = 1;
    mixer->is_paused = false;
    mixer->block_frame = 0;
}

int sound_mixer_voices(const SoundMixer *mixer)
{
    int count = 0;
    for (int i = 0; i < VOICES_MAX; i++) {
        count += mixer->voices[i].kind != VOICE_FREE;
    }
    return count;
}

SoundMixer *sound_mixer_open(SoundBank *bank, CwError *error)
{
    SoundMixer *mixer = calloc(1, sizeof *mixer);
    if (mixer == NULL) {
        cw_error_set(error, "out of memory for sounds; close other programs");
        return NULL;
    }
    mixer->clips = bank->clips;
    mixer->tempo = 1;
    for (int i = 0; i < CW_SOUND_GROUP_COUNT; i++) {
        mixer->volumes_wanted[i] = 1;
    }
    sound_mixer_reset(mixer);
    return mixer;
}

void sound_mixer_close(SoundMixer *mixer)
{
    if (mixer != NULL) {
        sound_mixer_reset(mixer);
        free(mixer);
    }
}
