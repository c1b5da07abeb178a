#include "base/number.h"
#include "clockwork/base.h"
#include "support/comma_locale.h"
#include "support/test.h"

#include <stdio.h>

static const struct {
    double number;
    int decimals;
    const char *text;
} rows[] = {{0.0625, 3, "0.063"},   {-0.0625, 3, "-0.063"}, {0.0078125, 6, "0.007813"},
            {-1e-9, 6, "0.000000"}, {-2.5, 0, "-3"},        {1.0 / 3, 12, "0.333333333333"}};

TEST(rounded_numbers_are_printed_with_a_point_until_the_locale_is_back)
{
    char text[NUMBER_TEXT_MAX];
    comma_locale_begin();
    locale_t previous = number_locale_begin();
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        double rounded = number_round(rows[i].number, rows[i].decimals);
        snprintf(text, sizeof text, "%.*f", rows[i].decimals, rounded);
        ck_assert_str_eq(text, rows[i].text);
    }
    number_locale_end(previous);
    snprintf(text, sizeof text, "%.1f", 0.5);
    comma_locale_end();
    ck_assert_str_eq(text, "0,5");
}
