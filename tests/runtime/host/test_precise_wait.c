#include "host/precise_wait.h"

#include "frame/limiter.h"
#include "platform/clock.h"
#include "support/test.h"

static const int64_t MS = 1000000;

/* A clock that moves 100 ns with every reading; sleeps are late by `late_ns`. */
typedef struct VirtualClock {
    int64_t now_ns;
    int64_t late_ns;
    int64_t slept_ns;
    int sleep_count;
} VirtualClock;

static int64_t virtual_now_ns(void *self)
{
    VirtualClock *clock = self;
    return clock->now_ns += 100;
}

static void virtual_sleep_until_ns(void *self, int64_t deadline_ns)
{
    VirtualClock *clock = self;
    clock->slept_ns += deadline_ns - clock->now_ns;
    clock->now_ns = deadline_ns + clock->late_ns;
    clock->sleep_count++;
}

static PreciseWait wait_on(VirtualClock *clock)
{
    return (PreciseWait){{clock, virtual_now_ns, virtual_sleep_until_ns},
                         PRECISE_WAIT_MARGIN_MAX_NS};
}

TEST(a_wait_ends_at_its_deadline_though_sleeps_are_late)
{
    VirtualClock clock = {.late_ns = 150000};
    PreciseWait wait = wait_on(&clock);
    for (int64_t deadline_ns = 10 * MS; deadline_ns < 3000 * MS; deadline_ns += 10 * MS) {
        precise_wait_until(&wait, deadline_ns);
        ck_assert_int_ge(clock.now_ns, deadline_ns);
        ck_assert_int_le(clock.now_ns, deadline_ns + 200);
    }
}

TEST(the_spun_margin_follows_the_measured_lateness_but_not_of_sleeps_too_late_for_any, .rounds = 2)
{
    VirtualClock clock = {0};
    PreciseWait wait = wait_on(&clock);
    for (int64_t i = 1; i <= 200; i++) {
        clock.late_ns = _i == 1 && i % 3 == 0 ? 2 * MS : 60000; /* a third, on a busy machine */
        precise_wait_until(&wait, i * 10 * MS);
        ck_assert_int_le(wait.margin_ns, PRECISE_WAIT_MARGIN_MAX_NS);
    }
    ck_assert_int_ge(wait.margin_ns, 60000);
    ck_assert_int_le(wait.margin_ns, 70000);
    ck_assert(_i == 1 || clock.slept_ns >= 1940 * MS);
}

TEST(a_deadline_that_has_passed_does_not_sleep)
{
    VirtualClock clock = {.now_ns = 10 * MS};
    PreciseWait wait = wait_on(&clock);
    precise_wait_until(&wait, 9 * MS);
    precise_wait_until(&wait, -MS);
    ck_assert_int_eq(clock.sleep_count, 0);
}

static int64_t real_now_ns(void *self)
{
    return clock_now_ns();
}

static void real_sleep_until_ns(void *slept_ns, int64_t deadline_ns)
{
    *(int64_t *)slept_ns += deadline_ns - clock_now_ns();
    clock_sleep_until_ns(deadline_ns);
}

/* A frame that is due spins for a margin at most, and sleeps for the rest. */
TEST(real_waits_hold_a_rate_without_burning_the_processor)
{
    int64_t slept_ns = 0, waited_ns = 0;
    PreciseWait wait = {{&slept_ns, real_now_ns, real_sleep_until_ns}, PRECISE_WAIT_MARGIN_MAX_NS};
    Limiter limiter = {0};
    int64_t begin_ns = clock_now_ns();
    for (int frame = 0; frame <= 60; frame++) {
        int64_t now_ns = clock_now_ns(), due_ns = limiter_next_ns(&limiter, now_ns, 10 * MS);
        waited_ns += due_ns > now_ns ? due_ns - now_ns : 0;
        precise_wait_until(&wait, due_ns);
        ck_assert_int_ge(clock_now_ns(), due_ns);
    }
    ck_assert_int_ge(clock_now_ns() - begin_ns, 600 * MS);
    ck_assert_int_gt(slept_ns, waited_ns - 61 * PRECISE_WAIT_MARGIN_MAX_NS);
}
