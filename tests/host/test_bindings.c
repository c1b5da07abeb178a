#include "host/bindings.h"

#include "input/input_event.h"
#include "support/test.h"

#include <SDL.h>
#include <string.h>

static Binding bindings[BINDING_MAX];
static int count;
static CwError error;

static bool parse(const char *text)
{
    error = (CwError){0};
    return bindings_parse(text, bindings, BINDING_MAX, &count, &error);
}

/* The only binding of a text with one word. */
static Binding parse_one(const char *text)
{
    bool parsed = parse(text);
    ck_assert_msg(parsed, "%s", error.text);
    ck_assert_int_eq(count, 1);
    return bindings[0];
}

static void expect_refused(const char *text, const char *part_of_message)
{
    ck_assert_msg(!parse(text), "accepted %s", text);
    ck_assert_msg(strstr(error.text, part_of_message) != NULL, "%s", error.text);
}

TEST(a_line_of_words_is_read_in_order)
{
    ck_assert(parse("  key:Right key:D\tpad:righttrigger pad:leftx+ mouse:left "
                    "touch:50-100/25-75 "));
    ck_assert_int_eq(count, 6);
    const BindingSource sources[] = {BINDING_KEY,      BINDING_KEY,   BINDING_PAD_AXIS,
                                     BINDING_PAD_AXIS, BINDING_MOUSE, BINDING_TOUCH};
    for (int i = 0; i < count; i++) {
        ck_assert_int_eq(bindings[i].source, sources[i]);
    }
    ck_assert_int_eq(bindings[1].code, SDL_SCANCODE_D);
}

TEST(no_words_are_no_bindings)
{
    ck_assert(parse(""));
    ck_assert_int_eq(count, 0);
    ck_assert(parse(" \t "));
    ck_assert_int_eq(count, 0);
}

TEST(every_key_of_sdl_can_be_written)
{
    for (int code = 1; code < SDL_NUM_SCANCODES; code++) {
        const char *name = SDL_GetScancodeName((SDL_Scancode)code);
        if (name[0] == '\0') {
            continue;
        }
        char word[64];
        SDL_snprintf(word, sizeof word, "key:%s", name);
        for (char *c = word; *c != '\0'; c++) {
            *c = *c == ' ' ? '_' : *c;
        }
        Binding binding = parse_one(word);
        ck_assert_str_eq(SDL_GetScancodeName((SDL_Scancode)binding.code), name);
    }
}

TEST(every_button_and_axis_of_a_controller_can_be_written)
{
    for (int button = 0; button < SDL_CONTROLLER_BUTTON_MAX; button++) {
        char word[64] = "pad:";
        SDL_strlcat(word, SDL_GameControllerGetStringForButton((SDL_GameControllerButton)button),
                    sizeof word);
        Binding binding = parse_one(word);
        ck_assert_int_eq(binding.source, BINDING_PAD_BUTTON);
        ck_assert_int_eq(binding.code, button);
    }
    for (int axis = 0; axis < SDL_CONTROLLER_AXIS_MAX; axis++) {
        char word[64] = "pad:";
        SDL_strlcat(word, SDL_GameControllerGetStringForAxis((SDL_GameControllerAxis)axis),
                    sizeof word);
        SDL_strlcat(word, axis < SDL_CONTROLLER_AXIS_TRIGGERLEFT ? "-" : "", sizeof word);
        Binding binding = parse_one(word);
        ck_assert_int_eq(binding.source, BINDING_PAD_AXIS);
        ck_assert_int_eq(binding.code, axis);
        ck_assert_int_eq(binding.sign, axis < SDL_CONTROLLER_AXIS_TRIGGERLEFT ? -1 : 1);
    }
}

TEST(case_does_not_matter)
{
    ck_assert_int_eq(parse_one("KEY:left_shift").code, SDL_SCANCODE_LSHIFT);
    ck_assert_int_eq(parse_one("Mouse:Right").code, SDL_BUTTON_RIGHT);
    ck_assert_int_eq(parse_one("pad:LeftX+").sign, 1);
}

TEST(a_touch_zone_is_in_percent)
{
    TouchZone zone = parse_one("touch:5-50/0-100").zone;
    ck_assert_int_eq(zone.x0_percent, 5);
    ck_assert_int_eq(zone.x1_percent, 50);
    ck_assert_int_eq(zone.y0_percent, 0);
    ck_assert_int_eq(zone.y1_percent, 100);
}

TEST(a_bad_touch_zone_is_refused)
{
    const char *const bad[] = {
        "touch:0-101/0-100", "touch:50-50/0-100",  "touch:60-50/0-100",  "touch:0-100",
        "touch:0-100/0",     "touch:0-100/0-100x", "touch:-5-100/0-100", "touch:a-b/c-d",
        "touch:/",           "touch:0-100/0-",     "touch:0.5-100/0-90", "touch:0-99999999999/0-9"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(bad); i++) {
        expect_refused(bad[i], "touch:50-100/0-100");
    }
}

TEST(a_wrong_key_gets_the_nearest_name)
{
    expect_refused("key:Rigt", "\"key:Rigt\"");
    expect_refused("key:Rigt", "\"key:Right\"");
    expect_refused("key:left_shft", "\"key:Left_Shift\"");
    expect_refused("key:\xc3\xa4", "\"key:Left_Shift\"");
}

TEST(a_wrong_button_gets_the_list_of_what_there_is)
{
    expect_refused("pad:jump", "dpup");
    expect_refused("pad:jump", "lefttrigger");
    expect_refused("pad:+leftx", "leftx+");
    expect_refused("pad:-", "leftx+");
    expect_refused("mouse:wheel", "middle");
}

TEST(the_half_of_an_axis_is_asked_for_where_it_matters)
{
    expect_refused("pad:leftx", "\"pad:leftx+\"");
    expect_refused("pad:lefttrigger-", "\"pad:lefttrigger\"");
}

TEST(other_words_are_refused_with_the_four_kinds)
{
    const char *const bad[] = {"Right", "key:", "joy:1", ":", "key", "touch:", "pad: a"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(bad); i++) {
        expect_refused(bad[i], "touch:X0-X1/Y0-Y1");
    }
}

TEST(a_bad_word_leaves_those_before_it)
{
    ck_assert(!parse("key:A key:B nonsense key:C"));
    ck_assert_int_eq(count, 2);
}

TEST(too_many_words_and_words_too_long_are_refused)
{
    ck_assert(parse("key:A key:B key:C key:D key:E key:F key:G key:H"));
    expect_refused("key:A key:B key:C key:D key:E key:F key:G key:H key:I", "\"key:I\"");
    ck_assert_int_eq(count, BINDING_MAX);
    static char long_word[10000];
    memset(long_word, 'k', sizeof long_word - 1);
    expect_refused(long_word, "too long");
}
