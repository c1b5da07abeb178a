#include "comma_locale.h"

#include "test.h"

#include <locale.h>

static char folder[] = "/tmp/clockwork-locale-XXXXXX";

void comma_locale_begin(void)
{
    char command[256];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command, "localedef -i de_DE -f ISO-8859-1 %s/" COMMA_LOCALE, folder);
    ck_assert_msg(system(command) == 0, "localedef failed");
    setenv("LOCPATH", folder, 1);
    setenv("LC_ALL", COMMA_LOCALE, 1);
    ck_assert_ptr_nonnull(setlocale(LC_ALL, COMMA_LOCALE));
    ck_assert_str_eq(localeconv()->decimal_point, ",");
}

void comma_locale_end(void)
{
    char command[256];
    setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
    unsetenv("LC_ALL");
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}
