/* Says which sanitizers watch this build: `make check` and `make fuzz` have AddressSanitizer,
 * MODE=thread has ThreadSanitizer, the game has neither. arena.c marks red zones around its blocks
 * by ASan's own macros, which do nothing elsewhere, and skips the work around them without ASan.
 * ASan changes no layout: blocks lie at the same addresses with and without it. */
#pragma once

#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define __has_feature(name) 0
#define ASAN_POISON_MEMORY_REGION(begin, bytes) ((void)(begin), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(begin, bytes) ((void)(begin), (void)(bytes))
#endif

#if __has_feature(address_sanitizer) || defined(__SANITIZE_ADDRESS__)
enum { POISON_WORKS = 1 };
#else
enum { POISON_WORKS = 0 };
#endif
