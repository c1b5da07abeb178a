/* Maps with all that Tiled puts into them, JSON or XML, alone or with their tilesets and templates
 * (see fuzz_pack): refused with words, or every layer is drawn, every property read, the tiles'
 * collision built, and the map's own text makes the same map. */
#include "clockwork/map_world.h"
#include "draw/draw_list.h"
#include "fuzz/support/pack.h"
#include "sim/session.h"

#include <xxhash.h>

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    CwMapCollision collision = cw_map_collision_default();
    return cw_map_build_collision(world, map, &collision, error) >= 0;
}

static const CwGame game = {.id = "fuzz",
                            .title = "fuzz",
                            .rules_version = 1,
                            .looks = {.camera_height_m = 9},
                            .start = start};

static void read_properties(const CwMap *map)
{
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        cw_map_number(map, object, "a", 0);
        cw_property_text(object->properties, "a.b", "");
    }
}

static void draw(const CwMap *map, double height_m)
{
    CwDrawList list = {0};
    SpriteTable table = {.camera_height_m = 9};
    table.pictures = map_pictures(map, &table.picture_count);
    cpVect size_m = cw_map_size_m(map);
    CwCamera camera = {.x_m = size_m.x / 2, .y_m = size_m.y / 2, .height_m = height_m};
    draw_list_begin(&list, &camera, &table);
    cw_draw_map(&list, &(CwMapDraw){map, 0, cw_map_layer_count(map), 1.5});
    for (int i = 0; i < cw_map_layer_count(map); i++) {
        cw_map_tile_at(map, i, 0, 0);
    }
    draw_list_sort(&list);
    draw_list_free(&list);
}

/* As a recording carries it. */
static void check_text(CwMap *map)
{
    CwError error = {0};
    MapText text = map_text(map);
    CwMap *same = map_parse(FUZZ_MAP, text, &error);
    CW_ASSERT(same != NULL && cw_map_hash(same) == XXH3_64bits(text.bytes, text.size) &&
                  map_text(same).size == text.size &&
                  memcmp(map_text(same).bytes, text.bytes, text.size) == 0 &&
                  cw_map_object_count(same) == cw_map_object_count(map),
              "carry the whole map");
    cw_map_free(same);
}

static void play(const SessionDesc *desc)
{
    CwError error = {0};
    Session session = {0};
    if (!session_open(&session, desc, &error)) {
        CW_ASSERT(error.text[0] != '\0', "say why a map is refused");
        return;
    }
    read_properties(session.map);
    draw(session.map, 9);
    check_text(session.map);
    session_close(&session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MapText text = fuzz_pack(data, size);
    play(&(SessionDesc){.game = &game,
                        .settings = {60, 1, 10, -9.81},
                        .arena_bytes = (size_t)4 << 20,
                        .map_path = FUZZ_MAP,
                        .map_text = text,
                        .level = "fuzz"});
    free((char *)text.bytes);
    return 0;
}
