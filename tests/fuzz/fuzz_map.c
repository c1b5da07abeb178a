/* Maps with all that Tiled puts into them, JSON or XML, alone or with their tilesets and templates
 * (as recordings carry them): refused with words, or every layer is drawn, every property read and
 * the tiles' collision built. */
#include "clockwork/game.h"
#include "clockwork/map_world.h"
#include "draw/draw_list.h"
#include "fuzz/support/input.h"
#include "sim/session.h"

#include <stdlib.h>

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    CwMapCollision collision = cw_map_collision_default();
    return cw_map_build_collision(world, map, &collision, error) >= 0;
}

static const CwGame game = {
    .id = "fuzz", .title = "fuzz", .rules_version = 1, .camera_height_m = 9, .start = start};

static void read_properties(const CwMap *map)
{
    char path[64];
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        cw_map_number(map, object, "a", 0);
        cw_property_text(object->properties, "a.b", "");
        cw_property_object(object->properties, "a");
        cw_property_colour(object->properties, "a", (CwColour){0});
        cw_property_file(object->properties, "a", path, sizeof path);
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
    for (int i = 0; i < cw_map_layer_count(map); i++) {
        cw_draw_map_layer(&list, map, i, 1.5);
        cw_map_tile_at(map, i, 0, 0);
    }
    draw_list_sort(&list);
    draw_list_free(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CwError error = {0};
    Session session = {0};
    SessionDesc desc = {.game = &game,
                        .settings = {60, 1, 10, -9.81},
                        .arena_bytes = (size_t)4 << 20,
                        .map_path = "fuzz",
                        .map_text = {(const char *)data, size},
                        .level = "fuzz"};
    if (size == 0 || !session_open(&session, &desc, &error)) {
        CW_ASSERT(size == 0 || error.text[0] != '\0', "say why a map is refused");
        return 0;
    }
    read_properties(session.map);
    draw(session.map, 9);
    CW_ASSERT(cw_map_hash(session.map) != 0, "hash it");
    session_close(&session);
    return 0;
}
