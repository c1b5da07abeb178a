/* A WAV file that is written in pieces: 16-bit PCM, stereo, 48 kHz. It rewrites the header after
 * each second of sound, so that the file still plays if the run is killed or the disk is full. */
#ifndef SOUND_WAV_FILE_H
#define SOUND_WAV_FILE_H

#include "clockwork/base.h"

#include <stdio.h>

typedef struct WavFile {
    FILE *file;       /* NULL: not open, or given up */
    const char *path; /* the caller's */
    int64_t frames;   /* written */
    int64_t headed;   /* frames that the header tells */
    bool cut;         /* a part is missing */
} WavFile;

bool wav_file_open(WavFile *wav, const char *path, CwError *error);

/* Appends. Reports the first failure and writes no more. */
void wav_file_write(WavFile *wav, const int16_t *samples, int frames);

/* Discards all frames. */
void wav_file_empty(WavFile *wav);

/* False if the file is incomplete. It may be closed already. */
bool wav_file_close(WavFile *wav);

#endif
