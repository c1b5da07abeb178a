/* Tiled's own example maps beside what Tiled makes of them, pixel by pixel. MAP_PICTURES=DIR keeps
 * the pictures and prints the shares. */
#include "support/colour.h"
#include "support/expect.h"
#include "support/map_picture.h"
#include "support/temp_folder.h"

#include <SDL_image.h>

#define EXAMPLES "/usr/share/doc/tiled/examples"

static int find_examples(void)
{
    bool found = system("command -v tmxrasterizer >/dev/null && test -d " EXAMPLES) == 0;
    return found ? 1 : test_skip_file("needs tiled with its examples, which make check installs");
}

FIXTURE(.prepare = find_examples, .set_up = temp_make);

/* A map, the least share of equal pixels, and a layer that is left out of both pictures: Tiled
 * draws the outlines of shapes, which are for who makes the map, and tmxrasterizer knows no
 * templates. Less than 1 is how pixels are blended where pictures are scaled, turned or lie between
 * pixels. */
typedef struct Example {
    const char *map;
    double share;
    const char *hidden;
} Example;

static const Example EXAMPLE_MAPS[] = {
    {"desert.tmx", 1.0, NULL},
    {"sewers.tmx", 1.0, NULL},
    {"perspective_walls.tmx", 1.0, NULL},
    {"orthogonal-outside.tmx", 0.99, "Objects"},
    {"rpg/island.tmx", 0.999, "Objects"},
    {"sewer_automap/sewers.tmx", 1.0, NULL},
    {"sewer_automap/rule_001.tmx", 1.0, NULL},
    {"sewer_automap/rule_002.tmx", 1.0, NULL},
    {"sewer_automap/rule_003.tmx", 1.0, NULL},
    {"sewer_automap/rule_004.tmx", 1.0, NULL},
    {"sewer_automap/rule_005.tmx", 1.0, NULL},
    {"sewer_automap/rule_006.tmx", 1.0, NULL},
    {"sewer_automap/rule_007.tmx", 1.0, NULL},
    {"sewer_automap/rule_008.tmx", 1.0, "output_GroundEffects"},
    {"sewer_automap/rule_009.tmx", 1.0, "output_GroundEffects"},
    {"sticker-knight/map/sandbox.tmx", 0.98, "game"},
    {"sticker-knight/map/sandbox2.tmx", 0.98, "game"},
};

/* Over black, as ours. */
static SDL_Surface *load_flat(const char *path)
{
    SDL_Surface *loaded = IMG_Load(path);
    ck_assert_msg(loaded != NULL, "%s", path);
    SDL_Surface *flat =
        SDL_CreateRGBSurfaceWithFormat(0, loaded->w, loaded->h, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_FillRect(flat, NULL, 0xff000000);
    SDL_SetSurfaceBlendMode(loaded, SDL_BLENDMODE_BLEND);
    SDL_BlitSurface(loaded, NULL, flat, NULL);
    SDL_FreeSurface(loaded);
    return flat;
}

/* Runs one of Tiled's programs among what gunzip makes of the examples in the test's folder. */
static void run_tiled(const char *line)
{
    const char *command = textf("cd '%s' && cp -r " EXAMPLES " assets && gunzip -rqf assets; "
                                "cd assets && QT_QPA_PLATFORM=offscreen %s 2>/dev/null",
                                temp_folder, line);
    ck_assert_msg(system(command) == 0, "%s", command);
}

/* How many of all pixels are equal: all three channels within `tolerance`. */
static double equal_share(SDL_Surface *a, SDL_Surface *b, int tolerance)
{
    int64_t equal = 0;
    ck_assert_int_eq(a->w, b->w);
    ck_assert_int_eq(a->h, b->h);
    for (int y = 0; y < a->h; y++) {
        const uint32_t *one = (const uint32_t *)((char *)a->pixels + (ptrdiff_t)y * a->pitch);
        const uint32_t *other = (const uint32_t *)((char *)b->pixels + (ptrdiff_t)y * b->pitch);
        for (int x = 0; x < a->w; x++) {
            equal += colour_distance(one[x], other[x]) <= tolerance;
        }
    }
    return (double)equal / ((double)a->w * a->h);
}

static void keep(SDL_Surface *ours, SDL_Surface *theirs, const Example *example)
{
    const char *folder = getenv("MAP_PICTURES");
    if (folder == NULL) {
        return;
    }
    char name[256];
    snprintf(name, sizeof name, "%s", example->map);
    for (char *c = name; *c != '\0'; c++) {
        *c = *c == '/' ? '-' : *c;
    }
    IMG_SavePNG(ours, textf("%s/%s-ours.png", folder, name));
    IMG_SavePNG(theirs, textf("%s/%s-theirs.png", folder, name));
    printf("%-40s %4d x %4d  equal %.4f  within 2: %.4f\n", example->map, ours->w, ours->h,
           equal_share(ours, theirs, 0), equal_share(ours, theirs, 2));
    fflush(stdout);
}

TEST(examples_look_as_in_tiled, .rounds = CW_ARRAY_LENGTH(EXAMPLE_MAPS), .quick_rounds = 5)
{
    const Example *example = &EXAMPLE_MAPS[_i];
    run_tiled(textf("tmxrasterizer --hide-layer '%s' '%s' ../theirs.png",
                    example->hidden == NULL ? "-" : example->hidden, example->map));
    SDL_Surface *theirs = load_flat(temp_path("theirs.png"));
    CwMap *map = cw_map_load(temp_path(textf("assets/%s", example->map)), &error);
    EXPECT_OK(map != NULL);
    SDL_Surface *ours = map_picture(map, theirs->w, theirs->h, example->hidden);
    keep(ours, theirs, example);
    double share = equal_share(ours, theirs, 2);
    cw_map_free(map);
    SDL_FreeSurface(ours);
    SDL_FreeSurface(theirs);
    ck_assert_msg(share >= example->share, "%s: %.4f equal", example->map, share);
}

static SDL_Surface *picture_of(const char *file, int objects[1])
{
    CwMap *map = cw_map_load(temp_path(textf("assets/%s", file)), &error);
    EXPECT_OK(map);
    objects[0] = cw_map_object_count(map);
    cpVect size_m = cw_map_size_m(map);
    SDL_Surface *picture = map_picture(map, (int)(size_m.x * 32.0), (int)(size_m.y * 32.0), NULL);
    cw_map_free(map);
    return picture;
}

TEST(json_and_xml_of_a_map_are_one_picture, .rounds = CW_ARRAY_LENGTH(EXAMPLE_MAPS),
     .quick_rounds = 5)
{
    const char *name = EXAMPLE_MAPS[_i].map;
    int objects[2];
    run_tiled(textf("tiled --export-map json '%s' '%s.tmj'", name, name)); /* beside it */
    SDL_Surface *xml = picture_of(name, &objects[0]);
    SDL_Surface *json = picture_of(textf("%s.tmj", name), &objects[1]);
    ck_assert_int_eq(objects[0], objects[1]);
    ck_assert_double_eq(equal_share(xml, json, 0), 1.0);
    SDL_FreeSurface(xml);
    SDL_FreeSurface(json);
}
