#!/bin/sh
# dev.sh USR: runs `clockwork dev` of the installation in USR on a new game, and saves good and bad changes of all kinds. It
# waits for rows of --dev-log, so the speed of the machine does not matter.
set -eu
usr=$1
work=$(mktemp -d "${TMPDIR:-/tmp}/clockwork-dev-XXXXXX")
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true; wait; rm -rf "$work"' EXIT
failed=0
complain() { echo "dev.sh: $*" >&2; cat "$work/log" "$work/rows" >&2 2>/dev/null || true; failed=1; }
export HOME="$work" PKG_CONFIG_PATH="$usr/lib/pkgconfig" PATH="$usr/bin:$PATH"
unset XDG_DATA_HOME DISPLAY WAYLAND_DISPLAY MAKEFLAGS MAKEOVERRIDES
cd "$work"
export CLOCKWORK_LOGS=now
g='my game' # many paths have a blank
clockwork new "$g" >log
mkdir tried

waits() { # LINE: until it succeeds, five minutes at most. What comes later would wait in vain, so the script ends then.
    for i in $(seq 3000); do eval "$1" && return; sleep 0.1; done
    complain "waited in vain for: $1"
    exit 1
}
begin() { # OPTIONS...: a session on the game, two seconds of which are past, or which came to an end
    : >rows
    : >probe
    clockwork dev "$g" --headless --dev-log rows --probe-log probe "$@" >log 2>&1 &
    pid=$!
    waits '[ "$(wc -l <probe)" -gt 120 ] || [ "$(wc -l <rows)" -gt 1 ]'
}
end() { kill "$pid" && wait "$pid" || true; pid=; }
# row N WORDS: waits for row N and matches it with a pattern of grep.
row() {
    waits "[ \$(wc -l <rows) -gt $1 ]"
    sed -n "$(($1 + 1))p" rows | grep -qx "$2" || complain "row $1 is not $2"
}
change() { sed "$1" "$g"/main.c >tried/main.c && mv tried/main.c "$g"/main.c; } # like editors do: a new file is renamed
tick='\([1-9][0-9]*\)'
at_tick() { change "s|^    cpVect at_m = .*|&\n    if (cw_world_tick(world) == $1) { $2; }|"; }
# The game does $1 in a tick once the file `now` is there, so in play and not in the trial.
when_asked() {
    rm -f now
    change "1i #include <unistd.h>
s|^    cpVect at_m = .*|&\n    if (access(\"$work/now\", F_OK) == 0) { $1; }|"
}

mkdir none
clockwork dev none --headless >log 2>&1 && complain "a folder without a game is accepted"
grep -q 'none has no Makefile: name a game.s folder' log && [ ! -e none/build ] || complain "nothing says that there is no game"

cp "$g"/main.c main.good
begin --hold right
head -n 1 rows | grep -qx what,file,build_ms,load_ms,simulate_ms,ticks,first_difference,outcome || complain "the log's header"
clockwork dev "$g" --headless >second 2>&1 && complain "two sessions work in one folder"
grep -q 'another clockwork dev is running there' second || complain "the second session is not told why"

change 's/SPIN_MAX_RADPS, 25/SPIN_MAX_RADPS, 35/'
row 1 "code,main.c,$tick,[0-9]*,[0-9]*,$tick,$tick,ok"
change 's/SPIN_MAX_RADPS, 35/SPIN_MAX_RADPS, oops/'
row 2 'code,main.c,[0-9]*,0,0,0,-,build-failed'
grep -q 'main.c:[0-9]*:[0-9]*: error: .*oops' log || complain "the compiler's words are lost"
cp main.good "$g"/main.c
row 3 "code,main.c,$tick,[0-9]*,[0-9]*,$tick,$tick,ok"
echo >>"$g"/main.c # nothing that changes the run
row 4 "code,main.c,$tick,[0-9]*,[0-9]*,$tick,-,ok"

# A change that fails its trial does not reach the game.
at_tick 20 '*(volatile int *)0 = 1'
row 5 'code,main.c,[0-9]*,0,0,0,-,crashed'
grep -q 'crashed (SIGSEGV) in system entity.tick, phase game_logic, ball (entity 1), tick 20' log || complain "no place of the crash"
cp main.good "$g"/main.c && at_tick 20 'for (;;) {}'
row 6 'code,main.c,[0-9]*,0,0,0,-,too-slow'
grep -q 'main.c: too-slow.*stuck after 5 s of processor time in system entity.tick, phase game_logic, ball (entity 1), tick 20$' log &&
    grep -q "^clockwork:   tick at main.c:$(grep -n 'for (;;) {}' "$g"/main.c | cut -d : -f 1)$" log || complain "no place of the loop"
cp main.good "$g"/main.c && change /CW_GAME_EXPORT/d
row 7 'code,main.c,[0-9]*,0,0,0,-,refused'

# The game's own output, even with zero bytes, does not hide the messages about its trial.
cp main.good "$g"/main.c && change '1i #include <stdio.h>
s|^    cpVect at_m = .*|&\n    printf("%03999d%c", 0, 0);|'
row 8 "code,main.c,$tick,[0-9]*,[0-9]*,$tick,-,ok"
cp main.good "$g"/main.c && change '1i #include <stdio.h>
s|^    cpVect at_m = .*|&\n    fprintf(stderr, "%09999d%c\\n", 0, 0);\n    if (cw_world_tick(world) == 20) { *(volatile int *)0 = 1; }|'
row 9 'code,main.c,[0-9]*,0,0,0,-,crashed'
grep -aq '^clockwork: main.c: crashed.*crashed (SIGSEGV) in system entity.tick, .*, tick 20$' log || complain "what a game prints hides its crash"

# Layout of data and numbers of actions changed: inputs go by name, so it is the same run.
cp main.good "$g"/main.c
change 's/enum { LEFT, RIGHT, HOP, ACTION_COUNT }/enum { HOP, SPARE, RIGHT, LEFT, ACTION_COUNT }/
s/^    \[HOP\] = .*/&\n    [SPARE] = {"spare", "nothing", "key:X"},/; s/^typedef struct Ball {/&\n    double unused[9];/'
row 10 "code,main.c,$tick,[0-9]*,[0-9]*,$tick,-,ok"

# Levels, settings of the simulation, art, notes.
sed 's/"class": *"ground"/&/; s/"type":"start",/&/' "$g"/assets/levels/hills.tmj >tried/level && cp tried/level "$g"/assets/levels/hills.tmj
row 11 "level,assets/levels/hills.tmj,0,[0-9]*,[0-9]*,$tick,-,ok"
echo broken >"$g"/assets/levels/hills.tmj
row 12 'level,assets/levels/hills.tmj,0,0,0,0,-,refused'
cp tried/level "$g"/assets/levels/hills.tmj
row 13 "level,assets/levels/hills.tmj,0,[0-9]*,[0-9]*,$tick,-,ok"
printf '[simulation]\ngravity = -5\n' >>"$g"/config.ini
row 14 "config,config.ini,0,[0-9]*,[0-9]*,$tick,1,ok"
printf 'gravitty = -9\n' >>"$g"/config.ini
row 15 'config,config.ini,0,0,0,0,-,ok'
grep -q 'unknown key simulation.gravitty; the nearest known key is simulation.gravity' log || complain "no word on a key that is none"
echo notes >"$g"/notes.txt
touch "$g"/assets/art/ball.svg
row 16 "art,assets/art/ball.svg,0,[0-9]*,[0-9]*,$tick,-,ok"
mkdir "$g"/more && echo 'int more(void); int more(void) { return 1; }' >"$g"/more/more.c # a folder that comes later, no part of it
row 17 'code,more/more.c,[0-9]*,0,0,0,-,ok'
cp main.good "$g"/main.c
row 18 "code,main.c,$tick,[0-9]*,[0-9]*,$tick,-,ok"
change 's/"right", "roll right"/"forward", "roll right"/' # the same input, by another name
row 19 "code,main.c,$tick,[0-9]*,[0-9]*,$tick,-,ok"
grep -q 'the action "right" is "forward" now' log || complain "nobody is told of the new name"
change 's/.kinds = &ball,/.kinds = NULL,/; s/.kind_count = 1/.kind_count = 0/'
row 20 'code,main.c,[0-9]*,0,0,0,-,crashed'
grep -q "aborted in start, tick 0: spawn a kind of the game's table" log || complain "nothing says what to do"
mv "$g"/Makefile tried/Makefile
row 21 'code,Makefile,[0-9]*,0,0,0,-,build-failed'
grep -q "No rule to make target 'game.so'" log || complain "nothing says that the Makefile is gone"
end
mv tried/Makefile "$g"/Makefile

# A crash in play: the run goes on in the version before.
cp main.good "$g"/main.c
begin --hold right
when_asked '*(volatile int *)0 = 1'
row 1 "code,main.c,$tick,[0-9]*,[0-9]*,$tick,-,ok"
touch now
row 2 'code,play,0,0,0,0,-,crashed'
cp main.good "$g"/main.c
row 3 "code,main.c,$tick,[0-9]*,[0-9]*,[0-9][0-9][0-9]*,-,ok"
grep -q 'crashed (SIGSEGV).*tick [0-9]' log || complain "a crash in play is not told"
[ ! -e "$g"/build/dev/crash ] || complain "the lines of a crash stay for the next one"

# A level that is renamed: the run keeps it as it was.
mv "$g"/assets/levels/hills.tmj "$g"/assets/levels/peaks.tmj
row 4 'level,assets/levels/[a-z]*.tmj,0,[0-9]*,[0-9]*,[0-9][0-9][0-9]*,-,ok'
echo >>"$g"/main.c
row 5 "code,main.c,$tick,[0-9]*,[0-9]*,[0-9][0-9][0-9]*,-,ok"
grep -q 'hills.tmj is gone: the run keeps its copy of the level' log || complain "nothing says that the level's file is gone"
mv "$g"/assets/levels/peaks.tmj "$g"/assets/levels/hills.tmj
row 6 'level,assets/levels/[a-z]*.tmj,0,[0-9]*,[0-9]*,[0-9][0-9][0-9]*,-,ok'

# A field that only the new version has makes no other run; one that both have is named, and where the player is seen to part.
change 's/^    uint64_t finish_tick;/&\
    double spare;/; s/CW_FIELD(State, finish_tick)};/CW_FIELD(State, finish_tick), CW_FIELD(State, spare)};/'
row 7 "code,main.c,$tick,[0-9]*,[0-9]*,[0-9][0-9][0-9]*,1,ok"
waits "grep -q 'the player moves as before' log" # a new field is no other run
change 's/cpv(2 \* way, 0)/cpv((cw_world_tick(world) > 20 ? 3 : 2) * way, 0)/'
row 8 "code,main.c,$tick,[0-9]*,[0-9]*,[0-9][0-9][0-9]*,21,ok"
waits "grep -q '^clockwork: tick' log"
grep -q '^clockwork: tick 1: ' log && complain "the new field counts as a difference"
grep -q '^clockwork: tick 21: body.1.v.x ' log || complain "the first field that differs is not named"
grep -Eq 'the player moves differently from tick (2[2-9]|[3-9][0-9]) of' log || complain "nothing says where the player parts"
cp main.good "$g"/main.c
row 9 "code,main.c,$tick,[0-9]*,[0-9]*,[0-9][0-9][0-9]*,1,ok"
end

# Two builds are compared over the recording of a session.
run=$(ls "$g"/build/dev/*.cwr | tail -n 1)
cp "$g"/build/game.so "$g"/build/a.so
change 's/SPIN_MAX_RADPS, 25/SPIN_MAX_RADPS, 35/'
make -s -C "$g" game.so >log 2>&1 || complain "make game.so fails"
clockwork diff --game "$g"/build/a.so --game "$g"/build/game.so "$run" >log 2>&1 && complain "diff finds no difference"
grep -q '^differ .* level=hills tick=[0-9]* field=' log || complain "diff names no field"
clockwork rerun --game "$g"/build/a.so "$run" | grep -q '^ok .* same=yes' || complain "rerun in the same build differs"

# A run that breaks in play is like a crash: it goes on in the version before. The log is a row a line.
cp main.good "$g"/main.c && cp "$g"/assets/art/ball.svg "$g/assets/art/a, \"b\"
c.svg"
begin
touch "$g"/assets/art/a*
row 1 "art,assets/art/a? ?b??c.svg,0,[0-9]*,[0-9]*,$tick,-,ok"
when_asked 'for (;;) cw_world_alloc(world, 1 << 16)'
row 2 "code,main.c,$tick,[0-9]*,[0-9]*,$tick,-,ok"
touch now
row 3 'code,play,0,0,0,0,-,crashed'
grep -q 'raise simulation.arena_size' log || complain "nothing says why the run broke"
cp main.good "$g"/main.c
row 4 "code,main.c,$tick,[0-9]*,[0-9]*,[0-9][0-9][0-9]*,-,ok"
rm "$g"/assets/art/a*
end

# A log that nobody reads any more holds nobody up.
cp main.good "$g"/main.c && change 's|^    cpVect at_m = .*|&\n    if (cw_world_tick(world) == 30) { *(volatile int *)0 = 1; }|'
mkfifo pipe
head -n 1 pipe >rows &
clockwork dev "$g" --headless --dev-log pipe >log 2>&1 &
pid=$!
waits "grep -q 'the game .*: correct it' log"
end

# A tick that is no pure function is named after a save. Chance decides whether the sync test or the second play sees it first.
cp main.good "$g"/main.c
change 's|^    cpVect at_m = .*|&\n    if (rand() % 50 == 0) { cpBodySetAngularVelocity(body, 3); }|; 1i #include <stdlib.h>'
begin
echo >>"$g"/main.c
row 1 "code,main.c,$tick,[0-9]*,[0-9]*,$tick,.*,ok"
row 2 "code,main.c,$tick,[0-9]*,0,0,-,impure"
grep -qE 'not deterministic: a tick uses more than world and input: .* body\.1\.|tick [0-9]* is not the same when it is played again' log ||
    complain "nothing says what is impure"
end

# A loop without end in the first build: it is ended, and by whoever asks sooner.
cp main.good "$g"/main.c
change 's|^    if (map == NULL) {|    for (;;) {}\n&|'
begin
row 1 'code,play,0,0,0,0,-,too-slow'
grep -q 'stuck after 5 s of processor time in start, tick 0' log && grep -q 'start at main.c:' log || complain "no place of the loop in start"
grep -q 'the game ended before its first picture: correct it' log || complain "nothing says what to do"
cp main.good "$g"/main.c && at_tick 20 'for (;;) {}'
waits '[ "$(wc -l <probe)" -gt 19 ]' # the tick before the loop
end
[ "$(wc -l <rows)" = 2 ] || complain "a session with a loop without end does not end when it is asked to"
exit $failed
