/* A run's sounds: events as cues at place and tick, machines as loops, a tune. */
#include "things/kinds.h"
#include "view/view.h"

#include <math.h>
#include <string.h>

static const double NEAR_M = 26;        /* further sounds are not heard */
static const double CUE_PAUSE_MS = 334; /* a sound begins at most three times a second */
static const double STAMP_MS = 800;     /* time from the bell to a medal's stamp */
static const double PAWL_TEETH = 8;     /* clicks in a turn of the rear wheel */
static const double LOOP_VOLUME = 0.3;  /* volume of machines */
static const double TOCKS_HZ = 2;       /* limit for a gear */
static const double MUSIC_VOLUME = 0.8, MUSIC_CALM = 0.55, MUSIC_SUNK = 0.4, MUSIC_FADE_S = 1.2;
static const double MUSIC_AT_REST = 0.45, MUSIC_HUSHED = 0.2, MUSIC_CLIMAX = 1.9, CLIMAX_MS = 2500;
static const double SECTIONS[] = {0.3, 0.7, 0.25, 1};   /* swell in each quarter of the level */
static const double SWELL_TAU_S = 0.7, HUSH_FAR_M = 34; /* hushed from here to DANGER_FAR_M */
static const double AMBIENCE_VOLUME = 0.24;
static const double LAYER_PARTS[] = {0.88, 0.5, 0.5}; /* shares of the music's volume */
static const double LAYER_TAU_S = 0.7, DANGER_NEAR_M = 4, DANGER_FAR_M = 11;
static const double TEMPO_TAU_S = 0.9, CALL_PAUSE_MS = 2500, OUCH = 0.6;

static SoundView *sounds_of(CwFrame *frame)
{
    return &((View *)frame->view)->sounds;
}

static void play_at(CwFrame *frame, int sound, double volume, CwSoundHow how, cpVect at_m)
{
    how.place = &(CwPoint2){at_m.x, at_m.y};
    cw_sound_play(frame, sound, volume, &how);
}

/* Lets the driver call out, at most once in CALL_PAUSE_MS. */
static void play_voice(const CwWorld *world, CwFrame *frame, int sound, uint64_t tick)
{
    uint64_t *called = &sounds_of(frame)->called_tick;
    if (*called == 0 || tick >= *called + cw_world_ms_to_ticks(world, CALL_PAUSE_MS)) {
        *called = tick;
        cw_sound_play(frame, sound, 0.45, &(CwSoundHow){.tick = tick});
    }
}

/* ---- touches ---- */

typedef enum Material { EARTH, WOOD, METAL, MATERIAL_COUNT } Material;

static Material material_of(int kind)
{
    bool is_wood = kind == KIND_CRATE || kind == KIND_PLANK || kind == KIND_BRIDGE ||
                   kind == KIND_SEESAW || kind == KIND_LEDGE;
    return is_wood ? WOOD : kind == KIND_ROPE || kind_is_machine(kind) ? METAL : EARTH;
}

static int touch_sound(const CwWorld *world, const CwEvent *event)
{
    static const int treads[MATERIAL_COUNT] = {SOUND_TREAD, SOUND_TREAD_WOOD, SOUND_TREAD_METAL};
    static const int bodies[MATERIAL_COUNT] = {SOUND_BODY, SOUND_BODY_WOOD, SOUND_BODY_METAL};
    CwEntity buggy = race_of_const(world)->buggy;
    bool is_a = cw_entity_equal(event->a, buggy), is_b = cw_entity_equal(event->b, buggy);
    Material a = material_of(cw_world_kind(world, event->a));
    Material b = material_of(cw_world_kind(world, event->b));
    if (is_a || is_b) {
        cpCollisionType part = is_a ? event->type_a : event->type_b;
        return (part == TOUCH_CHASSIS ? bodies : treads)[is_a ? b : a];
    }
    return a == METAL || b == METAL ? SOUND_CLATTER : SOUND_KNOCK;
}

/* Notes a strike. True if the sound was struck within the pause; then its time is not renewed. */
static bool note_strike(const CwWorld *world, CwFrame *frame, int sound, uint64_t tick)
{
    uint64_t *struck = &sounds_of(frame)->struck_tick[sound];
    if (*struck != 0 && tick < *struck + cw_world_ms_to_ticks(world, CUE_PAUSE_MS)) {
        return true;
    }
    *struck = tick;
    return false;
}

/* Plays a touch: harder is louder and a little duller. */
static void play_touch(const CwWorld *world, CwFrame *frame, const CwEvent *event)
{
    int sound = touch_sound(world, event);
    double hard = cpfclamp01((event->strength - 1) / 8);
    if (hard <= 0 || event->impulse_Ns <= 0 || note_strike(world, frame, sound, event->tick)) {
        return;
    }
    double pitch = 1.1 - 0.2 * hard + 0.02 * (double)(event->sequence % 5);
    play_at(frame, sound, 0.07 + 0.6 * hard * sqrt(hard),
            (CwSoundHow){.pitch = pitch, .tick = event->tick}, event->point);
    if (hard > OUCH && sound >= SOUND_BODY && sound <= SOUND_BODY_METAL) {
        play_voice(world, frame, SOUND_OUCH, event->tick);
    }
}

/* ---- the game's own events ---- */

static int event_sound(const CwEvent *event)
{
    static const int wrecks[TROUBLE_COUNT] = {[TROUBLE_FELL] = SOUND_FELL,
                                              [TROUBLE_CRUSHED] = SOUND_CRUSHED,
                                              [TROUBLE_SAWN] = SOUND_SAWN,
                                              [TROUBLE_RUN_DOWN] = SOUND_RUN_DOWN};
    static const int sounds[] = {
        [CUE_CHECKPOINT] = SOUND_CHIME, [CUE_FINISH] = SOUND_GONG,   [CUE_HOP] = SOUND_HOPPED,
        [CUE_RESPAWN] = SOUND_BACK,     [CUE_BURST] = SOUND_CRUNCH,  [CUE_LANDING] = SOUND_LANDED,
        [CUE_KEY] = SOUND_WINDING,      [CUE_COG] = SOUND_TING,      [CUE_SNAP] = SOUND_CRACK,
        [CUE_SPLASH] = SOUND_SPLASHED,  [CUE_TRIGGER] = SOUND_LEVER, [CUE_PAD] = SOUND_THROWN};
    return event->code == CUE_TROUBLE ? wrecks[(int)event->strength] : sounds[event->code];
}

/* Plays an event. Of several events of a kind it plays the first, but every cog. Cogs climb a
 * scale; splashes and pads follow their force. */
static void play_event(const CwWorld *world, CwFrame *frame, const CwEvent *event)
{
    static const double scale[] = {1, 9.0 / 8, 5.0 / 4, 3.0 / 2, 5.0 / 3, 2};
    int sound = event_sound(event);
    uint32_t cogs = race_of_const(world)->cogs_taken;
    double pitch = sound == SOUND_TING && cogs > 0 ? scale[(cogs - 1) % CW_ARRAY_LENGTH(scale)] : 1;
    double volume = sound == SOUND_SPLASHED || sound == SOUND_THROWN
                        ? fmin(0.25 + fabs(event->strength) / 14, 0.8)
                    : sound == SOUND_HOPPED ? 0.4
                                            : 0.6;
    if (note_strike(world, frame, sound, event->tick) && sound != SOUND_TING) {
        return;
    }
    play_at(frame, sound, volume, (CwSoundHow){.pitch = pitch, .tick = event->tick}, event->point);
    if (event->code == CUE_FINISH || event->code == CUE_TROUBLE) {
        play_voice(world, frame, event->code == CUE_FINISH ? SOUND_HOORAY : SOUND_OH_NO,
                   event->tick);
    }
    if (sound == SOUND_CRUSHED || sound == SOUND_SAWN) {
        play_at(frame, SOUND_SPRUNG, 0.6, (CwSoundHow){.tick = event->tick}, event->point);
    }
}

/* ---- machines ---- */

/* True if `now`, grown by `step` in this frame, passed a whole number. */
static bool crossed_whole(double now, double step)
{
    return floor(now) < floor(now - step) || floor(now) > floor(now - step);
}

static void loop_at(CwFrame *frame, CwEntity self, int sound, double volume, double pitch,
                    cpVect at_m)
{
    const CwPoint2 place = {at_m.x, at_m.y};
    const CwSoundHow how = {.pitch = pitch, .place = &place, .key = self.index1};
    cw_sound_loop(frame, sound, volume, &how);
}

/* Plays a cue of a machine, unless one of its kind has just sounded. */
static void play_stroke(const CwWorld *world, CwFrame *frame, int sound, double volume,
                        double pitch, cpVect at_m)
{
    if (!note_strike(world, frame, sound, cw_world_tick(world))) {
        play_at(frame, sound, volume, (CwSoundHow){.pitch = pitch}, at_m);
    }
}

/* Plays a swish shortly before an arm comes down. */
static void play_rotor(const CwWorld *world, CwFrame *frame, CwEntity self, const Rotor *rotor)
{
    double spin_radps = cpBodyGetAngularVelocity(rotor->body);
    double turns_hz = fabs(spin_radps) / TURN_RAD, step_s = frame->ticks * cw_world_dt_s(world);
    if (turns_hz < 0.02) {
        return;
    }
    if (rotor->look == ROTOR_SAW) {
        loop_at(frame, self, SOUND_SAW, LOOP_VOLUME, cpfclamp(turns_hz, 0.5, 2), rotor->pivot_m);
        return;
    }
    double arms = rotor->look == ROTOR_BEAM ? 2 : 1, early_s = 0.13;
    double arm =
        (cpBodyGetAngle(rotor->body) + spin_radps * early_s) / TURN_RAD * arms + 0.25 * arms;
    if (crossed_whole(arm, spin_radps * step_s / TURN_RAD * arms)) {
        play_stroke(world, frame, SOUND_SWISH, fmin(0.25 + 0.2 * turns_hz, 0.6),
                    fmin(0.7 + 0.4 * turns_hz, 1.6), rotor->pivot_m);
    }
}

/* Plays a pass through the lowest point, twice a period. */
static void play_pendulum(const CwWorld *world, CwFrame *frame, const Pendulum *pendulum)
{
    double step_s = frame->ticks * cw_world_dt_s(world);
    double early_s = 0.2, halves_hz = 2 / pendulum->period_s;
    double rate = pendulum->machine.rate * pendulum->machine.way;
    double half = (pendulum->machine.phase_s + early_s * rate) * halves_hz;
    if (!pendulum->free && crossed_whole(half, rate * step_s * halves_hz)) {
        play_stroke(world, frame, SOUND_SWING, 0.5, 1, cpBodyGetPosition(pendulum->body));
    }
}

/* Plays a tock every few teeth; larger gears are lower. */
static void play_gear(const CwWorld *world, CwFrame *frame, const Gear *gear)
{
    double step_s = frame->ticks * cw_world_dt_s(world);
    double spin_radps = cpBodyGetAngularVelocity(gear->body);
    double teeth_hz = fabs(spin_radps) * gear->tooth_count / TURN_RAD;
    double skipped = fmax(ceil(teeth_hz / TOCKS_HZ), 1);
    double tocks = gear->tooth_count / TURN_RAD / skipped;
    if (crossed_whole(cpBodyGetAngle(gear->body) * tocks, spin_radps * step_s * tocks)) {
        play_stroke(world, frame, SOUND_TOCK, 0.3, cpfclamp(1.5 / gear->radius_m, 0.5, 1.5),
                    gear->machine.object->centre_m);
    }
}

static void play_machine(const CwWorld *world, CwFrame *frame, CwEntity self, int kind)
{
    const void *data = cw_world_data_const(world, self);
    const Machine *machine = data;
    const Platform *platform = kind == KIND_PLATFORM || kind == KIND_LIFT ? data : NULL;
    cpVect at_m = platform ? cpBodyGetPosition(platform->body) : machine->object->centre_m;
    if (hypot(at_m.x - frame->camera->x_m, at_m.y - frame->camera->y_m) > NEAR_M) {
        return;
    }
    if (platform != NULL) {
        double speed_mps = cpvlength(cpBodyGetVelocity(platform->body));
        if (speed_mps > 0.1) {
            double pitch = fmin(0.6 + 0.15 * speed_mps, 1.5);
            loop_at(frame, self, SOUND_MACHINE, LOOP_VOLUME, pitch, at_m);
        }
    } else if (kind == KIND_ROTOR) {
        play_rotor(world, frame, self, data);
    } else if (kind == KIND_PENDULUM && machine_is_on(world, machine)) {
        play_pendulum(world, frame, data);
    } else if (kind == KIND_GEAR) {
        play_gear(world, frame, data);
    } else if (kind == KIND_CONVEYOR && machine_is_on(world, machine)) {
        double pitch = cpfclamp(fabs(((const Conveyor *)data)->speed_mps) / 3, 0.5, 2);
        loop_at(frame, self, SOUND_BELT, LOOP_VOLUME, pitch, at_m);
    }
}

/* ---- the buggy ---- */

/* Plays three loops an octave apart, each near the due clicks: pitch follows, the pawl stays. */
static void play_ratchet(CwFrame *frame, const Buggy *buggy)
{
    static const double clicks_hz[] = {8, 18, 40}; /* of the samples in cues.c */
    cpVect at_m = cpBodyGetPosition(buggy->chassis);
    double spin_radps = cpBodyGetAngularVelocity(buggy->wheels[WHEEL_REAR]) -
                        cpBodyGetAngularVelocity(buggy->chassis);
    double due_hz = fabs(spin_radps) / TURN_RAD * PAWL_TEETH, volume = 0.22 * fmin(due_hz / 5, 1);
    double apart = log2(clicks_hz[1] / clicks_hz[0]);
    for (int i = 0; i < 3; i++) {
        double away = log2(fmax(due_hz, 0.5) / clicks_hz[i]) / apart;
        bool is_beyond = (i == 0 && away < 0) || (i == 2 && away > 0);
        double part = is_beyond ? 1 : fmax(1 - fabs(away), 0);
        loop_at(frame, (CwEntity){0}, SOUND_RATCHET_SLOW + i, volume * sqrt(part),
                fmax(due_hz / clicks_hz[i], 0.35), at_m);
    }
}

/* True if a tick is in this frame. */
static bool is_in_frame(const CwWorld *world, const CwFrame *frame, uint64_t tick)
{
    uint64_t now = cw_world_tick(world);
    return tick > 0 && now >= tick && now - tick < (uint64_t)frame->ticks;
}

static void play_trick_and_medal(const CwWorld *world, CwFrame *frame, const Buggy *buggy)
{
    const Race *race = race_of_const(world);
    uint64_t trick = buggy->tricks.last.tick;
    if (is_in_frame(world, frame, trick)) {
        play_at(frame, SOUND_TRICK, 0.6, (CwSoundHow){.tick = trick},
                cpBodyGetPosition(buggy->chassis));
    }
    uint64_t due = race->finish_tick + cw_world_ms_to_ticks(world, STAMP_MS);
    int medal = (int)cw_frame_medal(frame, (uint32_t)race_ticks(world));
    if (race->finished && medal > 0 && is_in_frame(world, frame, due)) {
        cw_sound_play(frame, SOUND_BRONZE + medal - 1, 0.7, &(CwSoundHow){.tick = due});
    }
    if (race->finished && is_in_frame(world, frame, race->finish_tick)) {
        cw_sound_play(frame, SOUND_VICTORY, 0.6, &(CwSoundHow){.tick = race->finish_tick});
    }
}

/* ---- music ---- */

/* The tempo: faster towards the finish and with speed; slowing when the drive is over. */
static double wanted_tempo(const CwWorld *world, const Buggy *buggy)
{
    const Race *race = race_of_const(world);
    if (race->trouble != TROUBLE_NONE) {
        return 0.6;
    }
    double speed = fmin(fabs(buggy_forward_mps(buggy)) / 14, 1);
    return race->finished ? 0.94 : 0.96 + 0.04 * speed + 0.06 * race_progress(world);
}

/* The volume: calm on the results, low while the buggy is in trouble. */
static double music_volume(const CwWorld *world, const CwFrame *frame)
{
    const Race *race = race_of_const(world);
    return frame->scene == CW_SCENE_TITLE     ? MUSIC_VOLUME
           : frame->scene >= CW_SCENE_RESULTS ? MUSIC_CALM
           : race->trouble != TROUBLE_NONE    ? MUSIC_SUNK
                                              : MUSIC_VOLUME;
}

/* The distance to the nearest thing that strikes or crushes, unless it is far behind. */
static double measure_distance_m(const CwWorld *world, cpVect at_m)
{
    double nearest_m = HUSH_FAR_M;
    for (CwEntity self = {0}; (self = cw_world_next(world, self)).index1 != 0;) {
        int kind = cw_world_kind(world, self);
        const void *data = cw_world_data_const(world, self);
        const Rotor *rotor = data;
        const Pendulum *pendulum = data;
        bool is_rotor = kind == KIND_ROTOR && rotor->deadly;
        if (is_rotor || (kind == KIND_PENDULUM && !pendulum->free)) {
            cpVect place_m = is_rotor ? rotor->pivot_m : cpBodyGetPosition(pendulum->body);
            bool is_behind = place_m.x < at_m.x - DANGER_FAR_M;
            nearest_m = fmin(nearest_m, is_behind ? HUSH_FAR_M : cpvdist(place_m, at_m));
        }
    }
    return nearest_m;
}

/* The danger, 0 to 1: near machines, a spring that runs down, or a fall. */
static double measure_danger(const CwWorld *world, const Buggy *buggy, double distance_m)
{
    double empty = 1 - mainspring_fullness(&buggy->spring) / 0.25;
    double fall = (-cpBodyGetVelocity(buggy->chassis).y - 7) / 5;
    double near = (DANGER_FAR_M - distance_m) / (DANGER_FAR_M - DANGER_NEAR_M);
    bool trouble = race_of_const(world)->trouble != TROUBLE_NONE;
    return trouble ? 1 : fmin(fmax(fmax(near, 0), fmax(empty, fall)), 1);
}

/* How far the music swells, by SECTIONS. In the last one it grows to the climax at the finish. It
 * is softer at low speed and hushed before a machine. */
static double wanted_swell(const CwWorld *world, const Buggy *buggy, double distance_m)
{
    const Race *race = race_of_const(world);
    uint64_t ends = race->finish_tick + cw_world_ms_to_ticks(world, CLIMAX_MS);
    if (race->finished) {
        return cw_world_tick(world) < ends ? MUSIC_CLIMAX : MUSIC_CALM;
    }
    double quarters = 4 * race_progress(world), speed = fabs(buggy_forward_mps(buggy)) / 12;
    double full = cpflerp(SECTIONS[(int)fmin(quarters, 3)], MUSIC_CLIMAX, cpfclamp01(quarters - 3));
    bool is_hushed = distance_m > DANGER_FAR_M && distance_m < HUSH_FAR_M;
    double swell = full * cpflerp(MUSIC_AT_REST, 1, fmin(speed, 1));
    return is_hushed ? fmin(swell, MUSIC_HUSHED) : swell;
}

/* Plays layers that follow the drive, in the tune's own bars. */
static void play_layers(const CwWorld *world, CwFrame *frame, int tune, double volume)
{
    SoundView *sounds = sounds_of(frame);
    const Buggy *buggy = buggy_of_const(world);
    double wanted[LAYER_COUNT] = {1};
    if (buggy != NULL) {
        double distance_m = measure_distance_m(world, cpBodyGetPosition(buggy->chassis));
        wanted[LAYER_CALM] = wanted_swell(world, buggy, distance_m);
        wanted[LAYER_SPEED] = cpfclamp01((fabs(buggy_forward_mps(buggy)) - 4) / 8);
        wanted[LAYER_DANGER] = measure_danger(world, buggy, distance_m);
    }
    double *swell = &sounds->layers[LAYER_CALM];
    *swell = *swell > 0 ? cw_smooth(*swell, wanted[LAYER_CALM], SWELL_TAU_S, frame->sim_dt_s)
                        : MUSIC_HUSHED;
    double swelled = volume * (frame->scene == CW_SCENE_PLAY ? *swell : 1);
    cw_sound_music(frame, tune, swelled * LAYER_PARTS[LAYER_CALM], MUSIC_FADE_S);
    for (int i = LAYER_SPEED; i < LAYER_COUNT; i++) {
        double *layer = &sounds->layers[i];
        *layer = cw_smooth(*layer, wanted[i], LAYER_TAU_S, frame->sim_dt_s);
        double loud = i == LAYER_DANGER ? volume : swelled; /* not hushed */
        cw_sound_loop(frame, tune + i * TUNE_COUNT, loud * LAYER_PARTS[i] * *layer, NULL);
    }
}

static void play_music(const CwWorld *world, CwFrame *frame)
{
    SoundView *sounds = sounds_of(frame);
    const Buggy *buggy = buggy_of_const(world);
    bool is_title = frame->scene == CW_SCENE_TITLE;
    double wanted = is_title || buggy == NULL ? 1 : wanted_tempo(world, buggy);
    double tau_s = sounds->tempo > 0 ? TEMPO_TAU_S : 0;
    sounds->tempo = cw_smooth(sounds->tempo, wanted, tau_s, frame->sim_dt_s);
    cw_sound_tempo(frame, sounds->tempo);
    int tune = SOUND_TUNE_FIRST + (int)(is_title ? TUNE_TITLE : race_of_const(world)->land->tune);
    double volume = music_volume(world, frame);
    if (is_title) {
        cw_sound_music(frame, tune, volume, MUSIC_FADE_S);
    } else {
        play_layers(world, frame, tune, volume);
    }
}

void sounds_play(const CwWorld *world, CwFrame *frame)
{
    const Buggy *buggy = buggy_of_const(world);
    if (frame->jumped) {
        SoundView *sounds = sounds_of(frame);
        memset(sounds->struck_tick, 0, sizeof sounds->struck_tick);
        sounds->called_tick = 0;
    }
    play_music(world, frame);
    const Landscape *land = race_of_const(world)->land;
    cw_sound_loop(frame, SOUND_BIRDS + (int)land->ambience, AMBIENCE_VOLUME, NULL);
    if (land->storm && weather_thunders(frame)) {
        cw_sound_play(frame, SOUND_THUNDER, 0.6, NULL);
    }
    for (int i = 0; i < frame->events.count; i++) {
        const CwEvent *event = &frame->events.items[i];
        if (event->type == CW_EVENT_CONTACT_BEGIN) {
            play_touch(world, frame, event);
        } else if (event->type == CW_EVENT_GAME) {
            play_event(world, frame, event);
        }
    }
    for (CwEntity self = {0}; (self = cw_world_next(world, self)).index1 != 0;) {
        if (kind_is_machine(cw_world_kind(world, self))) {
            play_machine(world, frame, self, cw_world_kind(world, self));
        }
    }
    if (buggy != NULL) {
        play_ratchet(frame, buggy);
        play_trick_and_medal(world, frame, buggy);
        double air = cpfclamp01((cpvlength(cpBodyGetVelocity(buggy->chassis)) - 4) / 14);
        cw_sound_loop(frame, SOUND_AIR, 0.45 * air * air, &(CwSoundHow){.pitch = 0.7 + 0.5 * air});
    }
}
