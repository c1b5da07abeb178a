#include "host/host_sdl.h"

#include "base/report.h"
#include "host/audio_device.h"
#include "host/display_pace.h"
#include "host/gamepads.h"
#include "host/sdl_events.h"
#include "platform/clock.h"
#include "platform/display.h"
#include "platform/process.h"

#include <stdlib.h>
#include <string.h>

/* ---- starting SDL ---- */

/* Leaves Ctrl-C to us. Keeps touches from arriving as a mouse, too. Keeps batching on for a named
 * render driver. Lets Windows show the suggestions of input methods. */
void sdl_set_hints(void)
{
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
    SDL_SetHintWithPriority(SDL_HINT_TOUCH_MOUSE_EVENTS, "0", SDL_HINT_OVERRIDE);
    SDL_SetHintWithPriority(SDL_HINT_MOUSE_TOUCH_EVENTS, "0", SDL_HINT_OVERRIDE);
}

static bool driver_shows_nothing(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    return driver == NULL || strcmp(driver, "dummy") == 0 || strcmp(driver, "offscreen") == 0;
}

void sdl_keep_compose_rules(const char *folder)
{
    if (folder[0] != '\0') {
        SDL_setenv("XCOMPOSECACHE", folder, 0); /* cache of Compose(5) */
    }
}

bool sdl_has_display(void)
{
    if (!display_may_exist()) {
        return false;
    }
    sdl_set_hints();
    bool started = SDL_WasInit(SDL_INIT_VIDEO) != 0 || SDL_InitSubSystem(SDL_INIT_VIDEO) == 0;
    return started && !driver_shows_nothing();
}

bool sdl_start(bool allow_dummy, CwError *error)
{
    sdl_set_hints();
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
        return cw_error_set(error, "can't start SDL: %s; try --headless", sdl_reason());
    }
    if (driver_shows_nothing() && !allow_dummy) {
        return cw_error_set(error, "there is no display here; set DISPLAY or use --headless");
    }
    /* Dropped text is never read and would leak. */
    SDL_EventState(SDL_DROPTEXT, SDL_DISABLE);
    return true;
}

const char *sdl_reason(void)
{
    const char *reason = SDL_GetError();
    return reason[0] == '\0' ? "SDL gives no reason" : reason;
}

void sdl_stop(void)
{
    SDL_Quit();
}

/* ---- the window, and the renderer that suits this machine best ----
 *
 * `auto` takes an accelerated renderer, or the software one if there is none or OpenGL is a
 * software rasteriser (ten times as slow). A named renderer that can't be opened falls back too,
 * with a message. Software never requests vsync: SDL would imitate it by sleeping. */

typedef struct SdlWindow {
    SDL_Window *window;
    SDL_Renderer *renderer;
    const char *driver; /* SDL's name of the renderer */
} SdlWindow;

enum { WIDTH_MIN = 320, HEIGHT_MIN = 180 };

static const unsigned GL_RENDERER_NAME = 0x1F01; /* GL_RENDERER of OpenGL and OpenGL ES */

typedef const unsigned char *GlGetString(unsigned name);

static const char *gl_renderer_name(const SdlWindow *window)
{
    bool is_opengl = strncmp(window->driver, "opengl", 6) == 0;
    void *address = is_opengl ? SDL_GL_GetProcAddress("glGetString") : NULL;
    if (address == NULL) {
        return "";
    }
    GlGetString *get_string = NULL;
    memcpy(&get_string, &address, sizeof get_string);
    const unsigned char *name = get_string(GL_RENDERER_NAME);
    return name == NULL ? "" : (const char *)name;
}

static bool is_rasteriser(const char *gl_renderer)
{
    static const char *const NAMES[] = {"llvmpipe", "softpipe", "swrast", "Software Rasterizer",
                                        "SwiftShader"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(NAMES); i++) {
        if (strstr(gl_renderer, NAMES[i]) != NULL) {
            return true;
        }
    }
    return false;
}

static int driver_index(const char *name)
{
    for (int i = 0; i < SDL_GetNumRenderDrivers(); i++) {
        SDL_RendererInfo info;
        if (SDL_GetRenderDriverInfo(i, &info) == 0 && strcmp(info.name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static void sdl_window_close(SdlWindow *window)
{
    if (window->renderer != NULL) {
        SDL_DestroyRenderer(window->renderer);
    }
    if (window->window != NULL) {
        SDL_DestroyWindow(window->window);
    }
    *window = (SdlWindow){0};
}

/* Opens a hidden window with the render driver of this number, -1 for any accelerated one. */
static bool try_driver(SdlWindow *window, const HostSdlDesc *desc, int index)
{
    const int place = (int)SDL_WINDOWPOS_CENTERED;
    const Uint32 flags = SDL_WINDOW_HIDDEN | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    SDL_ClearError();
    window->window = SDL_CreateWindow(desc->title, place, place, desc->width, desc->height, flags);
    if (window->window == NULL) {
        return false;
    }
    Uint32 wanted = index < 0 ? (Uint32)SDL_RENDERER_ACCELERATED : 0;
    SDL_RendererInfo info;
    window->renderer = SDL_CreateRenderer(window->window, index, wanted);
    if (window->renderer == NULL || SDL_GetRendererInfo(window->renderer, &info) != 0) {
        sdl_window_close(window);
        return false;
    }
    window->driver = info.name;
    return true;
}

/* SDL would show the software renderer's picture through an OpenGL texture, the most expensive way
 * without a GPU. It is still allowed where the window system needs it (native Wayland). */
static bool try_software(SdlWindow *window, const HostSdlDesc *desc)
{
    int index = driver_index("software");
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    bool is_open = try_driver(window, desc, index);
    SDL_ResetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION);
    return is_open || try_driver(window, desc, index);
}

static bool try_accelerated(SdlWindow *window, const HostSdlDesc *desc)
{
    if (!display_may_have_gpu()) {
        return false;
    }
    if (!try_driver(window, desc, -1)) {
        report("no accelerated renderer here (%s): drawing in software", sdl_reason());
        return false;
    }
    const char *rasteriser = gl_renderer_name(window);
    if (strcmp(window->driver, "software") != 0 && !is_rasteriser(rasteriser)) {
        return true;
    }
    report("OpenGL draws in software here (%s): SDL's software renderer is cheaper", rasteriser);
    sdl_window_close(window);
    return false;
}

static bool try_wanted(SdlWindow *window, const HostSdlDesc *desc)
{
    if (strcmp(desc->renderer, "software") == 0) {
        return false;
    }
    if (strcmp(desc->renderer, "auto") == 0) {
        return try_accelerated(window, desc);
    }
    int index = driver_index(desc->renderer);
    if (index >= 0 && try_driver(window, desc, index)) {
        return true;
    }
    report("display.renderer = %s is refused here (%s): drawing in software; \"auto\" takes what "
           "works",
           desc->renderer, index < 0 ? "no such renderer" : sdl_reason());
    return false;
}

/* Requests vsync or none; true if the renderer now claims to wait for the display. */
static bool sdl_window_set_vsync(SdlWindow *window, bool vsync)
{
    if (strcmp(window->driver, "software") == 0) {
        return false;
    }
    bool is_accepted = SDL_RenderSetVSync(window->renderer, vsync ? 1 : 0) == 0;
    if (!vsync || !is_accepted) {
        return false;
    }
    /* When the driver refuses vsync, SDL silently imitates it, as the swap interval shows. */
    bool is_imitated = strncmp(window->driver, "opengl", 6) == 0 && SDL_GL_GetSwapInterval() == 0;
    if (is_imitated) {
        SDL_RenderSetVSync(window->renderer, 0);
    }
    return !is_imitated;
}

/* ---- the host ---- */

static const int64_t MARGIN_MAX_NS = 500000;
static const int64_t MARGIN_FALL = 32;  /* a sleep lowers the margin by this fraction */
static const int64_t RESERVE_NS = 5000; /* reading the clock and returning take a moment, too */

typedef struct HostSdl {
    SdlWindow window;
    SDL_JoystickID refused_end; /* see gamepads_scan */
    const Paths *paths;         /* places of controllers' mappings; NULL: none */
    bool has_gamepads;
    bool has_picture; /* the first picture was presented */
    AudioDevice audio;
    DisplayPace pace;
    int64_t margin_ns; /* time that a wait spins before its deadline */
    EventClock event_clock;
    HostStatus status;
    PointerMap pointer_map;
    bool never_waits;
    bool claims_vsync; /* the renderer claims vsync */
    bool is_presented; /* the frame was presented */
    int64_t frame_ns;
    int64_t event_ns; /* time of the last event; times never decrease */
    HostSink *sink;   /* set while events are polled, like `context` */
    void *context;
} HostSdl;

static void send(HostSdl *self, InputEvent event, uint32_t age_ms)
{
    int64_t time_ns = self->frame_ns - (int64_t)age_ms * NS_PER_MS;
    self->event_ns = time_ns > self->event_ns ? time_ns : self->event_ns;
    event.time_ns = self->event_ns;
    if (self->sink != NULL) {
        self->sink(self->context, &event);
    }
}

static void send_pad_added(void *context, SDL_JoystickID id)
{
    send(context, (InputEvent){.type = INPUT_PAD_ADDED, .device = id}, 0);
}

static void measure_picture(HostSdl *self)
{
    int width_px = 0, height_px = 0, width = 0, height = 0;
    SDL_GetWindowSize(self->window.window, &width, &height);
    bool is_measured = SDL_GetRendererOutputSize(self->window.renderer, &width_px, &height_px) == 0;
    if (!is_measured || width <= 0 || height <= 0 || width_px <= 0 || height_px <= 0) {
        return;
    }
    self->status.was_resized |=
        width_px != self->status.width_px || height_px != self->status.height_px;
    self->status.width_px = width_px;
    self->status.height_px = height_px;
    self->pointer_map = (PointerMap){.width_px = width_px,
                                     .height_px = height_px,
                                     .px_per_unit_x = (double)width_px / width,
                                     .px_per_unit_y = (double)height_px / height,
                                     .viewport = self->pointer_map.viewport};
}

static void measure_display(HostSdl *self)
{
    SDL_DisplayMode mode;
    int display = SDL_GetWindowDisplayIndex(self->window.window);
    bool is_known = display >= 0 && SDL_GetCurrentDisplayMode(display, &mode) == 0;
    double refresh_hz = is_known && mode.refresh_rate > 0 ? (double)mode.refresh_rate : 0.0;
    self->status.has_new_display |= refresh_hz != self->status.refresh_hz;
    self->status.refresh_hz = refresh_hz;
}

/* Measures size, display and mode again: any change of the window may change them. */
static void handle_window_change(HostSdl *self)
{
    HostStatus *status = &self->status;
    const HostStatus previous = *status;
    status->is_exposed = true;
    Uint32 flags = SDL_GetWindowFlags(self->window.window);
    status->is_focused = (flags & SDL_WINDOW_INPUT_FOCUS) != 0;
    status->is_minimised = (flags & (SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN)) != 0;
    status->is_fullscreen = (flags & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
    measure_picture(self);
    measure_display(self);
    bool is_same = previous.is_focused == status->is_focused &&
                   previous.is_minimised == status->is_minimised &&
                   previous.is_fullscreen == status->is_fullscreen;
    if (!is_same || status->was_resized || status->has_new_display) {
        display_pace_claim(&self->pace, self->claims_vsync);
    }
}

static void handle_window_event(HostSdl *self, const SDL_WindowEvent *event, uint32_t age_ms)
{
    switch (event->event) {
    case SDL_WINDOWEVENT_FOCUS_LOST:
        send(self, (InputEvent){.type = INPUT_FOCUS_LOST}, age_ms);
        break;
    case SDL_WINDOWEVENT_FOCUS_GAINED:
        send(self, (InputEvent){.type = INPUT_FOCUS_GAINED}, age_ms);
        break;
    case SDL_WINDOWEVENT_CLOSE:
        self->status.must_quit = true;
        break;
    case SDL_WINDOWEVENT_DISPLAY_CHANGED:
        self->status.has_new_display = true;
        break;
    default: /* SDL's window events are numbers; other events only change measured values */
        break;
    }
    handle_window_change(self);
}

/* SDL takes the text's place in units of the desktop. */
static void ask_for_text(void *opaque, const CwViewRect *place)
{
    HostSdl *self = opaque;
    const PointerMap *map = &self->pointer_map;
    const ViewportPlace *view = &map->viewport;
    if (place == NULL) {
        SDL_StopTextInput();
        return;
    }
    SDL_Rect rect = {.x = (int)((view->x_px + place->x * view->scale_x) / map->px_per_unit_x),
                     .y = (int)((view->y_px + place->y * view->scale_y) / map->px_per_unit_y),
                     .w = (int)(place->width * view->scale_x / map->px_per_unit_x),
                     .h = (int)(place->height * view->scale_y / map->px_per_unit_y)};
    SDL_SetTextInputRect(&rect);
    if (!SDL_IsTextInputActive()) {
        SDL_StartTextInput();
    }
}

static void copy_text(void *opaque, const char *text)
{
    (void)opaque;
    SDL_SetClipboardText(text);
}

static void paste_text(void *opaque, char *text, size_t size)
{
    (void)opaque;
    char *clipboard = SDL_GetClipboardText();
    SDL_utf8strlcpy(text, clipboard != NULL ? clipboard : "", size);
    SDL_free(clipboard);
}

static void set_viewport(void *opaque, const ViewportPlace *viewport)
{
    HostSdl *self = opaque;
    self->pointer_map.viewport = *viewport;
}

static void set_fullscreen(void *opaque, bool fullscreen)
{
    HostSdl *self = opaque;
    SDL_SetWindowFullscreen(self->window.window,
                            fullscreen ? (Uint32)SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
    handle_window_change(self);
}

static void show_cursor(void *opaque, bool is_shown)
{
    (void)opaque;
    SDL_ShowCursor(is_shown ? SDL_ENABLE : SDL_DISABLE);
}

/* Whether a key toggles fullscreen: F11 or Alt+Enter. Without Alt, Enter is the game's. */
static bool is_window_key(const SDL_Keysym *key)
{
    bool is_enter = key->scancode == SDL_SCANCODE_RETURN || key->scancode == SDL_SCANCODE_KP_ENTER;
    return key->scancode == SDL_SCANCODE_F11 || (is_enter && (key->mod & KMOD_ALT) != 0);
}

static void handle_input(HostSdl *self, const SDL_Event *event, uint32_t age_ms)
{
    InputEvent input;
    if (event->type == SDL_KEYDOWN && is_window_key(&event->key.keysym)) {
        if (event->key.repeat == 0) {
            set_fullscreen(self, !self->status.is_fullscreen);
        }
        return;
    }
    if (sdl_event_translate(event, &self->pointer_map, &input)) {
        send(self, input, age_ms);
    }
    if (event->type == SDL_DROPFILE) {
        SDL_free(event->drop.file);
    }
}

static void handle_event(HostSdl *self, const SDL_Event *event)
{
    uint32_t age_ms = event_clock_age_ms(&self->event_clock, event, self->frame_ns);
    switch (event->type) {
    case SDL_QUIT:
        self->status.must_quit = true;
        break;
    case SDL_WINDOWEVENT:
        handle_window_event(self, &event->window, age_ms);
        break;
    case SDL_DISPLAYEVENT:
        self->status.has_new_display = true;
        handle_window_change(self);
        break;
    case SDL_JOYDEVICEADDED:
        gamepads_scan(&self->refused_end, send_pad_added, self);
        break;
    case SDL_CONTROLLERDEVICEREMOVED:
        if (gamepads_remove(event->cdevice.which)) {
            send(self, (InputEvent){.type = INPUT_PAD_REMOVED, .device = event->cdevice.which},
                 age_ms);
        }
        break;
    case SDL_AUDIODEVICEADDED:
    case SDL_AUDIODEVICEREMOVED:
        audio_device_event(&self->audio, &event->adevice);
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        self->status.has_lost_textures = true;
        break;
    default: /* SDL's event types are numbers, not an enum */
        handle_input(self, event, age_ms);
        break;
    }
}

static int64_t now_ns(void *opaque)
{
    (void)opaque;
    return clock_now_ns();
}

static int64_t begin_frame(void *opaque, HostSink *sink, void *context)
{
    HostSdl *self = opaque;
    HostStatus *status = &self->status;
    self->frame_ns = clock_now_ns();
    self->sink = sink;
    self->context = context;
    status->was_resized = status->has_new_display = false;
    status->is_exposed = status->has_lost_textures = false;
    if (!self->is_presented) {
        display_pace_claim(&self->pace, self->pace.is_paced);
    }
    self->is_presented = false;
    if (self->has_picture && !self->has_gamepads) {
        gamepads_start(self->paths);
        self->has_gamepads = true;
    }
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0) {
        handle_event(self, &event);
    }
    status->must_quit = status->must_quit || quit_wished();
    return self->frame_ns;
}

static HostStatus status_now(void *opaque)
{
    HostSdl *self = opaque;
    HostStatus status = self->status;
    status.is_paced_by_display = self->pace.is_paced && !status.is_minimised;
    return status;
}

/* Sleeps end late, so it sleeps until a margin before the deadline and spins the rest. The margin
 * is the largest lateness of recent sleeps, without those above MARGIN_MAX_NS. */
static void wait_precisely(HostSdl *self, int64_t deadline_ns)
{
    int64_t wake_ns = deadline_ns - self->margin_ns;
    if (clock_now_ns() < wake_ns) {
        clock_sleep_until_ns(wake_ns);
        int64_t needed_ns = clock_now_ns() - wake_ns + RESERVE_NS;
        self->margin_ns -= self->margin_ns / MARGIN_FALL;
        if (needed_ns > self->margin_ns && needed_ns <= MARGIN_MAX_NS) {
            self->margin_ns = needed_ns;
        }
    }
    while (clock_now_ns() < deadline_ns) {
    }
}

static void wait_until_ns(void *opaque, int64_t deadline_ns, HostWait wait)
{
    HostSdl *self = opaque;
    if (self->never_waits) {
        return;
    }
    if (wait == HOST_WAIT_PAUSED) {
        clock_sleep_until_ns(deadline_ns);
    } else {
        wait_precisely(self, deadline_ns);
    }
}

static void present(void *opaque)
{
    HostSdl *self = opaque;
    const SdlWindow *window = &self->window;
    SDL_RenderFlush(window->renderer);
    bool is_software = strcmp(window->driver, "software") == 0;
    const SDL_Surface *picture = is_software ? SDL_GetWindowSurface(window->window) : NULL;
    if (picture == NULL || !display_show(picture->pixels, picture->w, picture->h)) {
        SDL_RenderPresent(window->renderer);
    }
    self->is_presented = self->has_picture = true;
    if (!self->status.is_minimised) {
        display_pace_presented(&self->pace, clock_now_ns(), self->status.refresh_hz);
    }
}

static void set_vsync(void *opaque, bool vsync)
{
    HostSdl *self = opaque;
    self->claims_vsync = sdl_window_set_vsync(&self->window, vsync && !self->never_waits);
    display_pace_claim(&self->pace, self->claims_vsync);
}

static void rumble(void *opaque, const HostRumble *rumble)
{
    (void)opaque;
    gamepads_rumble(rumble);
}

static void set_sound(void *opaque, const HostSound *sound)
{
    HostSdl *self = opaque;
    if (sound != NULL) {
        audio_device_open(&self->audio, sound);
    } else {
        audio_device_mute(&self->audio);
    }
}

static void close_host(void *opaque)
{
    HostSdl *self = opaque;
    audio_device_close(&self->audio);
    sdl_window_close(&self->window);
    quit_restore();
    free(self);
    sdl_stop();
}

bool host_sdl_open(Host *host, const HostSdlDesc *desc, CwError *error)
{
    HostSdl *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return cw_error_set(error, "out of memory for the window; close other programs");
    }
    SdlWindow *window = &self->window;
    bool has_started = sdl_start(desc->allows_dummy, error);
    if (!has_started || (!try_wanted(window, desc) && !try_software(window, desc))) {
        cw_error_set(error, "can't open a window (SDL's driver %s): %s; try --headless",
                     SDL_GetCurrentVideoDriver(), sdl_reason());
        sdl_stop(); /* also after a failed start */
        free(self);
        return false;
    }
    SDL_SetWindowMinimumSize(window->window, WIDTH_MIN, HEIGHT_MIN);
    set_fullscreen(self, desc->is_fullscreen);
    SDL_ShowWindow(window->window);
    self->pointer_map.viewport = (ViewportPlace){.scale_x = 1, .scale_y = 1};
    self->paths = desc->paths;
    self->never_waits = desc->never_waits;
    self->margin_ns = MARGIN_MAX_NS;
    event_stamp_open();
    SDL_StopTextInput(); /* SDL starts with text input: input methods would take the game's keys */
    set_vsync(self, desc->has_vsync);
    handle_window_change(self);
    quit_catch();
    *host = (Host){.self = self,
                   .begin_frame = begin_frame,
                   .set_viewport = set_viewport,
                   .status = status_now,
                   .now_ns = now_ns,
                   .wait_until_ns = wait_until_ns,
                   .present = present,
                   .set_fullscreen = set_fullscreen,
                   .show_cursor = show_cursor,
                   .set_vsync = set_vsync,
                   .rumble = rumble,
                   .set_sound = set_sound,
                   .ask_for_text = ask_for_text,
                   .copy_text = copy_text,
                   .paste_text = paste_text,
                   .close = close_host};
    return true;
}

SDL_Renderer *host_sdl_renderer(const Host *host)
{
    const HostSdl *self = host->self;
    return self->window.renderer;
}
