/* The journey: the map of the levels, its chapters, and the line of story at a chapter's start. */
#include "common/race.h"
#include "common/sprites.h"
#include "view/view.h"

#include <math.h>
#include <string.h>

enum { MEADOWS, WORKS, SPRINGS, HARBOUR, CANYON, HEIGHTS, ENDING, CHAPTER_COUNT };

static const CwChapter CHAPTERS[CHAPTER_COUNT] = {
    [MEADOWS] = {CW_TEXT("The Meadows"), CW_TEXT("The great clock has stopped. Wind up, little "
                                                 "buggy: somebody has to tell the tower.")},
    [WORKS] = {CW_TEXT("The Works"),
               CW_TEXT("Here every wheel was cut. They turn for nobody now, so mind your hat.")},
    [SPRINGS] = {CW_TEXT("The Springs"),
                 CW_TEXT("Whatever went down here came up again. The hedges still remember.")},
    [HARBOUR] = {CW_TEXT("The Harbour"),
                 CW_TEXT("No ship has sailed since the hour hand froze. The night shift waits.")},
    [CANYON] = {CW_TEXT("The Canyon"),
                CW_TEXT("Chains over nothing, and oil below. The road was never meant for two.")},
    [HEIGHTS] = {CW_TEXT("The Heights"),
                 CW_TEXT("Above the storm stands the clock. One more turn of the key.")},
    [ENDING] = {CW_TEXT("Twelve o'clock"), CW_TEXT("The great clock strikes, and all the land "
                                                   "begins to tick. Welcome home, clockmaker.")},
};

/* In the order of the road. x and y are shares of map.svg. */
static const CwPlace PLACES[] = {
    {"first-wind", 0.1875, 0.55, &CHAPTERS[MEADOWS]},
    {"clock-meadow", 0.2427, 0.4708, &CHAPTERS[MEADOWS]},
    {"gear-works", 0.3021, 0.5333, &CHAPTERS[WORKS]},
    {"pendulum-hall", 0.3583, 0.4417, &CHAPTERS[WORKS]},
    {"spring-garden", 0.4188, 0.5125, &CHAPTERS[SPRINGS]},
    {"lift-shaft", 0.475, 0.4125, &CHAPTERS[SPRINGS]},
    {"crate-harbour", 0.5354, 0.5583, &CHAPTERS[HARBOUR]},
    {"night-shift", 0.5917, 0.4917, &CHAPTERS[HARBOUR]},
    {"chain-bridge", 0.6458, 0.4042, &CHAPTERS[CANYON]},
    {"oil-works", 0.7042, 0.4958, &CHAPTERS[CANYON]},
    {"storm-mill", 0.7583, 0.3958, &CHAPTERS[HEIGHTS]},
    {"clock-tower", 0.8146, 0.3042, &CHAPTERS[HEIGHTS]},
};
enum { PLACE_COUNT = CW_ARRAY_LENGTH(PLACES) };

/* What turns on the map, in units of the picture's height. */
static const struct {
    int sprite;
    double x, y, size, turns_hz;
} TURNING[] = {
    {SPRITE_SAILS, 0.317, 0.794 / 2, 0.14, 0.06}, {SPRITE_SAILS, 1.55, 0.325, 0.11, 0.16},
    {SPRITE_GEAR_A, 0.652, 0.49, 0.055, 0.08},    {SPRITE_GEAR_B, 0.595, 0.505, 0.08, -0.053},
    {SPRITE_GEAR_A, 1.43, 0.475, 0.05, 0.11},
};

static void draw_turning(const CwFrame *frame, CwViewRect picture)
{
    double seconds = frame->comfort.reduced_motion ? 0 : frame->real_s, unit = picture.height;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(TURNING); i++) {
        CwTransform2 pose = {picture.x + TURNING[i].x * unit, picture.y + TURNING[i].y * unit,
                             2 * CP_PI * TURNING[i].turns_hz * seconds};
        double height = TURNING[i].size * unit;
        const CwSpriteDef *def = &windup_sprites[TURNING[i].sprite];
        CwPoint2 size = {height * def->width_m / def->height_m, height};
        sprite_draw(frame->draw, TURNING[i].sprite, pose, size);
        if (TURNING[i].sprite == SPRITE_SAILS) {
            pose.angle_rad += CP_PI / 2;
            sprite_draw(frame->draw, SPRITE_SAILS, pose, size);
        }
    }
}

/* Bursts of sparks over the land, one after the other. */
static void draw_fireworks(const CwFrame *frame, CwViewRect picture)
{
    const CwColour colours[] = {BRASS_LIGHT, TEAL_LIGHT, WARNING};
    enum { BURSTS = 3, SPARKS = 16 };
    for (int i = 0; i < BURSTS * SPARKS; i++) {
        double age = frame->real_s * 0.45 + i / SPARKS / (double)BURSTS, number = floor(age);
        double share = age - number, unit = picture.height, angle_rad = 2 * CP_PI * i / SPARKS;
        double reach = unit * (i % 2 == 0 ? 0.13 : 0.08) * cw_ease(CW_EASE_OUT_CUBIC, share);
        double x = 0.3 + 0.17 * fmod(number * 7 + i / SPARKS * 5, 4);
        double y = 0.16 + 0.05 * fmod(number + i / SPARKS, 3) + 0.04 * share * share;
        CwPoint2 at = {picture.x + picture.width * x + reach * cos(angle_rad),
                       picture.y + unit * y + reach * sin(angle_rad)};
        CwColour colour = colours[(int)fmod(number + i / SPARKS, 3)];
        colour.a = (uint8_t)(255 * (1 - share));
        cw_draw_circle(frame->draw, at, unit * 0.006, colour);
    }
}

/* Light over the tower; all over the land once the clock strikes again. */
static void draw_journey(const CwFrame *frame, CwViewRect picture, int finished)
{
    draw_turning(frame, picture);
    if (finished < PLACE_COUNT) {
        return;
    }
    double beat = frame->comfort.reduced_motion ? 0 : sin(frame->real_s * CP_PI);
    if (!frame->comfort.reduced_motion) {
        draw_fireworks(frame, picture);
    }
    for (int i = 0; i < PLACE_COUNT; i++) {
        CwPoint2 at = {picture.x + PLACES[i].x * picture.width,
                       picture.y + PLACES[i].y * picture.height};
        double width = picture.height * (i + 1 == PLACE_COUNT ? 0.9 : 0.22);
        sprite_glow(frame->draw, at, width * (1 + 0.06 * beat), (CwColour){0xff, 0xd8, 0x80, 150});
    }
}

static const CwSpriteDef MAP_PICTURE = {
    .file = "map.svg", .width_m = 2, .height_m = 1, .width_px = 2400, .height_px = 1200};

const CwLevelMap windup_map = {.title = CW_TEXT("The Clockmaker's Land"),
                               .picture = &MAP_PICTURE,
                               .traveller = &windup_sprites[SPRITE_TRAVELLER],
                               .places = PLACES,
                               .place_count = PLACE_COUNT,
                               .ending = &CHAPTERS[ENDING],
                               .draw = draw_journey};

const CwChapter *journey_chapter(const CwWorld *world)
{
    const char *level = cw_world_level(world);
    const Race *race = race_of_const(world);
    for (int i = 0; i < PLACE_COUNT; i++) {
        bool begins = i == 0 || PLACES[i].chapter != PLACES[i - 1].chapter;
        if (strcmp(level, PLACES[i].level) == 0) {
            return race->finished ? (i + 1 == PLACE_COUNT ? &CHAPTERS[ENDING] : NULL)
                                  : (begins ? PLACES[i].chapter : NULL);
        }
    }
    return NULL;
}
