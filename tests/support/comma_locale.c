#include "comma_locale.h"

#include "test.h"

#include <locale.h>

static char folder[] = "/tmp/clockwork-locale-XXXXXX";

void comma_locale_begin(void)
{
    char command[256];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    /* localedef warns that it has only this category, and exits with 1: a whole one takes a second.
     */
    snprintf(command, sizeof command,
             "printf 'LC_NUMERIC\\ncopy \"de_DE\"\\nEND LC_NUMERIC\\n' >%s/numbers; "
             "localedef -c -i %s/numbers -f ISO-8859-1 %s/" COMMA_LOCALE " 2>/dev/null",
             folder, folder, folder);
    ck_assert_int_ne(system(command), -1);
    setenv("LOCPATH", folder, 1);
    unsetenv("LC_ALL");
    setenv("LC_NUMERIC", COMMA_LOCALE, 1);
    ck_assert_ptr_nonnull(setlocale(LC_NUMERIC, COMMA_LOCALE));
    ck_assert_str_eq(localeconv()->decimal_point, ",");
}

void comma_locale_end(void)
{
    char command[256];
    setlocale(LC_NUMERIC, "C");
    unsetenv("LOCPATH");
    unsetenv("LC_NUMERIC");
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}
