#include "host/gamepads.h"
#include "host/host_sdl.h"
#include "support/expect.h"
#include "support/temp_folder.h"

enum { EVENTS_MAX = 64 };

/* Controllers that live in this process; SDL treats them like real ones. */
static Host host;
static InputEvent events[EVENTS_MAX];
static int event_count;

static void keep_event(void *context, const InputEvent *event)
{
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

static void tear_down(void)
{
    host.close(host.self);
}

SET_UP(.tear_down = tear_down)
{
    temp_make();
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    const HostSdlDesc desc = {
        .title = "test", .width = 640, .height = 360, .renderer = "software", .allows_dummy = true};
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1"); /* without keyboard focus */
    EXPECT_OK(host_sdl_open(&host, &desc, &error));
    frame(); /* the window's own events: SDL 2.32 begins with the focus */
    frame(); /* controllers are started after the first picture */
}

static int plug_in(SDL_JoystickType type)
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

/* Plugs in a controller, runs a frame and returns the instance id that it announced. */
static SDL_JoystickID plugged_in(void)
{
    plug_in(SDL_JOYSTICK_TYPE_GAMECONTROLLER);
    frame();
    ck_assert_int_eq(event_count, 1);
    ck_assert_int_eq(events[0].type, INPUT_PAD_ADDED);
    return (SDL_JoystickID)events[0].device;
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

TEST(buttons_and_sticks_carry_the_instance_id_and_their_full_range)
{
    SDL_JoystickID id = plugged_in();
    set_button(id, SDL_CONTROLLER_BUTTON_B, 1);
    expect_event(INPUT_PAD_BUTTON, id, SDL_CONTROLLER_BUTTON_B, 1);
    set_button(id, SDL_CONTROLLER_BUTTON_B, 0);
    expect_event(INPUT_PAD_BUTTON, id, SDL_CONTROLLER_BUTTON_B, 0);
    SDL_JoystickSetVirtualAxis(SDL_JoystickFromInstanceID(id), SDL_CONTROLLER_AXIS_LEFTX, -32768);
    frame();
    expect_event(INPUT_PAD_AXIS, id, PAD_AXIS_LEFT_X, -32768);
}

TEST(a_controller_is_announced_once_and_when_it_is_unplugged_last_and_once)
{
    SDL_JoystickID id = plugged_in();
    frame();
    ck_assert_int_eq(event_count, 0);
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
    ck_assert(after != before);
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

TEST(a_device_without_a_layout_is_named_and_ignored)
{
    temp_listen();
    plug_in(SDL_JOYSTICK_TYPE_UNKNOWN);
    frame();
    expect_text(temp_said(), "gamecontrollerdb.txt");
    ck_assert_int_eq(event_count, 0);
    ck_assert_int_eq(SDL_NumJoysticks(), 1);
}

TEST(a_mapping_file_of_the_player_or_beside_the_assets_makes_it_a_controller, .rounds = 2)
{
    static Paths paths;
    char guid[GAMEPAD_GUID_BYTES];
    snprintf(_i == 0 ? paths.data : paths.player, PATH_BYTES_MAX, "%s", temp_folder);
    gamepads_mapping_guid(plug_in(SDL_JOYSTICK_TYPE_UNKNOWN), guid);
    temp_write("gamecontrollerdb.txt", textf("%s,test pad,a:b0,leftx:a0,platform:Linux,\n", guid));
    gamepads_start(&paths);
    frame();
    ck_assert_int_ge(event_count, 1);
    ck_assert_int_eq(events[0].type, INPUT_PAD_ADDED);
}

/* A mark in front, no platform as in SDL's own texts, no end of the last line, and between them
 * lines of other systems. */
static const char *const MAPPINGS[] = {
    "\xEF\xBB\xBF%s,test pad,a:b0,platform:Linux,\n", "%s,test pad,a:b0,leftx:a0",
    "# mine\r\n\r\n %s,pad,a:b0,\r\n",
    "00000000000000000000000000000001,x,a:b0,platform:Windows,\n"
    "00000000000000000000000000000002,x,a:b0,platform:Mac OS X,\n"
    "%s,pad,a:b0,platform:linux,"};

TEST(every_mapping_for_this_system_is_used_silently, .rounds = CW_ARRAY_LENGTH(MAPPINGS))
{
    char guid[GAMEPAD_GUID_BYTES];
    temp_listen();
    gamepads_mapping_guid(plug_in(SDL_JOYSTICK_TYPE_UNKNOWN), guid);
    temp_write("gamecontrollerdb.txt", textf(MAPPINGS[_i], guid));
    gamepads_load_mappings(temp_folder);
    ck_assert_str_eq(temp_said(), "");
    frame();
    ck_assert_int_ge(event_count, 1);
    ck_assert_int_eq(events[0].type, INPUT_PAD_ADDED);
}

#define SOME_GUID "030000005e0400008e02000010010000"

static const char *const NO_MAPPINGS[][2] = {
    {SOME_GUID, "it has no pair such as a:b0"},
    {SOME_GUID ",no pair", "no pair"},
    {SOME_GUID ",wrong pairs,a:q9,zz:b1,b:,x,y:b,platform:Linux,", "no pair"},
    {",,,,", "its GUID is not 32 hexadecimal digits"},
    {"03000000,short,a:b0,platform:Linux,", "32 hexadecimal digits"},
    {"gggggggggggggggggggggggggggggggg,letters,a:b0,", "32 hexadecimal digits"},
    {"0" SOME_GUID ",long,a:b0,", "32 hexadecimal digits"}};

TEST(a_line_that_is_no_mapping_is_named_with_its_reason, .rounds = CW_ARRAY_LENGTH(NO_MAPPINGS))
{
    temp_listen();
    temp_write("gamecontrollerdb.txt", textf("# mine\n%s\n", NO_MAPPINGS[_i][0]));
    gamepads_load_mappings(temp_folder);
    expect_text(temp_said(), "gamecontrollerdb.txt:2: this mapping is not used: ");
    expect_text(temp_said(), NO_MAPPINGS[_i][1]);
}

TEST(a_mapping_file_that_is_too_large_is_refused)
{
    temp_write("gamecontrollerdb.txt", "");
    ck_assert_int_eq(truncate(temp_path("gamecontrollerdb.txt"), INT64_C(5) << 30), 0);
    temp_listen();
    gamepads_load_mappings(temp_folder);
    expect_text(temp_said(), "gamecontrollerdb.txt: it is larger than 8 MiB");
}
