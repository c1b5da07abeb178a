/* The settings. Each key is one row of a list. From the rows come the fields of Config, the parser,
 * its messages, `clockwork config` and the comments of config.ini.
 *
 *     WHOLE (section, name, default, low, high, unit, flags, documentation)    int
 *     REAL  (section, name, default, low, high, unit, flags, documentation)    double
 *     SWITCH(section, name, default, flags, documentation)                     bool
 *     CHOICE(section, name, type, default, "word|word", flags, documentation)  enum, from 0
 *     SIM_WHOLE, SIM_REAL: rows of sim/sim_settings.h
 *
 * The rows of a section stand together, the keys that most players change first. Bindings of
 * actions follow the rows of [input]; the keys of the game and of the guest come last.
 * base/config_keys.c adds range, default and flags to the documentation. Each key has an effect.
 * After a change: `build/clockwork config --defaults > config.ini`. */
#pragma once

#include "base/config_keys.h"
#include "clockwork/game.h"
#include "clockwork/settings.h"
#include "draw/viewport.h"
#include "frame/frame_pacer.h"
#include "frame/loop_guest.h"
#include "host/language.h"
#include "sim/sim_settings.h"

typedef enum ConfigRenderer {
    CONFIG_RENDERER_AUTO,
    CONFIG_RENDERER_OPENGL,
    CONFIG_RENDERER_SOFTWARE
} ConfigRenderer;

typedef enum GhostChoice { GHOST_BEST, GHOST_MEDAL, GHOST_OFF } GhostChoice;

typedef enum OverlayMode {
    OVERLAY_OFF,
    OVERLAY_GRAPH,
    OVERLAY_FULL,
    OVERLAY_MODE_COUNT
} OverlayMode;

typedef enum LatencyMode { LATENCY_AHEAD, LATENCY_INTERPOLATE, LATENCY_TICK } LatencyMode;

typedef enum ConfigBackground {
    CONFIG_BACKGROUND_PAUSE,
    CONFIG_BACKGROUND_THROTTLE,
    CONFIG_BACKGROUND_RUN
} ConfigBackground;

/* clang-format off */
#define CONFIG_KEYS(WHOLE, REAL, SWITCH, CHOICE, SIM_WHOLE, SIM_REAL)                              \
    WHOLE(display, width, 1280, 320, 16384, "px", KEY_AT_PROGRAM_START,                            \
        "Width of the window when it opens.")                                                      \
    WHOLE(display, height, 720, 180, 16384, "px", KEY_AT_PROGRAM_START,                            \
        "Height of the window when it opens; scaling decides how the picture fills it.")           \
    SWITCH(display, fullscreen, false, 0,                                                          \
        "Fills the screen without changing its resolution.")                                       \
    SWITCH(display, vsync, true, 0,                                                                \
        "Shows each frame at a refresh of the display: no tearing and smooth motion, but input "   \
        "is shown one refresh later. If it is off, set target_fps, or the game draws as fast as "  \
        "it can.")                                                                                 \
    WHOLE(display, target_fps, 0, 20, 1000, "frames/s", KEY_OR_ZERO,                               \
        "Most frames drawn in a second; 0 sets no limit. Never changes the simulation. While "     \
        "vsync is on, only values below the display's rate matter.")                               \
    CHOICE(display, renderer, ConfigRenderer, CONFIG_RENDERER_AUTO, "auto|opengl|software",        \
        KEY_AT_PROGRAM_START,                                                                      \
        "Drawing method: auto uses OpenGL if there is a graphics card, software otherwise.")       \
    CHOICE(display, scaling, Scaling, SCALING_LETTERBOX,                                           \
        "letterbox|stretch|integer|expand", 0,                                                     \
        "How the picture fills the window: letterbox keeps its shape and adds bars, stretch "      \
        "distorts it, integer uses only whole multiples of the game's base size (640x360 unless "  \
        "the game sets another) and is the sharpest, expand shows more of the world.")             \
    CHOICE(display, pacing, PacingMode, PACING_GRID, "grid|raw", 0,                                \
        "Frame pacing: grid estimates the display's refresh period from the noisy clock and "      \
        "advances by whole periods; raw follows each reading of the clock, so motion shakes. The " \
        "simulation is the same. After a gap of more than 5 s grid makes one ordinary step. "      \
        "After any gap raw catches up, as far as max_steps_per_frame allows.")                     \
    CHOICE(display, latency, LatencyMode, LATENCY_AHEAD, "ahead|interpolate|tick", 0,        \
        "The moment that the picture shows. ahead simulates the next tick early, with the input "  \
        "held now, and draws the present; after a wrong prediction it blends to the true tick. "   \
        "interpolate draws bodies between their last two ticks, up to one tick late. Both are "    \
        "smooth at any frame rate. tick draws only the last tick, so motion is visibly stepped. "  \
        "The simulation is the same with all three.")                                              \
    CHOICE(display, background, ConfigBackground, CONFIG_BACKGROUND_PAUSE, "pause|throttle|run",   \
        0, "What the game does while another window has the keyboard or this one is minimised: "   \
        "pause stops it, throttle draws few frames a second to save power, run changes nothing.")  \
                                                                                                   \
    SWITCH(audio, sound, true, KEY_AT_PROGRAM_START,                                               \
        "Plays sound. If it is off, no sound card is opened and no sound is loaded.")              \
    REAL(audio, master, 1, 0, 1, "of full", 0,                                                     \
        "Volume of everything. It multiplies the volumes below. All of them also apply to files "  \
        "of --render-sound.")                                                                      \
    REAL(audio, effects, 1, 0, 1, "of full", 0,                                                    \
        "Volume of the sounds of the game itself.")                                                     \
    REAL(audio, music, 1, 0, 1, "of full", 0,                                                      \
        "Volume of music.")                                                                        \
    REAL(audio, ambience, 1, 0, 1, "of full", 0,                                                   \
        "Volume of surroundings, such as wind and water.")                            \
    REAL(audio, interface, 1, 0, 1, "of full", 0,                                                  \
        "Volume of menu sounds and signals, which are heard while the game is paused, too.")       \
    WHOLE(audio, buffer, 512, 64, 4096, "samples", KEY_AT_PROGRAM_START,                           \
        "Size of the sound card's buffer, at 48000 samples a second: 512 samples delay sound by "  \
        "10.7 ms. Raise it if sound crackles.")                                                    \
                                                                                                   \
    CHOICE(comfort, language, LanguageChoice, LANGUAGE_AUTO, LANGUAGE_WORDS, 0,                    \
        "Language of menus, messages and the game: auto is the system's language if there is a "   \
        "translation, else English. Runs without a window are English unless you set a language.") \
    SWITCH(comfort, reduced_motion, false, 0,                                                      \
        "Accessibility: leaves out motion that is not needed. Menus appear without sliding, the "  \
        "picture never shakes, and games leave out flashes.")                                      \
    REAL(comfort, shake, 1, 0, 1, "of full", 0,                                                    \
        "How strongly games may shake the picture; 0 turns it off.")                               \
    SWITCH(comfort, high_contrast, false, 0,                                                       \
        "Shows menus, messages and the game's text over the picture in white on black.")           \
    SWITCH(comfort, colour_safe, false, 0,                                                         \
        "Uses colours that colour-blind people can tell apart, where a colour has a meaning.")     \
    REAL(comfort, text_size, 1, 1, 1.5, "of the usual size", 0,                                    \
        "Size of text in menus and messages, and in games that support it.")                       \
    SWITCH(comfort, subtitles, false, 0,                                                           \
        "Describes important sounds in words under the picture, and says where they come from.")   \
                                                                                                   \
    REAL(input, dead_zone, 0.2, 0, 0.9, "of full deflection", 0,                                   \
        "Part of a controller stick's range that counts as centred, the same in all directions. "  \
        "Raise it if the stick drifts; lower it for finer steering.")                              \
    REAL(input, trigger_dead_zone, 0.05, 0, 0.9, "of full deflection", 0,                          \
        "Part of a controller trigger's range that counts as released.")                           \
    SWITCH(input, rumble, false, 0,                                                                \
        "Turns on rumble of controllers that have it.")                                            \
                                                                                                   \
    WHOLE(game, history, 64, 0, 4096, "MiB", KEY_AT_PROGRAM_START,                                 \
        "Memory for rewinding and stepping back; 0 turns both off. A minute of play takes "     \
        "1 to 2 MiB; the oldest moments are discarded.")                                        \
    WHOLE(game, flight_recorder, 20, 0, 1000, "runs", KEY_AT_PROGRAM_START,                        \
        "How many of the last runs are kept on disk, in the folder runs next to the player's "     \
        "settings. 0 records none. `clockwork replay` plays them, even after a crash.")            \
    CHOICE(game, ghost, GhostChoice, GHOST_BEST, "best|medal|off", KEY_AT_LEVEL_START,      \
        "The run to race against, if the game shows ghosts. best: your best run of the level, or " \
        "the lowest medal's run until you have one. medal: the run of the next medal. "     \
        "--ghost FILE shows any recording.")                                                       \
    SWITCH(game, all_levels, false, 0,                                                             \
        "Opens all levels at once, in games where finishing a level opens the next.")              \
                                                                                                   \
    SIM_SETTINGS(SIM_WHOLE, SIM_REAL)                                                              \
    WHOLE(simulation, max_steps_per_frame, 8, 1, 64, "ticks", 0,                                   \
        "Most ticks that one frame may run to catch up. The rest of the time is dropped and "      \
        "counted, so a slow machine plays slower instead of freezing; a run that loses more than " \
        "half a second in 10 s ranks apart. A higher value catches up after longer hitches, but "  \
        "makes the next frame longer. Full speed needs at least tick_rate * time_scale / frames "  \
        "per second: 120 ticks/s at 4x and 60 fps need 8.")                                        \
    REAL(simulation, max_frame_time, 0.25, 0.001, 10, "s", 0,                                      \
        "Longest time that one frame may simulate, after time_scale; the rest of a stall is "      \
        "dropped. A higher value catches up after longer stalls, as far as max_steps_per_frame "   \
        "allows: at 60 ticks/s and 8 steps, values above 0.133 s change nothing.")                 \
    REAL(simulation, min_picture_rate, 20, 0, 60, "pictures/s", 0,                                 \
        "Lowest frame rate to hold when ticks are slow. A frame then runs fewer ticks, at least "  \
        "one, and the rest of its time is dropped and counted: the game runs in slow motion "      \
        "instead of as a slide show. With 0 only max_steps_per_frame limits the ticks.")           \
    REAL(simulation, time_scale, 1, 0, 16, "x real time", 0,                                       \
        "Speed of time, in steps of 0.001: 0.5 is slow motion, 2 is double speed, 0 is paused. "   \
        "It changes how many ticks run, never their length, so the simulation stays the same. "    \
        "High speeds also need a higher max_steps_per_frame.")                                     \
    WHOLE(simulation, arena_size, 64, 4, 4096, "MiB", KEY_AT_LEVEL_START,                          \
        "Most memory a world may use, physics included. Unused memory costs nothing. Raise it "    \
        "when a message says that the world is full; it does not change a run.")                   \
                                                                                                   \
    CHOICE(debug, overlay, OverlayMode, OVERLAY_OFF, "off|graph|full",                             \
        KEY_AT_PROGRAM_START,                                                                      \
        "The overlay at the start: graph shows frame times; full adds times of systems, bodies, "  \
        "memory and pacing. F3 changes it. It costs up to 0.3 ms a frame, and nothing in ticks.")
/* clang-format on */

#define CONFIG_FIELD_WHOLE(section, name, ...) int name;
#define CONFIG_FIELD_REAL(section, name, ...) double name;
#define CONFIG_FIELD_SWITCH(section, name, ...) bool name;
#define CONFIG_FIELD_CHOICE(section, name, type, ...) type name;
#define CONFIG_FIELD_SIM(setting, ...) /* a member of Config.sim */

typedef union GameValue {
    int whole; /* also the number of a choice */
    double real;
    bool is_on;
    char text[CONFIG_TEXT_MAX + 1];
} GameValue;

/* Read the fields: config->vsync, config->sim.tick_rate. Their rows have the units. */
typedef struct Config {
    CONFIG_KEYS(CONFIG_FIELD_WHOLE, CONFIG_FIELD_REAL, CONFIG_FIELD_SWITCH, CONFIG_FIELD_CHOICE,
                CONFIG_FIELD_SIM, CONFIG_FIELD_SIM)
    CwSimSettings sim;
    unsigned fixed_settings; /* a bit for each of `sim` that no map overrides: --config, --set */
    /* Words separated by blanks; may be "". */
    char game_bindings[CW_PLAYER_MAX][CW_ACTION_MAX][CONFIG_TEXT_MAX + 1]; /* bindings by player */
    char ui_bindings[CW_ACTION_MAX][CONFIG_TEXT_MAX + 1]; /* the guest's follow the runtime's */
    GameValue game_values[CW_CONFIG_KEY_MAX];             /* values of CwGame.menu.keys */
    GameValue guest_values[GUEST_KEY_MAX];
    ConfigOrigin origins[CONFIG_KEYS_MAX]; /* origin of each key's value */
} Config;

/* Makes a game's table, with a guest's rows (NULL: none); both must outlive it. On false, `error`
 * names a mistake in CwGame. */
bool config_table_make(ConfigTable *table, const CwGame *game, const GuestConfig *guest,
                       CwError *error);
