#!/bin/sh
# faults.sh PROGRAM OUT [SECONDS]: makes the calls of PROGRAM that can fail do so, one after the other, in the sessions of sessions.sh, and
# judges how each ends: it goes on, or ends with a message, and loses nothing. Without SECONDS it runs only the rows of handful.txt; 0 lists all
# that could be such rows. Sites of several sessions are tried in the first of them, and last in the others. What was tried is kept in
# CLOCKWORK_TRUST/faults (~/.cache/clockwork-trust/faults) and left out by the next call; findings are tried again. Prints the findings,
# libraries that have faults of their own, and one line of counts; exit status 1 with findings. FAULTS="play window" runs only those sessions.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/sessions.sh"

# The session in a new folder that becomes the current one, with the fault "KEY FUNCTION HIT". Its exit status.
run() {
    REF=$WORK/ref-$session
    rm -rf "$1" && mkdir "$1" && cd "$1" && helper=
    export HOME="$1" REF FAULT_TABLE="$1/.table" FAULT_SITE="$2" FAULT_KEYS="$keys" FAULT_ROLE="$role"
    eval "$before" >.check 2>&1
    screen=${keys:+DISPLAY=$SCREEN}
    timeout -s ABRT -k 2 $limit_s env -u DISPLAY $screen LD_PRELOAD="$LIBRARY" "$CW" $arguments >out 2>>err </dev/null && status=0 || status=$?
    [ -z "$helper" ] || kill $helper 2>/dev/null || :
}

passes() {
    (eval "$1") >>.check 2>&1
}

# Messages that the run without faults does not have, and that no slow machine has.
said() {
    cat err out | grep -aE '^clockwork: | what=' | grep -avE 'too far behind|: tick [0-9]| was saved: the (same|player)' | grep -avxFf "$REF/err"
}

# The innermost function outside of the C library, or the library.
top() {
    for frame; do
        case $frame in libc.so*) ;; *) echo "$frame" && return ;; esac
    done
    echo "?"
}

is_library() {
    case $1 in *.so* | \?) ;; *) return 1 ;; esac
}

# Sets outcome, and why for a library or a finding.
judge() {
    eval "$("$TOOL" "$WORK/symbols" .table facts)"
    failed_in=$(top $failed) ended_in=$(top $died) message=$(said | head -n 20) why=
    [ "$fired" = 1 ] || { outcome=not-met && return; }
    outcome=ended
    case $status in
    0) outcome=went-on ;;
    124 | 137) why="does not end" ;;
    129 | 13? | 14?) why="dies of signal $((status - 128))" ;;
    esac
    if [ "$signal" != 0 ] && [ "$status" -lt 124 ]; then
        case $signal/$ended_in/$message in
        6/begin/?* | 6/play_on/?*) ;; # a runner that can't go on says so and aborts, and dev starts another
        *) why="its $role dies of signal $signal" ;;
        esac
    fi
    is_theirs=false
    ! is_library "$failed_in" || [ -z "$died" ] || ! is_library "$ended_in" || is_theirs=true
    if [ -z "$why" ] && [ "$status" != 0 ] && ! $is_theirs; then
        if [ -z "$message" ]; then
            why="ends with status $status and no message"
        elif ! passes 'for run in run.cwr .local/share/*/*/runs/*.cwr; do [ ! -s $run ] || $CW verify $run | grep "^ok\|^cut" || exit 1; done'; then
            why="its recording is broken"
        fi
    elif [ -z "$why" ] && [ "$status" = 0 ] && [ -z "$message" ] && ! passes "$after"; then
        why="loses something and says nothing" is_theirs=false
        ! is_library "$failed_in" || is_theirs=true # which goes on by itself and tells nobody
    fi
    if [ -z "$why" ] && printf '%s\n' "$message" | grep -qaE '\(null\)|Success|: ?$'; then
        why="its message has no cause" is_theirs=false
    fi
    if $is_theirs && { [ -n "$why" ] || [ "$status" != 0 ]; }; then
        outcome=library why="$failed_in ${why:-ends it}"
    elif [ -n "$why" ]; then
        outcome=FINDING
    fi
}

# One line of the list: KEY FUNCTION HIT NAME. A finding is one when it comes again.
if [ "${1:-}" = try ]; then
    [ "$(date +%s)" -lt "$FAULTS_END" ] || exit 0
    session=${5%%:*} site="$2 $3 $4" tries=0
    session "$session"
    until [ $((tries += 1)) -gt 2 ]; do
        run "$WORK/run-$$" "$site"
        judge
        [ $outcome = FINDING ] || break
    done
    [ $outcome != FINDING ] || printf 'FINDING %s hit=%s: %s\n  failed: %s\n%s%s\n' "$5" "$4" "$why" "$failed" "${died:+  died: $died
}" "$message"
    echo "$5 $4 $outcome $why" >>"$STATE/done"
    [ $outcome = FINDING ] && [ -n "${FAULTS_KEEP:-}" ] || rm -rf "$WORK/run-$$"
    exit 0
fi

command -v Xvfb >/dev/null || { echo "skipped: faults: needs the package xvfb, which make setup test installs"; exit 0; }
program=$1 out=$2/faults seconds=${3:-}
mkdir -p "$out"
awk 'BEGIN { printf "#define FUNCTIONS(X)" }
     !/^#/ { for (i = 5; i <= NF; i++) printf " \\\n    X(%s, %s, %s, %s, %s)", $1, $i, $2, $3, $4 }
     END { print "" }' "$here/functions.txt" >"$out/functions.h"
flags="-std=gnu17 -D_GNU_SOURCE -O1 -g1 -Wall -Wextra -Wno-cast-function-type"
${CC:-cc} $flags -fPIC -shared -fno-builtin -I"$out" $(pkg-config --cflags sdl2) -o "$out/fault.so" "$here/fault.c" -lgcc_s
${CC:-cc} $flags -o "$out/faults" "$here/faults.c"

export WORK="$(mktemp -d /tmp/clockwork-faults-XXXXXX)" SDL_AUDIODRIVER=dummy
# LD_PRELOAD, pkg-config and the words of sessions take no blanks, so what they name lies behind links.
ln -s "$(cd "$here/../.." && pwd)" "$WORK/engine"
ln -s "$(dirname "$(realpath "$program")")" "$WORK/program"
ln -s "$(realpath "$out")" "$WORK/out"
export CW="$WORK/program/$(basename "$program")" LIBRARY="$WORK/out/fault.so" TOOL="$WORK/out/faults"
export STATE="${CLOCKWORK_TRUST:-$HOME/.cache/clockwork-trust}/faults" FAULTS_END=$(($(date +%s) + ${seconds:-7200}))
export REPLAYS="$here/../../assets/replays" PKG_CONFIG_PATH="$WORK"
mkdir -p "$STATE" && touch "$STATE/done" && ulimit -c 0
Xvfb -displayfd 3 -screen 0 1280x800x24 -noreset -nolisten tcp 3>"$WORK/screen" 2>/dev/null &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$WORK"' EXIT
trap 'exit 130' INT TERM HUP
until [ -s "$WORK/screen" ]; do kill -0 $server || exit 2; sleep 0.1; done
export SCREEN=":$(cat "$WORK/screen")"
nm --defined-only "$CW" | grep -i ' t ' | sort >"$WORK/symbols"

# A game to develop, built, which finds the headers here.
echo "Name: clockwork
Description: headers
Version: 1
Cflags: -ffp-contract=off -fno-builtin -I$WORK/engine/include -isystem $(echo "$WORK"/engine/.cache/sources/Chipmunk*/include)
Libs: -lm" | tee "$WORK/clockwork.pc" >"$WORK/clockwork-workshop.pc"
(cd "$WORK" && "$CW" new game && make -s -C game game.so) >"$WORK/new" 2>&1 || { cat "$WORK/new" >&2 && exit 2; }

# REPEATED STRIDE KEY FUNCTION HIT ID, for the first call of each site and one in the middle.
for session in ${FAULTS:-$SESSIONS}; do
    [ -n "$seconds" ] || grep -q "^$session:" "$here/handful.txt" || continue
    session "$session"
    (run "$WORK/ref-$session" "0 0 0" && [ "$status" = 0 ] && passes "$after") ||
        { trap "kill $server" EXIT && echo "faults: $session fails without a fault: see $WORK/ref-$session" >&2 && exit 2; }
    "$TOOL" "$WORK/symbols" "$WORK/ref-$session/.table" sites | sed "s/ / $session:/3"
done >"$WORK/sites"
awk '{ print ($2 in seen), NR % 61, $2, $1, 1, $4
              if ($3 > 1) print ($2 in seen), NR % 61, $2, $1, int(($3 + 3) / 2), $4
              seen[$2] }' "$WORK/sites" | sort -s -n -k 1,1 -k 2,2 >"$WORK/list"
[ -s "$WORK/list" ] || exit 2
if [ -z "$seconds" ]; then
    awk 'NR == FNR { row[$1]; next } $5 == 1 && $6 in row { print; delete row[$6] }
         END { for (id in row) if (id !~ /^#/) print "not there: " id | "cat >&2" }' "$here/handful.txt" "$WORK/list" >"$WORK/rows"
    STATE=$WORK && touch "$WORK/done"
elif [ "$seconds" = 0 ]; then
    cut -d ' ' -f 5- "$WORK/list" && exit 0
else
    awk 'NR == FNR { if ($3 != "FINDING") tried[$1, $2]; else delete tried[$1, $2]; next } !(($6, $5) in tried)' "$STATE/done" "$WORK/list" >"$WORK/rows"
fi
before=$(wc -l <"$STATE/done" 2>/dev/null || echo 0)
cut -d ' ' -f 2- "$WORK/rows" | sed 's/^[0-9]*/try/' | xargs -P $((6 * $(nproc))) -L 1 "$0"
awk 'NR == FNR { outcome[$1, $2] = $3; why = $5; for (i = 6; i <= NF; i++) why = why " " $i
                 library[$1, $2] = $4 ": " why; runs += FNR > before; next }
     { faults++; sites += $5 == 1; sub(/:.*/, "", $1); o = outcome[$6, $5]; tried += o != ""; count[o]++; split($6, name, ":"); sessions[name[1]]
       if (o == "library") of[library[$6, $5]]++; findings += o == "FINDING" }
     END { for (l in of) print "library: " of[l] " times " l
           for (s in sessions) n++
           printf "faults: %d sessions, %d sites, %d faults, %d runs now; %d tried: %d went on, %d ended, %d for a library, %d not met, %d findings\n",
                  n, sites, faults, runs, tried, count["went-on"], count["ended"], count["library"], count["not-met"], findings
           exit findings > 0 }' before="$before" "$STATE/done" "$WORK/list"
