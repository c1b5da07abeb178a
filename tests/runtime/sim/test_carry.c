#include "sim/carry.h"
#include "support/expect.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

typedef struct Old {
    int32_t lives;
    bool keys[2];
    double best_s;
    uint64_t coins;
} Old;
static const CwField old_fields[] = {CW_FIELD(Old, lives), CW_FIELD_ARRAY(Old, keys),
                                     CW_FIELD(Old, best_s), CW_FIELD(Old, coins)};
static const CwGameCarry OLD = {sizeof(Old), old_fields, CW_ARRAY_LENGTH(old_fields), NULL};

typedef struct New {
    double coins, gems; /* coins had another type */
    int32_t lives;
    bool keys[3];
} New;
static const CwField new_fields[] = {CW_FIELD(New, coins), CW_FIELD(New, gems),
                                     CW_FIELD(New, lives), CW_FIELD_ARRAY(New, keys)};
static const New first = {.coins = 1.5, .gems = 2, .keys = {[2] = true}};
static const CwGame game = {.carry = {sizeof(New), new_fields, 4, &first}};

static const Old old = {4, {true, false}, 1.25, 7};
static CarryForm form;

SET_UP()
{
    form = carry_write(&OLD, &old);
}

TEST(another_version_takes_values_over_by_name)
{
    bool may_rank = true;
    New now = {0};
    CarryForm adopted = carry_adopt(&game, form, &may_rank);
    carry_read(&game.carry, adopted, &now);
    ck_assert(now.coins == 1.5 && now.gems == 2 && now.lives == 4 && !may_rank);
    ck_assert(now.keys[0] && !now.keys[1] && now.keys[2]);
    ck_assert(carry_fits(&game, adopted, NULL));
    ck_assert(!carry_fits(&game, form, &error));
    ck_assert_str_eq(error.text, "keys is dropped, best_s is dropped, coins is dropped, "
                                 "coins is new, gems is new, keys is new");
    carry_free(&adopted);
}

static bool is_sound(const void *bytes, size_t size)
{
    uint8_t *exact = malloc(size + 1); /* a sanitizer sees a read behind it */
    memcpy(exact + 1, bytes, size);
    bool ok = carry_check((CarryForm){exact + 1, size}, NULL);
    free(exact);
    return ok;
}

TEST(bytes_that_are_no_carry_are_refused)
{
    Old wrong = old;
    ck_assert(is_sound(form.bytes, form.size));
    for (size_t size = 1; size < form.size; size++) {
        bool is_row = size == 15 || size == 27 || size == 47; /* behind whole rows */
        ck_assert_int_eq(is_sound(form.bytes, size), is_row ? 1 : 0);
    }
    wrong.best_s = NAN;
    CarryForm with_nan = carry_write(&OLD, &wrong);
    ck_assert(!is_sound(with_nan.bytes, with_nan.size));
    ck_assert(!is_sound("a\0\6\1\0\0\0\2", 8));        /* a bool of 2 */
    ck_assert(!is_sound("a\0\7\1\0\0\0entities", 15)); /* an entity */
    ck_assert(!is_sound("a\0\3\xff\xff\xff\xff"
                        "12345678",
                        15)); /* too many */
    carry_free(&with_nan);
}
