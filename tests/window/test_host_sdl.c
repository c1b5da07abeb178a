#include "host/host_sdl.h"

#include "host/sdl_start.h"
#include "support/test.h"
#include "support/window_host.h"
#include "support/xvfb.h"

#include <stdlib.h>
#include <string.h>

static bool is_resized(HostStatus now)
{
    return now.resized && now.width_px == 800 && now.height_px == 500;
}

/* SDL's name of the renderer that was opened. */
static const char *driver(void)
{
    SDL_RendererInfo info;
    ck_assert_int_eq(SDL_GetRendererInfo(host_sdl_renderer(&window_host.host), &info), 0);
    return info.name;
}

FIXTURE(.prepare = xvfb_start, .set_up = window_host_set_up, .tear_down = window_host_tear_down);

TEST(a_window_opens_with_its_size)
{
    window_host_open();
    window_host_frame();
    ck_assert_int_eq(window_host_status().width_px, 640);
    ck_assert_int_eq(window_host_status().height_px, 360);
    ck_assert_double_ge(window_host_status().refresh_hz, 0.0);
    ck_assert(!window_host_status().quit);
    ck_assert(!window_host_status().minimised);
    ck_assert_str_eq(driver(), "software");
    ck_assert_ptr_nonnull(host_sdl_renderer(&window_host.host));
}

TEST(the_software_renderer_leaves_pacing_to_the_limiter)
{
    window_host_open();
    ck_assert(!window_host_status().paced_by_display);
    window_host.host.set_vsync(window_host.host.self, true);
    ck_assert(!window_host_status().paced_by_display);
    int64_t begin_ns = window_host.host.now_ns(window_host.host.self);
    for (int i = 0; i < 10; i++) {
        window_host.host.present(window_host.host.self);
    }
    ck_assert_int_lt(window_host.host.now_ns(window_host.host.self) - begin_ns,
                     125000000); /* SDL would imitate vsync with 16 ms each */
}

TEST(opengl_is_taken_when_named_and_imitated_vsync_is_refused)
{
    xvfb_forgive_driver_leaks();
    window_host.desc.renderer = "opengl";
    window_host_open();
    ck_assert_str_eq(driver(), "opengl");
    window_host_frame();
    ck_assert(!window_host_status().paced_by_display);
}

TEST(auto_does_not_draw_through_a_software_opengl)
{
    window_host.desc.renderer = "auto";
    window_host_open();
    ck_assert_str_eq(driver(), "software");
    window_host_frame();
}

TEST(a_refused_renderer_falls_back_to_software)
{
    window_host.desc.renderer = "glide";
    window_host_open();
    ck_assert_str_eq(driver(), "software");
    window_host_frame();
}

TEST(a_resized_window_says_so_for_one_frame)
{
    window_host_open_focused();
    ck_assert(xvfb_xdotool("search --name 'host test' windowsize 800 500"));
    ck_assert(window_host_becomes(is_resized));
    window_host_frame();
    ck_assert(!window_host_status().resized);
}

TEST(a_hidden_window_asks_the_limiter_to_pace)
{
    window_host_open();
    SDL_HideWindow(SDL_RenderGetWindow(host_sdl_renderer(&window_host.host)));
    window_host_frame();
    ck_assert(window_host_status().minimised);
    ck_assert(!window_host_status().paced_by_display);
    SDL_ShowWindow(SDL_RenderGetWindow(host_sdl_renderer(&window_host.host)));
    window_host_frame();
    ck_assert(!window_host_status().minimised);
}

TEST(a_lost_device_is_told_for_one_frame)
{
    window_host_open();
    SDL_Event lost[] = {{.type = SDL_RENDER_DEVICE_RESET}, {.type = SDL_RENDER_TARGETS_RESET}};
    SDL_PushEvent(&lost[0]);
    SDL_PushEvent(&lost[1]);
    window_host_frame();
    ck_assert(window_host_status().device_lost && window_host_status().targets_lost);
    window_host_frame();
    ck_assert(!window_host_status().device_lost && !window_host_status().targets_lost);
}

TEST(a_closed_host_can_be_opened_again)
{
    window_host_open();
    window_host.host.close(window_host.host.self);
    window_host_open();
    window_host_frame();
    ck_assert(!window_host_status().quit);
}

TEST(an_x_server_is_a_display)
{
    ck_assert(sdl_has_display());
    sdl_stop();
}

TEST(without_an_x_server_there_is_none_and_opening_says_so)
{
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    ck_assert(!sdl_has_display());
    sdl_stop();
    CwError error = {0};
    ck_assert(!host_sdl_open(&window_host.host, &window_host.desc, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "--headless"));
}
