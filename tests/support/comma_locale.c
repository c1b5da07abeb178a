#include "comma_locale.h"

#include "expect.h"
#include "temp_folder.h"

#include <locale.h>

void comma_locale_begin(void)
{
    temp_make();
    /* localedef warns that it has only this category, and exits with 1: a whole takes a second. */
    int status =
        system(textf("cd '%s'; printf 'LC_NUMERIC\\ncopy \"de_DE\"\\nEND LC_NUMERIC\\n' >numbers; "
                     "localedef -c -i ./numbers -f ISO-8859-1 ./" COMMA_LOCALE " 2>/dev/null",
                     temp_folder));
    ck_assert_int_ne(status, -1);
    setenv("LOCPATH", temp_folder, 1);
    unsetenv("LC_ALL");
    setenv("LC_NUMERIC", COMMA_LOCALE, 1);
    ck_assert_ptr_nonnull(setlocale(LC_NUMERIC, COMMA_LOCALE));
    ck_assert_str_eq(localeconv()->decimal_point, ",");
}

void comma_locale_end(void)
{
    setlocale(LC_NUMERIC, "C");
    unsetenv("LOCPATH");
    unsetenv("LC_NUMERIC");
}
