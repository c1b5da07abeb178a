/* A fuzzer's bytes, read as numbers and as a file. Used by the harnesses beside it only. */
#pragma once

#include "clockwork/base.h"

/* libFuzzer calls it with each input; it must give everything back. The other one, where there is
 * one, comes before all. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

typedef struct FuzzInput {
    const uint8_t *data;
    size_t left;
} FuzzInput;

/* The next byte, 0 when there is none left. */
unsigned fuzz_byte(FuzzInput *input);

/* 0 .. count - 1; mostly 0 in `count` cases where the input ends. */
int fuzz_pick(FuzzInput *input, int count);

/* Path of a file in memory with these bytes, valid until the next call. */
const char *fuzz_file(const void *bytes, size_t size);
