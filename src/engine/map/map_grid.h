/* Places of tiles and their pictures, in pixels from the map's top left, y down. Pure. */
#pragma once

#include "map/map_reader.h"

cpVect grid_cell_px(const MapGrid *grid, int column, int row);

/* A tile's picture: middle, size, quarter turns; its bottom left corner is at `foot_px`. */
typedef struct GridPicture {
    cpVect middle_px;
    double width_px, height_px;
    double turn_rad;
    bool flip_x, flip_y;
} GridPicture;
GridPicture grid_picture(CwMapTile tile, cpVect foot_px, cpVect size_px);

/* A pixel of the unflipped picture, from its bottom left with y down, where it is seen. */
cpVect grid_of_picture(const GridPicture *picture, cpVect size_px, cpVect at_px);
