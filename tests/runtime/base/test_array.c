#include "base/array.h"
#include "support/expect.h"

typedef struct Item {
    uint32_t key;
    char text[140];
} Item;

static size_t compared;

static int by_key(const void *x, const void *y)
{
    const Item *a = x, *b = y;
    compared++;
    return (a->key > b->key) - (a->key < b->key);
}

/* Sorts the numbers below `count`, from any order, and looks whether they are in order then. */
static void expect_order(uint32_t count)
{
    CwRng rng = seeded_rng(count, 1);
    Item *items = calloc(count + 1, sizeof *items);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = cw_rng_below(&rng, i + 1);
        items[i] = items[at];
        items[at] = (Item){.key = i, .text = {[139] = (char)i}};
    }
    compared = 0;
    sort_in_place(items, count, sizeof *items, by_key);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_uint_eq(items[i].key, i);
        ck_assert_int_eq(items[i].text[139], (char)i);
    }
    free(items);
}

static const uint32_t counts[] = {0, 1, 2, 3, 4, 5, 58, 702, 4000};

TEST(every_count_comes_in_order, .rounds = CW_ARRAY_LENGTH(counts))
{
    expect_order(counts[_i]);
}

TEST(ten_times_as_many_take_little_more_than_ten_times_as_long)
{
    expect_order(10000);
    size_t few = compared;
    expect_order(100000);
    ck_assert_uint_lt(compared, 14 * few);
}
