#include "map/map_grid.h"

#include <math.h>

/* Tiled's own names for the measures of a staggered grid. */
typedef struct Stagger {
    double side_x, side_y;     /* straight parts of a cell's outline */
    double column_px, row_px;  /* from one to the next */
    double offset_x, offset_y; /* of the slanted parts */
} Stagger;

static Stagger stagger_of(const MapGrid *grid)
{
    Stagger s = {0};
    s.side_x = grid->stagger_x ? grid->side_px : 0.0;
    s.side_y = grid->stagger_x ? 0.0 : grid->side_px;
    s.offset_x = (grid->tile_width_px - s.side_x) / 2.0;
    s.offset_y = (grid->tile_height_px - s.side_y) / 2.0;
    s.column_px = s.offset_x + s.side_x;
    s.row_px = s.offset_y + s.side_y;
    return s;
}

static bool is_shifted(const MapGrid *grid, int index)
{
    return ((index & 1) != 0) != grid->stagger_even;
}

cpVect grid_size_px(const MapGrid *grid)
{
    double w = grid->tile_width_px, h = grid->tile_height_px;
    Stagger s = stagger_of(grid);
    switch (grid->orientation) {
    case MAP_ORTHOGONAL:
        break;
    case MAP_ISOMETRIC:
        return cpv((grid->columns + grid->rows) * w / 2.0, (grid->columns + grid->rows) * h / 2.0);
    case MAP_STAGGERED:
        if (grid->stagger_x) {
            return cpv(grid->columns * s.column_px + s.offset_x,
                       grid->rows * (h + s.side_y) + (grid->columns > 1 ? s.row_px : 0.0));
        }
        return cpv(grid->columns * (w + s.side_x) + (grid->rows > 1 ? s.column_px : 0.0),
                   grid->rows * s.row_px + s.offset_y);
    }
    return cpv(grid->columns * w, grid->rows * h);
}

cpVect grid_cell_px(const MapGrid *grid, int column, int row)
{
    double w = grid->tile_width_px, h = grid->tile_height_px;
    Stagger s = stagger_of(grid);
    switch (grid->orientation) {
    case MAP_ORTHOGONAL:
        break;
    case MAP_ISOMETRIC:
        return cpv(((double)column - row + grid->rows - 1) * w / 2.0,
                   ((double)column + row) * h / 2.0);
    case MAP_STAGGERED:
        if (grid->stagger_x) {
            return cpv(column * s.column_px,
                       row * (h + s.side_y) + (is_shifted(grid, column) ? s.row_px : 0.0));
        }
        return cpv(column * (w + s.side_x) + (is_shifted(grid, row) ? s.column_px : 0.0),
                   row * s.row_px);
    }
    return cpv(column * w, row * h);
}

static int to_cell(double cell)
{
    return (int)cpfclamp(floor(cell), -1e9, 1e9);
}

void grid_cell_at(const MapGrid *grid, cpVect px, int *column, int *row)
{
    double w = grid->tile_width_px, h = grid->tile_height_px;
    if (grid->orientation == MAP_ISOMETRIC) {
        double across = (px.x - grid->rows * w / 2.0) / w;
        *column = to_cell(px.y / h + across);
        *row = to_cell(px.y / h - across);
        return;
    }
    *column = to_cell(px.x / w);
    *row = to_cell(px.y / h);
    if (grid->orientation == MAP_ORTHOGONAL) {
        return;
    }
    Stagger s = stagger_of(grid);
    int near_column = to_cell(px.x / (grid->stagger_x ? s.column_px : w + s.side_x));
    int near_row = to_cell(px.y / (grid->stagger_x ? h + s.side_y : s.row_px));
    double best = INFINITY;
    for (int i = 0; i < 9; i++) {
        int x = near_column + i % 3 - 1, y = near_row + i / 3 - 1;
        cpVect middle = cpvadd(grid_cell_px(grid, x, y), cpv(w / 2.0, h / 2.0));
        cpVect away = cpvsub(px, middle);
        away.x *= h / w; /* the cells are as wide as high then */
        if (cpvlengthsq(away) < best) {
            best = cpvlengthsq(away);
            *column = x;
            *row = y;
        }
    }
}

cpVect grid_project(const MapGrid *grid, cpVect px)
{
    double w = grid->tile_width_px, h = grid->tile_height_px;
    return cpv((px.x - px.y) / h * w / 2.0 + grid->rows * w / 2.0, (px.x + px.y) / 2.0);
}

/* As Tiled's CellRenderer: a mirror along the diagonal is a quarter turn and another mirror. */
GridPicture grid_picture(const MapGrid *grid, CwMapTile tile, cpVect foot_px, cpVect size_px)
{
    GridPicture picture = {.middle_px =
                               cpv(foot_px.x + size_px.x / 2.0, foot_px.y - size_px.y / 2.0),
                           .width_px = size_px.x,
                           .height_px = size_px.y,
                           .flip_x = tile.flip_x,
                           .flip_y = tile.flip_y};
    if (grid->hexagonal) {
        picture.turn_rad = (tile.flip_diagonal ? 1.0 : 0.0) * CP_PI / 3.0 +
                           (tile.turn_120 ? 1.0 : 0.0) * CP_PI * 2.0 / 3.0;
    } else if (tile.flip_diagonal) {
        double half = (size_px.y - size_px.x) / 2.0;
        picture.turn_rad = CP_PI / 2.0;
        picture.flip_x = tile.flip_y;
        picture.flip_y = !tile.flip_x;
        picture.middle_px = cpvadd(picture.middle_px, cpv(half, half));
    }
    return picture;
}

cpVect grid_of_picture(const GridPicture *picture, cpVect size_px, cpVect at_px)
{
    cpVect away = cpv((at_px.x / size_px.x - 0.5) * picture->width_px,
                      (at_px.y / size_px.y + 0.5) * picture->height_px);
    away.x *= picture->flip_x ? -1.0 : 1.0;
    away.y *= picture->flip_y ? -1.0 : 1.0;
    if (picture->turn_rad == 0.0) {
        return cpvadd(picture->middle_px, away);
    }
    if (picture->turn_rad == CP_PI / 2.0) { /* exactly, so that edges of neighbours meet */
        return cpvadd(picture->middle_px, cpv(-away.y, away.x));
    }
    return cpvadd(picture->middle_px, cpvrotate(away, cpvforangle(picture->turn_rad)));
}
