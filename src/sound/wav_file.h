/* A WAV file that is written piece by piece: 16-bit PCM, stereo, 48 kHz. Its header is renewed as
 * it grows, at least once a second of sound, so a run that is killed, or a full disk, leaves a file
 * that plays up to there. */
#ifndef SOUND_WAV_FILE_H
#define SOUND_WAV_FILE_H

#include "clockwork/base.h"

#include <stdio.h>

typedef struct WavFile {
    FILE *file;       /* NULL: not open, or given up */
    const char *path; /* the caller's */
    int64_t frames;   /* written */
    int64_t headed;   /* that the header tells of */
    bool cut;         /* a part could not be written */
} WavFile;

bool wav_file_open(WavFile *wav, const char *path, CwError *error);

/* Appends; what fails is said once, and the file is given up. */
void wav_file_write(WavFile *wav, const int16_t *samples, int frames);

/* Begins anew. */
void wav_file_empty(WavFile *wav);

/* False when the file is not whole. Fine on one that is not open. */
bool wav_file_close(WavFile *wav);

#endif
