/* The forecast (F4): the paths that bodies near the picture take in the next two seconds if the
 * input stays the same, with outlines of the player.
 *
 * It simulates a fork of the run's world, a slice each frame; the run is never touched. While time
 * goes on, the paths are those of a moment ago. Owns the paths. Zero-initialise. */
#pragma once

#include "clockwork/worlds.h"
#include "run/run.h"

#include <stdint.h>

enum { FORECAST_BODY_MAX = 128, FORECAST_SAMPLES = 41 };

static const double FORECAST_S = 2;

typedef struct ForecastWay {
    const cpBody *body;
    int index;   /* among the world's poses */
    bool player; /* it is one of the player's */
    CwTransform2 poses[FORECAST_SAMPLES];
    int count; /* fewer where it goes before the end */
} ForecastWay;

typedef struct ForecastWays {
    ForecastWay items[FORECAST_BODY_MAX];
    int count;
    uint64_t tick, branch; /* from which they were made */
} ForecastWays;

typedef struct Forecast {
    bool on;
    bool runs;
    ForecastWays shown, filling;
    CwSnapshot state; /* where the fork has come to */
    CwTickInput held;
    uint32_t done_ticks;
} Forecast;

void forecast_free(Forecast *forecast);
void forecast_toggle(Forecast *forecast);

void forecast_reset(Forecast *forecast);

/* Once a frame; `camera`: of the last picture. */
void forecast_update(Forecast *forecast, const Run *run, const CwCamera *camera);

void forecast_draw(const Forecast *forecast, const CwWorld *world, const CwTheme *theme,
                   CwDrawList *list);
