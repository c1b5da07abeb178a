/* The forecast (F4) draws where bodies near the camera go in the next two seconds if the input
 * stays the same. It simulates a fork of the run's world, a slice each frame, so the drawn paths
 * are a moment old. */
#pragma once

#include "clockwork/worlds.h"
#include "run/run.h"

#include <stdint.h>

enum { FORECAST_BODY_MAX = 128, FORECAST_SAMPLES = 41 };

static const double FORECAST_S = 2;

typedef struct ForecastPath {
    const cpBody *body;
    int index;      /* index in the world's list of bodies */
    bool is_player; /* the body belongs to the player */
    CwTransform2 poses[FORECAST_SAMPLES];
    int count; /* smaller if the body is removed before the end */
} ForecastPath;

typedef struct ForecastPaths {
    ForecastPath items[FORECAST_BODY_MAX];
    int count;
    uint64_t tick, branch; /* state of the run when the forecast began */
} ForecastPaths;

/* Zero-initialise. */
typedef struct Forecast {
    bool is_on;
    bool is_running;
    ForecastPaths shown, growing;
    CwSnapshot state; /* the fork's world so far */
    CwTickInput held;
    uint32_t done_ticks, all_ticks; /* ticks of the fork so far, and in all */
} Forecast;

void forecast_free(Forecast *forecast);
void forecast_toggle(Forecast *forecast);

void forecast_reset(Forecast *forecast);

/* Called once a frame with the last picture's camera. */
void forecast_update(Forecast *forecast, const Run *run, const CwCamera *camera);

void forecast_draw(const Forecast *forecast, const CwWorld *world, const CwTheme *theme,
                   CwDrawList *list);
