#define AL_ALEXT_PROTOTYPES
#include "sound/sound_mixer.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    VOICES_MAX = SOUND_VOICES + 32, /* with ending ones */
    SLOTS_MAX = 16,                 /* voices of one sound */
    SLOTS_ALL = 2048,               /* voices of all sounds, but 2 each at least */
    BLOCK_FRAMES = 128              /* in which volume and pitch are led on */
};

static const float BLOCK_S = (float)BLOCK_FRAMES / CW_SOUND_RATE;
static const float GLIDE_TAU_S = 0.02f;
static const float CUT_S = 0.005f, LOOP_BEGIN_S = 0.005f, LOOP_END_S = 0.03f, STAND_S = 0.01f;
static const float PITCH_MIN = 1e-3f; /* OpenAL wants more than 0 */
static const float HALF_PI = 1.57079633f;

typedef enum VoiceKind { VOICE_FREE, VOICE_ONCE, VOICE_LOOP, VOICE_MUSIC } VoiceKind;

typedef struct Heard {
    float volume, pitch, pan;
} Heard;

typedef struct Voice {
    VoiceKind kind;
    int sound, slot;
    uint64_t key;
    uint64_t age; /* counts voices: the smallest is the oldest */
    Heard now, wanted;
    float level, level_step; /* of its fade, 0 to 1; by a second */
    bool marked;             /* to be swept unless it is led */
    bool ending;             /* free when its level is 0 */
    bool stands;             /* its sources are paused, or not begun */
} Voice;

/* A stereo sound has two sources a voice, left and right. */
typedef struct SoundSources {
    ALuint buffers[2];
    int first, channels, group;
    uint32_t used; /* a bit a slot */
} SoundSources;

struct SoundMixer {
    ALCdevice *device;
    ALCcontext *context;
    SoundSources *sounds;
    int sound_count, slots;
    ALuint *sources;
    int source_count;
    Voice voices[VOICES_MAX];
    uint64_t voice_count; /* that ever were */
    float volumes[CW_SOUND_GROUP_COUNT], volumes_wanted[CW_SOUND_GROUP_COUNT];
    float speed; /* of time, as pitch */
    float speed_wanted;
    float level; /* of all but the interface: falls to 0 before time stands */
    bool stands;
    float tempo; /* pitch of all music */
    float glide; /* part of the way to what is wanted, in a block */
};

/* ---- OpenAL without anybody's settings ---- */

/* Every key that changes a mix, over those of the machine's and the user's files, which OpenAL Soft
 * reads before the one that ALSOFT_CONF names. */
static const char settings[] = "[general]\n"
                               "drivers = null\n"
                               "resampler = cubic\n"
                               "volume-adjust = 0\n"
                               "hrtf = false\n"
                               "stereo-mode = speakers\n"
                               "stereo-encoding = panpot\n"
                               "output-limiter = false\n"
                               "dither = false\n"
                               "cf_level = 0\n"
                               "front-stablizer = false\n"
                               "default-reverb =\n"
                               "disable-cpu-exts =\n"
                               "sources = 8192\n"
                               "slots = 1\n"
                               "sends = 0\n"
                               "excludefx = eaxreverb,reverb\n"
                               "trap-al-error = false\n";

/* The text as a file that the environment names; -1 where there is none. */
static int show_settings(void)
{
    static const char *const others[] = {"ALSOFT_DRIVERS", "ALSOFT_DEFAULT_REVERB",
                                         "ALSOFT_TRAP_ERROR", "ALSOFT_TRAP_AL_ERROR"};
    char path[64];
    int file = memfd_create("openal", MFD_CLOEXEC);
    if (file >= 0 && write(file, settings, sizeof settings - 1) > 0) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
        setenv("ALSOFT_CONF", path, 1);
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(others); i++) {
        unsetenv(others[i]);
    }
    return file;
}

static void hide_settings(int file)
{
    unsetenv("ALSOFT_CONF");
    if (file >= 0) {
        close(file);
    }
}

void sound_mixer_prepare(void)
{
    int file = show_settings();
    ALCdevice *device = alcLoopbackOpenDeviceSOFT(NULL);
    if (device != NULL) {
        alcCloseDevice(device);
    }
    hide_settings(file);
}

static bool open_device(SoundMixer *mixer, int source_count)
{
    const ALCint attributes[] = {ALC_FORMAT_CHANNELS_SOFT,
                                 ALC_STEREO_SOFT,
                                 ALC_FORMAT_TYPE_SOFT,
                                 ALC_FLOAT_SOFT,
                                 ALC_FREQUENCY,
                                 CW_SOUND_RATE,
                                 ALC_MONO_SOURCES,
                                 source_count,
                                 ALC_STEREO_SOURCES,
                                 1,
                                 ALC_HRTF_SOFT,
                                 ALC_FALSE,
                                 ALC_OUTPUT_LIMITER_SOFT,
                                 ALC_FALSE,
                                 ALC_MAX_AUXILIARY_SENDS,
                                 0,
                                 0};
    mixer->device = alcLoopbackOpenDeviceSOFT(NULL);
    mixer->context = mixer->device == NULL ? NULL : alcCreateContext(mixer->device, attributes);
    return mixer->context != NULL && alcSetThreadContext(mixer->context) == ALC_TRUE;
}

/* ---- voices ---- */

static bool is_interface(const SoundMixer *mixer, const Voice *voice)
{
    return mixer->sounds[voice->sound].group == CW_SOUND_INTERFACE;
}

static int channels_of(const SoundMixer *mixer, const Voice *voice)
{
    return mixer->sounds[voice->sound].channels;
}

static const ALuint *sources_of(const SoundMixer *mixer, const Voice *voice)
{
    const SoundSources *sound = &mixer->sounds[voice->sound];
    return &mixer->sources[sound->first + voice->slot * sound->channels];
}

static void free_voice(SoundMixer *mixer, Voice *voice)
{
    alSourceStopv(channels_of(mixer, voice), sources_of(mixer, voice));
    mixer->sounds[voice->sound].used &= ~(1u << voice->slot);
    voice->kind = VOICE_FREE;
}

static void fade(Voice *voice, bool ends, float seconds)
{
    voice->ending = voice->ending || ends;
    float step = 1 / fmaxf(seconds, BLOCK_S);
    voice->level_step = voice->ending ? -step : step;
}

static void pause_voice(SoundMixer *mixer, Voice *voice, bool stands)
{
    if (voice->kind == VOICE_FREE || voice->stands == stands) {
        return;
    }
    voice->stands = stands;
    int count = channels_of(mixer, voice);
    const ALuint *sources = sources_of(mixer, voice);
    if (stands) {
        alSourcePausev(count, sources);
    } else {
        alSourcePlayv(count, sources);
    }
}

/* What it sounds like from the next frame on. A mono sound stands beside or above the listener
 * (OpenAL's sides are linear, so what is in the middle is made as loud), the two sources of a
 * stereo one stand left and right for good. */
static void send(SoundMixer *mixer, const Voice *voice)
{
    int group = mixer->sounds[voice->sound].group;
    bool real_time = group == CW_SOUND_INTERFACE;
    const ALuint *sources = sources_of(mixer, voice);
    float level = voice->kind == VOICE_MUSIC ? sinf(voice->level * HALF_PI) : voice->level;
    float gain = voice->now.volume * level * mixer->volumes[group] * (real_time ? 1 : mixer->level);
    float pitch = voice->now.pitch * (real_time ? 1 : mixer->speed);
    float pan = voice->now.pan;
    if (mixer->sounds[voice->sound].channels == 1) {
        alSource3f(sources[0], AL_POSITION, pan, sqrtf(fmaxf(0, 1 - pan * pan)), 0);
        alSourcef(sources[0], AL_GAIN, gain / sqrtf(1 + pan * pan));
    } else {
        alSourcef(sources[0], AL_GAIN, gain * (1 - fmaxf(pan, 0)));
        alSourcef(sources[1], AL_GAIN, gain * (1 + fminf(pan, 0)));
        alSourcef(sources[1], AL_PITCH, fmaxf(pitch, PITCH_MIN));
    }
    alSourcef(sources[0], AL_PITCH, fmaxf(pitch, PITCH_MIN));
}

static Voice *find_voice(SoundMixer *mixer, VoiceKind kind, int sound, uint64_t key)
{
    for (int i = 0; i < VOICES_MAX; i++) {
        Voice *voice = &mixer->voices[i];
        if (voice->kind == kind && !voice->ending && voice->sound == sound && voice->key == key) {
            return voice;
        }
    }
    return NULL;
}

/* Of a sound, or with CW_SOUND_NONE of all; NULL when none plays. */
static Voice *oldest_once(SoundMixer *mixer, int sound)
{
    Voice *oldest = NULL;
    for (int i = 0; i < VOICES_MAX; i++) {
        Voice *voice = &mixer->voices[i];
        bool fits = voice->kind == VOICE_ONCE && (sound == CW_SOUND_NONE || voice->sound == sound);
        bool counts = fits && (sound != CW_SOUND_NONE || !voice->ending);
        if (counts && (oldest == NULL || voice->age < oldest->age)) {
            oldest = voice;
        }
    }
    return oldest;
}

static int count_voices(const SoundMixer *mixer, bool with_ending)
{
    int count = 0;
    for (int i = 0; i < VOICES_MAX; i++) {
        const Voice *voice = &mixer->voices[i];
        count += voice->kind != VOICE_FREE && (with_ending || !voice->ending);
    }
    return count;
}

/* The slot of a voice that gives way is free at once, its place among all after a short fade. */
static bool make_room(SoundMixer *mixer, int sound)
{
    uint32_t all = (uint32_t)((1ull << mixer->slots) - 1);
    if (mixer->sounds[sound].used == all) {
        Voice *oldest = oldest_once(mixer, sound);
        if (oldest == NULL) {
            return false;
        }
        free_voice(mixer, oldest);
    }
    Voice *oldest = oldest_once(mixer, CW_SOUND_NONE);
    if (count_voices(mixer, false) >= SOUND_VOICES && oldest != NULL) {
        fade(oldest, true, CUT_S);
    }
    return count_voices(mixer, true) < VOICES_MAX;
}

/* NULL where there is no room. */
static Voice *add_voice(SoundMixer *mixer, VoiceKind kind, const SoundCommand *command)
{
    SoundSources *sound = &mixer->sounds[command->sound];
    if (sound->channels == 0 || !make_room(mixer, command->sound)) {
        return NULL;
    }
    Voice *voice = mixer->voices;
    while (voice->kind != VOICE_FREE) {
        voice++;
    }
    int slot = __builtin_ctz(~sound->used);
    sound->used |= 1u << slot;
    Heard heard = {command->volume, command->pitch, command->pan};
    *voice = (Voice){.kind = kind,
                     .sound = command->sound,
                     .slot = slot,
                     .key = command->key,
                     .age = mixer->voice_count++,
                     .now = heard,
                     .wanted = heard,
                     .level = kind == VOICE_ONCE,
                     .stands = true};
    for (int i = 0; i < sound->channels; i++) {
        alSourcei(sources_of(mixer, voice)[i], AL_LOOPING, kind != VOICE_ONCE);
    }
    return voice;
}

static void begin_voice(SoundMixer *mixer, Voice *voice)
{
    send(mixer, voice);
    if (!mixer->stands || is_interface(mixer, voice)) {
        pause_voice(mixer, voice, false);
    }
}

/* ---- commands ---- */

static void play_once(SoundMixer *mixer, const SoundCommand *command)
{
    Voice *voice = add_voice(mixer, VOICE_ONCE, command);
    if (voice != NULL) {
        begin_voice(mixer, voice);
    }
}

static void lead_loop(SoundMixer *mixer, const SoundCommand *command)
{
    Voice *voice = find_voice(mixer, VOICE_LOOP, command->sound, command->key);
    if (voice == NULL) {
        voice = add_voice(mixer, VOICE_LOOP, command);
        if (voice != NULL) {
            fade(voice, false, LOOP_BEGIN_S);
            begin_voice(mixer, voice);
        }
        return;
    }
    voice->marked = false;
    voice->wanted = (Heard){command->volume, command->pitch, command->pan};
}

static void change_music(SoundMixer *mixer, const SoundCommand *command)
{
    bool goes_on = false;
    for (int i = 0; i < VOICES_MAX; i++) {
        Voice *voice = &mixer->voices[i];
        bool same = voice->sound == command->sound && !voice->ending;
        if (voice->kind == VOICE_MUSIC && same) {
            voice->wanted.volume = command->volume;
            goes_on = true;
        } else if (voice->kind == VOICE_MUSIC && !voice->ending) {
            fade(voice, true, command->fade_s);
        }
    }
    Voice *voice =
        goes_on || command->sound == CW_SOUND_NONE ? NULL : add_voice(mixer, VOICE_MUSIC, command);
    if (voice != NULL) {
        voice->now.pitch = voice->wanted.pitch = mixer->tempo;
        voice->level = command->fade_s > 0 ? 0 : 1;
        fade(voice, false, command->fade_s);
        begin_voice(mixer, voice);
    }
}

static void change_volumes(SoundMixer *mixer, const SoundCommand *command)
{
    memcpy(mixer->volumes_wanted, command->volumes, sizeof mixer->volumes_wanted);
    if (count_voices(mixer, true) == 0) {
        memcpy(mixer->volumes, command->volumes, sizeof mixer->volumes);
    }
    mixer->tempo = command->pitch;
    for (int i = 0; i < VOICES_MAX; i++) {
        if (mixer->voices[i].kind == VOICE_MUSIC) {
            mixer->voices[i].wanted.pitch = command->pitch;
        }
    }
}

static void mark_loops(SoundMixer *mixer, bool sweeps)
{
    for (int i = 0; i < VOICES_MAX; i++) {
        Voice *voice = &mixer->voices[i];
        if (voice->kind != VOICE_LOOP || voice->ending) {
            continue;
        }
        if (sweeps && voice->marked) {
            fade(voice, true, LOOP_END_S);
        }
        voice->marked = !sweeps;
    }
}

static void stop_sound(SoundMixer *mixer, int sound)
{
    for (int i = 0; i < VOICES_MAX; i++) {
        Voice *voice = &mixer->voices[i];
        if (voice->kind == VOICE_ONCE && (sound == CW_SOUND_NONE || voice->sound == sound)) {
            fade(voice, true, CUT_S);
        }
    }
}

static void shift_music(SoundMixer *mixer, const Voice *voice, double shift_s)
{
    const ALuint *sources = sources_of(mixer, voice);
    ALint bytes = 0, rate_hz = 0, at = 0;
    alGetBufferi(mixer->sounds[voice->sound].buffers[0], AL_SIZE, &bytes);
    alGetBufferi(mixer->sounds[voice->sound].buffers[0], AL_FREQUENCY, &rate_hz);
    alGetSourcei(sources[0], AL_SAMPLE_OFFSET, &at);
    double frames = bytes / (int)sizeof(int16_t);
    double moved = fmod(at + shift_s * rate_hz * (double)voice->now.pitch, frames);
    for (int i = 0; i < channels_of(mixer, voice); i++) {
        alSourcei(sources[i], AL_SAMPLE_OFFSET, (ALint)(moved < 0 ? moved + frames : moved));
    }
}

/* What stands is cut without a fade: it isn't heard. */
static void cut(SoundMixer *mixer, double shift_s)
{
    for (int i = 0; i < VOICES_MAX; i++) {
        Voice *voice = &mixer->voices[i];
        if (voice->kind == VOICE_FREE || is_interface(mixer, voice)) {
            continue;
        }
        if (voice->kind == VOICE_MUSIC && !voice->ending) {
            shift_music(mixer, voice, shift_s);
        } else if (voice->stands) {
            free_voice(mixer, voice);
        } else {
            fade(voice, true, CUT_S);
        }
    }
}

static void pause_world(SoundMixer *mixer, bool stands)
{
    mixer->stands = stands;
    for (int i = 0; i < VOICES_MAX; i++) {
        if (mixer->voices[i].kind != VOICE_FREE && !is_interface(mixer, &mixer->voices[i])) {
            pause_voice(mixer, &mixer->voices[i], stands);
        }
    }
}

static void change_flow(SoundMixer *mixer, float speed)
{
    mixer->speed_wanted = fmaxf(speed, 0);
    if (speed < 0) {
        mixer->level = 0;
        pause_world(mixer, true);
    } else if (speed > 0 && mixer->stands) {
        mixer->speed = speed;
        pause_world(mixer, false);
    }
}

static void take(SoundMixer *mixer, const SoundCommand *command)
{
    switch (command->type) {
    case SOUND_ONCE:
        play_once(mixer, command);
        break;
    case SOUND_LOOP:
        lead_loop(mixer, command);
        break;
    case SOUND_MARK:
    case SOUND_SWEEP:
        mark_loops(mixer, command->type == SOUND_SWEEP);
        break;
    case SOUND_LOOP_END: {
        Voice *voice = find_voice(mixer, VOICE_LOOP, command->sound, command->key);
        if (voice != NULL) {
            fade(voice, true, LOOP_END_S);
        }
        break;
    }
    case SOUND_TUNE:
        change_music(mixer, command);
        break;
    case SOUND_STOP:
        stop_sound(mixer, command->sound);
        break;
    case SOUND_CUT:
        cut(mixer, command->shift_s);
        break;
    case SOUND_VOLUMES:
        change_volumes(mixer, command);
        break;
    case SOUND_FLOW:
        change_flow(mixer, command->speed);
        break;
    }
}

/* OpenAL's context is this thread's no longer than it works: threads end without a word. */
void sound_mixer_take(SoundMixer *mixer, const SoundCommand *command)
{
    alcSetThreadContext(mixer->context);
    take(mixer, command);
    alcSetThreadContext(NULL);
}

/* ---- rendering ---- */

static void glide(float *value, float wanted, float part)
{
    *value = fabsf(wanted - *value) < 1e-4f ? wanted : *value + (wanted - *value) * part;
}

static float approach(float value, float wanted, float step)
{
    return wanted > value ? fminf(value + step, wanted) : fmaxf(value - step, wanted);
}

static void lead_world(SoundMixer *mixer, float block_s, float part)
{
    bool flows = mixer->speed_wanted > 0;
    for (int i = 0; i < CW_SOUND_GROUP_COUNT; i++) {
        glide(&mixer->volumes[i], mixer->volumes_wanted[i], part);
    }
    if (flows) {
        glide(&mixer->speed, mixer->speed_wanted, part);
    } else if (mixer->level <= 0 && !mixer->stands) {
        pause_world(mixer, true);
    }
    mixer->level = approach(mixer->level, flows ? 1 : 0, block_s / STAND_S);
}

static void lead_voice(SoundMixer *mixer, Voice *voice, float block_s, float part)
{
    ALint state = AL_PLAYING;
    if (!voice->stands) {
        alGetSourcei(sources_of(mixer, voice)[0], AL_SOURCE_STATE, &state);
    }
    bool faded = voice->ending && voice->level <= 0;
    if (faded || state == AL_STOPPED) {
        free_voice(mixer, voice);
        return;
    }
    if (!voice->stands) {
        voice->level = fminf(fmaxf(voice->level + voice->level_step * block_s, 0), 1);
    }
    glide(&voice->now.volume, voice->wanted.volume, part);
    glide(&voice->now.pitch, voice->wanted.pitch, part);
    glide(&voice->now.pan, voice->wanted.pan, part);
    send(mixer, voice);
}

static void render_block(SoundMixer *mixer, float *out, int frames)
{
    float block_s = (float)frames / CW_SOUND_RATE;
    float part = mixer->glide * (float)frames / (float)BLOCK_FRAMES;
    lead_world(mixer, block_s, part);
    for (int i = 0; i < VOICES_MAX; i++) {
        if (mixer->voices[i].kind != VOICE_FREE) {
            lead_voice(mixer, &mixer->voices[i], block_s, part);
        }
    }
    alcRenderSamplesSOFT(mixer->device, out, frames);
}

void sound_mixer_render(SoundMixer *mixer, float *out, int frames)
{
    alcSetThreadContext(mixer->context);
    while (frames > 0) {
        int now = frames < BLOCK_FRAMES ? frames : BLOCK_FRAMES;
        render_block(mixer, out, now);
        out += (ptrdiff_t)2 * now;
        frames -= now;
    }
    alcSetThreadContext(NULL);
}

void sound_mixer_reset(SoundMixer *mixer)
{
    alcSetThreadContext(mixer->context);
    for (int i = 0; i < VOICES_MAX; i++) {
        if (mixer->voices[i].kind != VOICE_FREE) {
            free_voice(mixer, &mixer->voices[i]);
        }
    }
    mixer->speed = mixer->speed_wanted = mixer->level = 1;
    mixer->stands = false;
    memcpy(mixer->volumes, mixer->volumes_wanted, sizeof mixer->volumes);
    alcSetThreadContext(NULL);
}

int sound_mixer_voices(const SoundMixer *mixer)
{
    return count_voices(mixer, true);
}

/* ---- life ---- */

/* One channel of a clip as a buffer. */
static bool make_buffer(ALuint *buffer, const SoundClip *clip, int channel)
{
    int16_t *samples = malloc(sizeof *samples * (size_t)clip->frames);
    if (samples == NULL) {
        return false;
    }
    for (int i = 0; i < clip->frames; i++) {
        samples[i] = clip->samples[(int64_t)i * clip->channels + channel];
    }
    alGenBuffers(1, buffer);
    alBufferData(*buffer, AL_FORMAT_MONO16, samples, clip->frames * (int)sizeof *samples,
                 clip->rate_hz);
    free(samples);
    return alGetError() == AL_NO_ERROR;
}

static bool bind_source(ALuint source, ALuint buffer, float x)
{
    alSourcei(source, AL_BUFFER, (ALint)buffer);
    alSourcei(source, AL_SOURCE_RELATIVE, AL_TRUE);
    alSourcef(source, AL_ROLLOFF_FACTOR, 0);
    alSource3f(source, AL_POSITION, x, 0, 0);
    return alGetError() == AL_NO_ERROR;
}

static bool make_sound(SoundMixer *mixer, SoundSources *sound, const SoundClip *clip)
{
    bool good = true;
    for (int channel = 0; channel < sound->channels && good; channel++) {
        good = make_buffer(&sound->buffers[channel], clip, channel);
        for (int slot = 0; slot < mixer->slots && good; slot++) {
            good = bind_source(mixer->sources[sound->first + slot * sound->channels + channel],
                               sound->buffers[channel], channel == 0 ? -1 : 1);
        }
    }
    return good;
}

/* OpenAL allocates what a voice needs when it first plays. */
static void warm_up(SoundMixer *mixer)
{
    float heard[2 * BLOCK_FRAMES];
    int count = mixer->source_count < 2 * VOICES_MAX ? mixer->source_count : 2 * VOICES_MAX;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < count; i++) {
            alSourcef(mixer->sources[i], AL_GAIN, 0);
            alSourcePlay(mixer->sources[i]);
            alSourcef(mixer->sources[i], AL_PITCH, 1);
        }
        alcRenderSamplesSOFT(mixer->device, heard, BLOCK_FRAMES);
    }
    for (int i = 0; i < count; i++) {
        alSourceStop(mixer->sources[i]);
    }
    alcRenderSamplesSOFT(mixer->device, heard, BLOCK_FRAMES);
}

static int plan_sources(SoundMixer *mixer, const SoundBank *bank)
{
    int slots = bank->count > 0 ? SLOTS_ALL / bank->count : 2;
    mixer->slots = slots < 2 ? 2 : slots > SLOTS_MAX ? SLOTS_MAX : slots;
    for (int i = 0; i < bank->count; i++) {
        int channels = bank->clips[i].samples == NULL ? 0 : bank->clips[i].channels;
        mixer->sounds[i] = (SoundSources){
            .first = mixer->source_count, .channels = channels, .group = (int)bank->defs[i].group};
        mixer->source_count += mixer->slots * channels;
    }
    return mixer->source_count;
}

static bool make_all(SoundMixer *mixer, const SoundBank *bank)
{
    mixer->sources = calloc((size_t)mixer->source_count + 1, sizeof *mixer->sources);
    if (mixer->sources == NULL) {
        return false;
    }
    alGetError();
    alGenSources(mixer->source_count, mixer->sources);
    bool good = alGetError() == AL_NO_ERROR;
    for (int i = 0; i < bank->count && good; i++) {
        good = make_sound(mixer, &mixer->sounds[i], &bank->clips[i]);
    }
    return good;
}

SoundMixer *sound_mixer_open(const SoundBank *bank, CwError *error)
{
    SoundMixer *mixer = calloc(1, sizeof *mixer);
    SoundSources *sounds = calloc((size_t)bank->count + 1, sizeof *sounds);
    if (mixer == NULL || sounds == NULL) {
        free(mixer);
        free(sounds);
        cw_error_set(error, "out of memory for sounds; close other programs");
        return NULL;
    }
    mixer->sounds = sounds;
    mixer->sound_count = bank->count;
    mixer->tempo = 1;
    mixer->glide = 1 - expf(-BLOCK_S / GLIDE_TAU_S);
    for (int i = 0; i < CW_SOUND_GROUP_COUNT; i++) {
        mixer->volumes_wanted[i] = 1;
    }
    if (!open_device(mixer, plan_sources(mixer, bank)) || !make_all(mixer, bank)) {
        sound_mixer_close(mixer);
        cw_error_set(error, "OpenAL Soft can't mix here: it is too old, or there is no memory for "
                            "the sounds");
        return NULL;
    }
    warm_up(mixer);
    sound_mixer_reset(mixer);
    return mixer;
}

void sound_mixer_close(SoundMixer *mixer)
{
    if (mixer == NULL) {
        return;
    }
    if (mixer->context != NULL) {
        alcSetThreadContext(mixer->context);
        if (mixer->sources != NULL) {
            alDeleteSources(mixer->source_count, mixer->sources);
        }
        for (int i = 0; i < mixer->sound_count; i++) {
            alDeleteBuffers(mixer->sounds[i].channels, mixer->sounds[i].buffers);
        }
        alcSetThreadContext(NULL);
        alcDestroyContext(mixer->context);
    }
    if (mixer->device != NULL) {
        alcCloseDevice(mixer->device);
    }
    free(mixer->sources);
    free(mixer->sounds);
    free(mixer);
}
