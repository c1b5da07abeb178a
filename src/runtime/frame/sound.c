#include "frame/sound.h"

#include "base/frame_services.h"
#include "base/number.h"
#include "base/report.h"
#include "platform/crash.h"
#include "platform/process.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double PITCH_MIN = 1.0 / 16, PITCH_MAX = 16;
static const double REACH_HEIGHTS = 2.5, FULL_PART = 0.25; /* see CwSoundHow.reach_m */
static const float MUSIC_END_S = 0.5f;
static const SoundCommand UNHEARD = {.volumes = {-1}, .pitch = 1}; /* differs from any */

/* ---- the game's calls ---- */

static bool has_sound(Sound *sound, int number, const char *call)
{
    int count = sound->desc.game->sound.count;
    if (number >= 0 && number < count) {
        return true;
    }
    report_once(&sound->was_reported[SOUND_NO_SUCH],
                "%s: there is no sound %d: the game's table (CwGame.sound.list) has %d, from 0 on",
                call, number, count);
    return false;
}

static bool has_finite_numbers(Sound *sound, int number, double volume, const CwSoundHow *how)
{
    double sum = volume;
    if (how != NULL) {
        sum += how->pitch + how->pan + how->reach_m;
        sum += how->place == NULL ? 0 : how->place->x + how->place->y;
    }
    if (isfinite(sum)) {
        return true;
    }
    report_once(&sound->was_reported[SOUND_NOT_FINITE],
                "sound \"%s\": its volume, pitch, pan, reach or place is not finite: it is not "
                "heard",
                number < 0 ? "none" : sound_def_name(&sound->desc.game->sound.list[number]));
    return false;
}

static SoundRequest *add_request(Sound *sound, SoundCommandType type, int number, double volume)
{
    if (sound->request_count == SOUND_REQUESTS_MAX) {
        report_once(&sound->was_reported[SOUND_TOO_MANY],
                    "more than %d calls of sound in a frame: the rest is not heard",
                    SOUND_REQUESTS_MAX);
        return NULL;
    }
    SoundRequest *request = &sound->requests[sound->request_count++];
    *request = (SoundRequest){
        .command = {
            .type = type, .sound = number, .volume = (float)fmin(fmax(volume, 0), 1), .pitch = 1}};
    return request;
}

static void request_sound(CwFrame *frame, SoundCommandType type, int number, double volume,
                          const CwSoundHow *how)
{
    Sound *sound = services_of(frame)->sound;
    const char *call = type == SOUND_ONCE ? "cw_sound_play" : "cw_sound_loop";
    if (sound == NULL || !has_sound(sound, number, call) ||
        !has_finite_numbers(sound, number, volume, how)) {
        return;
    }
    SoundRequest *request = add_request(sound, type, number, volume);
    if (request == NULL || how == NULL) {
        return;
    }
    request->command.key = type == SOUND_LOOP ? how->key : 0;
    double pitch = how->pitch == 0.0 ? 1 : how->pitch;
    request->command.pitch = (float)fmin(fmax(pitch, PITCH_MIN), PITCH_MAX);
    request->command.pan = (float)fmin(fmax(how->pan, -1), 1);
    request->tick = how->tick;
    request->has_place = how->place != NULL;
    request->place = request->has_place ? *how->place : request->place;
    request->reach_m = how->reach_m;
}

void cw_sound_play(CwFrame *frame, int sound, double volume, const CwSoundHow *how)
{
    request_sound(frame, SOUND_ONCE, sound, volume, how);
}

void cw_sound_loop(CwFrame *frame, int sound, double volume, const CwSoundHow *how)
{
    request_sound(frame, SOUND_LOOP, sound, volume, how);
}

void cw_sound_music(CwFrame *frame, int number, double volume, double fade_s)
{
    Sound *sound = services_of(frame)->sound;
    if (sound == NULL || (number != CW_SOUND_NONE && !has_sound(sound, number, "cw_sound_music")) ||
        !has_finite_numbers(sound, number, volume + fade_s, NULL)) {
        return;
    }
    SoundRequest *request = add_request(sound, SOUND_MUSIC, number, volume);
    if (request != NULL) {
        request->command.fade_s = (float)fmax(fade_s, 0);
    }
}

void cw_sound_tempo(CwFrame *frame, double tempo)
{
    Sound *sound = services_of(frame)->sound;
    if (sound != NULL && has_finite_numbers(sound, CW_SOUND_NONE, tempo, NULL)) {
        sound->tempo = (float)fmin(fmax(tempo, PITCH_MIN), PITCH_MAX);
    }
}

void cw_sound_stop(CwFrame *frame, int number)
{
    Sound *sound = services_of(frame)->sound;
    if (sound != NULL && (number == CW_SOUND_NONE || has_sound(sound, number, "cw_sound_stop"))) {
        add_request(sound, SOUND_STOP, number, 0);
    }
}

void sound_play_menu(Sound *sound, int number)
{
    if (number != CW_SOUND_NONE) {
        add_request(sound, SOUND_ONCE, number, 1);
    }
}

/* ---- to the card, the file and the log ---- */

static bool begins_sound(const SoundCommand *command)
{
    return command->type == SOUND_ONCE || command->type == SOUND_LOOP ||
           (command->type == SOUND_MUSIC && command->sound != CW_SOUND_NONE);
}

/* A command whose sound is not loaded waits. Only the newest one waits, but a layer does not
 * replace its music. */
static void send_live(Sound *sound, SoundCommand command, const SoundMoment *moment)
{
    command.at_ns = moment->now_ns;
    if (sound->live == NULL) {
        return;
    }
    if (begins_sound(&command) && !atomic_load(&sound->bank.clips[command.sound].is_loaded)) {
        bool is_layer =
            command.type == SOUND_LOOP && sound->bank.clips[command.sound].group == CW_SOUND_MUSIC;
        if (is_layer && sound->is_waiting && sound->waiting.type == SOUND_MUSIC) {
            return;
        }
        sound->waiting = command;
        sound->is_waiting = true;
    } else {
        sound_live_send(sound->live, &command);
    }
}

static void send_track(Sound *sound, SoundCommand command, uint64_t tick)
{
    command.at_frame = sound_track_frame(sound->tick_rate, tick);
    if (sound->track.mixer != NULL) {
        if (begins_sound(&command)) {
            sound_bank_load(&sound->bank, command.sound);
        }
        sound_track_add(&sound->track, &command);
    }
}

static void send_both(Sound *sound, const SoundCommand *command, const SoundMoment *moment)
{
    send_live(sound, *command, moment);
    send_track(sound, *command, moment->tick);
}

static void log_cue(Sound *sound, const char *cue, const SoundCommand *command, uint64_t tick)
{
    static const char *const groups[] = {"effects", "music", "ambience", "interface"};
    _Static_assert(CW_ARRAY_LENGTH(groups) == CW_SOUND_GROUP_COUNT, "a name a group");
    const CwSoundDef *def =
        command->sound == CW_SOUND_NONE ? NULL : &sound->desc.game->sound.list[command->sound];
    if (sound->log.file != NULL) {
        log_file_row(&sound->log, "%" PRIu64 ",%" PRId64 ",%s,%s,%s,%.3f,%.3f,%.3f\n", tick,
                     sound_track_frame(sound->tick_rate, tick), cue,
                     def == NULL ? "" : sound_def_name(def), def == NULL ? "" : groups[def->group],
                     number_round(command->volume, 3), number_round(command->pitch, 3),
                     number_round(command->pan, 3));
    }
}

/* ---- captions ---- */

static const float AUDIBLE = 0.05f, SILENT = 0.02f; /* without the player's volumes */

/* Ignores the player's volumes, which may be 0 for people who read captions. */
static void show_caption(Sound *sound, const SoundCommand *command)
{
    if (sound->desc.config->subtitles && command->sound != CW_SOUND_NONE &&
        sound->desc.game->sound.list[command->sound].caption != NULL &&
        command->volume >= AUDIBLE) {
        captions_add(sound->desc.captions,
                     text_of(sound->desc.game->sound.list[command->sound].caption), command->pan);
    }
}

/* ---- a frame ---- */

/* Sets the pan by the place in the camera's view, and lowers the volume by the distance. */
static void apply_place(SoundRequest *request, const CwCamera *camera, CwViewRect view)
{
    double half_width_m = camera->height_m * view.width / view.height / 2;
    double right_m = request->place.x - camera->x_m, up_m = request->place.y - camera->y_m;
    double across_m = right_m * cos(camera->angle_rad) + up_m * sin(camera->angle_rad);
    double reach_m = request->reach_m > 0 ? request->reach_m : REACH_HEIGHTS * camera->height_m;
    double beyond = hypot(right_m, up_m) / reach_m - FULL_PART;
    double near = 1 - fmin(fmax(beyond / (1 - FULL_PART), 0), 1);
    double pan = across_m / half_width_m;
    request->command.volume *= isfinite(near) ? (float)(near * near) : 0;
    request->command.pan = isfinite(pan) ? (float)fmin(fmax(pan, -1), 1) : 0;
}

static bool is_interface_sound(const Sound *sound, int number)
{
    return number != CW_SOUND_NONE &&
           sound->desc.game->sound.list[number].group == CW_SOUND_INTERFACE;
}

static bool time_advances(const SoundMoment *moment)
{
    return moment->speed > 0 || (!(moment->speed < 0) && moment->ticks > 0);
}

static void play_once(Sound *sound, const SoundRequest *request, const SoundMoment *moment)
{
    bool is_interface = is_interface_sound(sound, request->command.sound);
    bool is_newest = request->tick == 0 || request->tick > moment->tick;
    uint64_t tick = is_newest ? moment->tick : request->tick;
    if (!is_interface && !time_advances(moment)) {
        return;
    }
    log_cue(sound, request->command.type == SOUND_STOP ? "stop" : "play", &request->command, tick);
    if (is_interface || moment->speed > 0) {
        send_live(sound, request->command, moment);
    }
    if (time_advances(moment)) {
        send_track(sound, request->command, tick);
    }
    show_caption(sound, &request->command);
}

static SoundLoop *find_loop(Sound *sound, const SoundCommand *command)
{
    for (int i = 0; i < sound->loop_count; i++) {
        const SoundCommand *playing = &sound->loops[i].command;
        if (playing->sound == command->sound && playing->key == command->key) {
            return &sound->loops[i];
        }
    }
    return NULL;
}

static bool is_same(const SoundCommand *a, const SoundCommand *b)
{
    return memcmp(&a->volume, &b->volume, sizeof a->volume) == 0 &&
           memcmp(&a->pitch, &b->pitch, sizeof a->pitch) == 0 &&
           memcmp(&a->pan, &b->pan, sizeof a->pan) == 0;
}

static void update_loop(Sound *sound, const SoundRequest *request, const SoundMoment *moment)
{
    SoundLoop *loop = find_loop(sound, &request->command);
    if (loop == NULL && sound->loop_count < SOUND_LOOPS_MAX) {
        loop = &sound->loops[sound->loop_count++];
        *loop = (SoundLoop){.command = request->command};
        log_cue(sound, "loop", &request->command, moment->tick);
        send_both(sound, &request->command, moment);
    } else if (loop != NULL && !is_same(&loop->command, &request->command)) {
        loop->command = request->command;
        send_both(sound, &request->command, moment);
    }
    if (loop == NULL) {
        return;
    }
    if (!loop->is_audible) {
        show_caption(sound, &loop->command);
    }
    loop->is_declared = true;
    loop->is_audible = loop->command.volume >= (loop->is_audible ? SILENT : AUDIBLE);
}

static void end_loops(Sound *sound, const SoundMoment *moment)
{
    int left_count = 0;
    for (int i = 0; i < sound->loop_count; i++) {
        SoundLoop *loop = &sound->loops[i];
        bool is_paused = !time_advances(moment) && !is_interface_sound(sound, loop->command.sound);
        if (loop->is_declared || is_paused) {
            loop->is_declared = false;
            sound->loops[left_count++] = *loop;
            continue;
        }
        loop->command.type = SOUND_LOOP_END;
        log_cue(sound, "end", &loop->command, moment->tick);
        send_both(sound, &loop->command, moment);
    }
    sound->loop_count = left_count;
}

static void change_music(Sound *sound, const SoundCommand *command, const SoundMoment *moment)
{
    bool is_known = sound->has_music && !sound->is_restarting;
    bool is_new = !sound->has_music || sound->music.sound != command->sound;
    sound->has_music = true;
    if (is_known && sound->music.sound == command->sound && is_same(&sound->music, command)) {
        return;
    }
    sound->music = *command;
    log_cue(sound, "music", command, moment->tick);
    send_both(sound, command, moment);
    if (is_new) {
        show_caption(sound, command);
    }
}

static void handle_request(Sound *sound, SoundRequest *request, const SoundMoment *moment)
{
    int number = request->command.sound;
    bool is_interface = is_interface_sound(sound, number);
    bool is_music = request->command.type == SOUND_MUSIC;
    if (moment->speed < 0 || (moment->is_backdrop && !is_music && !is_interface)) {
        return;
    }
    if (request->has_place) {
        apply_place(request, moment->camera, game_view(sound->desc.game));
    }
    if (is_music) {
        change_music(sound, &request->command, moment);
    } else if (request->command.type != SOUND_LOOP) {
        play_once(sound, request, moment);
    } else if (is_interface || time_advances(moment)) {
        update_loop(sound, request, moment);
    }
}

static void send_volumes(Sound *sound, const SoundMoment *moment)
{
    const Config *config = sound->desc.config;
    SoundCommand command = {.type = SOUND_VOLUMES, .pitch = sound->tempo};
    const double volumes[CW_SOUND_GROUP_COUNT] = {[CW_SOUND_EFFECTS] = config->effects,
                                                  [CW_SOUND_MUSIC] = config->music,
                                                  [CW_SOUND_AMBIENCE] = config->ambience,
                                                  [CW_SOUND_INTERFACE] = config->interface};
    for (int i = 0; i < CW_SOUND_GROUP_COUNT; i++) {
        command.volumes[i] = (float)(volumes[i] * config->master);
    }
    bool is_paused = !time_advances(moment) && !moment->is_backdrop;
    command.pitch = is_paused ? sound->sent_volumes.pitch : command.pitch;
    if (memcmp(sound->sent_volumes.volumes, command.volumes, sizeof command.volumes) != 0 ||
        memcmp(&sound->sent_volumes.pitch, &command.pitch, sizeof command.pitch) != 0) {
        sound->sent_volumes = command;
        send_both(sound, &command, moment);
    }
}

/* A jump cuts all loops on the card. In the file it ends loops that are not declared again. */
static void apply_time(Sound *sound, const SoundMoment *moment)
{
    SoundCommand flow = {.type = SOUND_FLOW, .speed = (float)moment->speed};
    bool was_rewinding = sound->speed < 0;
    uint64_t from = moment->tick - (uint64_t)moment->ticks;
    if (moment->has_jumped && !was_rewinding && !(moment->speed < 0)) {
        double shift_s = ((double)from - (double)sound->tick) / sound->tick_rate;
        send_live(sound, (SoundCommand){.type = SOUND_CUT, .shift_s = (float)shift_s}, moment);
    }
    sound->is_restarting = sound->is_restarting || moment->has_jumped || was_rewinding;
    if (moment->has_jumped) {
        sound->desc.captions->count = 0;
    }
    if (flow.speed < sound->speed || flow.speed > sound->speed) {
        sound->speed = flow.speed;
        send_live(sound, flow, moment);
    }
    if (sound->track.mixer != NULL && time_advances(moment)) {
        sound_track_advance(&sound->track, from, moment->tick, moment->safe_tick);
    }
}

/* ---- loading for the card ---- */

static void pull_frames(void *context, int16_t *samples, int frames, int64_t now_ns)
{
    sound_live_pull(((Sound *)context)->live, samples, frames, now_ns);
}

/* A card begins with silence and normal time, so loops and music are sent again. */
static void restart_card(void *context)
{
    Sound *sound = context;
    sound_live_flush(sound->live);
    sound->speed = 1;
    sound->is_restarting = sound->must_resend_music = true;
}

static bool open_bank(Sound *sound, CwError *error)
{
    const SoundDesc *desc = &sound->desc;
    path_join(sound->folder, desc->data_dir == NULL ? "" : desc->data_dir, "assets/sound");
    sound->bank = (SoundBank){.defs = desc->game->sound.list,
                              .count = desc->game->sound.count,
                              .folder = sound->folder,
                              .given_up = &sound->given_up};
    sound->bank.cache =
        cache_key_of_file(&sound->bank.program, process_file()) ? desc->cache : NULL;
    return sound_bank_open(&sound->bank, error);
}

static void load_sounds(Sound *sound)
{
    if (sound->live != NULL) {
        sound_bank_load(&sound->bank, sound->music_to_load);
    } else if (sound_bank_load_all(&sound->bank, false)) {
        SoundMixer *mixer = sound_mixer_open(&sound->bank, &sound->load_error);
        sound->loaded = mixer == NULL ? NULL : sound_live_open(mixer, &sound->load_error);
    }
    atomic_store(&sound->is_ready, true);
}

static int load_in_thread(void *context)
{
    CrashStack stack;
    crash_join_thread(&stack); /* the game's code may make sounds */
    load_sounds(context);
    return 0;
}

static void open_loaded(Sound *sound)
{
    if (sound->live != NULL) {
        return;
    }
    sound->live = sound->loaded;
    if (sound->live == NULL) {
        report("no sound: %s; the game goes on without it", sound->load_error.text);
        return;
    }
    sound->speed = 1;
    sound->sent_volumes = UNHEARD;
    sound->is_restarting = sound->must_resend_music = true;
    HostSound listener = {pull_frames, restart_card, sound, sound->desc.config->buffer};
    if (sound->desc.host->set_sound != NULL) {
        sound->desc.host->set_sound(sound->desc.host->self, &listener);
    }
}

/* Loads in a thread, where there are threads. */
static void begin_loading(Sound *sound)
{
    sound->loads_after_frame = false;
    sound->music_to_load = sound->waiting.sound;
    atomic_store(&sound->is_ready, false);
    sound->loader = thread_start(load_in_thread, "sound", sound);
    if (sound->loader == NULL) {
        load_sounds(sound);
        open_loaded(sound);
    }
}

void sound_await(Sound *sound)
{
    if (sound->loads_after_frame) {
        begin_loading(sound);
    }
    if (sound->loader != NULL) {
        thread_join(sound->loader);
        sound->loader = NULL;
        open_loaded(sound);
    }
}

static void send_waiting(Sound *sound, const SoundMoment *moment)
{
    const SoundCommand *waiting = &sound->waiting;
    if (!sound->is_waiting || !atomic_load(&sound->bank.clips[waiting->sound].is_loaded)) {
        return;
    }
    sound->is_waiting = false;
    if (waiting->type == SOUND_ONCE ||
        (waiting->type == SOUND_LOOP && find_loop(sound, waiting) != NULL)) {
        send_live(sound, *waiting, moment);
    }
    sound->must_resend_music = true; /* another command may have replaced it */
}

/* Drops music that is no longer heard, unless a file is rendered, which needs all music. */
static void drop_music(Sound *sound)
{
    if (sound->live == NULL || sound->track.mixer != NULL || sound_live_is_behind(sound->live)) {
        return;
    }
    for (int i = 0; i < sound->bank.count; i++) {
        const SoundClip *clip = &sound->bank.clips[i];
        bool is_needed = i == sound->music.sound ||
                         (sound->is_waiting && i == sound->waiting.sound) ||
                         (sound->loader != NULL && i == sound->music_to_load);
        if (clip->group == CW_SOUND_MUSIC && !is_needed && atomic_load(&clip->is_loaded) &&
            atomic_load(&clip->voices) == 0) {
            sound_bank_drop(&sound->bank, i);
        }
    }
}

/* ---- the end of a frame ---- */

void sound_end_frame(Sound *sound, const SoundMoment *moment)
{
    if (sound->loader != NULL && atomic_load(&sound->is_ready)) {
        sound_await(sound);
    }
    if (sound->loader == NULL) {
        send_waiting(sound, moment);
    }
    if (!sound->loads_after_frame && sound->loader == NULL && sound->live == NULL &&
        sound->track.mixer == NULL && sound->log.file == NULL && !sound->desc.config->subtitles) {
        sound->request_count = 0;
        return;
    }
    apply_time(sound, moment);
    send_volumes(sound, moment);
    bool is_restarting = sound->is_restarting && time_advances(moment);
    if (is_restarting) {
        sound->loop_count = 0;
        send_both(sound, &(SoundCommand){.type = SOUND_MARK}, moment);
    }
    if (sound->must_resend_music && sound->has_music) {
        send_live(sound, sound->music, moment);
    }
    sound->must_resend_music = false;
    for (int i = 0; i < sound->request_count; i++) {
        handle_request(sound, &sound->requests[i], moment);
    }
    sound->request_count = 0;
    end_loops(sound, moment);
    if (is_restarting) {
        send_both(sound, &(SoundCommand){.type = SOUND_SWEEP}, moment);
        sound->is_restarting = false;
    }
    if (sound->is_first_frame && !sound->has_music) {
        sound->music =
            (SoundCommand){.type = SOUND_MUSIC, .sound = CW_SOUND_NONE, .fade_s = MUSIC_END_S};
        send_both(sound, &sound->music, moment);
    }
    sound->is_first_frame = false;
    sound->tick = moment->tick;
    drop_music(sound);
    if (sound->loader == NULL && (sound->loads_after_frame || sound->is_waiting)) {
        begin_loading(sound);
    }
}

void sound_begin_run(Sound *sound, int tick_rate)
{
    sound->tick_rate = tick_rate;
    sound->tick = 0;
    sound->is_first_frame = true;
    sound->has_music = false;
    sound->is_restarting = true;
    sound->desc.captions->count = 0;
    if (sound->track.mixer != NULL) {
        sound_track_begin(&sound->track, tick_rate);
    }
    sound->tempo = 1;
    sound->sent_volumes = UNHEARD;
}

/* ---- life ---- */

bool sound_open(Sound *sound, const SoundDesc *desc, CwError *error)
{
    bool is_audible = !desc->is_mute && desc->config->sound && desc->game->sound.count > 0;
    *sound = (Sound){.desc = *desc,
                     .loads_after_frame = is_audible,
                     .music = {.sound = CW_SOUND_NONE},
                     .speed = 1,
                     .tempo = 1};
    if (!log_file_open(&sound->log, desc->log_path,
                       "tick,sample,cue,sound,group,volume,pitch,pan\n", error)) {
        return false;
    }
    if ((is_audible || desc->render_path != NULL) && !open_bank(sound, error)) {
        return false;
    }
    if (desc->render_path == NULL) {
        return true;
    }
    if (is_audible) { /* before the loader's thread starts */
        sound_bank_load_all(&sound->bank, true);
    }
    SoundMixer *mixer = sound_mixer_open(&sound->bank, error);
    return mixer != NULL && sound_track_open(&sound->track, mixer, desc->render_path, error);
}

bool sound_close(Sound *sound)
{
    if (sound->loader != NULL) {
        atomic_store(&sound->given_up, true);
        thread_join(sound->loader);
        if (sound->live == NULL) {
            sound_live_close(sound->loaded);
        }
    }
    if (sound->live != NULL) {
        if (sound->desc.host->set_sound != NULL) {
            sound->desc.host->set_sound(sound->desc.host->self, NULL);
        }
        sound_live_close(sound->live);
    }
    bool is_complete = sound->track.mixer == NULL || sound_track_close(&sound->track);
    bool is_logged = log_file_close(&sound->log);
    sound_bank_close(&sound->bank);
    return is_complete && is_logged;
}
