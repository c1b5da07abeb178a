/* The parts of Linux that differ between processors. */
#pragma once

#include <elf.h>
#include <fpu_control.h>
#include <linux/audit.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <ucontext.h>

#ifdef __x86_64__
#include <xmmintrin.h>

enum { PROCESSOR_ELF_MACHINE = EM_X86_64 };
#define PROCESSOR_AUDIT_ARCH AUDIT_ARCH_X86_64
enum { PROCESSOR_ACCESS = SYS_access, PROCESSOR_READLINK = SYS_readlink }; /* older calls */
#elif defined(__aarch64__)
enum { PROCESSOR_ELF_MACHINE = EM_AARCH64 };
#define PROCESSOR_AUDIT_ARCH AUDIT_ARCH_AARCH64
enum { PROCESSOR_ACCESS = SYS_faccessat, PROCESSOR_READLINK = SYS_readlinkat };
#else
#error "Clockwork runs on x86-64 and arm64"
#endif

/* Whether rounding, subnormal numbers and exceptions are as in a new process. */
static inline bool float_mode_is_default(void)
{
    fpu_control_t control;
    _FPU_GETCW(control);
#ifdef __x86_64__
    return control == _FPU_DEFAULT && (_mm_getcsr() & ~(unsigned)_MM_EXCEPT_MASK) == _MM_MASK_MASK;
#else
    return control == _FPU_DEFAULT;
#endif
}

/* Makes the code that a signal interrupted run one instruction, or freely. False: not possible. */
static inline bool processor_step(ucontext_t *context, bool one)
{
#ifdef __x86_64__
    greg_t *flags = &context->uc_mcontext.gregs[REG_EFL], trap = 1 << 8;
    *flags = one ? *flags | trap : *flags & ~trap;
    return true;
#else
    (void)context, (void)one;
    return false;
#endif
}

/* The address of the instruction that a signal interrupted. */
static inline uintptr_t processor_interrupted_at(const ucontext_t *context)
{
#ifdef __x86_64__
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#else
    return (uintptr_t)context->uc_mcontext.pc;
#endif
}
