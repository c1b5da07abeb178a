/* Places of tiles: the formulas of Tiled's orthogonal, isometric, staggered and hexagonal maps, in
 * pixels from the map's top left, y down. Pure. */
#ifndef MAP_MAP_GRID_H
#define MAP_MAP_GRID_H

#include "map/map_reader.h"

/* Width and height of all. */
cpVect grid_size_px(const MapGrid *grid);

/* The top left of the box around a cell. */
cpVect grid_cell_px(const MapGrid *grid, int column, int row);

/* The cell that a pixel lies in; of staggered maps the one whose box's middle is nearest. */
void grid_cell_at(const MapGrid *grid, cpVect px, int *column, int *row);

/* A point as objects have it, on an isometric grid, as it is seen. */
cpVect grid_project(const MapGrid *grid, cpVect px);

/* How a tile's picture lies: its middle, size and clockwise turn; a negative size is mirrored. The
 * corner at `foot_px` is its bottom left. */
typedef struct GridPicture {
    cpVect middle_px;
    double width_px, height_px;
    double turn_rad;
    bool flip_x, flip_y;
} GridPicture;
GridPicture grid_picture(const MapGrid *grid, CwMapTile tile, cpVect foot_px, cpVect size_px);

/* A pixel of the unflipped picture, from its bottom left with y down, where it is seen. */
cpVect grid_of_picture(const GridPicture *picture, cpVect size_px, cpVect at_px);

#endif
