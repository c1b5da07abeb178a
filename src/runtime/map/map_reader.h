/* The contents of a map, and how the files of this folder read them.
 *
 * JSON and XML become the same tree (map_tree.c), which is read field by field. Messages name the
 * place (file, line in XML, layer, object id) and the remedy. Knows neither world nor game. */
#pragma once

#include "base/text.h"
#include "map/map_text.h"
#include "platform/path.h"

#include <jansson.h>

/* ---- files: the map itself, and the tilesets and templates that it names, in any folder ----
 *
 * Each file is read once. A map's text is the text of its file, or of several: each then follows a
 * line with its length and its name, relative to the map's folder. White space at a file's end
 * counts as one line end. A level's hash covers this text. Recordings carry it with other files
 * rewritten to their understood content, because a map may name a private file. */

typedef struct MapFile {
    char *name; /* relative to the map's folder; "": the map itself */
    char *path; /* path for messages */
    char *bytes;
    size_t size;
    Text anew;      /* replacement in a recording; empty: the bytes */
    bool is_used;   /* the map uses the file, so its text includes the file */
    bool is_broken; /* the file could not be read or parsed */
} MapFile;

enum { MAP_FILES_MAX = 256 };

/* Zero-initialise. */
typedef struct MapFiles {
    MapFile files[MAP_FILES_MAX];
    int count;
    size_t total_bytes;
    bool is_sealed; /* made from a text: no other files exist */
    bool is_apart;  /* made from a recording without a folder: no name leads up from there */
    Text together;  /* text of several files, or the sealed text */
} MapFiles;

/* Joins names: "../a.tsx" in "tiles/b.tx" is "a.tsx". `from` "" is the map. False: too long. */
bool map_files_name(const char *from, const char *name, char *joined, size_t size);

/* Makes a joined name's path, as the program sees it. False, and "": absolute or too long. */
bool map_files_path(const MapFiles *files, const char *name, char path[PATH_BYTES_MAX],
                    CwError *error);

/* ---- contents ---- */

enum {
    MAP_OBJECTS_MAX = 100000,
    MAP_CORNERS_MAX = 10000,       /* corners of a polygon or polyline */
    MAP_ALL_CORNERS_MAX = 1 << 20, /* corners of all objects: a template has its corners in each */
    MAP_WARNINGS_MAX = 20,         /* printed warnings of a file; others are counted */
    MAP_CELLS_MAX = 1 << 22,       /* cells of all tile layers: 16 MiB */
    MAP_LAYERS_MAX = 4096,
    MAP_TILESETS_MAX = 1024,
    MAP_PICTURES_MAX = 4096,
    MAP_DEPTH_MAX = 16,
    MAP_PROPERTIES_MAX = 256, /* properties of one owner: look-ups are linear */
    MAP_TOLD_MAX = 64,        /* kinds of messages that are reported once */
    MAP_ASKED_MAX = 2048      /* classes, or properties of classes, that a game asks for */
};

#define MAP_REACH_MAX_M 20000.0 /* coordinates and sizes beyond are a mistake */

/* Tiled's marks on a tile's number. */
#define MAP_FLIP_X 0x80000000U
#define MAP_FLIP_Y 0x40000000U
#define MAP_FLIP_DIAGONAL 0x20000000U
#define MAP_GID_BITS 0x0fffffffU

typedef struct MapRange {
    int least, most;
} MapRange;

/* The place of a message. File NULL: the map's; layer NULL: none; object_id 0: the layer. */
typedef struct MapPlace {
    CwMap *map;
    const MapFile *file;
    const char *layer;
    int object_id;
    const char *object_name; /* NULL or "": none */
    int line;                /* 0: not known */
    CwError *error;          /* receives the error; NULL if nothing is refused */
} MapPlace;

/* The lists of Tiled that are searched for a property, in this order. */
enum { MAP_PROPERTY_LISTS = 3 };
struct CwMapProperties {
    const json_t *lists[MAP_PROPERTY_LISTS]; /* own, template's, tile's list; NULL: none */
    MapPlace place;
    const char *owner; /* class of the object, or one of these; they are no classes */
};
#define MAP_ITSELF "\1"
#define MAP_TILES "\2" /* a tile layer, a tileset, a tile or its shape */
#define MAP_LAYER "\3" /* any other layer */

typedef struct MapFrame {
    int tile;
    int duration_ms;
} MapFrame;

/* A picture, and its index among the map's pictures; -1: it may not be shown. */
typedef struct MapImage {
    CwMapImage about;
    int index;
    int width_px, height_px; /* size of the file, else as above; only for drawing */
} MapImage;

/* A tile with details in the tileset. */
typedef struct MapTile {
    int id;
    const char *type;
    const CwMapImage *image; /* picture of a collection's tile; NULL: cut from the tileset's */
    CwMapRectPx source;      /* part of the tile's picture; width 0: all */
    const CwMapObject *shapes;
    int shape_count;
    const MapFrame *frames;
    int frame_count;
    int round_ms; /* duration of all frames */
    const CwMapProperties *properties;
} MapTile;

typedef struct MapTileset {
    int tile_count;
    const CwMapProperties *properties;
    uint32_t first_gid;
    int tile_width_px, tile_height_px;
    int spacing_px, margin_px, columns;
    cpVect offset_px; /* y down */
    cpVect align;     /* anchor of tile objects, 0..1 from the top left */
    const CwMapImage *image;
    MapTile *tiles; /* tiles with further facts, by id */
    int detail_count;
} MapTileset;

typedef struct MapDrawn {
    double bottom_m;
    int object; /* index in the layer */
} MapDrawn;

enum { MAP_CHUNK = 128 }; /* cells of a chunk */

typedef struct MapLayerData {
    CwMapLayer about;
    uint32_t *cells;   /* cells of a tile layer, row by row from the top left */
    uint32_t **chunks; /* a world's own cells, in the same order; NULL: as loaded */
    int tile_count;
    const MapImage *image; /* picture of an image layer */
    bool repeats_x, repeats_y;
    MapDrawn *order; /* objects from the top down; NULL: in their own order */
} MapLayerData;

/* The number in a cell, which counts from the layer's first one. */
static inline uint32_t map_cell(const MapLayerData *layer, int column, int row)
{
    size_t at = (size_t)row * (size_t)layer->about.column_count + (size_t)column;
    const uint32_t *chunk = layer->chunks == NULL ? NULL : layer->chunks[at / MAP_CHUNK];
    return chunk != NULL ? chunk[at % MAP_CHUNK] : layer->cells[at];
}

typedef struct MapGrid {
    double tile_width_px, tile_height_px;
} MapGrid;

typedef struct MapNames {
    const char *names[MAP_ASKED_MAX], *owners[MAP_ASKED_MAX]; /* owners of properties */
    int count;
} MapNames;

struct CwMap {
    CwMap *loaded; /* the map that a world's own map was made from; NULL: this is a loaded one */
    char *path;
    MapFiles files;
    json_t *trees[MAP_FILES_MAX];         /* trees of the files, which own strings and properties */
    int template_tilesets[MAP_FILES_MAX]; /* index + 2; 0: not read yet, 1: none */
    json_t *merged; /* list of objects merged from a template and an instance */
    struct MapBlock *blocks;
    CwMapObject *objects;
    int object_count;
    size_t corner_count;
    MapLayerData *layers;
    int layer_count;
    MapTileset *tilesets; /* room for MAP_TILESETS_MAX: by first_gid, then templates' ones */
    int tileset_count, own_tileset_count;
    CwSpriteDef *pictures; /* each picture file once */
    int picture_count;
    CwMapProperties *properties;
    MapGrid grid;
    cpVect tile_reach_px; /* how far tiles may extend beyond their cells */
    cpVect size_m;
    cpVect parallax_origin_m;
    double pixels_per_metre;
    CwColour background;
    uint64_t hash; /* hash of the files */
    int64_t cell_count;
    int warning_count; /* warnings while the map is read, then of its game */
    bool is_quiet;
    int all_warnings_count;
    uint64_t told[MAP_TOLD_MAX]; /* hashes of reported messages */
    int told_count;
    int shape_count;                          /* collision shapes of all tiles */
    MapNames asked_classes, asked_properties; /* names that the game asked for until `is_started` */
    bool is_started;                          /* the level has started */
};

/* A layer's effect on the place of its objects; groups pass theirs down. */
typedef struct MapLayer {
    MapPlace place;
    int index;        /* -1: above all layers, or a tile's */
    cpVect offset_px; /* y down */
    double top_m;     /* height of y = 0 */
    cpVect parallax;
    const CwMapProperties *behind; /* properties of the tile whose shapes the objects are */
} MapLayer;

/* "FILE: layer "L", object 7: ..." as an error; returns false. */
bool map_refuse(const MapPlace *place, const char *format, ...) CW_PRINTF(2, 3);

/* Warns about a usable level. Of warnings with one key only the first is printed; NULL: each. */
void map_warn(const MapPlace *place, const char *key, const char *format, ...) CW_PRINTF(3, 4);

/* Notes a message to report once; false if it was reported or there were too many. */
bool map_is_new(CwMap *map, const char *key);

/* Warns of an error in a part that the level can do without. */
void map_warn_error(CwMap *map, const CwError *error, const char *consequence);

/* Cleared memory that is freed with the map, and a copy of a text in it; NULL: out of memory. */
void *map_keep(CwMap *map, size_t bytes);
char *map_keep_text(CwMap *map, const char *text);
void map_forget(CwMap *map);

/* ---- trees ----
 *
 * A map, tileset or template becomes a tree of jansson's, as Tiled would write it in JSON. Lists of
 * tile numbers under "data" become texts, as in XML, because a million values take 100 MB. XML
 * elements have their line under MAP_LINE_KEY. */

#define MAP_LINE_KEY "line\n" /* a name that no file can have */

/* Writes a tree as the text of a file, without lines of XML. The caller frees its bytes. */
Text map_tree_write(json_t *tree);

/* Reads a tree, which the caller owns; NULL with an error that names `path`, line and column. */
json_t *map_tree(const char *path, MapText text, CwError *error);

/* Warns of a tree's unknown members and removes them: no reader or recording sees them. */
void map_keep_known(const MapPlace *place, json_t *root);

/* ---- values ---- */

/* "a number", "text", ... */
const char *map_type_name(const json_t *value);

/* Read a number. Absent: `fallback`, or for _need_ an error. A wrong type is an error, too. */
double map_read_number(const MapPlace *place, const json_t *from, const char *key, double fallback);
double map_need_number(const MapPlace *place, const json_t *from, const char *key);
/* Reads a text; "" when absent. */
const char *map_read_text(const MapPlace *place, const json_t *from, const char *key);
/* Reads an array; NULL when absent. */
json_t *map_read_array(const MapPlace *place, const json_t *from, const char *key);
/* Reads a whole number; outside the range is an error. */
int map_read_count(const MapPlace *place, const json_t *from, const char *key, MapRange range);
/* Reads `type`, or `class` from Tiled 1.9. */
const char *map_read_class(const MapPlace *place, const json_t *from);
/* Whether nothing was refused so far. */
bool map_is_good(const MapPlace *place);
bool map_is_true(const json_t *from, const char *key, bool fallback);
/* Parses "#rgb", "#rrggbb" or "#aarrggbb", also without #; false for other texts. */
bool map_parse_colour(const char *text, CwColour *colour);
/* The line of an XML element; 0 for JSON. */
int map_line(const json_t *from);

/* Refuses `properties` that are not Tiled's list of {name, value}. */
void map_check_properties(const MapPlace *place, const json_t *from);
/* The properties of `from`, then a template's and a tile's. NULL: refused for lack of memory. */
CwMapProperties *map_properties(const MapPlace *place, const json_t *from, const json_t *under,
                                const CwMapProperties *behind);
/* The value of a property in a list; NULL: none. */
json_t *map_property(const json_t *properties, const char *name);

/* Appends the objects of one object layer; makes those of a tile's collision layer. */
bool map_read_objects(const MapLayer *layer, const json_t *objects);
bool map_read_shapes(const MapLayer *frame, const json_t *objects, MapTile *tile);

bool map_read_layers(const MapPlace *whole, const json_t *root);

void map_read_tilesets(const MapPlace *whole, const json_t *root);
/* Adds a template's tileset; its index, -1 with a warning. */
int map_read_tileset(const MapPlace *place, const json_t *from);
/* The tile that a number means, in the map's tilesets or in the one with an index (-1: none). */
CwMapTile map_tile_of(const CwMap *map, uint32_t gid);
CwMapTile map_tile_in(const CwMap *map, int tileset, uint32_t gid);
/* The number of a tile in a layer; 0: no tile, or none that the map has. */
uint32_t map_gid_of(const CwMap *map, CwMapTile tile);
cpVect map_tile_size_px(const CwMap *map, CwMapTile tile);

/* NULL for none. */
const CwMapImage *map_read_image(const MapPlace *place, const json_t *from);

/* The index of a file of this type that another names (NULL: the map); -1 with an error. */
int map_file(const MapPlace *place, const char *name, const char *type);

/* ---- places of tiles and their pictures, in pixels from the map's top left, y down ---- */

cpVect grid_cell_px(const MapGrid *grid, int column, int row);

/* A tile's picture: middle, size, quarter turns; its bottom left corner is at `foot_px`. */
typedef struct GridPicture {
    cpVect middle_px;
    double width_px, height_px;
    double turn_rad;
    bool is_flipped_x, is_flipped_y;
} GridPicture;
GridPicture grid_picture(CwMapTile tile, cpVect foot_px, cpVect size_px);

/* A pixel of the unflipped picture, from its bottom left with y down, where it is seen. */
cpVect grid_of_picture(const GridPicture *picture, cpVect size_px, cpVect at_px);
