/* What frames ask to hear (clockwork/sound.h), on its way to the sound card and to files.
 *
 * The loop keeps it, gives it to frame phases and ends each frame with sound_end_frame. It owns the
 * mixers: one that the host's card pulls, one for --render-sound; runs that need neither load no
 * sound. For the card a thread loads them; it begins after the first picture, which it must not
 * slow, and the first frame after it is done opens the card. */
#ifndef APP_SOUND_H
#define APP_SOUND_H

#include "app/config_table.h"
#include "base/log_file.h"
#include "clockwork/game.h"
#include "host/host.h"
#include "sound/sound_live.h"
#include "sound/sound_track.h"
#include "ui/captions.h"

#include <pthread.h>
#include <stdatomic.h>

enum { SOUND_ASKS_MAX = 512, SOUND_LOOPS_MAX = 256 };

typedef struct SoundDesc {
    const CwGame *game;
    const Config *config; /* in force; may change between frames */
    Host *host;
    const char *data_dir;    /* holds assets/sound; NULL or "": none */
    const char *render_path; /* of --render-sound; NULL: none */
    const char *log_path;    /* of --sound-log; NULL: none */
    bool mute;               /* no card is opened */
    const Cache *cache;      /* of sounds that are made; NULL: none */
    Captions *captions;      /* with comfort.subtitles, of what begins */
} SoundDesc;

/* What frame phases asked for. */
typedef struct SoundAsk {
    SoundCommand command;
    uint64_t tick; /* 0: the newest */
    bool placed;
    CwPoint2 place;
    double reach_m;
} SoundAsk;

/* A loop as it was led last. */
typedef struct SoundLoop {
    SoundCommand command;
    bool declared; /* in this frame */
    bool audible;  /* so its caption was shown */
} SoundLoop;

/* Said once a program. */
typedef enum SoundTrouble {
    SOUND_NO_SUCH,
    SOUND_NO_NUMBER,
    SOUND_TOO_MANY,
    SOUND_TROUBLE_COUNT
} SoundTrouble;

typedef struct CwSound {
    SoundDesc desc;
    SoundLive *live; /* NULL: nobody listens (yet) */
    pthread_t loader;
    bool to_load;       /* there will be a loader, once there is a picture */
    bool loading;       /* there is one, which is to be joined */
    SoundLive *loaded;  /* the loader's, as the next; NULL: there is none */
    CwError load_error; /* why */
    atomic_bool is_loaded;
    atomic_bool given_up; /* nobody waits for the loader's work */
    SoundTrack track;
    LogFile log;
    int tick_rate;
    SoundAsk asks[SOUND_ASKS_MAX];
    int ask_count;
    SoundLoop loops[SOUND_LOOPS_MAX];
    int loop_count;
    SoundCommand music; /* that was asked for last */
    bool music_asked;   /* in this run */
    bool music_lost;    /* with a sound card */
    bool shown;         /* a frame has ended */
    bool first_frame;   /* of a run */
    bool leads_anew;    /* what plays has to be declared again */
    float tempo;        /* that was asked for */
    SoundCommand heard; /* volumes and tempo as they were told */
    float speed;
    uint64_t tick; /* of the frame before */
    bool told[SOUND_TROUBLE_COUNT];
} Sound;

/* The moment of a frame that ends. */
typedef struct SoundMoment {
    uint64_t tick; /* the newest, of which so many ran in this frame */
    int ticks;
    uint64_t safe_tick; /* no rewind reaches it any more */
    double speed;       /* of time; 0 while it stands, negative while it runs back */
    bool jumped;        /* by a seek or a rewind */
    bool backdrop;      /* of the title */
    const CwCamera *camera;
    int64_t now_ns; /* of the real clock */
} SoundMoment;

/* False when a file that was asked for can't be made. */
bool sound_open(Sound *sound, const SoundDesc *desc, CwError *error);

/* Waits until sounds are loaded for the card, if they are to be, and opens it; tests do. */
void sound_await(Sound *sound);

/* A sound of the engine's menus, of CwGame.menu_sounds, in this frame; CW_SOUND_NONE is silent. */
void sound_play_menu(Sound *sound, int number);

void sound_begin_run(Sound *sound, int tick_rate);

void sound_end_frame(Sound *sound, const SoundMoment *moment);

/* False when a file is not whole. */
bool sound_close(Sound *sound);

#endif
