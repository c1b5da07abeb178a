/* A platformer: run, jump, take coins, reach the flag. Play it in docs/example/platformer.
 *
 * Worth a look: one call draws a level of Tiled, another makes it solid, with one-way planks, signs
 * and hills with a parallax. The hero is a mover: it may jump shortly after an edge (coyote time),
 * a press shortly before the ground counts (jump buffer), and the jump is cut when the button is
 * released. Down drops through a plank. A table of states animates the hero. Sounds are functions.
 * Coins and the flag share a part. */
#include "clockwork/clockwork.h"

#include <math.h>
#include <stdio.h>

enum { LEFT, RIGHT, JUMP, DROP, ACTION_COUNT };
enum { HERO, COIN, GOAL, KIND_COUNT };
enum { IDLE, RUN, RISE, FALL, SPIN, WAVE, CLIP_COUNT };
enum { HOP, PICK, TUNE, SOUND_COUNT }; /* the first two are codes of events, too */
enum { LAYER_SKY = -2, LAYER_MAP, LAYER_HUD = 1 };

#define RUN_MPS 6.5
static const double FOOT_M = 0.55; /* from the hero's middle to its feet */
static const double CAMERA_M = 10, PICTURE_M = 1.5;
static const CwColour sky = {104, 180, 235, 255}, horizon = {255, 240, 210, 255};

typedef struct Hero {
    CwMover mover;
    bool left;      /* looks to the left */
    uint32_t taken; /* number of coins */
    uint64_t finish_tick;
    CwAnimator look;
} Hero;
static const CwAnimationState looks[] = {
    {"rise", RISE, .when = {CW_WHEN(Hero, mover.rising, CW_IS, true)}, .fade_ms = 40},
    {"fall", FALL, .when = {CW_WHEN(Hero, mover.coyote_ticks, CW_IS, 0)}, .fade_ms = 80},
    {"run", RUN, .when = {CW_WHEN(Hero, mover.velocity_mps.x, CW_BEYOND, 0.5)},
     .pace = CW_FIELD(Hero, mover.velocity_mps.x), .pace_usual = RUN_MPS},
    {"stand", IDLE, .fade_ms = 80}};
static const CwAnimationStates hero_look = CW_ANIMATION_STATES(looks);
static const CwField hero_fields[] = {CW_MOVER_FIELDS(Hero, mover), CW_FIELD(Hero, left),
                                      CW_FIELD(Hero, taken), CW_FIELD(Hero, finish_tick),
                                      CW_ANIMATOR_FIELDS(Hero, look, looks)};

static CwMoverDesc hero_limits(void)
{
    CwMoverDesc limits = cw_mover_desc_default();
    limits.height_m = 2 * FOOT_M;
    limits.ground_mps2 = 55;
    limits.air_mps2 = 32;
    limits.jump_mps = 14.5;
    limits.jump_cut = 0.45;
    return limits;
}

static void hero_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Hero *hero = data;
    CwMoverDesc limits = hero_limits();
    cw_mover_add(world, self, &hero->mover, &limits, *(const cpVect *)args);
    cw_animator_advance(&hero->look, &hero_look, hero, world);
}

static void hero_drive(CwWorld *world, CwEntity self, void *data)
{
    Hero *hero = data;
    CwMoverDesc limits = hero_limits();
    const CwInputFrame *input = cw_world_input(world);
    double way = cw_input_value(input, RIGHT) - cw_input_value(input, LEFT);
    CwMoverWish wish = {way * RUN_MPS, cw_input_pressed(input, JUMP), cw_input_down(input, JUMP),
                        cw_input_down(input, DROP)};
    cw_mover_move(world, &hero->mover, &limits, &wish);
    hero->left = way == 0 ? hero->left : way < 0;
    cpVect at_m = cpBodyGetPosition(hero->mover.body);
    if (hero->mover.jumped) {
        cw_world_emit(world, HOP, self, at_m, 1);
    }
    if (at_m.y < -2) { /* fell out of the level */
        cw_flow_restart(cw_world_flow(world));
    }
}

static void hero_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    Hero *hero = data;
    int met = event->type == CW_EVENT_TRIGGER_ENTER ? cw_world_kind(world, event->b) : -1;
    if (met == COIN) {
        hero->taken++;
        cw_world_emit(world, PICK, self, event->point, 1);
        cw_world_destroy(world, event->b);
    } else if (met == GOAL && hero->finish_tick == 0) {
        hero->finish_tick = cw_world_tick(world);
    }
}

static void hero_animate(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    Hero *hero = data;
    cw_animator_advance(&hero->look, &hero_look, hero, world);
}

/* The part of coins and of the goal. Its data is a place. */
static void place_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    cpVect *at_m = data;
    *at_m = *(const cpVect *)args;
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    double radius_m = cw_world_kind(world, self) == COIN ? 0.45 : 0.8;
    cpShape *shape = cw_world_add_shape(world, self, cpCircleShapeNew(ground, radius_m, *at_m));
    cpShapeSetSensor(shape, true);
}

static const Hero *the_hero(const CwWorld *world)
{
    return cw_world_data_const(world, cw_world_next_of(world, HERO, (CwEntity){0}));
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    static const char *const classes[KIND_COUNT] = {"start", "coin", "goal"};
    CwMapCollision collision = cw_map_collision_default();
    if (map == NULL || cw_map_build_collision(world, map, &collision, error) < 0) {
        return map == NULL && cw_error_set(error, "no level: start in docs/example/platformer");
    }
    for (int i = 0; i < cw_map_object_count(map) * KIND_COUNT; i++) {
        const CwMapObject *object = cw_map_object(map, i / KIND_COUNT);
        if (cw_map_object_is(object, classes[i % KIND_COUNT])) {
            cw_world_spawn(world, i % KIND_COUNT, &object->centre_m, sizeof(cpVect));
        }
    }
    return the_hero(world) != NULL || cw_error_set(error, "no object of class start");
}

static CwProbe probe(const CwWorld *world)
{
    uint64_t tick = the_hero(world)->finish_tick;
    return (CwProbe){
        .player = the_hero(world)->mover.body, .finished = tick > 0, .finish_tick = tick};
}

/* Runs, and jumps as high as it can at obstacles and edges. */
static void bot(const CwWorld *world, CwInputFrame *input)
{
    const Hero *hero = the_hero(world);
    cpVect ahead_m = cpvadd(cpBodyGetPosition(hero->mover.body), cpv(0.7, 0));
    const cpShape *ground =
        cpSpaceSegmentQueryFirst(cw_world_space(world), ahead_m, cpvadd(ahead_m, cpv(0, -1.8)), 0,
                                 CP_SHAPE_FILTER_ALL, NULL);
    bool wants = ground == NULL || hero->mover.on_wall;
    input->down |= 1u << RIGHT | (uint32_t)(hero->mover.rising || (hero->mover.on_floor && wants))
                                     << JUMP;
    input->value[RIGHT] = CW_ACTION_VALUE_MAX;
}

static void hero_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    const Hero *hero = data;
    CwTransform2 at = cw_world_pose(world, hero->mover.body, frame->alpha);
    CwSpriteDraw sprite = {.x = at.x_m,
                           .y = at.y_m + PICTURE_M / 2 - FOOT_M,
                           .width = hero->left ? -PICTURE_M : PICTURE_M};
    cw_draw_animator(frame, &hero->look, &sprite);
}

static void place_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    const cpVect *at_m = data;
    bool is_goal = cw_world_kind(world, self) == GOAL;
    CwAnimation animation = {is_goal ? WAVE : SPIN, (uint32_t)(1000 * frame->sim_s), 0};
    CwSpriteDraw sprite = {.x = at_m->x, .y = at_m->y + (is_goal ? PICTURE_M / 2 : 0)};
    cw_draw_animation(frame->draw, &animation, &sprite);
}

static void look_and_listen(const CwWorld *world, CwFrame *frame)
{
    CwTransform2 at = cw_world_pose(world, the_hero(world)->mover.body, frame->alpha);
    double half_m = cw_draw_view(frame->draw).width * CAMERA_M / CW_VIEW_HEIGHT / 2;
    double x_m = cpfclamp(at.x_m, half_m, cw_map_size_m(cw_world_map(world)).x - half_m);
    *frame->camera = (CwCamera){x_m, fmax(CAMERA_M / 2, at.y_m - 2), .height_m = CAMERA_M};
    cw_sound_music(frame, TUNE, 0.5, 0.5);
    for (int i = 0; i < frame->events.count; i++) {
        if (frame->events.items[i].type == CW_EVENT_GAME) {
            cw_sound_play(frame, (int)frame->events.items[i].code, 0.6,
                          &(CwSoundHow){.tick = frame->events.items[i].tick});
        }
    }
}

static void scene_draw(const CwWorld *world, CwFrame *frame)
{
    const CwMap *map = cw_world_map(world);
    CwDrawList *list = frame->draw;
    CwViewRect view = cw_draw_view(list);
    cw_draw_set_screen(list);
    cw_draw_set_layer(list, LAYER_SKY);
    cw_draw_rect(list, &(CwRectDraw){view.x, view.y, view.width, view.height, sky, horizon});
    cw_draw_set_layer(list, LAYER_MAP);
    cw_draw_map(list, &(CwMapDraw){map, 0, cw_map_layer_count(map), frame->sim_s});
    cw_draw_set_layer(list, LAYER_HUD);
    cw_draw_set_screen(list);
    CwSpriteDraw coin = {.x = view.x + 26, .y = view.y + 26, .width = 40, .frame = 10};
    cw_draw_sprite(list, &coin);
    char text[16];
    snprintf(text, sizeof text, "%u", the_hero(world)->taken);
    cw_draw_text(list, &(CwTextDraw){text, CW_FACE_BOLD, .x = coin.x + 18, .y = coin.y, .size = 22,
                                     .outline = 1.5});
}

/* Plays notes one after another as plucked strings, in semitones from middle C. */
static void pluck(float *samples, int frames, const int *notes, int count)
{
    for (int i = 0, length = frames / count; i < length * count; i++) {
        double part = i % length / (double)length, hz = 261.63 * pow(2, notes[i / length] / 12.0);
        double turn = 2 * CP_PI * hz * (i % length) / CW_SOUND_RATE;
        double fade = 0.3 * exp(-4 * part) * fmin(1, 20 * (1 - part));
        samples[i] = (float)(fade * (sin(turn) + 0.3 * sin(2 * turn)));
    }
}

static void make_hop(float *samples, int frames, int channels)
{
    pluck(samples, frames * channels, (const int[]){3, 7, 10, 15}, 4);
}

static void make_pick(float *samples, int frames, int channels)
{
    pluck(samples, frames * channels, (const int[]){23, 28}, 2);
}

static void make_tune(float *samples, int frames, int channels)
{
    static const int notes[] = {-12, 12, 7, 4, 16, 12, 7, 4, -15, 9,  4, 0, 12, 9,  4, 0,
                                -19, 9,  5, 0, 12, 9,  5, 0, -17, 11, 7, 2, 14, 11, 7, 2};
    pluck(samples, frames * channels, notes, CW_ARRAY_LENGTH(notes));
}

static const CwActionDef actions[ACTION_COUNT] = {
    [LEFT] = {"left", "run left", "key:Left key:A pad:leftx-"},
    [RIGHT] = {"right", "run right", "key:Right key:D pad:leftx+"},
    [JUMP] = {"jump", "jump", "key:Space key:Up key:W pad:a"},
    [DROP] = {"drop", "drop", "key:Down key:S pad:lefty+"}};
static const CwSpriteDef actors = {
    "actors.svg", 1.5, 1.5, .width_px = 1024, .height_px = 384, .grid = {8, 3, 0, 0}};
static const CwClip clips[CLIP_COUNT] = {[IDLE] = {.first = 0, .last = 1, .frame_ms = 400},
                                         [RUN] = {.first = 2, .last = 7, .frame_ms = 70},
                                         [RISE] = {.first = 8, .last = 8, .frame_ms = 100},
                                         [FALL] = {.first = 9, .last = 9, .frame_ms = 100},
                                         [SPIN] = {.first = 10, .last = 15, .frame_ms = 90},
                                         [WAVE] = {.first = 16, .last = 19, .frame_ms = 120}};
static const CwSoundDef sounds[SOUND_COUNT] = {
    [HOP] = {.name = "hop", .make = make_hop, .seconds = 0.18},
    [PICK] = {.name = "pick", .make = make_pick, .seconds = 0.3},
    [TUNE] = {.name = "tune", .make = make_tune, .seconds = 8, .group = CW_SOUND_MUSIC}};
static const CwKind place = {"place", sizeof(cpVect), .spawn = place_spawn, .draw = place_draw};
static const CwKind kinds[KIND_COUNT] = {
    [HERO] = {"hero", sizeof(Hero), hero_fields, CW_ARRAY_LENGTH(hero_fields), hero_spawn,
              hero_drive, hero_event, .animate = hero_animate, .draw = hero_draw},
    [COIN] = {"coin", .parts = {&place}},
    [GOAL] = {"goal", .parts = {&place}}};
static const CwSystem systems[] = {{"look", CW_PHASE_PRE_RENDER, .frame = look_and_listen},
                                   {"scene.draw", CW_PHASE_RENDER, .frame = scene_draw}};
static const char *const defaults[] = {"simulation.gravity=-34", "display.scaling=expand"};
static const CwGame platformer = {
    "platformer",
    "Meadow",
    .input = {.actions = actions, .action_count = ACTION_COUNT},
    .content = {.kinds = kinds,
                .kind_count = KIND_COUNT,
                .systems = systems,
                .system_count = CW_ARRAY_LENGTH(systems)},
    .looks = {.sprites = &actors,
              .sprite_count = 1,
              .clips = clips,
              .clip_count = CLIP_COUNT,
              .theme = {{70, 50, 40, 255}, {233, 87, 63, 255}, {255, 246, 226, 225}},
              .camera_height_m = CAMERA_M},
    .sound = {.list = sounds, .count = SOUND_COUNT},
    .menu = {.defaults = defaults, .default_count = CW_ARRAY_LENGTH(defaults)},
    .start = start,
    .probe = probe,
    .bot = bot};

int main(int argc, char **argv)
{
    return cw_main(&platformer, argc, argv);
}
