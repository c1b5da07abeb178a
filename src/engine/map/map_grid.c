#include "map/map_grid.h"

cpVect grid_cell_px(const MapGrid *grid, int column, int row)
{
    return cpv(column * grid->tile_width_px, row * grid->tile_height_px);
}

/* As Tiled's CellRenderer: a mirror along the diagonal is a quarter turn and another mirror. */
GridPicture grid_picture(CwMapTile tile, cpVect foot_px, cpVect size_px)
{
    GridPicture picture = {.middle_px =
                               cpv(foot_px.x + size_px.x / 2.0, foot_px.y - size_px.y / 2.0),
                           .width_px = size_px.x,
                           .height_px = size_px.y,
                           .flip_x = tile.flip_x,
                           .flip_y = tile.flip_y};
    if (tile.flip_diagonal) {
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
    return cpvadd(picture->middle_px, cpv(-away.y, away.x));
}
