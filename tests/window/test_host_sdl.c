#include "host/host_sdl.h"

#include "support/expect.h"
#include "support/xvfb.h"

#include <time.h>

enum { WINDOW_HOST_EVENTS_MAX = 256 };

#define WINDOW_PATIENCE_NS INT64_C(120000000000)
static const int64_t SECOND_NS = 1000000000;

/* The host and what it sent. A test opens it, with `desc` changed if it likes. */
static struct {
    Host host;
    HostSdlDesc desc;
    InputEvent events[WINDOW_HOST_EVENTS_MAX];
    int event_count;
    char typed[256]; /* text of its INPUT_TEXT, joined */
} window_host;

#define STATUS(name, condition)                                                                    \
    static bool name(HostStatus now)                                                               \
    {                                                                                              \
        return condition;                                                                          \
    }
STATUS(is_focused, now.is_focused)
STATUS(is_exposed, now.is_exposed)
STATUS(is_quiet, !now.is_exposed)
STATUS(is_fullscreen, now.is_fullscreen)
STATUS(is_windowed, !now.is_fullscreen)

static void keep_event(void *context, const InputEvent *event)
{
    (void)context;
    size_t length = strlen(window_host.typed);
    if (event->type == INPUT_TEXT) {
        snprintf(window_host.typed + length, sizeof window_host.typed - length, "%s", event->text);
    }
    if (window_host.event_count < WINDOW_HOST_EVENTS_MAX) {
        window_host.events[window_host.event_count++] = *event;
    }
}

static void window_host_tear_down(void)
{
    if (window_host.host.close != NULL) {
        window_host.host.close(window_host.host.self);
    }
}

SET_UP(.prepare = xvfb_start, .tear_down = window_host_tear_down, .timeout_s = 600)
{
    window_host.desc =
        (HostSdlDesc){.title = "host test", .renderer = "software", .width = 640, .height = 360};
}

static void window_host_open(void)
{
    EXPECT_OK(host_sdl_open(&window_host.host, &window_host.desc, &error));
}

/* A frame of about 5 ms. Its events are added to those before. */
static void window_host_frame(void)
{
    Host *host = &window_host.host;
    host->begin_frame(host->self, keep_event, NULL);
    SDL_RenderClear(host_sdl_renderer(host));
    host->present(host->self);
    host->wait_until_ns(host->self, host->now_ns(host->self) + SECOND_NS / 200, HOST_WAIT_EXACT);
}

static HostStatus window_host_status(void)
{
    return window_host.host.status(window_host.host.self);
}

/* Runs frames until the status is as it should be. */
static bool window_host_becomes(bool (*condition)(HostStatus status))
{
    Host *host = &window_host.host;
    int64_t end_ns = host->now_ns(host->self) + WINDOW_PATIENCE_NS;
    do {
        window_host_frame();
    } while (!condition(window_host_status()) && host->now_ns(host->self) < end_ns);
    return condition(window_host_status());
}

/* Opens it, gives it the keyboard and forgets the events so far. */
static void window_host_open_focused(void)
{
    window_host_open();
    ck_assert(xvfb_xdotool("search --sync --name 'host test' windowfocus"));
    ck_assert(window_host_becomes(is_focused));
    window_host.event_count = 0;
}

/* SDL's name of the renderer that was opened. */
static const char *driver(void)
{
    SDL_RendererInfo info;
    ck_assert_int_eq(SDL_GetRendererInfo(host_sdl_renderer(&window_host.host), &info), 0);
    return info.name;
}

TEST(controllers_are_searched_for_after_the_first_picture)
{
    window_host_open();
    ck_assert_int_eq((int)SDL_WasInit(SDL_INIT_GAMECONTROLLER), 0);
    window_host_frame();
    ck_assert_int_eq((int)SDL_WasInit(SDL_INIT_GAMECONTROLLER), 0);
    window_host_frame();
    ck_assert_int_ne((int)SDL_WasInit(SDL_INIT_GAMECONTROLLER), 0);
}

TEST(a_window_opens_with_its_size)
{
    window_host_open();
    window_host_frame();
    HostStatus now = window_host_status();
    ck_assert(now.width_px == 640 && now.height_px == 360);
    ck_assert_double_ge(now.refresh_hz, 0.0);
    ck_assert(!now.must_quit && !now.is_minimised);
    ck_assert_str_eq(driver(), "software");
    ck_assert_ptr_nonnull(host_sdl_renderer(&window_host.host));
}

TEST(the_software_renderer_leaves_pacing_to_the_limiter)
{
    window_host_open();
    ck_assert(!window_host_status().is_paced_by_display);
    window_host.host.set_vsync(window_host.host.self, true);
    ck_assert(!window_host_status().is_paced_by_display);
    const Host *host = &window_host.host;
    int64_t end_ns = host->now_ns(host->self) + WINDOW_PATIENCE_NS, took_ns = INT64_MAX;
    while (took_ns > 16000000) { /* what SDL takes for each where it imitates vsync */
        int64_t begin_ns = host->now_ns(host->self);
        ck_assert_int_lt(begin_ns, end_ns);
        for (int i = 0; i < 4; i++) {
            host->present(host->self);
        }
        took_ns = host->now_ns(host->self) - begin_ns;
    }
}

TEST(exact_waits_end_at_their_deadlines_and_leave_the_processor_free)
{
    window_host_open();
    const Host *host = &window_host.host;
    int64_t begin_ns = host->now_ns(host->self), due_ns = begin_ns;
    clock_t worked = clock();
    for (int i = 0; i < 60; i++) {
        due_ns += SECOND_NS / 100;
        host->wait_until_ns(host->self, due_ns, HOST_WAIT_EXACT);
        ck_assert_int_ge(host->now_ns(host->self), due_ns);
    }
    worked = clock() - worked;
    ck_assert_int_lt(worked, CLOCKS_PER_SEC * 60 / 100 / 4); /* spins half a millisecond at most */
    host->wait_until_ns(host->self, begin_ns, HOST_WAIT_EXACT);
}

TEST(opengl_is_taken_when_named_and_imitated_vsync_is_refused)
{
    xvfb_forgive_driver_leaks();
    window_host.desc.renderer = "opengl";
    window_host.desc.has_vsync = true;
    window_host_open();
    ck_assert_str_eq(driver(), "opengl");
    window_host_frame();
    ck_assert(!window_host_status().is_paced_by_display);
}

TEST(auto_and_a_refused_renderer_mean_software, .rounds = 2)
{
    window_host.desc.renderer = _i == 0 ? "auto" : "glide";
    window_host_open();
    ck_assert_str_eq(driver(), "software");
    window_host_frame();
}

TEST(a_window_that_was_covered_reports_that_its_picture_may_be_gone)
{
    window_host_open_focused();
    ck_assert(window_host_becomes(is_quiet));
    SDL_Window *cover = SDL_CreateWindow("cover", 0, 0, 640, 360, 0);
    ck_assert_ptr_nonnull(cover);
    for (int i = 0; i < 20; i++) {
        window_host_frame();
    }
    ck_assert(window_host_becomes(is_quiet));
    SDL_DestroyWindow(cover);
    ck_assert(window_host_becomes(is_exposed));
    ck_assert(window_host_becomes(is_quiet));
}

TEST(a_hidden_window_asks_the_limiter_to_pace)
{
    window_host_open();
    SDL_HideWindow(SDL_RenderGetWindow(host_sdl_renderer(&window_host.host)));
    window_host_frame();
    ck_assert(window_host_status().is_minimised);
    ck_assert(!window_host_status().is_paced_by_display);
    SDL_ShowWindow(SDL_RenderGetWindow(host_sdl_renderer(&window_host.host)));
    window_host_frame();
    ck_assert(!window_host_status().is_minimised);
}

TEST(a_lost_device_is_reported_for_one_frame, .rounds = 2)
{
    window_host_open();
    SDL_PushEvent(
        &(SDL_Event){.type = _i == 0 ? SDL_RENDER_DEVICE_RESET : SDL_RENDER_TARGETS_RESET});
    window_host_frame();
    ck_assert(window_host_status().has_lost_textures);
    window_host_frame();
    ck_assert(!window_host_status().has_lost_textures);
}

TEST(without_an_x_server_there_is_none_and_opening_says_so)
{
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    ck_assert(!sdl_has_display());
    sdl_stop();
    EXPECT_REFUSED(host_sdl_open(&window_host.host, &window_host.desc, &error), "--headless");
}

static int count_events(InputEventType type, int code)
{
    int count = 0;
    for (int i = 0; i < window_host.event_count; i++) {
        const InputEvent *event = &window_host.events[i];
        count += event->type == type && event->code == code;
    }
    return count;
}

/* Runs frames until such events were heard so often; gives up as window_host_becomes does. */
static bool heard(InputEventType type, int code, int count)
{
    const Host *host = &window_host.host;
    int64_t end_ns = host->now_ns(host->self) + WINDOW_PATIENCE_NS;
    while (count_events(type, code) < count && host->now_ns(host->self) < end_ns) {
        window_host_frame();
    }
    return count_events(type, code) >= count;
}

TEST(a_held_key_makes_one_edge_and_marked_repeats)
{
    window_host_open_focused();
    ck_assert(xvfb_xdotool("keydown Left"));
    ck_assert(heard(INPUT_KEY, SDL_SCANCODE_LEFT, 4));
    ck_assert(xvfb_xdotool("keyup Left"));
    int edges = 0;
    for (int i = 0; i < window_host.event_count; i++) {
        const InputEvent *event = &window_host.events[i];
        edges += event->type == INPUT_KEY && event->value == 1 && !event->is_repeat;
    }
    ck_assert_int_eq(edges, 1);
    ck_assert(window_host.events[1].is_repeat);
}

static void push_key(SDL_Scancode code, bool pressed, bool repeat)
{
    SDL_Event event = {.key = {.type = pressed ? SDL_KEYDOWN : SDL_KEYUP,
                               .state = pressed ? SDL_PRESSED : SDL_RELEASED,
                               .repeat = repeat,
                               .keysym = {.scancode = code}}};
    ck_assert_int_eq(SDL_PushEvent(&event), 1);
}

TEST(a_held_f11_toggles_once_and_is_not_heard)
{
    window_host_open_focused();
    push_key(SDL_SCANCODE_F11, true, false);
    push_key(SDL_SCANCODE_F11, true, true);
    push_key(SDL_SCANCODE_F11, true, true);
    push_key(SDL_SCANCODE_F11, false, false);
    push_key(SDL_SCANCODE_RETURN, true, false);
    ck_assert(window_host_becomes(is_fullscreen));
    ck_assert(heard(INPUT_KEY, SDL_SCANCODE_RETURN, 1));
    ck_assert_int_eq(count_events(INPUT_KEY, SDL_SCANCODE_F11), 1); /* the release */
    push_key(SDL_SCANCODE_F11, true, false);
    ck_assert(window_host_becomes(is_windowed));
}

/* The text that xdotool typed, once Return was heard too. */
static const char *typed(const char *keys)
{
    window_host.typed[0] = '\0';
    window_host.event_count = 0;
    ck_assert(xvfb_xdotool(keys));
    ck_assert(heard(INPUT_KEY, SDL_SCANCODE_RETURN, 2));
    return window_host.typed;
}

TEST(text_is_typed_while_it_is_asked_for)
{
    Host *host = &window_host.host;
    /* Letters that the keyboard's layout lacks can't be typed reliably. */
    ck_assert_msg(system("setxkbmap de") == 0, "setxkbmap, which comes with Xvfb, does not work");
    window_host_open_focused();
    ck_assert_str_eq(typed("key a Return"), "");
    host->ask_for_text(host->self, &(CwViewRect){10, 20, 100, 16});
    ck_assert_str_eq(typed("key shift+a b space adiaeresis shift+ssharp Return"), "Ab \xC3\xA4?");
    ck_assert_str_eq(typed("key BackSpace Escape ctrl+v Return"), "");
    host->ask_for_text(host->self, NULL);
    ck_assert_str_eq(typed("key a Return"), "");
}

TEST(the_clipboard_is_the_desktop_s_and_cut_where_it_is_too_long)
{
    char text[8];
    Host *host = &window_host.host;
    window_host_open();
    host->copy_text(host->self, "gr\303\274\303\237e an alle");
    host->paste_text(host->self, text, sizeof text);
    ck_assert_str_eq(text, "gr\303\274\303\237e");
    char *all = SDL_GetClipboardText();
    ck_assert_str_eq(all, "gr\303\274\303\237e an alle");
    SDL_free(all);
}

TEST(a_dropped_file_is_an_event_with_its_path)
{
    window_host_open();
    SDL_Event drop = {.drop = {.type = SDL_DROPFILE, .file = SDL_strdup("/a/run.cwr")}};
    ck_assert_int_eq(SDL_EventState(SDL_DROPFILE, SDL_QUERY), SDL_ENABLE);
    ck_assert_int_eq(SDL_PushEvent(&drop), 1);
    window_host_frame();
    ck_assert(heard(INPUT_FILE, 0, 1));
}
