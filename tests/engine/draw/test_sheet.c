/* Sheets: grids and Aseprite's files, and the frames of them in the draw list. */
#include "draw/draw_list.h"
#include "support/expect.h"
#include "support/temp_folder.h"
#include "support/test.h"

#include <stdio.h>
#include <string.h>

#define META                                                                                       \
    "\"meta\": {\"size\": {\"w\": 64, \"h\": 32}, \"frameTags\": [\n"                              \
    "  {\"name\": \"run\", \"from\": 1, \"to\": 2, \"direction\": \"pingpong\"}]}"

/* Frame 1 of 16 x 16 was trimmed to its right half, less a row at the bottom. */
static const char array_text[] =
    "{\"frames\": [\n"
    "{\"filename\": \"a\", \"frame\": {\"x\": 0, \"y\": 0, \"w\": 16, \"h\": 16}, \"duration\": "
    "70},\n"
    "{\"filename\": \"b\", \"frame\": {\"x\": 16, \"y\": 4, \"w\": 8, \"h\": 15}, \"rotated\": "
    "false,\n"
    "\"spriteSourceSize\": {\"x\": 8, \"y\": 0, \"w\": 8, \"h\": 15},\n"
    "\"sourceSize\": {\"w\": 16, \"h\": 16}, \"duration\": 30},\n"
    "{\"filename\": \"c\", \"frame\": {\"x\": 32, \"y\": 0, \"w\": 16, \"h\": 16}}],\n" META "}";
static const char hash_text[] =
    "{\"frames\": {\n"
    "\"z 0\": {\"frame\": {\"x\": 48, \"y\": 0, \"w\": 16, \"h\": 16}, \"duration\": 70},\n"
    "\"a 1\": {\"frame\": {\"x\": 0, \"y\": 0, \"w\": 16, \"h\": 16}, \"duration\": 30},\n"
    "\"m 2\": {\"frame\": {\"x\": 16, \"y\": 0, \"w\": 16, \"h\": 16}}},\n" META "}";

static Sheet sheet;
static Sheets sheets;
static CwDrawList list;

static void tear_down(void)
{
    sheet_free(&sheet);
    sheets_close(&sheets);
    draw_list_free(&list);
}

FIXTURE(.tear_down = tear_down);

TEST(a_grid_has_margin_and_spacing)
{
    CwSpriteDef def = {
        .width_px = 2 * 3 + 4 * 16 + 3 * 2, .height_px = 2 * 3 + 2 * 8 + 2, .grid = {4, 2, 3, 2}};
    EXPECT_OK(sheet_from_grid(&sheet, &def, &error));
    ck_assert_int_eq(sheet.frame_count, 8);
    CwPart part = sheet.frames[6].part;
    ck_assert_int_eq(part.x, 3 + 2 * 18);
    ck_assert_int_eq(part.y, 3 + 10);
    ck_assert_int_eq(part.width, 16);
    ck_assert_int_eq(part.height, 8);
    def.width_px++;
    EXPECT_REFUSED(sheet_from_grid(&sheet, &def, &error), "77 x 24 pixels don't make 4 columns");
}

TEST(an_aseprite_array_is_read)
{
    EXPECT_OK(sheet_from_aseprite(&sheet, array_text, "hero.json", &error));
    ck_assert_int_eq(sheet.width_px, 64);
    ck_assert_int_eq(sheet.frame_count, 3);
    ck_assert_int_eq(sheet.frames[1].part.y, 4);
    ck_assert_int_eq(sheet.frames[1].x_px, 8);
    ck_assert_int_eq(sheet.frames[1].width_px, 16);
    ck_assert_uint_eq(sheet.frames[1].duration_ms, 30);
    ck_assert_uint_eq(sheet.frames[2].duration_ms, 100);
    const SheetTag *run = sheet_tag(&sheet, "run");
    ck_assert_int_eq(run->first, 1);
    ck_assert_int_eq(run->last, 2);
    ck_assert_int_eq(run->play, CW_PLAY_PING_PONG);
    ck_assert_ptr_null(sheet_tag(&sheet, "walk"));
}

TEST(the_hash_form_keeps_its_order)
{
    EXPECT_OK(sheet_from_aseprite(&sheet, hash_text, "hero.json", &error));
    ck_assert_int_eq(sheet.frames[0].part.x, 48);
    ck_assert_int_eq(sheet.frames[1].part.x, 0);
    ck_assert_int_eq(sheet.frames[2].part.x, 16);
}

/* The array with one word in another's place. */
static const char *with(const char *word, const char *other)
{
    static char text[2048];
    const char *at = strstr(array_text, word);
    ck_assert_ptr_nonnull(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - array_text), array_text, other,
             at + strlen(word));
    return text;
}

TEST(a_faulty_file_is_reported_with_its_line)
{
    static const struct {
        const char *word, *other, *said;
    } cases[] = {{"\"x\": 16", "\"x\": 60", "hero.json:3: frame 1 reaches beyond"},
                 {"\"w\": 8", "\"w\": 8.5", "hero.json:3: frame 1 has no \"frame\""},
                 {"false", "true", "hero.json:3: frame 1 is turned"},
                 {"70", "0", "hero.json:2: frame 0 has no duration"},
                 {"\"sourceSize\": {\"w\": 16", "\"sourceSize\": {\"w\": 15", "frame 1 has no spr"},
                 {"\"to\": 2", "\"to\": 3", "hero.json:8: tag 0 lacks"},
                 {"pingpong", "sideways", "hero.json:8: tag 0 lacks"},
                 {"\"h\": 32", "\"h\": -2", "hero.json:7: \"meta\" has no \"size\""},
                 {"\"frames\"", "\"frame_\"", "there are no \"frames\""},
                 {"[\n", "[\n,", "hero.json:2: "}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = with(cases[i].word, cases[i].other);
        EXPECT_REFUSED(sheet_from_aseprite(&sheet, text, "hero.json", &error), cases[i].said);
        ck_assert_ptr_null(sheet.frames);
    }
}

/* ---- Drawn ---- */

enum { GRID, ASEPRITE, MISSING, SPRITES };

static const uint32_t hero_ms[] = {30, 90};
static const CwSpriteDef rows[] = {
    [GRID] = {.file = "g.png",
              .width_m = 1,
              .height_m = 2,
              .width_px = 64,
              .height_px = 32,
              .grid = {4, 1, 0, 0}},
    [ASEPRITE] = {.file = "a.png", .width_m = 2, .height_m = 2, .sheet = "hero.json"},
    [MISSING] = {.file = "m.png", .width_m = 1, .height_m = 1, .sheet = "none.json"}};
static const CwClip clips[] = {{.sprite = ASEPRITE, .tag = "run"},
                               {.sprite = GRID, .first = 1, .last = 3, .frame_ms = 50},
                               {.sprite = ASEPRITE, .tag = "run", .last = 1, .frames_ms = hero_ms},
                               {.sprite = ASEPRITE, .tag = "swim"},
                               {.sprite = MISSING, .tag = "run"}};

static void open_sheets(void)
{
    temp_make();
    temp_write("hero.json", array_text);
    EXPECT_OK(sheets_open(&sheets, &(SheetsDesc){rows, SPRITES, clips, 5, temp_folder}, &error));
    temp_remove();
    const SpriteTable table = {.sprites = sheets.sprites,
                               .count = SPRITES,
                               .camera_height_m = 9,
                               .sheets = sheets.sheets,
                               .clips = sheets.clips,
                               .clip_count = 5};
    draw_list_begin(&list, &(CwCamera){.height_m = 9}, &table);
}

static const PartCommand *drawn(const CwSpriteDraw *sprite)
{
    cw_draw_sprite(&list, sprite);
    return &list.commands[list.command_count - 1].part;
}

static void expect_box(const PartCommand *part, vec2s low, vec2s high)
{
    ck_assert_float_eq_tol(part->corners[0].x, low.x, 1e-3F);
    ck_assert_float_eq_tol(part->corners[0].y, low.y, 1e-3F);
    ck_assert_float_eq_tol(part->corners[2].x, high.x, 1e-3F);
    ck_assert_float_eq_tol(part->corners[2].y, high.y, 1e-3F);
}

TEST(a_frame_of_a_grid_has_the_rows_size)
{
    open_sheets();
    const PartCommand *part = drawn(&(CwSpriteDraw){.sprite = GRID, .frame = 2});
    expect_box(part, (vec2s){{300, 140}}, (vec2s){{340, 220}});
    ck_assert_float_eq(part->from.x, 32);
    ck_assert_float_eq(part->to.x, 48);
}

/* Two metres for 16 pixels: 80 points; the right half of the frame, less a sixteenth. */
TEST(a_trimmed_frame_keeps_its_place)
{
    open_sheets();
    CwSpriteDraw hero = {.sprite = ASEPRITE, .frame = 1};
    expect_box(drawn(&hero), (vec2s){{320, 140}}, (vec2s){{360, 215}});
    hero.width = -2;
    const PartCommand *part = drawn(&hero);
    expect_box(part, (vec2s){{280, 140}}, (vec2s){{320, 215}});
    ck_assert_float_eq(part->from.x, 24);
    ck_assert_float_eq(part->to.x, 16);
}

static int frame_drawn(uint32_t clip, uint32_t ms)
{
    cw_draw_animation(&list, &(CwAnimation){.clip = clip, .ms = ms}, &(CwSpriteDraw){0});
    const PartCommand *part = &list.commands[list.command_count - 1].part;
    return (int)part->from.x / 16;
}

TEST(an_animation_shows_the_frame_of_its_time)
{
    open_sheets();
    ck_assert_int_eq(frame_drawn(0, 29), 1); /* as the file says: 30 and 100 ms, to and fro */
    ck_assert_int_eq(frame_drawn(0, 30), 2);
    ck_assert_int_eq(frame_drawn(0, 130), 1);
    ck_assert_int_eq(frame_drawn(1, 99), 2);
    ck_assert_int_eq(frame_drawn(1, 150), 1);
    ck_assert_int_eq(frame_drawn(2, 119), 2); /* as the row says: in a loop of 120 ms */
    ck_assert_int_eq(frame_drawn(2, 120), 1);
    ck_assert_int_eq(frame_drawn(3, 5000), 0);
}

TEST(without_its_file_a_sheet_is_drawn_whole)
{
    open_sheets();
    cw_draw_animation(&list, &(CwAnimation){.clip = 4, .ms = 77}, &(CwSpriteDraw){.x = 1});
    ck_assert_int_eq(list.commands[0].kind, DRAW_SPRITE);
    ck_assert_float_eq_tol(list.commands[0].sprite.size.x, 40, 1e-3F);
}
