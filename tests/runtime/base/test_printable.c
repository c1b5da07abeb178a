#include "base/report.h"
#include "support/test.h"

TEST(characters_that_turn_text_around_are_not_printed)
{
    char text[] = "a\u202E b\u2066 c\u2069 d\u200E e\u200F f\u061C g\u00E9\u2026\u2065";
    make_printable(text);
    ck_assert_str_eq(text, "a??? b??? c??? d??? e??? f?? g\u00E9\u2026\u2065");
}
