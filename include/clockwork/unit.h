/* Checks how each translation unit was compiled. base.h includes it, so every file of a game does.
 *
 * A replay is exact only if every file rounds alike, whatever compiler made it. Some flags let a
 * compiler change results: fuse a multiplication with an addition, reorder sums, or replace calls
 * of sin and pow. The finished object file does not show which flags made it. So each unit contains
 * a small probe, compiled with the unit's own flags, and registers it before main. If a probe
 * fails, the program stops at start and names the file. Games call nothing in this header. */
#pragma once

#include <math.h>

/* In C++ all calls keep C's names for the linker. */
#ifdef __cplusplus
#define CW_C_BEGIN extern "C" {
#define CW_C_END }
#else
#define CW_C_BEGIN
#define CW_C_END
#endif

#if defined(__FAST_MATH__) || (defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0)
#error "Clockwork replays bit for bit: build for SSE2 and without -ffast-math"
#endif

CW_C_BEGIN

/* What a unit's flags allow the compiler to do. */
typedef enum CwUnitFault {
    CW_UNIT_CONTRACTS = 1,   /* round a * b + c once instead of twice */
    CW_UNIT_REORDERS = 2,    /* replace a + b - a by b, or a / b by a * (1 / b) */
    CW_UNIT_FOLDS_CALLS = 4, /* evaluate or replace calls of functions */
    CW_UNIT_DROPS_CASES = 8, /* ignore NaN or the sign of zero */
} CwUnitFault;

/* One translation unit, in the list of all. */
typedef struct CwUnit {
    const char *file;
    int (*faults)(void); /* a sum of CwUnitFaults */
    struct CwUnit *next; /* previously registered unit */
} CwUnit;

/* Operands are volatile, so that only the operations between them are optimised. For the arguments
 * in `calls` a compiler's folded result differs from the engine's in the last bit. */
static inline int cw_unit_faults(void)
{
    volatile double tiny_step[] = {1 + 0x1p-30, -(1 + 0x1p-29)}, large[] = {0x1p53, 1};
    volatile double parts[] = {3, 7, 13, 5}, zeros[] = {-0.0, 0.0};
    volatile double calls[] = {0x1.2c2f4a6ce1638p+1, 2, 0x1.246725845bdcp+1};
    double a = tiny_step[0], b = tiny_step[0], c = tiny_step[1], big = large[0], one = large[1];
    double part = parts[3], minus_zero = zeros[0], nan = zeros[1] / zeros[1];
    double thirds[] = {parts[0] / part, parts[1] / part, parts[2] / part};
    volatile double sine = sin(calls[0]), cosine = cos(calls[0]), power = pow(calls[1], calls[2]);
    int faults = 0;
    faults |= a * b + c != 0 ? CW_UNIT_CONTRACTS : 0;
    faults |= (big + one) - big != 0 || thirds[0] != 0x1.3333333333333p-1 ||
                      thirds[1] != 0x1.6666666666666p+0 || thirds[2] != 0x1.4cccccccccccdp+1
                  ? CW_UNIT_REORDERS
                  : 0;
    faults |= sin(0x1.2c2f4a6ce1638p+1) != sine || cos(0x1.2c2f4a6ce1638p+1) != cosine ||
                      pow(2, calls[2]) != power
                  ? CW_UNIT_FOLDS_CALLS
                  : 0;
    faults |= nan == nan || signbit(minus_zero + 0.0) ? CW_UNIT_DROPS_CASES : 0;
    return faults;
}

__attribute__((visibility("default"))) void cw_unit_add(CwUnit *unit);

static CwUnit cw_unit = {__BASE_FILE__, cw_unit_faults, 0};

__attribute__((constructor)) static void cw_unit_register(void)
{
    cw_unit_add(&cw_unit);
}
CW_C_END
