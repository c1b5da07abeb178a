#include "host/bindings.h"

#include "support/expect.h"

#include <SDL.h>

static Binding bindings[BINDING_MAX];
static int count;

static bool parse(const char *text)
{
    return bindings_parse(text, bindings, BINDING_MAX, &count, &error);
}

/* The only binding of a text with one word. */
static Binding parse_one(const char *text)
{
    EXPECT_OK(parse(text));
    ck_assert_int_eq(count, 1);
    return bindings[0];
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
    ck_assert(parse("") && count == 0);
    ck_assert(parse(" \t ") && count == 0);
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

static void expect_pad_word(const char *name, const char *half, Binding expected)
{
    const char *word = textf("pad:%s%s", name, half);
    Binding binding = parse_one(word);
    ck_assert_msg(binding.source == expected.source && binding.code == expected.code &&
                      binding.sign == expected.sign,
                  "%s is source %d, code %d, sign %d", word, binding.source, binding.code,
                  binding.sign);
}

TEST(every_button_and_axis_of_a_controller_can_be_written)
{
    for (int i = 0; i < SDL_CONTROLLER_BUTTON_MAX; i++) {
        const char *name = SDL_GameControllerGetStringForButton((SDL_GameControllerButton)i);
        expect_pad_word(name, "", (Binding){.source = BINDING_PAD_BUTTON, .code = i});
    }
    for (int i = 0; i < SDL_CONTROLLER_AXIS_MAX; i++) {
        bool stick = i < SDL_CONTROLLER_AXIS_TRIGGERLEFT;
        const char *name = SDL_GameControllerGetStringForAxis((SDL_GameControllerAxis)i);
        Binding expected = {.source = BINDING_PAD_AXIS, .code = i, .sign = stick ? -1 : 1};
        expect_pad_word(name, stick ? "-" : "", expected);
    }
}

TEST(case_does_not_matter_and_touch_zones_are_in_percent)
{
    ck_assert_int_eq(parse_one("KEY:left_shift").code, SDL_SCANCODE_LSHIFT);
    ck_assert_int_eq(parse_one("Mouse:Right").code, SDL_BUTTON_RIGHT);
    ck_assert_int_eq(parse_one("pad:LeftX+").sign, 1);
    TouchZone zone = parse_one("touch:5-50/0-100").zone;
    ck_assert(zone.x0_percent == 5 && zone.x1_percent == 50);
    ck_assert(zone.y0_percent == 0 && zone.y1_percent == 100);
}

TEST(a_bad_word_is_refused_with_what_it_might_be)
{
    static const struct {
        const char *words[12], *message; /* a part of it */
    } cases[] = {
        {{"touch:0-101/0-100", "touch:50-50/0-100", "touch:60-50/0-100", "touch:0-100",
          "touch:0-100/0", "touch:0-100/0-100x", "touch:-5-100/0-100", "touch:a-b/c-d", "touch:/",
          "touch:0-100/0-", "touch:0.5-100/0-90", "touch:0-99999999999/0-9"},
         "touch:50-100/0-100"},
        {{"key:Rigt", "key:left_shft", "key:\xc3\xa4"}, "\"key:Left_Shift\""},
        {{"key:Rigt"}, "\"key:Rigt\""},
        {{"pad:jump", "pad:+leftx", "pad:-", "pad:leftx", "pad:lefttrigger-"},
         "dpup dpdown dpleft dpright misc1 paddle1 paddle2 paddle3 paddle4 touchpad and the axes "
         "lefttrigger righttrigger leftx+"},
        {{"mouse:wheel"}, "middle"},
        {{"Right", "key:", "joy:1", ":", "key", "touch:", "pad: a"}, "touch:X0-X1/Y0-Y1"},
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        for (int k = 0; k < 12 && cases[i].words[k] != NULL; k++) {
            EXPECT_REFUSED(parse(cases[i].words[k]), cases[i].message);
        }
    }
}

TEST(too_many_words_and_words_too_long_are_refused)
{
    ck_assert(parse("key:A key:B key:C key:D key:E key:F key:G key:H"));
    EXPECT_REFUSED(parse("key:A key:B key:C key:D key:E key:F key:G key:H key:I"), "\"key:I\"");
    ck_assert_int_eq(count, BINDING_MAX);
    static char long_word[10000];
    memset(long_word, 'k', sizeof long_word - 1);
    EXPECT_REFUSED(parse(long_word), "too long");
}
