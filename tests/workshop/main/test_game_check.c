/* Each mistake in a game's table is told at start; what is said names the row and the remedy. */
#include "main/maker.h"
#include "support/toy_run.h"
#include "windup/windup.h"

static void nothing(CwWorld *world)
{
}

static void take_name(CwFrame *frame, const char *text)
{
}

static void make_nothing(float *samples, int frames, int channels)
{
}

static CwGame game;
static CwActionDef actions[CW_ACTION_MAX + 1];
static CwField fields[] = {{"height", CW_FIELD_F64, 8, .count = 1}};
static CwKind parts[] = {{.name = "round"}, {.name = "heavy"}, {.name = ""}};
static CwKind kinds[] = {
    {"ball", 16, .fields = fields, .field_count = 1, .parts = {&parts[0], &parts[1]}},
    {.name = "box"}};
static CwSystem systems[] = {{"wind.blow", CW_PHASE_GAME_LOGIC, .tick = nothing},
                             {"wind.show", CW_PHASE_ANIMATION, .tick = nothing}};
static CwSpriteDef sprites[] = {
    {.file = "ball.svg", .width_m = 1, .height_m = 1},
    {"man.png", 1, 1, .width_px = 8, .height_px = 8, .grid = {4, 2, 0, 0}}};
static CwClip clips[] = {{.sprite = 1, .last = 1, .frame_ms = 10}};
static CwSoundDef sounds[] = {{.file = "hit.wav"},
                              {.name = "hum", .make = make_nothing, .seconds = 600}};
static CwFontDef fonts[] = {{.file = "title.ttf"}};
static CwCredit credits[] = {{.what = "Music"}, {.who = "Ada"}};
static CwMenuRow rows[] = {{"Name", CW_MENU_TITLE, .typed = take_name}};
static CwMenuRow unnamed[1];
static CwMenuPage pages[] = {{"Scores", rows, 1}, {"Cars", rows, 1}};
static CwEmitter emitters[] = {{.name = "sparks",
                                .particle_max = 9,
                                .burst = 3,
                                .life_s = {1, 2},
                                .size_m = {0.1, 0.2},
                                .look = {.shape = CW_PARTICLE_CIRCLE}}};

/* The toy with one row of everything, all of them good. */
SET_UP()
{
    game = toy_game;
    memcpy(actions, toy_game.input.actions, TOY_ACTION_COUNT * sizeof actions[0]);
    game.input.actions = actions;
    game.content.kinds = kinds;
    game.content.systems = systems;
    game.content.system_count = 2;
    game.looks.sprites = sprites;
    game.looks.sprite_count = 2;
    game.looks.clips = clips;
    game.looks.clip_count = 1;
    game.sound.list = sounds;
    game.sound.count = 2;
    game.looks.fonts = fonts;
    game.looks.font_count = 1;
    game.menu.credits = credits;
    game.menu.credit_count = 2;
    game.menu.rows = rows;
    game.menu.row_count = 1;
    game.menu.pages = pages;
    game.menu.page_count = 2;
    game.looks.emitters = emitters;
    game.looks.emitter_count = 1;
}

TEST(a_good_table_is_accepted)
{
    EXPECT_OK(game_check(&game, &error));
    EXPECT_OK(game_check(&windup_game, &error));
    EXPECT_REFUSED(game_check(NULL, &error), "not NULL");
}

/* One word of the game's memory that becomes wrong, and what is said. */
#define NUMBER(place, type, words, ...)                                                            \
    {                                                                                              \
        &(place), sizeof(place), &(type){__VA_ARGS__}, words                                       \
    }
#define TEXT(place, words, text) NUMBER(place, const char *, words, text)
static const CwStop stop = {0}, late = {.at = 100};
static const int unknown[] = {0, 9};
static const uint32_t holed_ms[] = {10, 0};
static const struct {
    void *place;
    size_t bytes;
    const void *wrong;
    const char *words;
} MISTAKES[] = {
    TEXT(game.id, "id \"../../evil\" names the folder", "../../evil"),
    TEXT(game.id, "id \"\"", NULL),
    TEXT(game.id, "id \"\"", ""),
    TEXT(game.id, "id \"My Game\"", "My Game"),
    TEXT(game.title, "title: set the window's title", NULL),
    NUMBER(game.start, void *, "start: give it a function", NULL),
    NUMBER(game.input.action_count, int, "actions: 33 of them; there may be 0 to 32", 33),
    NUMBER(game.content.kind_count, int, "kinds: -1 of them", -1),
    NUMBER(game.content.kind_count, int, "kinds: give the table together with its count", 0),
    NUMBER(game.content.kinds, void *, "kinds: give the table together with its count", NULL),
    NUMBER(game.content.system_count, int, "systems: 65 of them", 65),
    NUMBER(game.content.event_limit, int, "event_limit: -1; use 0 to 65536", -1),
    NUMBER(game.menu.default_count, int, "defaults: give the table", 1),
    TEXT(actions[0].name, "action \"pause\": the engine uses this name (pause)", "pause"),
    TEXT(kinds[1].name, "kind 1 has no name", NULL),
    TEXT(kinds[1].name, "kinds 0 and 1 both have the name \"ball\"", "ball"),
    NUMBER(kinds[1].size, size_t, "kind box: size is", (size_t)-8),
    NUMBER(kinds[1].field_count, int, "kind box: give the table of fields", 3),
    NUMBER(kinds[0].size, size_t, "kind ball: field height ends at byte 16 of 8", 8),
    NUMBER(fields[0].offset, uint32_t, "ends at byte 32 of 16", 24),
    NUMBER(fields[0].count, uint32_t, "ends at byte 24 of 16", 2),
    NUMBER(fields[0].count, uint32_t, "no elements", 0),
    NUMBER(fields[0].type, CwFieldType, "field height has no type", CW_FIELD_TYPE_COUNT),
    TEXT(fields[0].name, "kind ball: field 1 has no name", ""),
    NUMBER(fields[0].lerp, CwLerp, "field height can't be blended", CW_LERP_COUNT),
    NUMBER(kinds[0].every_hz, int, "kind ball: its every_hz is below 0", -5),
    NUMBER(kinds[0].view_bytes, size_t, "kind ball: view_bytes is", (size_t)-8),
    NUMBER(kinds[0].parts[0], void *, "kind ball: an empty place comes before part 2", NULL),
    NUMBER(kinds[0].parts[0], void *, "two of its parts are called \"heavy\": rename", &parts[1]),
    NUMBER(kinds[0].parts[0], void *, "part 1 has the name \"\": set CwKind.name", &parts[2]),
    NUMBER(kinds[0].parts[CW_PART_MAX], void *, "kind ball: it has more than 8 parts", &parts[0]),
    NUMBER(parts[0].field_count, int, "kind ball: part round: give the table of fields", 3),
    NUMBER(parts[0].every_hz, int, "kind ball: part round: its every_hz is below 0", -5),
    NUMBER(parts[0].parts[0], void *, "part round has parts of its own", &parts[1]),
    TEXT(systems[1].name, "a system has no name", ""),
    NUMBER(systems[1].every_hz, int, "system wind.show: its every_hz is -1", -1),
    NUMBER(systems[1].phase, CwPhase, "system wind.show: 99 is no phase", 99),
    NUMBER(systems[1].phase, CwPhase, "runs once a frame: set CwSystem.frame", CW_PHASE_RENDER),
    TEXT(sprites[0].file, "\"../ball.svg\" must be a file in assets/art", "../ball.svg"),
    TEXT(sprites[0].file, "sprite 0: \"\"", NULL),
    TEXT(fonts[0].file, "font 0: \"/tmp/title.ttf\" must be a file in assets/font",
         "/tmp/title.ttf"),
    NUMBER(game.looks.title_face, int, "title_face is 4, but there are faces 0 to 3", 4),
    NUMBER(game.looks.font_count, int, "fonts: 65 of them; there may be 0 to 64", 65),
    TEXT(credits[0].what, "credit 0: give it a text", ""),
    TEXT(credits[1].who, "credit 1: a text has more than 95 bytes: make two",
         "01234567890123456789012345678901234567890123456789"
         "01234567890123456789012345678901234567890123456789"),
    NUMBER(game.menu.credit_count, int, "credits: 97 of them; there may be 0 to 96", 97),
    NUMBER(sprites[0].width_m, double, "sprite ball.svg: give it a width", 0),
    NUMBER(sprites[0].width_px, int, "both its width_px and height_px", 8),
    NUMBER(sprites[0].filter, CwFilter, "its filter must be", (CwFilter)7),
    NUMBER(sprites[0].grid, CwGrid, "0 x 0 pixels don't make 4 columns", 4, 2, 0, 0),
    NUMBER(sprites[1].grid, CwGrid, "sprite man.png: 8 x 8 pixels don't make 3 columns", 3, 1, 0,
           0),
    NUMBER(sprites[0].whole_pixels, bool, "whole_pixels needs", true),
    NUMBER(clips[0].sprite, int, "clip 0: its sprite has no grid", 0),
    NUMBER(clips[0].sprite, int, "its sprite has no grid", 2),
    NUMBER(clips[0].first, int, "frames from first", 2),
    NUMBER(clips[0].frame_ms, uint32_t, "either frame_ms or frames_ms", 0),
    NUMBER(clips[0], CwClip, "each above 0", .sprite = 1, .last = 1, .frames_ms = holed_ms),
    NUMBER(clips[0].last, int, "its sheet has no frame", 8),
    NUMBER(game.sound.count, int, "sound.list: 257 of them; there may be 0 to 256", 257),
    TEXT(sounds[0].file, "sound 0 (unnamed): give it a file or a generator", NULL),
    TEXT(sounds[0].file, "sound 0 (a/b.wav): its file must be a name in assets/sound", "a/b.wav"),
    NUMBER(sounds[0].channels, int, "sound 0 (hit.wav): channels must be 1 or 2", 6),
    NUMBER(sounds[0].rate_hz, int, "sound 0 (hit.wav): its rate_hz must be 0 or 4000 to 192000",
           3999),
    NUMBER(sounds[0].group, CwSoundGroup, "its group must be one of CwSoundGroup",
           CW_SOUND_GROUP_COUNT),
    NUMBER(sounds[1].seconds, double, "sound 1 (hum): a generator needs seconds", 0),
    NUMBER(sounds[1].seconds, double, "sound 1 (hum): a generator needs seconds", -1),
    NUMBER(sounds[1].seconds, double, "sound 1 (hum): a generator needs seconds", 601),
    NUMBER(sounds[1].seconds, double, "sound 1 (hum): a generator needs seconds", NAN),
    TEXT(sounds[1].name, "sound 1 (unnamed): give the generator a name", NULL),
    TEXT(sounds[1].file, "a file or a generator (make), one of the two", "hum.wav"),
    NUMBER(game.looks.title_sprite, void *, "title_sprite: point at one of sprites", actions),
    NUMBER(game.rank.medals, void *, "rank.medals: give the table together with its count", pages),
    NUMBER(game.menu.row_count, int, "menu.rows: 17 of them; there may be 0 to 16", 17),
    TEXT(rows[0].label, "menu row 0 (unnamed): it has no label", NULL),
    NUMBER(rows[0].typed_bytes, int, "menu row 0 (Name): typed_bytes must be", CW_MENU_VALUE_BYTES),
    NUMBER(rows[0].turn, void *, "menu row 0 (Name): it can be a list", rows),
    TEXT(rows[0].page, "menu row 0 (Name): page must be the title", "Nowhere"),
    NUMBER(rows[0].item, void *, "menu row 0 (Name): give a list both count", rows),
    NUMBER(game.menu.page_count, int, "menu.pages: 9 of them; there may be 0 to 8", 9),
    TEXT(pages[1].title, "menu page 0: give it a title of its own", "Scores"),
    NUMBER(pages[1].row_count, int, "menu page 1: give it 1 to CW_MENU_ROW_MAX rows", 17),
    NUMBER(pages[0].rows, void *, "menu page 0: menu row 0 (unnamed): it has no label", unnamed),
    NUMBER(game.content.state_bytes, size_t, "state_bytes is 0, but there are state_fields", 0),
    NUMBER(game.content.state_bytes, size_t, "the state: field finished ends at byte 273 of 272",
           272),
    NUMBER(game.carry, CwGameCarry, "the carry: give its size, up to 16384 bytes", .bytes = 4),
    NUMBER(game.carry, CwGameCarry, "the carry: give its size", .bytes = 16392, fields, 1),
    NUMBER(game.carry, CwGameCarry, "the carry: field height ends at byte 16 of 8", 8, fields, 1,
           NULL),
    NUMBER(game.looks.view_bytes, size_t, "view_bytes is 1", (size_t)-1),
    NUMBER(game.looks.view_width, double, "view_width and view_height: give both, 16 to 4000", 640),
    NUMBER(game.looks.view_height, double, "view_width and view_height: give both", -1),
    NUMBER(game.looks.view_width, double, "view_width and view_height: give both", NAN),
    NUMBER(game.looks.camera_height_m, double, "camera_height_m: say how many", 0),
    NUMBER(emitters[0].life_s, CwRange, "emitter 0 (sparks): give it a life_s above 0", -1, 2),
    NUMBER(emitters[0].life_s, CwRange, "sparks): a range goes from the least to the most", 2, 1),
    NUMBER(emitters[0].direction_rad, CwRange, "direction_rad is in radians", 0, 360),
    NUMBER(emitters[0].particle_max, int, "sparks): its particle_max must be 1 to 65536", 0),
    NUMBER(emitters[0].look.colours, CwStop *, "a curve needs 1 to 16 stops", (CwStop *)&stop),
    NUMBER(emitters[0].look, CwParticleLook, "shares of the particle's life", .colours = &late,
           .colour_count = 1, .shape = CW_PARTICLE_CIRCLE),
    NUMBER(emitters[0].look, CwParticleLook, "its sprite must be an index of CwGame.looks.sprites",
           .sprite = 3),
    NUMBER(emitters[0].look, CwParticleLook, "its sprite must be an index", .sprites = unknown,
           .sprite_count = 2),
    NUMBER(emitters[0].burst, double, "give it a burst, a rate_hz or both", 0),
    TEXT(emitters[0].name, "emitter 0 (unnamed): give it a name", NULL),
    NUMBER(emitters[0].look.shape, CwParticleShape, "a streak needs streak_s", CW_PARTICLE_STREAK),
};

TEST(a_mistake_in_the_table_is_named, .rounds = CW_ARRAY_LENGTH(MISTAKES))
{
    memcpy(MISTAKES[_i].place, MISTAKES[_i].wrong, MISTAKES[_i].bytes);
    ck_assert(!game_check(&game, &error));
    expect_text(error.text, "the game's table (CwGame): ");
    expect_text(error.text, MISTAKES[_i].words);
}

TEST(a_second_player_without_bindings_is_told_unless_the_input_comes_from_elsewhere)
{
    static const CwInputSource elsewhere;
    game.input.player_count = 2;
    temp_listen();
    EXPECT_OK(game_check(&game, &error));
    expect_text(temp_said(), "player 2 has no keys and no buttons: fill in input.player_bindings");
    game.input.source = &elsewhere;
    temp_listen();
    EXPECT_OK(game_check(&game, &error));
    ck_assert_str_eq(temp_said(), "");
}

TEST(menus_sound_like_sounds_of_the_interface)
{
    CwMenuSounds menu_sounds = {0, CW_SOUND_NONE, CW_SOUND_NONE};
    game.sound.menu = &menu_sounds;
    EXPECT_REFUSED(game_check(&game, &error), "sound.menu: 0 is no sound of CW_SOUND_INTERFACE");
    sounds[0].group = CW_SOUND_INTERFACE;
    EXPECT_OK(game_check(&game, &error));
    menu_sounds.back = 2;
    EXPECT_REFUSED(game_check(&game, &error), "sound.menu: 2 is no sound of CW_SOUND_INTERFACE");
}
