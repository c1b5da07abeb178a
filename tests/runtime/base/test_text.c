#include "base/text.h"
#include "support/test.h"

static void check_decodes(const char *bytes, const uint32_t *letters, int count)
{
    const char *at = bytes, *end = bytes + strlen(bytes);
    for (int i = 0; i < count; i++) {
        ck_assert_uint_eq(utf8_next(&at, end), letters[i]);
    }
    ck_assert_ptr_eq(at, end);
}

TEST(utf8_decodes_every_length)
{
    check_decodes("a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80",
                  (const uint32_t[]){'a', 0xE4, 0x20AC, 0x1F600}, 4);
}

TEST(utf8_replaces_wrong_bytes)
{
    uint32_t bad = UTF8_REPLACEMENT;
    check_decodes("\xC0\x80", (const uint32_t[]){bad, bad}, 2);          /* too long a form */
    check_decodes("\xED\xA0\x80", (const uint32_t[]){bad, bad, bad}, 3); /* surrogate */
    check_decodes("\xF4\x90\x80\x80", (const uint32_t[]){bad, bad, bad, bad}, 4); /* too high */
    check_decodes("\x80z", (const uint32_t[]){bad, 'z'}, 2);
    check_decodes("\xE2\x82", (const uint32_t[]){bad, bad}, 2); /* cut off */
}
