/* What can be turned in the lab: a short column of settings, each with its steps.
 *
 * Plain values. The lab acts on what a change needs; the panel shows them. */
#ifndef LAB_LAB_SETTINGS_H
#define LAB_LAB_SETTINGS_H

#include "shell/config_table.h"

typedef enum LabSetting {
    LAB_SCENE,
    LAB_COMPARE, /* the two loops, or one with and without interpolation */
    LAB_FPS,     /* 0: the display's */
    LAB_JITTER,  /* ms */
    LAB_STALL,   /* ms, every two seconds; 0: none */
    LAB_SUBSTEPS,
    LAB_ITERATIONS,
    LAB_TICK_RATE, /* Hz */
    LAB_SETTING_COUNT
} LabSetting;

enum { LAB_COMPARE_LOOPS, LAB_COMPARE_INTERPOLATION };
enum { LAB_STALL_EVERY_MS = 2000, LAB_INTERPOLATION_HZ = 20 };

typedef struct LabSettings {
    int values[LAB_SETTING_COUNT];
} LabSettings;

/* Everything even; the simulation as the configuration has it. */
LabSettings lab_settings_default(const Config *config);

/* One step up (+1) or down (-1); scene and comparison go round, the others stop at their ends.
 * False when nothing changed. */
bool lab_settings_step(LabSettings *settings, LabSetting setting, int direction);

const char *lab_setting_label(LabSetting setting);

/* The value for people, for example "60 fps". */
void lab_setting_text(const LabSettings *settings, LabSetting setting, char text[32]);

/* True when a change needs both worlds to start again. */
bool lab_setting_restarts(LabSetting setting);

#endif
