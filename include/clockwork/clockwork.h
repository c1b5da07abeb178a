/* The whole API: a game includes only this header. Begin with game.h. README.md shows a whole game
 * in under 60 lines, and docs/example has more games.
 *
 * Functions begin with cw_, types with Cw, constants and macros with CW_. The library also exports
 * Chipmunk's functions (cp...) and its own versions of functions of math.h, such as sin and pow.
 * Their results are the same on every platform, to the last bit. */
#pragma once

#include "clockwork/animation.h"
#include "clockwork/base.h"
#include "clockwork/body.h"
#include "clockwork/config.h"
#include "clockwork/draw.h"
#include "clockwork/entity.h"
#include "clockwork/event.h"
#include "clockwork/field.h"
#include "clockwork/flow.h"
#include "clockwork/game.h"
#include "clockwork/history.h"
#include "clockwork/input.h"
#include "clockwork/language.h"
#include "clockwork/loop.h"
#include "clockwork/map.h"
#include "clockwork/map_world.h"
#include "clockwork/menu.h"
#include "clockwork/mover.h"
#include "clockwork/particles.h"
#include "clockwork/replay.h"
#include "clockwork/rng.h"
#include "clockwork/run_time.h"
#include "clockwork/save.h"
#include "clockwork/settings.h"
#include "clockwork/shape.h"
#include "clockwork/sound.h"
#include "clockwork/source.h"
#include "clockwork/system.h"
#include "clockwork/text.h"
#include "clockwork/text_entry.h"
#include "clockwork/tune.h"
#include "clockwork/tween.h"
#include "clockwork/world.h"
#include "clockwork/worlds.h"
