/* What a level has of tiles, pictures and words made in Tiled; and maps without a start, which
 * nobody drives on: they are shown as a whole. */
#ifndef VIEW_MAP_VIEW_H
#define VIEW_MAP_VIEW_H

#include "clockwork/clockwork.h"

/* True for a map that is only looked at. */
bool map_is_only_shown(const CwMap *map);

/* Points the camera at all of such a map. */
void map_frame(const CwMap *map, CwCamera *camera);

void map_draw(const CwWorld *world, CwFrame *frame); /* CW_PHASE_RENDER */

#endif
