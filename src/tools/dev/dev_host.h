/* The host of a project under development: another one, from which it takes the keys of `clockwork
 * dev` before the game sees them, and whose sound card stays open from one loop to the next.
 *
 * The runner puts it before a window or a headless host and hands `front` to every loop; closing
 * that closes the real one. It must stay where it is, as `front` points to it. Knows neither games
 * nor loops. */
#ifndef DEV_DEV_HOST_H
#define DEV_DEV_HOST_H

#include "host/host.h"

#include <pthread.h>

typedef struct DevHost {
    Host front;     /* for the loop */
    Host real;      /* which does it all */
    HostSink *sink; /* the loop's, in a frame */
    void *sink_context;
    HostSound sound; /* who is heard; under the lock, as the sound card's thread asks */
    pthread_mutex_t sound_lock;
    int card_frames;             /* of the open card's buffer; 0: none is open */
    bool flip_asked, stop_asked; /* F10 and F12 were pressed; the runner takes them back */
} DevHost;

void dev_host_wrap(DevHost *host, const Host *real);

#endif
