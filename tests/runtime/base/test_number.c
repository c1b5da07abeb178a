#include "base/number.h"
#include "clockwork/base.h"
#include "platform/locale.h"
#include "support/comma_locale.h"
#include "support/test.h"

static const struct {
    double number;
    int decimals;
    const char *text;
} rows[] = {{0.0625, 3, "0.063"},   {-0.0625, 3, "-0.063"}, {0.0078125, 6, "0.007813"},
            {-1e-9, 6, "0.000000"}, {-2.5, 0, "-3"},        {1.0 / 3, 12, "0.333333333333"}};

TEST(rounded_numbers_are_printed_with_a_point_until_the_locale_is_back, .needs = &package_locales)
{
    char text[NUMBER_TEXT_MAX];
    comma_locale_begin();
    void *previous = locale_plain_begin();
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        double rounded = number_round(rows[i].number, rows[i].decimals);
        snprintf(text, sizeof text, "%.*f", rows[i].decimals, rounded);
        ck_assert_str_eq(text, rows[i].text);
    }
    locale_plain_end(previous);
    snprintf(text, sizeof text, "%.1f", 0.5);
    comma_locale_end();
    ck_assert_str_eq(text, "0,5");
}

TEST(a_number_reads_and_prints_to_the_last_bit_in_every_locale, .needs = &package_locales)
{
    static const struct {
        const char *text;
        double number;
        const char *printed;
    } numbers[] = {{"0.1", 0x1.999999999999ap-4, "0.1"},
                   {".30000000000000004", 0x1.3333333333334p-2, "0.30000000000000004"},
                   {"1e23", 0x1.52d02c7e14af6p+76, "1e+23"},
                   {"9007199254740993", 0x1p+53, "9007199254740992"},
                   {"1.00000000000000011102230246251565404236316680908203125", 1, "1"},
                   {"1.000000000000000111022302462515654042363166809082031251",
                    0x1.0000000000001p+0, "1.0000000000000002"},
                   {"2.2250738585072011e-308", 0x0.fffffffffffffp-1022, "2.225073858507201e-308"},
                   {"2.4703282292062328e-324", 0x1p-1074, "5e-324"},
                   {"2.4703282292062327e-324", 0, "0"},
                   {"1.7976931348623158e308", 0x1.fffffffffffffp+1023, "1.7976931348623157e+308"},
                   {"123456789012345", 123456789012345, "123456789012345"},
                   {"-0", -0.0, "-0"},
                   {"-1.5e-5", -1.5e-5, "-1.5e-05"}};
    comma_locale_begin();
    for (size_t i = 0; i < CW_ARRAY_LENGTH(numbers); i++) {
        double number = NAN;
        char printed[NUMBER_TEXT_MAX];
        bool read = number_parse(numbers[i].text, &number);
        number_print(numbers[i].number, printed);
        ck_assert_msg(read && memcmp(&number, &numbers[i].number, sizeof number) == 0, "%s: %a",
                      numbers[i].text, number);
        ck_assert_str_eq(printed, numbers[i].printed);
    }
    comma_locale_end();
}

TEST(a_quantile_is_the_number_nearest_in_place)
{
    double numbers[] = {4, -1, 3, 2, 2.5};
    ck_assert_double_eq(stats_quantile(numbers, 5, 0.5), 2.5);
    ck_assert_double_eq(stats_quantile(numbers, 5, 0), -1);
    ck_assert_double_eq(stats_quantile(numbers, 5, 0.99), 4);
    ck_assert_double_eq(stats_quantile(numbers, 4, 0.5), 2.5); /* the upper of two */
    ck_assert_double_eq(stats_quantile(numbers, 0, 0.5), 0);
}
