#include "platform/locale.h"

#include <locale.h>

void *locale_plain_begin(void)
{
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0)); /* allocates nothing for "C" */
}

void locale_plain_end(void *previous)
{
    locale_t plain = uselocale(previous);
    if (plain != previous) {
        freelocale(plain);
    }
}
