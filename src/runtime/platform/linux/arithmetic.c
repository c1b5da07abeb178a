#include "platform/arithmetic.h"

#include "platform/linux/processor.h"

void arithmetic_reset(void)
{
    if (!processor_calculates_as_usual()) {
        fesetenv(FE_DFL_ENV);
    }
}

Arithmetic arithmetic_begin(void)
{
    Arithmetic before = {0};
    fegetenv(&before.environment);
    arithmetic_reset();
    return before;
}

void arithmetic_end(const Arithmetic *before)
{
    fesetenv(&before->environment);
}
