#!/bin/sh
# dev_times.sh MAKE OUT [bodies|windup]: measures how long `clockwork dev` takes from a save to the first new picture in a
# window (Xvfb, software painter), alternating with `verify` of the same run. It prints a table and always succeeds, because
# times depend on the machine. It needs Xvfb, xdotool and a C compiler, and takes about six minutes.
#
# The runner resumes a recording of the wanted length, as after a crash, so nobody has to play it, and is paused. A preloaded
# library logs each picture, each poll for events, and when the row of a save appears. CPU time is that of the runner's main
# thread and that of verify.
set -eu
make=$1 out=$2 games=${3:-bodies windup}
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/clockwork-times-XXXXXX")
server= pid=
trap 'status=$?; [ $status = 0 ] || cat "$work/log" >&2; kill $pid $server 2>/dev/null || true; wait; rm -rf "$work"' EXIT
$make -s OUT="$out" DESTDIR="$work/root" PREFIX=/usr install >"$work/log" 2>&1
usr=$work/root/usr
export HOME="$work" PKG_CONFIG_PATH="$usr/lib/pkgconfig" PATH="$usr/bin:$PATH" SDL_AUDIODRIVER=dummy
unset XDG_DATA_HOME WAYLAND_DISPLAY MAKEFLAGS MAKEOVERRIDES MAKELEVEL
cd "$work"
mkfifo number
Xvfb -displayfd 9 -screen 0 1280x800x24 9>number >/dev/null 2>&1 &
server=$!
read -r display <number
export DISPLAY=":$display"

cat >looks.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

static long long us(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static FILE *file;

/* The sandbox of verify opens no file later. */
__attribute__((constructor)) static void begin(void)
{
    file = fopen(getenv("LOOKS"), "a");
}

static void note(char what, clockid_t work)
{
    fprintf(file, "%c %lld %lld\n", what, us(CLOCK_REALTIME), us(work));
    fflush(file);
}

__attribute__((destructor)) static void end(void)
{
    if (getenv("WHOLE") != NULL) {
        note('W', CLOCK_PROCESS_CPUTIME_ID);
    }
}

void SDL_RenderPresent(void *renderer)
{
    static void (*next)(void *);
    next = next != NULL ? next : (void (*)(void *))dlsym(RTLD_NEXT, "SDL_RenderPresent");
    next(renderer);
    note('P', CLOCK_THREAD_CPUTIME_ID);
}

int SDL_PollEvent(void *event)
{
    static int (*next)(void *);
    static long long last_us, size;
    struct stat rows;
    next = next != NULL ? next : (int (*)(void *))dlsym(RTLD_NEXT, "SDL_PollEvent");
    if (us(CLOCK_MONOTONIC) - last_us > 1000) {
        note('E', CLOCK_THREAD_CPUTIME_ID);
        if (stat(getenv("ROWS"), &rows) == 0 && rows.st_size != size) {
            size = rows.st_size;
            note('R', CLOCK_THREAD_CPUTIME_ID);
        }
    }
    last_us = us(CLOCK_MONOTONIC);
    return next(event);
}
END
cc -O2 -shared -fPIC -o looks.so looks.c -ldl
export LOOKS="$work/looks" ROWS="$work/rows"

# ---- the games ----

bodies() { # a thousand balls in a box without friction and loss, which never come to rest
    clockwork new bodies >log
    sed -i 's|^static bool start(CwWorld .*|static void fill(CwWorld *world)\
{\
    cpSpace *space = cw_world_space(world);\
    cpBody *ground = cpSpaceGetStaticBody(space);\
    static const cpBB walls[] = {{-1, 20, 0, 45}, {50, 20, 51, 45}, {-1, 19, 51, 20}, {-1, 45, 51, 46}};\
    for (int i = 0; i < 4; i++) {\
        cpShape *wall = cpBoxShapeNew2(ground, walls[i], 0);\
        cpShapeSetElasticity(wall, 1);\
        cw_world_add_shape(world, (CwEntity){0}, wall);\
    }\
    for (int i = 0; i < 1000; i++) {\
        cpBody *body = cpBodyNew(1, cpMomentForCircle(1, 0, 0.2, cpvzero));\
        cpBodySetPosition(body, cpv(1.5 + i % 50 * 0.95, 22 + i / 50));\
        cpBodySetVelocity(body, cpv(i % 7 - 3, i % 5 - 2));\
        cpShape *shape = cpCircleShapeNew(body, 0.2, cpvzero);\
        cpShapeSetElasticity(shape, 1);\
        cw_world_add_body(world, (CwEntity){0}, body);\
        cw_world_add_shape(world, (CwEntity){0}, shape);\
    }\
}\
\
&|; s|^    cw_world_spawn(world, 0, NULL, 0);|&\n    fill(world);|' bodies/main.c
    printf '\n[simulation]\ngravity = -9.8\n' >>bodies/config.ini
    make -s -C bodies game.so build/bodies >log 2>&1
    cp -r bodies first # which stays as it is
    dir=bodies program=$work/first/build/bodies level=assets/levels/hills.tmj code=main.c first=hills
    play='--hold right'
}
windup() {
    mkdir windup
    (cd "$here" && cp -rp Makefile include src assets config.ini "$work/windup" && ln -s "$here/.cache" "$work/windup/")
    make -s -j2 -C windup game.so >log 2>&1
    dir=windup program=$usr/bin/clockwork level=assets/levels/first-wind.tmj code=src/windup/windup.c first=first-wind
    play=--bot
}

# save WHAT NUMBER: saves a change that differs from the last one.
save() { # WHAT NUMBER
    case $1 in
    config) file=config.ini change="s/^gravity = .*/gravity = -9.$((7 + $2 % 2))/" ;;
    level) file=$level change="\$a\\ " ;;
    code) file=$code change="\$a\\/* $2 */" ;;
    esac
    sed "$change" "$dir/$file" >saved
    date +%s%6N >began
    mv saved "$dir/$file"
}

rows() { for k in $(seq 6000); do [ "$(wc -l <rows)" -ge "$1" ] && return; sleep 0.02; done; cat log >&2; exit 1; }

begin() { # SECONDS: a runner that stands at the end of so long a run
    run=$work/$dir-$1.cwr
    mkdir -p "$dir/build/dev"
    "$program" play $first --headless $play --ticks $(($1 * 60)) --record "$run" >log 2>&1
    cp "$dir/build/game.so" "$dir/build/dev/first.so"
    printf '%s\n' "$dir/build/dev/first.so" "$run" "" "$dir/$level" >"$dir/build/dev/state"
    : >rows && : >looks
    LD_PRELOAD=$work/looks.so clockwork dev "$dir" --dev-log rows --set display.renderer=software \
        =runner "$dir/build/dev/first.so" SEGV >log 2>&1 &
    pid=$!
    for i in $(seq 6000); do [ -s "$dir/build/dev/state" ] && [ "$(sed -n 2p "$dir/build/dev/state")" != "$run" ] && break; sleep 0.02; done
    sleep 2
}

# turn: opens the tab Knobs of the pause, and turns the first one to and fro for four seconds.
turn() {
    xdotool search --sync --onlyvisible --name '^Windup$' windowfocus --sync key --delay 80 Tab Tab sleep 1
    : >looks
    xdotool key --delay 50 $(yes 'Right Left' | head -n 40)
    awk '$1 == "P" { n++; if (n > 1 && $2 - last > stood) stood = $2 - last; first = first ? first : $2; last = $2 }
        END { printf "%d pictures a second, %d ms from one to the next at most\n", (n - 1) * 1e6 / (last - first), stood / 1000 }' looks |
        sed "s/^/$(printf '%-8s %4d s turned knob: ' "$dir" "$length")/"
}

# measure SECONDS SAVES KIND...: a line a kind of save.
measure() {
    length=$1 saves=$2
    shift 2
    begin "$length"
    for what in "$@"; do
        : >times
        for i in $(seq "$saves"); do
            count=$(($(wc -l <rows) + 1))
            : >looks
            save $what "$i"
            rows $count
            verify=$(date +%s%6N)
            LD_PRELOAD=$work/looks.so WHOLE=yes LOOKS=$work/whole "$program" verify "$run" >log.verify 2>&1 ||
                cat log.verify >&2
            verify=$(($(date +%s%6N) - verify))
            echo "$(cat began) $verify $(tail -n 1 whole | cut -d ' ' -f 3) $(tail -n 1 rows)" >now
            cat now looks | awk 'NR == 1 { began = $1; verify = $2; worked = $3; split($4, row, ","); next }
                $2 < began { next }
                { at[++n] = $2; work[n] = $3; if (n > 1 && $2 - at[n - 1] > stood) stood = $2 - at[n - 1] }
                $1 == "P" { shown = $2 }
                $1 == "R" { exit }
                END { us = (row[4] + row[5]) * 1000
                    for (first = n; first > 1 && at[first] > at[n] - us; first--);
                    print (shown - began) / 1000, row[3], row[4], row[5], verify / 1000, us / verify,
                          (work[n] - work[first]) / worked, stood / 1000 }' >>times
        done
        memory=$(awk '/VmHWM/ { print int($2 / 1024) }' "/proc/$pid/status")
        column() { sort -n -k "$1,$1" times | awk -v c="$1" '{ v[NR] = $c }
            END { format = c == 6 || c == 7 ? "%8.2f %8.2f" : "%8.0f %8.0f"
                printf format, v[int((NR + 1) / 2)], v[int(NR * 0.99 + 0.999)] }'; }
        printf '%-8s %4d s %-7s x%-3d' "$dir" "$length" "$what" "$saves"
        for c in 1 2 3 4 5 6 7 8; do printf ' |%s' "$(column $c)"; done
        printf ' | %5d\n' "$memory"
    done
    [ "$dir" = bodies ] || turn
    kill "$pid"
    wait "$pid" || true
    pid=
}

printf '%-26s' 'median and p99, ms'
printf ' |%17s' 'save to picture' build load 'simulate again' verify 'load+sim/verify' 'the same, CPU' 'picture stood'
printf ' | %5s\n' MiB
for game in $games; do
    $game
    for length in ${LENGTHS:-10 60 600}; do
        case $game-$length in
        bodies-60) measure $length 2 config level code ;;
        bodies-600) measure $length 1 config ;;
        windup-600) measure $length 3 config level code ;;
        *) measure $length "${SAVES:-20}" config level code ;;
        esac
    done
done
