#include "app/sound.h"

#include "base/file.h"
#include "base/number.h"
#include "base/path.h"
#include "base/report.h"
#include "sim/session.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double PITCH_MIN = 1.0 / 16, PITCH_MAX = 16;
static const double REACH_HEIGHTS = 2.5, FULL_PART = 0.25; /* of a place: see CwSoundHow.reach_m */
static const float MUSIC_END_S = 0.5f;
static const SoundCommand UNHEARD = {.volumes = {-1}, .pitch = 1}; /* so all is told again */

/* ---- the game's calls ---- */

static bool first_time(Sound *sound, SoundTrouble trouble)
{
    bool first = !sound->told[trouble];
    sound->told[trouble] = true;
    return first;
}

static bool knows(Sound *sound, int number, const char *call)
{
    int count = sound->desc.game->sound_count;
    if (number >= 0 && number < count) {
        return true;
    }
    if (first_time(sound, SOUND_NO_SUCH)) {
        report("%s: there is no sound %d: the game's table (CwGame.sounds) has %d, from 0 on", call,
               number, count);
    }
    return false;
}

static bool are_numbers(Sound *sound, int number, double volume, const CwSoundHow *how)
{
    double sum = volume;
    if (how != NULL) {
        sum += how->pitch + how->pan + how->reach_m;
        sum += how->place == NULL ? 0 : how->place->x + how->place->y;
    }
    if (isfinite(sum)) {
        return true;
    }
    if (first_time(sound, SOUND_NO_NUMBER)) {
        report("sound \"%s\": its volume, pitch, pan, reach or place is no finite number: it is "
               "not heard",
               number < 0 ? "none" : sound_def_name(&sound->desc.game->sounds[number]));
    }
    return false;
}

static SoundAsk *add_ask(Sound *sound, SoundCommandType type, int number, double volume)
{
    if (sound->ask_count == SOUND_ASKS_MAX) {
        if (first_time(sound, SOUND_TOO_MANY)) {
            report("more than %d calls of sound in a frame: the rest is not heard", SOUND_ASKS_MAX);
        }
        return NULL;
    }
    SoundAsk *ask = &sound->asks[sound->ask_count++];
    *ask = (SoundAsk){
        .command = {
            .type = type, .sound = number, .volume = (float)fmin(fmax(volume, 0), 1), .pitch = 1}};
    return ask;
}

static void ask_how(CwFrame *frame, SoundCommandType type, int number, double volume,
                    const CwSoundHow *how)
{
    Sound *sound = frame->sound;
    const char *call = type == SOUND_ONCE ? "cw_sound_play" : "cw_sound_loop";
    if (sound == NULL || !knows(sound, number, call) || !are_numbers(sound, number, volume, how)) {
        return;
    }
    SoundAsk *ask = add_ask(sound, type, number, volume);
    if (ask == NULL || how == NULL) {
        return;
    }
    ask->command.key = type == SOUND_LOOP ? how->key : 0;
    double pitch = how->pitch == 0.0 ? 1 : how->pitch;
    ask->command.pitch = (float)fmin(fmax(pitch, PITCH_MIN), PITCH_MAX);
    ask->command.pan = (float)fmin(fmax(how->pan, -1), 1);
    ask->tick = how->tick;
    ask->placed = how->place != NULL;
    ask->place = ask->placed ? *how->place : ask->place;
    ask->reach_m = how->reach_m;
}

void cw_sound_play(CwFrame *frame, int sound, double volume, const CwSoundHow *how)
{
    ask_how(frame, SOUND_ONCE, sound, volume, how);
}

void cw_sound_loop(CwFrame *frame, int sound, double volume, const CwSoundHow *how)
{
    ask_how(frame, SOUND_LOOP, sound, volume, how);
}

void cw_sound_music(CwFrame *frame, int number, double volume, double fade_s)
{
    Sound *sound = frame->sound;
    if (sound == NULL || (number != CW_SOUND_NONE && !knows(sound, number, "cw_sound_music")) ||
        !are_numbers(sound, number, volume + fade_s, NULL)) {
        return;
    }
    SoundAsk *ask = add_ask(sound, SOUND_TUNE, number, volume);
    if (ask != NULL) {
        ask->command.fade_s = (float)fmax(fade_s, 0);
    }
}

void cw_sound_tempo(CwFrame *frame, double tempo)
{
    Sound *sound = frame->sound;
    if (sound != NULL && are_numbers(sound, CW_SOUND_NONE, tempo, NULL)) {
        sound->tempo = (float)fmin(fmax(tempo, PITCH_MIN), PITCH_MAX);
    }
}

void cw_sound_stop(CwFrame *frame, int number)
{
    Sound *sound = frame->sound;
    if (sound != NULL && (number == CW_SOUND_NONE || knows(sound, number, "cw_sound_stop"))) {
        add_ask(sound, SOUND_STOP, number, 0);
    }
}

void sound_play_menu(Sound *sound, int number)
{
    if (number != CW_SOUND_NONE) {
        add_ask(sound, SOUND_ONCE, number, 1);
    }
}

/* ---- to the card, the file and the log ---- */

static void send_live(Sound *sound, SoundCommand command, const SoundMoment *moment)
{
    command.at = moment->now_ns;
    if (sound->live != NULL) {
        sound_live_send(sound->live, &command);
    }
}

static uint64_t tick_of(uint64_t asked, const SoundMoment *moment)
{
    return asked == 0 || asked > moment->tick ? moment->tick : asked;
}

static void send_track(Sound *sound, SoundCommand command, uint64_t tick)
{
    command.at = sound_track_sample(sound->tick_rate, tick);
    if (sound->track.mixer != NULL) {
        sound_track_take(&sound->track, &command);
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
        command->sound == CW_SOUND_NONE ? NULL : &sound->desc.game->sounds[command->sound];
    if (sound->log.file != NULL &&
        !log_file_row(&sound->log, "%" PRIu64 ",%" PRId64 ",%s,%s,%s,%.3f,%.3f,%.3f\n", tick,
                      sound_track_sample(sound->tick_rate, tick), cue,
                      def == NULL ? "" : sound_def_name(def), def == NULL ? "" : groups[def->group],
                      number_round(command->volume, 3), number_round(command->pitch, 3),
                      number_round(command->pan, 3))) {
        report("can't write %s any more: %s; the run goes on without it", sound->log.path,
               strerror(errno));
    }
}

/* ---- in words ---- */

static const float AUDIBLE = 0.05f, SILENT = 0.02f; /* of volume, before the player's own */

/* Something begins to be heard: the player's volumes do not count, as they may be 0 for who reads.
 */
static void show_caption(Sound *sound, const SoundCommand *command)
{
    if (sound->desc.config->subtitles && command->sound != CW_SOUND_NONE &&
        sound->desc.game->sounds[command->sound].caption != NULL && command->volume >= AUDIBLE) {
        captions_add(sound->desc.captions, sound->desc.game->sounds[command->sound].caption,
                     command->pan);
    }
}

/* A loop that comes near begins. */
static void caption_loop(Sound *sound, SoundLoop *loop)
{
    if (!loop->audible && loop->command.volume >= AUDIBLE) {
        show_caption(sound, &loop->command);
    }
    loop->audible = loop->command.volume >= (loop->audible ? SILENT : AUDIBLE);
}

/* ---- a frame ---- */

/* A place as it is heard from the camera: pan, and less volume. */
static void hear_place(SoundAsk *ask, const CwCamera *camera, CwViewRect view)
{
    double half_width_m = camera->height_m * view.width / view.height / 2;
    double right_m = ask->place.x - camera->x_m, up_m = ask->place.y - camera->y_m;
    double across_m = right_m * cos(camera->angle_rad) + up_m * sin(camera->angle_rad);
    double reach_m = ask->reach_m > 0 ? ask->reach_m : REACH_HEIGHTS * camera->height_m;
    double beyond = hypot(right_m, up_m) / reach_m - FULL_PART;
    double near = 1 - fmin(fmax(beyond / (1 - FULL_PART), 0), 1);
    double pan = across_m / half_width_m;
    ask->command.volume *= isfinite(near) ? (float)(near * near) : 0;
    ask->command.pan = isfinite(pan) ? (float)fmin(fmax(pan, -1), 1) : 0;
}

static bool in_real_time(const Sound *sound, int number)
{
    return number != CW_SOUND_NONE && sound->desc.game->sounds[number].group == CW_SOUND_INTERFACE;
}

/* Time goes on in this frame, or a tick was stepped. */
static bool goes_on(const SoundMoment *moment)
{
    return moment->speed > 0 || (!(moment->speed < 0) && moment->ticks > 0);
}

static void play_once(Sound *sound, const SoundAsk *ask, const SoundMoment *moment)
{
    bool real_time = in_real_time(sound, ask->command.sound);
    uint64_t tick = tick_of(ask->tick, moment);
    if (!real_time && !goes_on(moment)) {
        return;
    }
    log_cue(sound, ask->command.type == SOUND_STOP ? "stop" : "play", &ask->command, tick);
    if (real_time || moment->speed > 0) {
        send_live(sound, ask->command, moment);
    }
    if (goes_on(moment)) {
        send_track(sound, ask->command, tick);
    }
    show_caption(sound, &ask->command);
}

static SoundLoop *find_loop(Sound *sound, const SoundCommand *command)
{
    for (int i = 0; i < sound->loop_count; i++) {
        const SoundCommand *led = &sound->loops[i].command;
        if (led->sound == command->sound && led->key == command->key) {
            return &sound->loops[i];
        }
    }
    return NULL;
}

static bool same(const SoundCommand *a, const SoundCommand *b)
{
    return memcmp(&a->volume, &b->volume, sizeof a->volume) == 0 &&
           memcmp(&a->pitch, &b->pitch, sizeof a->pitch) == 0 &&
           memcmp(&a->pan, &b->pan, sizeof a->pan) == 0;
}

static void lead_loop(Sound *sound, const SoundAsk *ask, const SoundMoment *moment)
{
    SoundLoop *loop = find_loop(sound, &ask->command);
    if (loop == NULL && sound->loop_count < SOUND_LOOPS_MAX) {
        loop = &sound->loops[sound->loop_count++];
        *loop = (SoundLoop){.command = ask->command};
        log_cue(sound, "loop", &ask->command, moment->tick);
        send_both(sound, &ask->command, moment);
    } else if (loop != NULL && !same(&loop->command, &ask->command)) {
        loop->command = ask->command;
        send_both(sound, &ask->command, moment);
    }
    if (loop != NULL) {
        loop->declared = true;
        caption_loop(sound, loop);
    }
}

static void end_loops(Sound *sound, const SoundMoment *moment)
{
    int kept = 0;
    for (int i = 0; i < sound->loop_count; i++) {
        SoundLoop *loop = &sound->loops[i];
        bool stays = !goes_on(moment) && !in_real_time(sound, loop->command.sound);
        if (loop->declared || stays) {
            loop->declared = false;
            sound->loops[kept++] = *loop;
            continue;
        }
        loop->command.type = SOUND_LOOP_END;
        log_cue(sound, "end", &loop->command, moment->tick);
        send_both(sound, &loop->command, moment);
    }
    sound->loop_count = kept;
}

static void change_music(Sound *sound, const SoundCommand *command, const SoundMoment *moment)
{
    bool known = sound->music_asked && !sound->leads_anew;
    bool begins = !sound->music_asked || sound->music.sound != command->sound;
    sound->music_asked = true;
    if (known && sound->music.sound == command->sound && same(&sound->music, command)) {
        return;
    }
    sound->music = *command;
    log_cue(sound, "music", command, moment->tick);
    send_both(sound, command, moment);
    if (begins) {
        show_caption(sound, command);
    }
}

static void take_ask(Sound *sound, SoundAsk *ask, const SoundMoment *moment)
{
    int number = ask->command.sound;
    bool real_time = in_real_time(sound, number);
    bool music = ask->command.type == SOUND_TUNE;
    if (moment->speed < 0 || (moment->backdrop && !music && !real_time)) {
        return;
    }
    if (ask->placed) {
        hear_place(ask, moment->camera, game_view(sound->desc.game));
    }
    if (music) {
        change_music(sound, &ask->command, moment);
    } else if (ask->command.type != SOUND_LOOP) {
        play_once(sound, ask, moment);
    } else if (real_time || goes_on(moment)) {
        lead_loop(sound, ask, moment);
    }
}

static void follow_volumes(Sound *sound, const SoundMoment *moment)
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
    bool waits = !goes_on(moment) && !moment->backdrop;
    command.pitch = waits ? sound->heard.pitch : command.pitch;
    if (memcmp(sound->heard.volumes, command.volumes, sizeof command.volumes) != 0 ||
        memcmp(&sound->heard.pitch, &command.pitch, sizeof command.pitch) != 0) {
        sound->heard = command;
        send_both(sound, &command, moment);
    }
}

/* After a jump the loops of before are silent, live; in the file those that nobody declares end. */
static void follow_time(Sound *sound, const SoundMoment *moment)
{
    SoundCommand flow = {.type = SOUND_FLOW, .speed = (float)moment->speed};
    bool ran_back = sound->speed < 0;
    uint64_t from = moment->tick - (uint64_t)moment->ticks;
    if (moment->jumped && !ran_back && !(moment->speed < 0)) {
        double shift_s = ((double)from - (double)sound->tick) / sound->tick_rate;
        send_live(sound, (SoundCommand){.type = SOUND_CUT, .shift_s = (float)shift_s}, moment);
    }
    sound->leads_anew = sound->leads_anew || moment->jumped || ran_back;
    if (moment->jumped) {
        sound->desc.captions->count = 0;
    }
    if (flow.speed < sound->speed || flow.speed > sound->speed) {
        sound->speed = flow.speed;
        send_live(sound, flow, moment);
    }
    if (sound->track.mixer != NULL && goes_on(moment)) {
        sound_track_go_on(&sound->track, from, moment->tick, moment->safe_tick);
    }
}

/* ---- loading for the card ---- */

static void pull(void *context, int16_t *samples, int frames, int64_t now_ns)
{
    sound_live_pull(((Sound *)context)->live, samples, frames, now_ns);
}

/* A card begins with silence and time that flows: what plays on is said to it again. */
static void restart(void *context)
{
    Sound *sound = context;
    sound_live_flush(sound->live);
    sound->speed = 1;
    sound->leads_anew = sound->music_lost = true;
}

static bool load_bank(SoundBank *bank, const SoundDesc *desc, CwError *error)
{
    char folder[PATH_BYTES_MAX];
    path_join(folder, desc->data_dir == NULL ? "" : desc->data_dir, "assets/sound");
    return sound_bank_load(bank, desc->game->sounds, desc->game->sound_count, folder, error);
}

/* The loader's thread: knows the description, which nobody writes, and what it hands over. */
static void *load(void *context)
{
    Sound *sound = context;
    SoundBank bank = {.given_up = &sound->given_up};
    if (cache_key_of_program(&bank.program)) {
        bank.cache = sound->desc.cache;
    }
    bool good = load_bank(&bank, &sound->desc, &sound->load_error);
    SoundMixer *mixer = good ? sound_mixer_open(&bank, &sound->load_error) : NULL;
    sound->loaded = mixer == NULL ? NULL : sound_live_open(mixer, &sound->load_error);
    sound_bank_free(&bank);
    atomic_store(&sound->is_loaded, true);
    return NULL;
}

static void begin_loading(Sound *sound)
{
    sound->to_load = false;
    sound->loading = pthread_create(&sound->loader, NULL, load, sound) == 0;
    if (!sound->loading) {
        report("no sound: no thread can be started to load it; the game goes on without it");
    }
}

/* Without a mixer the game goes on, silent. */
void sound_await(Sound *sound)
{
    if (sound->to_load) {
        begin_loading(sound);
    }
    if (!sound->loading) {
        return;
    }
    pthread_join(sound->loader, NULL);
    sound->loading = false;
    sound->live = sound->loaded;
    if (sound->live == NULL) {
        report("no sound: %s; the game goes on without it", sound->load_error.text);
        return;
    }
    sound->speed = 1;
    sound->heard = UNHEARD;
    sound->leads_anew = sound->music_lost = true;
    HostSound listener = {pull, restart, sound, sound->desc.config->buffer};
    sound->desc.host->set_sound(sound->desc.host->self, &listener);
}

/* Takes the card, once its sounds are there; begins to load them after the first picture. */
static void follow_loader(Sound *sound)
{
    if (sound->loading && atomic_load(&sound->is_loaded)) {
        sound_await(sound);
    } else if (sound->to_load && sound->shown) {
        begin_loading(sound);
    }
    sound->shown = true;
}

/* ---- the end of a frame ---- */

void sound_end_frame(Sound *sound, const SoundMoment *moment)
{
    const SoundCommand mark = {.type = SOUND_MARK}, sweep = {.type = SOUND_SWEEP};
    follow_loader(sound);
    if (!sound->to_load && !sound->loading && sound->live == NULL && sound->track.mixer == NULL &&
        sound->log.file == NULL && !sound->desc.config->subtitles) {
        sound->ask_count = 0;
        return;
    }
    follow_time(sound, moment);
    follow_volumes(sound, moment);
    bool leads_anew = sound->leads_anew && goes_on(moment);
    if (leads_anew) {
        sound->loop_count = 0;
        send_both(sound, &mark, moment);
    }
    if (sound->music_lost && sound->music_asked) {
        send_live(sound, sound->music, moment);
    }
    sound->music_lost = false;
    for (int i = 0; i < sound->ask_count; i++) {
        take_ask(sound, &sound->asks[i], moment);
    }
    sound->ask_count = 0;
    end_loops(sound, moment);
    if (leads_anew) {
        send_both(sound, &sweep, moment);
        sound->leads_anew = false;
    }
    if (sound->first_frame && !sound->music_asked) {
        const SoundCommand silence = {
            .type = SOUND_TUNE, .sound = CW_SOUND_NONE, .fade_s = MUSIC_END_S};
        send_both(sound, &silence, moment);
    }
    sound->first_frame = false;
    sound->tick = moment->tick;
}

void sound_begin_run(Sound *sound, int tick_rate)
{
    sound->tick_rate = tick_rate;
    sound->tick = 0;
    sound->first_frame = true;
    sound->music_asked = false;
    sound->leads_anew = true;
    sound->desc.captions->count = 0;
    if (sound->track.mixer != NULL) {
        sound_track_begin(&sound->track, tick_rate);
    }
    sound->tempo = 1;
    sound->heard = UNHEARD;
}

/* ---- life ---- */

static bool open_track(Sound *sound, CwError *error)
{
    SoundBank bank = {0};
    bool good = load_bank(&bank, &sound->desc, error);
    SoundMixer *mixer = good ? sound_mixer_open(&bank, error) : NULL;
    sound_bank_free(&bank);
    return mixer != NULL && sound_track_open(&sound->track, mixer, sound->desc.render_path, error);
}

static bool open_mixers(Sound *sound, CwError *error)
{
    const SoundDesc *desc = &sound->desc;
    bool heard = !desc->mute && desc->config->sound && desc->game->sound_count > 0;
    if (desc->render_path != NULL && !open_track(sound, error)) {
        return false;
    }
    sound->to_load = heard;
    return true;
}

bool sound_open(Sound *sound, const SoundDesc *desc, CwError *error)
{
    *sound = (Sound){.desc = *desc, .speed = 1, .tempo = 1};
    if (desc->log_path != NULL &&
        !log_file_open(&sound->log, desc->log_path,
                       "tick,sample,cue,sound,group,volume,pitch,pan\n")) {
        return cw_error_set(error, "can't write %s: %s", desc->log_path, file_reason(errno));
    }
    return open_mixers(sound, error);
}

bool sound_close(Sound *sound)
{
    if (sound->loading) {
        atomic_store(&sound->given_up, true);
        pthread_join(sound->loader, NULL);
        sound_live_close(sound->loaded);
        sound->loading = false;
    }
    if (sound->live != NULL) {
        sound->desc.host->set_sound(sound->desc.host->self, NULL);
        sound_live_close(sound->live);
        sound->live = NULL;
    }
    bool whole = sound->track.mixer == NULL || sound_track_close(&sound->track);
    if (!log_file_close(&sound->log)) {
        report("the end of %s could not be written: %s", sound->log.path, strerror(errno));
    }
    return whole && !sound->log.cut;
}
