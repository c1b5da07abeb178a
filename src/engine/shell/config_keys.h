/* The table of configuration keys: one row a key, and everything comes from it: the fields of
 * Config, the parser, its messages, `clockwork config` and the comments of config.ini.
 *
 *     WHOLE (section, name, default, low, high, unit, flags, documentation)    int
 *     REAL  (section, name, default, low, high, unit, flags, documentation)    double
 *     SWITCH(section, name, default, flags, documentation)                     bool
 *     CHOICE(section, name, type, default, "word|word", flags, documentation)  enum, from 0
 *     SIM_WHOLE, SIM_REAL: the same as the first two with, after the name, the member of
 * CwSimSettings
 *
 * Rows of a section stand together; [input] is last, because the actions' keys follow its rows.
 * The documentation says what the key does and what changes when it is raised; range, default and
 * flags are added by config_print.c. After a change: `build/clockwork config --defaults >
 * config.ini`. No key without an effect. */
#pragma once

#include "clockwork/settings.h"
#include "config/config.h"
#include "draw/viewport.h"
#include "time/frame_pacer.h"
#include "ui/overlay.h"

typedef enum ConfigRenderer {
    CONFIG_RENDERER_AUTO,
    CONFIG_RENDERER_OPENGL,
    CONFIG_RENDERER_SOFTWARE
} ConfigRenderer;

typedef enum GhostChoice { GHOST_BEST, GHOST_MEDAL, GHOST_OFF } GhostChoice;

typedef enum LatencyMode { LATENCY_AHEAD, LATENCY_INTERPOLATE, LATENCY_TICK } LatencyMode;

typedef enum ConfigBackground {
    CONFIG_BACKGROUND_PAUSE,
    CONFIG_BACKGROUND_THROTTLE,
    CONFIG_BACKGROUND_RUN
} ConfigBackground;

/* clang-format off */
#define CONFIG_KEYS(WHOLE, REAL, SWITCH, CHOICE, SIM_WHOLE, SIM_REAL)                              \
    SIM_WHOLE(simulation, tick_rate, tick_rate, CW_SIM_TICK_RATE, 10, CW_SIM_TICK_RATE_MAX, "ticks/s",   \
        KEY_SIMULATION | KEY_AT_LEVEL_START,                                                       \
        "Ticks of simulation in a second; a tick is the fixed timestep, 1/tick_rate seconds. "     \
        "Raising it shortens the delay of input and lets fast bodies hit thin ones, and costs "    \
        "processor time in proportion. Too low (about 30 and less) and they pass through. The "    \
        "picture is smooth at any rate (display.latency), but the course of a run differs a "  \
        "little at every rate: only times at one rate compare.")                                   \
    SIM_WHOLE(simulation, substeps, substeps, CW_SIM_SUBSTEPS, 1, CW_SIM_SUBSTEPS_MAX, "steps/tick",     \
        KEY_SIMULATION,                                                                            \
        "Physics steps within one tick, each 1/(tick_rate * substeps) seconds. Raise it when "     \
        "fast bodies tunnel or springs and chains stretch or shake, while input and game rules "   \
        "should stay at their rate. The physics part of a tick costs in proportion.")              \
    SIM_WHOLE(simulation, iterations, iterations, CW_SIM_ITERATIONS, 1, CW_SIM_ITERATIONS_MAX,           \
        "passes/step", KEY_SIMULATION,                                                             \
        "Passes of the solver over all contacts and joints in one physics step. Raise it when "    \
        "stacks sink and wobble or bridges sag: everything gets stiffer; lower is softer and "     \
        "cheaper. It does not help against tunnelling: raise substeps for that.")                  \
    WHOLE(simulation, max_steps_per_frame, 8, 1, 64, "ticks", 0,                                   \
        "Most ticks one frame may run to catch up with time. The rest is dropped and "             \
        "counted, so a slow machine plays slower instead of freezing. Raising it bridges longer "  \
        "hitches at full speed and makes the frame after one longer. To keep up it must be at "    \
        "least tick_rate * time_scale / frames per second: 120 ticks/s at 4x and 60 fps take 8.")  \
    REAL(simulation, max_frame_time, 0.25, 0.001, 10, "s", 0,                                      \
        "Longest time, after time_scale, that one frame may ask the simulation for; the rest of "  \
        "a stall is dropped. Raising it lets the game make up for longer stalls, as far as "       \
        "max_steps_per_frame allows: at 60 ticks/s and 8 steps anything above 0.133 s changes "    \
        "nothing.")                                                                                \
    REAL(simulation, min_picture_rate, 20, 0, 60, "pictures/s", 0,                                 \
        "When ticks take long, a frame runs no more of them than leaves so many pictures a "       \
        "second; the rest of its time is dropped and counted, so the game is in slow motion "      \
        "instead of a slide show. At least one tick runs. Lower it for fewer pictures at a "       \
        "higher speed; 0 leaves only max_steps_per_frame.")                                        \
    REAL(simulation, time_scale, 1, 0, 16, "x real time", 0,                                       \
        "Speed of time, in steps of 0.001: 0.5 is slow motion, 2 is double, 0 stands still. It "   \
        "changes how many ticks run, never their length, so the simulation itself stays the "      \
        "same. High speeds need max_steps_per_frame raised too.")                                  \
    SIM_REAL(simulation, gravity, gravity_mps2, CW_SIM_GRAVITY_MPS2, -CW_SIM_GRAVITY_MAX_MPS2,           \
        CW_SIM_GRAVITY_MAX_MPS2, "m/s2", KEY_SIMULATION,                                              \
        "Vertical acceleration of free bodies; negative pulls down. A stronger pull presses "      \
        "stacks and joints harder: raise iterations along with it.")                               \
    SIM_WHOLE(simulation, mode, mode, 0, 0, CW_SIM_MODE_MAX, "of the game's", KEY_SIMULATION | KEY_AT_LEVEL_START,    \
        "The mode of play, if the game has several, as Windup's expert handling: 0 is the usual "  \
        "one. Runs in each mode have their own best results.")                                     \
    WHOLE(simulation, arena_size, 64, 4, 4096, "MiB", KEY_AT_LEVEL_START,                          \
        "Most memory a world may use, physics included. Unused memory costs nothing. Raise it "    \
        "when a message says that the world is full; it does not change a run.")                   \
                                                                                                   \
    WHOLE(display, width, 1280, 320, 16384, "px", KEY_AT_PROGRAM_START,                            \
        "Width of the window when it opens.")                                                      \
    WHOLE(display, height, 720, 180, 16384, "px", KEY_AT_PROGRAM_START,                            \
        "Height of the window when it opens; see scaling for other shapes than the picture's.")    \
    SWITCH(display, fullscreen, false, 0,                                                          \
        "Fills the screen without changing its resolution.")                                       \
    SWITCH(display, vsync, true, 0,                                                                \
        "Shows each frame with the display's refresh: no tearing, even motion, one refresh more "  \
        "delay. When off, set target_fps, or the game draws as fast as it can.")                   \
    WHOLE(display, target_fps, 0, 20, 1000, "frames/s", KEY_OR_ZERO,                               \
        "Most frames drawn in a second; 0 sets no limit. Never changes the simulation. With "      \
        "vsync on only values below the display's rate matter.")                                   \
    CHOICE(display, renderer, ConfigRenderer, CONFIG_RENDERER_AUTO, "auto|opengl|software",        \
        KEY_AT_PROGRAM_START,                                                                      \
        "The painter: auto takes OpenGL where there is a graphics card and software otherwise.")    \
    CHOICE(display, scaling, Scaling, SCALING_LETTERBOX,                                           \
        "letterbox|stretch|integer|expand", 0,                                                     \
        "How the picture fills the window: letterbox keeps its shape with bars, stretch fills "    \
        "and distorts, integer takes only whole multiples of the game's base size (640x360 "       \
        "unless it names another) and is the sharpest, expand fills with more of the world.")      \
    CHOICE(display, pacing, PacingMode, PACING_GRID, "grid|raw", 0,                                \
        "How the time to show is taken from the clock: grid finds the display's even grid behind " \
        "the clock's noisy readings and steps with it, raw believes every reading, and motion "    \
        "shakes by their noise. The simulation is the same.")                                      \
    CHOICE(display, catch_up, PacingCatchUp, CATCH_UP_JUMP, "jump|slew", 0,                        \
        "With pacing = grid, after the display missed a frame: jump shows the lost time in the "   \
        "next frame and stays true to the clock, slew makes up for it unseen over half a second "  \
        "and is calmer where frames are missed now and then.")                                     \
    CHOICE(display, latency, LatencyMode, LATENCY_AHEAD, "ahead|interpolate|tick", 0,        \
        "The moment that the picture shows. ahead simulates the next tick before it is due, with the " \
        "input held now, and shows this moment; a wrong guess is blended away. interpolate draws " \
        "bodies between their last two ticks, up to one tick late. Both are smooth at any frame "  \
        "rate. tick draws the last tick, and steps show. The simulation is the same in all.")      \
    SWITCH(display, late_sampling, false, 0,                                                       \
        "With vsync on, polls input as late before the display's next refresh as the work of a "   \
        "frame allows, instead of right after the last one: up to one refresh less delay. It "     \
        "learns how long frames take, which needs some seconds, and does nothing while "           \
        "target_fps limits the frames. Turn it off where motion stutters with it.")                \
    CHOICE(display, background, ConfigBackground, CONFIG_BACKGROUND_PAUSE, "pause|throttle|run",   \
        0, "While another window has the keyboard or this one is minimised: pause the game, go on " \
        "with few frames a second to spare the machine (throttle), or go on unchanged (run).")     \
                                                                                                   \
    SWITCH(audio, sound, true, KEY_AT_PROGRAM_START,                                               \
        "Whether there is sound. When off no sound card is opened and no sound is loaded.")        \
    REAL(audio, master, 1, 0, 1, "of full", 0,                                                     \
        "Volume of everything; it multiplies those of the groups below. Files of --render-sound "  \
        "follow them too.")                                                                        \
    REAL(audio, effects, 1, 0, 1, "of full", 0,                                                    \
        "Volume of the sounds of the game itself.")                                                     \
    REAL(audio, music, 1, 0, 1, "of full", 0,                                                      \
        "Volume of music.")                                                                        \
    REAL(audio, ambience, 1, 0, 1, "of full", 0,                                                   \
        "Volume of surroundings, such as wind and water.")                            \
    REAL(audio, interface, 1, 0, 1, "of full", 0,                                                  \
        "Volume of menus and signs; they sound while the game is paused, too.")                    \
    WHOLE(audio, buffer, 512, 64, 4096, "samples", KEY_AT_PROGRAM_START,                           \
        "Samples that the sound card asks for at a time, 48000 a second: 512 delay every sound "   \
        "by 10.7 ms. Raise it when sound crackles.")                           \
                                                                                                   \
    SWITCH(comfort, reduced_motion, false, 0,                                                      \
        "Leaves out motion that is not needed: menus appear without sliding, the picture never "   \
        "shakes, and games leave out flashes.")                                       \
    REAL(comfort, shake, 1, 0, 1, "of full", 0,                                                    \
        "How far games may shake the picture; 0 keeps it still.")                   \
    SWITCH(comfort, high_contrast, false, 0,                                                       \
        "Menus, messages and the text of games over the picture are white on black.")                \
    SWITCH(comfort, colour_safe, false, 0,                                                         \
        "Games use colours that everybody can tell apart where a colour has a meaning.")       \
    REAL(comfort, text_size, 1, 1, 1.5, "of the usual size", 0,                                    \
        "Size of the text of menus and messages, and of games that follow it.")          \
    SWITCH(comfort, subtitles, false, 0,                                                           \
        "Shows important sounds in words under the picture, with the side that they come from.")        \
                                                                                                   \
    WHOLE(game, history, 64, 0, 4096, "MiB", KEY_AT_PROGRAM_START,                                 \
        "Memory for rewinding and stepping back; 0 turns both off. A minute of play takes "     \
        "1 to 2 MiB; the oldest moments are discarded.")                                        \
    WHOLE(game, flight_recorder, 20, 0, 1000, "runs", KEY_AT_PROGRAM_START,                        \
        "Runs that are always kept on disk, in the folder runs beside the player's settings; 0 "   \
        "records none. `clockwork replay` plays them, also after a crash.")                        \
    REAL(game, resume_countdown, 0, 0, 5, "s", 0,                                                  \
        "How long the game waits after a pause, or when the window comes back to the front; a "    \
        "count of three shows it. A level that begins never waits.")                               \
    CHOICE(game, ghost, GhostChoice, GHOST_BEST, "best|medal|off", KEY_AT_LEVEL_START,             \
        "The run to race against, if the game shows ghosts: your best run of the level (the least " \
        "medal's until there is one), or that of the next medal. --ghost FILE is any recording.")          \
                                                                                                   \
    SWITCH(debug, draw_shapes, false, 0,                                                           \
        "Draws the outlines of the physics shapes over the picture; F2 toggles it.")                  \
    CHOICE(debug, overlay, OverlayMode, OVERLAY_OFF, "off|graph|full",                             \
        KEY_AT_PROGRAM_START,                                                                      \
        "The overlay at the start: the graph of frame times, or all of times, bodies, memory "      \
        "and pacing; F3 changes it. Costs up to 0.3 ms a frame, ticks nothing.")            \
    WHOLE(debug, step_ticks, 10, 1, 100000, "ticks", 0,                                            \
        "How far [ and ] go back and forward while the game is paused.")                           \
    SWITCH(debug, trace_ring, true, KEY_AT_PROGRAM_START,                                          \
        "Keeps the times of the last 10 s in memory, up to 4 MiB, so that F9 can write them as a " \
        "trace for ui.perfetto.dev. Costs a microsecond or two a frame.")                          \
    SWITCH(debug, trace_on_hitch, false, 0,                                                        \
        "Writes such a trace by itself, at most one a minute, when a frame takes more than twice " \
        "the usual time. It shows what was slow.")                                                 \
    SWITCH(debug, protect_world, false, 0,                                                         \
        "Write-protects the world outside ticks and looks through it after each: code of the "    \
        "view that changes the simulation crashes on the spot, and a change without the world's "  \
        "calls is named. Costs some system calls and about 20 % of a " \
        "tick.")                                                                              \
                                                                                                   \
    REAL(input, dead_zone, 0.2, 0, 0.9, "of full deflection", 0,                                   \
        "Part of a controller stick's range that counts as rest, the same in all directions. Raise " \
        "it when the stick drifts; lower it for finer steering.")                                  \
    REAL(input, trigger_dead_zone, 0.05, 0, 0.9, "of full deflection", 0,                          \
        "Part of a controller trigger's range that counts as rest.")                                 \
    SWITCH(input, rumble, false, 0,                                                                \
        "Lets games shake the controllers that can.")
/* clang-format on */
