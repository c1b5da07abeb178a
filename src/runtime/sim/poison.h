/* AddressSanitizer's macros for red zones. They do nothing in builds without ASan, which only `make
 * check` and tests/fuzz/fuzz.sh use. Blocks have the same addresses with and without it. */
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
