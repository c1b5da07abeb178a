/* A level made in Tiled: a map (.tmj, .tmx or .json), its objects, properties, layers and tiles.
 * CwGame.start gets it and builds the world; map_world.h draws it and makes its tiles solid.
 *
 * The loader checks and converts the whole map: units become metres with y up (map property
 * `pixels_per_metre`), corners become world coordinates, sizes become positive, numbers are finite.
 * A value that an object lacks comes from its template, else from its tile. Spawn entities in the
 * order of objects, which is the order of the file. The engine owns the map of a run and all
 * strings in it; they outlive the world. */
#pragma once

#include "clockwork/text.h"

#include <chipmunk/chipmunk.h>
CW_C_BEGIN

/* A loaded level. */
typedef struct CwMap CwMap;

/* Custom properties of the map, an object, a layer, a tileset or a tile. */
typedef struct CwMapProperties CwMapProperties;

/* The shape of an object. */
typedef enum CwMapShape {
    CW_MAP_POINT,
    CW_MAP_RECT,
    CW_MAP_ELLIPSE,
    CW_MAP_POLYGON,
    CW_MAP_POLYLINE,
    CW_MAP_TILE, /* a tile's picture; otherwise like a rectangle */
    CW_MAP_TEXT  /* text; otherwise like a rectangle */
} CwMapShape;

/* A tile in a cell of a map. */
typedef struct CwMapTile {
    int tileset; /* index of the tileset; -1: no tile */
    int id;      /* index in the tileset */
    /* Flips, done in this order; the diagonal is that from the top left. */
    bool flip_diagonal, flip_x, flip_y;
} CwMapTile;

/* The words of a text object. */
typedef struct CwMapText {
    const char *text; /* '\n' begins a line */
    const char *font; /* family; "": the default */
    double size_m;    /* size of the font; a line is about 1.17 times as high */
    CwColour colour;
    bool wrap, bold, italic;
    CwTextAlign align;
    double down; /* 0: text at the top of its rectangle, 0.5: in the middle, 1: at the bottom */
} CwMapText;

/* An object of an object layer. */
typedef struct CwMapObject {
    int id;            /* Tiled's id, for messages */
    const char *layer; /* name of the object layer */
    const char *type;  /* class; "": none */
    const char *name;
    CwMapShape shape;
    double parallax; /* horizontal parallax of the layer */
    cpVect centre_m; /* centre; for a polygon or polyline its first corner */
    double width_m, height_m;
    double angle_rad;
    const cpVect *corners_m; /* corners of a polygon, polyline or rectangle in the world */
    int corner_count;
    const CwMapProperties *properties; /* read with cw_map_number and the like */
    int layer_index;                   /* index of the layer */
    bool visible;                      /* visibility of the object; its layer may be hidden */
    CwMapTile tile;                    /* set for CW_MAP_TILE */
    const CwMapText *text;             /* set for CW_MAP_TEXT; otherwise NULL */
} CwMapObject;

/* Reads a map with its tilesets and templates. Paths in a file are relative to that file.
 * Problems that leave a usable level are warnings on stderr with file and object. For other
 * problems the call returns NULL and an error with file, line and remedy. Free with cw_map_free. */
CwMap *cw_map_load(const char *path, CwError *error);
void cw_map_free(CwMap *map);

/* The file that the map was loaded from. */
const char *cw_map_path(const CwMap *map);

/* The map's property "title", which menus show as the level's name; "" if missing, and for NULL. */
const char *cw_map_title(const CwMap *map);

/* Hash of the file and of the tilesets and templates that it names, without pictures and without
 * white space at the end of a file. A replay is refused if its level has another hash. */
uint64_t cw_map_hash(const CwMap *map);

/* The objects of all layers, in the order of the file. */
int cw_map_object_count(const CwMap *map);
const CwMapObject *cw_map_object(const CwMap *map, int index);

/* Whether an object is of this class. After `start`, classes and properties that the game did not
 * ask for are reported on stderr, with the nearest name that it asked for. */
bool cw_map_object_is(const CwMapObject *object, const char *type);

/* Size of the map, metres; the origin is its bottom left. For an infinite map use cw_map_bounds. */
cpVect cw_map_size_m(const CwMap *map);

/* A custom property of an object or, with object NULL, of the map. Returns `fallback` if it is
 * missing or of another type; another type is reported once on stderr. A bool gives 0 or 1. */
double cw_map_number(const CwMap *map, const CwMapObject *object, const char *name,
                     double fallback);
const char *cw_map_text(const CwMap *map, const CwMapObject *object, const char *name,
                        const char *fallback);

/* Like cw_map_number and cw_map_text, for any set of properties; NULL is an empty set. _text also
 * returns enums, colours and files as the map writes them, and _number the id of an object. A name
 * such as "stats.armour" means a member of a class property. */
double cw_property_number(const CwMapProperties *from, const char *name, double fallback);
bool cw_property_bool(const CwMapProperties *from, const char *name, bool fallback);
const char *cw_property_text(const CwMapProperties *from, const char *name, const char *fallback);

/* Types of custom properties. */
typedef enum CwPropertyType {
    CW_PROPERTY_NONE, /* property missing */
    CW_PROPERTY_NUMBER,
    CW_PROPERTY_BOOL,
    CW_PROPERTY_TEXT, /* also a colour or a file */
    CW_PROPERTY_CLASS
} CwPropertyType;

/* The type of a property; CW_PROPERTY_NONE where there is none. */
CwPropertyType cw_property_type(const CwMapProperties *from, const char *name);

/* Prints a warning on stderr, after the names of the file and of `object` (may be NULL). Say what
 * is wrong and how to fix it. Each text is printed once for a map, at most twenty texts in all. */
void cw_map_warn(const CwMap *map, const CwMapObject *object, const char *format, ...)
    CW_PRINTF(3, 4);

/* ---- layers and tiles ----
 *
 * Layers are numbered from back to front; a group comes before its members. Rows are counted from
 * the top; in an infinite map they may be negative. */

/* The type of a layer. */
typedef enum CwMapLayerKind {
    CW_MAP_TILE_LAYER,
    CW_MAP_OBJECT_LAYER,
    CW_MAP_IMAGE_LAYER,
    CW_MAP_GROUP_LAYER
} CwMapLayerKind;

/* A layer of a map. */
typedef struct CwMapLayer {
    int id; /* Tiled's id */
    CwMapLayerKind kind;
    const char *name;
    const char *type; /* class */
    int group;        /* index of the enclosing group layer; -1: none */
    bool visible;     /* false if the layer or an enclosing group is hidden */
    CwColour tint;    /* includes the groups' tints; alpha is the opacity */
    cpVect offset_m;  /* y up; includes the groups' offsets */
    cpVect parallax;  /* 1 moves with the world, 0 stands still; includes the groups' parallax */
    int column, row;  /* first cell of a tile layer */
    int column_count, row_count;
    int first_object, object_count; /* objects of an object layer, for cw_map_object */
    const CwMapProperties *properties;
} CwMapLayer;

/* The layers, from back to front. */
int cw_map_layer_count(const CwMap *map);
const CwMapLayer *cw_map_layer(const CwMap *map, int index);

/* The tile in a cell of a tile layer; tileset -1 if the cell is empty or outside of the layer. */
CwMapTile cw_map_tile_at(const CwMap *map, int layer, int column, int row);

/* A rectangle in pixels, from the top left. */
typedef struct CwMapRectPx {
    int x, y, width, height;
} CwMapRectPx;

/* A picture file of a map. */
typedef struct CwMapImage {
    const char *path;        /* from the working directory; "" if the map has an absolute path */
    int width_px, height_px; /* as the map says; 0: unknown. Drawing uses the file's own size */
    CwColour key;            /* colour that becomes transparent; alpha 0: none */
} CwMapImage;

/* The picture of a tile; NULL for an empty cell. Fills in `source` with the tile's part of the
 * picture; `time_ms` selects the frame of an animated tile. */
const CwMapImage *cw_map_tile_image(const CwMap *map, CwMapTile tile, int64_t time_ms,
                                    CwMapRectPx *source);

/* A tile's class and its properties; "" and NULL if the tileset gives none. */
const char *cw_map_tile_type(const CwMap *map, CwMapTile tile);
const CwMapProperties *cw_map_tile_properties(const CwMap *map, CwMapTile tile);

/* The collision shapes of a tile in Tiled, unflipped, in metres from the tile's bottom left. */
int cw_map_tile_shape_count(const CwMap *map, CwMapTile tile);
const CwMapObject *cw_map_tile_shape(const CwMap *map, CwMapTile tile, int index);

/* The area that the map and all of its tile layers cover, in metres, without parallax. */
cpBB cw_map_bounds(const CwMap *map);

/* The map's background; alpha 0 when it has none. */
CwColour cw_map_background(const CwMap *map);
CW_C_END
