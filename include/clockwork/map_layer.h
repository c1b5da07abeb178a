/* Layers and tiles of a map, as made in Tiled; all belong to the map. Layers are numbered
 * from back to front; a group comes before its members. Rows count from the top; in an infinite map
 * they may be negative. */
#pragma once

#include "clockwork/map.h"

/* The sorts of layers. */
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

/* The tile in a cell of a tile layer; tileset -1 if it is empty or outside of the layer. */
CwMapTile cw_map_tile_at(const CwMap *map, int layer, int column, int row);

/* Places and sizes in pixels, from the top left. */
typedef struct CwMapRectPx {
    int x, y, width, height;
} CwMapRectPx;

/* A picture file: its path from the working directory, "" if its name is absolute. The size is the
 * map's, because recordings carry no pictures; drawing uses the file's. 0: unknown. */
typedef struct CwMapImage {
    const char *path;
    int width_px, height_px;
    CwColour key; /* colour that becomes transparent; alpha 0: none */
} CwMapImage;

/* A tile's picture, with its part at `time_ms` in `source`; NULL: no tile. */
const CwMapImage *cw_map_tile_image(const CwMap *map, CwMapTile tile, int64_t time_ms,
                                    CwMapRectPx *source);

/* A tile's class and its properties; "" and NULL if the tileset gives none. */
const char *cw_map_tile_type(const CwMap *map, CwMapTile tile);
const CwMapProperties *cw_map_tile_properties(const CwMap *map, CwMapTile tile);

/* Tiled's collision shapes of a tile, unflipped; metres from the tile's bottom left. */
int cw_map_tile_shape_count(const CwMap *map, CwMapTile tile);
const CwMapObject *cw_map_tile_shape(const CwMap *map, CwMapTile tile, int index);

/* The area that the map and all of its tile layers cover, parallax aside. */
cpBB cw_map_bounds(const CwMap *map);

/* The map's background; alpha 0 when it has none. */
CwColour cw_map_background(const CwMap *map);
