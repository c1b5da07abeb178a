#include "lab/lab_settings.h"

#include "lab/lab_scenes.h"

#include <stdio.h>

typedef struct Row {
    const char *label;
    const char *unit;
    const int *steps; /* ascending; NULL: 0 to count - 1, round and round */
    int count;
    bool restarts;
} Row;

static const int FPS[] = {0,  10,  15,  20,  25,  30,  40,  50,  60,  75,
                          90, 100, 120, 144, 165, 200, 240, 360, 500, 1000};
static const int JITTER_MS[] = {0, 1, 2, 5, 10, 15, 20, 30, 50};
static const int STALL_MS[] = {0, 20, 50, 100, 200, 500};
static const int SUBSTEPS[] = {1, 2, 3, 4, 6, 8, 12, 16};
static const int ITERATIONS[] = {1, 2, 3, 5, 8, 10, 15, 20, 30, 50};
static const int TICK_RATES[] = {10, 20, 30, 40, 50, 60, 75, 100, 120, 144, 200, 240};

#define STEPS(values) .steps = (values), .count = (int)CW_ARRAY_LENGTH(values)

static const Row ROWS[LAB_SETTING_COUNT] = {
    [LAB_SCENE] = {.label = "scene", .unit = "", .count = LAB_SCENE_COUNT, .restarts = true},
    [LAB_COMPARE] = {.label = "compare", .unit = "", .count = 2, .restarts = true},
    [LAB_FPS] = {.label = "frame rate", .unit = " fps", STEPS(FPS)},
    [LAB_JITTER] = {.label = "jitter", .unit = " ms", STEPS(JITTER_MS)},
    [LAB_STALL] = {.label = "stall every 2 s", .unit = " ms", STEPS(STALL_MS)},
    [LAB_SUBSTEPS] = {.label = "substeps", .unit = "", STEPS(SUBSTEPS)},
    [LAB_ITERATIONS] = {.label = "iterations", .unit = "", STEPS(ITERATIONS)},
    [LAB_TICK_RATE] = {.label = "tick rate", .unit = " Hz", .restarts = true, STEPS(TICK_RATES)},
};

LabSettings lab_settings_default(const Config *config)
{
    return (LabSettings){.values = {[LAB_SUBSTEPS] = config->sim.substeps,
                                    [LAB_ITERATIONS] = config->sim.iterations,
                                    [LAB_TICK_RATE] = config->sim.tick_rate}};
}

/* The next value of the row above or below `value`, which need not be one of them. */
static int neighbour(const Row *row, int value, int direction)
{
    if (direction > 0) {
        for (int i = 0; i < row->count; i++) {
            if (row->steps[i] > value) {
                return row->steps[i];
            }
        }
    } else {
        for (int i = row->count - 1; i >= 0; i--) {
            if (row->steps[i] < value) {
                return row->steps[i];
            }
        }
    }
    return value;
}

bool lab_settings_step(LabSettings *settings, LabSetting setting, int direction)
{
    const Row *row = &ROWS[setting];
    int *value = &settings->values[setting], before = *value;
    *value = row->steps == NULL ? (before + direction + row->count) % row->count
                                : neighbour(row, before, direction);
    return *value != before;
}

const char *lab_setting_label(LabSetting setting)
{
    return ROWS[setting].label;
}

void lab_setting_text(const LabSettings *settings, LabSetting setting, char text[32])
{
    int value = settings->values[setting];
    const char *word = NULL;
    if (setting == LAB_SCENE) {
        word = lab_scenes[value].name;
    } else if (setting == LAB_COMPARE) {
        word = value == LAB_COMPARE_LOOPS ? "two loops" : "interpolation";
    } else if (setting == LAB_FPS && value == 0) {
        word = "display's";
    } else if (value == 0) {
        word = "none";
    }
    if (word != NULL) {
        snprintf(text, 32, "%s", word);
    } else {
        snprintf(text, 32, "%d%s", value, ROWS[setting].unit);
    }
}

bool lab_setting_restarts(LabSetting setting)
{
    return ROWS[setting].restarts;
}
