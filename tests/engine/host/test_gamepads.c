#include "host/gamepads.h"
#include "host/host_sdl.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EVENTS_MAX = 64 };

/* Controllers that live in this process; SDL treats them like real ones. */
static Host host;
static InputEvent events[EVENTS_MAX];
static int event_count;

static void keep_event(void *context, const InputEvent *event)
{
    (void)context;
    ck_assert_int_lt(event_count, EVENTS_MAX);
    events[event_count++] = *event;
}

/* Events of the next frame replace those before. */
static void frame(void)
{
    event_count = 0;
    host.begin_frame(host.self, keep_event, NULL);
    host.present(host.self);
}

static void set_up(void)
{
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    HostSdlDesc desc = host_sdl_desc_default();
    desc.renderer = "software";
    desc.allow_dummy = true;
    desc.background_pads = true;
    CwError error = {0};
    ck_assert_msg(host_sdl_open(&host, &desc, &error), "%s", error.text);
    frame(); /* the window's own events: SDL 2.32 begins with the focus */
    frame(); /* controllers are started after the first picture */
}

static void tear_down(void)
{
    host.close(host.self);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static int plug_in_type(SDL_JoystickType type)
{
    SDL_VirtualJoystickDesc pad = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                   .type = (Uint16)type,
                                   .naxes = SDL_CONTROLLER_AXIS_MAX,
                                   .nbuttons = SDL_CONTROLLER_BUTTON_MAX,
                                   .name = "test pad"};
    int index = SDL_JoystickAttachVirtualEx(&pad);
    ck_assert_int_ge(index, 0);
    return index;
}

static int plug_in(void)
{
    return plug_in_type(SDL_JOYSTICK_TYPE_GAMECONTROLLER);
}

/* Plugs in a controller, runs a frame and returns the instance id that it announced. */
static SDL_JoystickID plugged_in(void)
{
    plug_in();
    frame();
    ck_assert_int_eq(event_count, 1);
    ck_assert_int_eq(events[0].type, INPUT_PAD_ADDED);
    return (SDL_JoystickID)events[0].device;
}

TEST(a_controller_that_comes_back_has_its_number_again)
{
    SDL_JoystickID id = plugged_in();
    int32_t make = events[0].value;
    SDL_JoystickDetachVirtual(0);
    frame();
    ck_assert_int_ne(plugged_in(), id);
    ck_assert_int_eq(events[0].value, make);
    ck_assert_int_ne(make, 0);
}

static void set_button(SDL_JoystickID id, int button, Uint8 down)
{
    SDL_JoystickSetVirtualButton(SDL_JoystickFromInstanceID(id), button, down);
    frame();
}

/* The only event of the frame. */
static void expect_event(InputEventType type, SDL_JoystickID id, int code, int value)
{
    ck_assert_int_eq(event_count, 1);
    ck_assert(events[0].type == type && events[0].device == id);
    ck_assert_int_eq(events[0].code, code);
    ck_assert_int_eq(events[0].value, value);
}

TEST(a_plugged_in_controller_is_announced_once)
{
    ck_assert_int_ge(plugged_in(), 0);
    frame();
    ck_assert_int_eq(event_count, 0);
}

TEST(buttons_carry_the_instance_id)
{
    SDL_JoystickID id = plugged_in();
    set_button(id, SDL_CONTROLLER_BUTTON_B, 1);
    expect_event(INPUT_PAD_BUTTON, id, SDL_CONTROLLER_BUTTON_B, 1);
    set_button(id, SDL_CONTROLLER_BUTTON_B, 0);
    expect_event(INPUT_PAD_BUTTON, id, SDL_CONTROLLER_BUTTON_B, 0);
}

TEST(sticks_keep_their_full_range)
{
    SDL_JoystickID id = plugged_in();
    SDL_JoystickSetVirtualAxis(SDL_JoystickFromInstanceID(id), SDL_CONTROLLER_AXIS_LEFTX, -32768);
    frame();
    expect_event(INPUT_PAD_AXIS, id, PAD_AXIS_LEFT_X, -32768);
}

TEST(an_unplugged_controller_is_announced_last_and_once)
{
    SDL_JoystickID id = plugged_in();
    set_button(id, SDL_CONTROLLER_BUTTON_A, 1);
    ck_assert_int_eq(SDL_JoystickDetachVirtual(0), 0);
    frame();
    ck_assert_int_ge(event_count, 1);
    ck_assert_int_eq(events[event_count - 1].type, INPUT_PAD_REMOVED);
    ck_assert_int_eq(events[event_count - 1].device, id);
    frame();
    ck_assert_int_eq(event_count, 0);
}

TEST(a_controller_that_comes_back_works)
{
    SDL_JoystickID before = plugged_in();
    ck_assert_int_eq(SDL_JoystickDetachVirtual(0), 0);
    frame();
    SDL_JoystickID after = plugged_in();
    ck_assert_int_ne(after, before);
    set_button(after, SDL_CONTROLLER_BUTTON_X, 1);
    expect_event(INPUT_PAD_BUTTON, after, SDL_CONTROLLER_BUTTON_X, 1);
}

TEST(indices_may_shift_while_ids_stay)
{
    SDL_JoystickID first = plugged_in();
    SDL_JoystickID second = plugged_in();
    ck_assert_int_ne(first, second);
    ck_assert_int_eq(SDL_JoystickDetachVirtual(0), 0);
    frame();
    ck_assert_int_eq(events[event_count - 1].device, first);
    set_button(second, SDL_CONTROLLER_BUTTON_Y, 1);
    expect_event(INPUT_PAD_BUTTON, second, SDL_CONTROLLER_BUTTON_Y, 1);
}

TEST(more_controllers_than_places_are_left_alone)
{
    for (int i = 0; i <= GAMEPADS_MAX; i++) {
        plug_in();
    }
    frame();
    ck_assert_int_eq(event_count, GAMEPADS_MAX);
}

/* Plugs in something that SDL has no layout for, with stderr in a file; true when the file then
 * names gamecontrollerdb.txt. */
static bool reported_unknown(void)
{
    char path[] = "/tmp/gamepads-XXXXXX";
    close(mkstemp(path));
    ck_assert_ptr_nonnull(freopen(path, "w", stderr));
    plug_in_type(SDL_JOYSTICK_TYPE_UNKNOWN);
    frame();
    fflush(stderr);
    char text[1024] = "";
    FILE *file = fopen(path, "r");
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    unlink(path);
    return size > 0 && strstr(text, "gamecontrollerdb.txt") != NULL;
}

TEST(a_device_without_a_layout_is_named_and_ignored)
{
    ck_assert(reported_unknown());
    ck_assert_int_eq(event_count, 0);
    ck_assert_int_eq(SDL_NumJoysticks(), 1);
}

static void check_mapping_file(Paths *paths, char place[PATH_BYTES_MAX])
{
    char folder[] = "/tmp/pad db XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(place, PATH_BYTES_MAX, "%s", folder);
    char guid[GAMEPAD_GUID_BYTES];
    gamepads_mapping_guid(plug_in_type(SDL_JOYSTICK_TYPE_UNKNOWN), guid);
    char path[PATH_BYTES_MAX];
    ck_assert(path_join(path, folder, "gamecontrollerdb.txt"));
    FILE *file = fopen(path, "w");
    fprintf(file, "%s,test pad,a:b0,leftx:a0,platform:Linux,\n", guid);
    fclose(file);
    gamepads_find_mappings(paths);
    frame();
    unlink(path);
    rmdir(folder);
    ck_assert_int_ge(event_count, 1);
    ck_assert_int_eq(events[0].type, INPUT_PAD_ADDED);
}

TEST(a_mapping_file_beside_the_assets_makes_it_a_controller)
{
    Paths paths = {.player = ""};
    check_mapping_file(&paths, paths.data);
}

TEST(a_mapping_file_of_the_player_makes_it_a_controller)
{
    Paths paths = {.data = ""};
    check_mapping_file(&paths, paths.player);
}
