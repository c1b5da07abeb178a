/* Everything a game includes. Start reading at game.h; the README has a whole game in under 60
 * lines.
 *
 * Names: functions begin with cw_, types with Cw, constants and macros with CW_, and nothing else
 * is declared here or can be seen by the linker, so that a game may call things what it likes, its
 * own report, Event or Map too. Besides, there are the names of Chipmunk (cp...), which
 * a simulation is written with. Inside of the engine only what is public has the prefix. */
#ifndef CLOCKWORK_CLOCKWORK_H
#define CLOCKWORK_CLOCKWORK_H

#include "clockwork/base.h"
#include "clockwork/body.h"
#include "clockwork/config.h"
#include "clockwork/draw.h"
#include "clockwork/entity.h"
#include "clockwork/event.h"
#include "clockwork/field.h"
#include "clockwork/game.h"
#include "clockwork/history.h"
#include "clockwork/input.h"
#include "clockwork/map.h"
#include "clockwork/polygon.h"
#include "clockwork/replay.h"
#include "clockwork/rng.h"
#include "clockwork/settings.h"
#include "clockwork/snapshot.h"
#include "clockwork/system.h"
#include "clockwork/world.h"

#endif
