#!/bin/sh
# windows.sh ARCHIVE PROGRAM INSTALLED SEAM: plays the archive of scripts/ports.mk under Wine, in a window with real keys, and compares it
# with PROGRAM, the one for this machine. A game of a maker is built with what is INSTALLED for both. SEAM is seam.c, built for Windows. Needs unzip, Wine, Xvfb, xdotool and ImageMagick. A line a check; exit status 1 when one fails.
set -eu
for tool in unzip Xvfb xdotool convert; do
    command -v $tool >/dev/null || { echo "windows: apt-get install unzip xvfb xdotool imagemagick" >&2; exit 1; }
done
archive=$(realpath "$1") here=$(realpath "$2") game=$PWD installed=$(realpath "$3") seam=$(realpath "$4")
work=$(mktemp -d "${TMPDIR:-/tmp}/clockwork-windows-XXXXXX") failed=0 display=:$((90 + $$ % 100))
trap 'wineserver -k 2>/dev/null; kill $screen 2>/dev/null; rm -rf "$work"' EXIT
export HOME="$work/home" WINEPREFIX="$work/wine" WINEDEBUG=-all DISPLAY=$display LC_ALL=C.UTF-8 PATH="$PATH:/usr/lib/wine"
unset SDL_AUDIODRIVER
mkdir -p "$HOME" "$work/Müllers Spiele (neu)"
cd "$work/Müllers Spiele (neu)"
unzip -q "$archive"
cd ./*/
Xvfb $display -screen 0 1280x800x24 >/dev/null 2>&1 &
screen=$!
saved=$WINEPREFIX/drive_c/users/$(id -un)/AppData/Roaming/Clockwork/windup

there() { wine64 ./windup.com "$@"; }
check() { # NAME COMMAND...
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then echo "ok     $name"; else failed=1 && echo "FAILED $name" && tail -n 5 "$work/log"; fi
}
waits() { # COMMAND: until it succeeds, a minute at most
    for second in $(seq 60); do
        ! eval "$1" || return 0
        sleep 1
    done
    return 1
}
crashes() ( # a maker's game, in the same words as here
    cd "$work" && "$installed/bin/clockwork" new hopper && cd hopper
    sed -i '0,/(void)self;/s//&\n    cw_world_tick(world) == 9 ? (void)(*(volatile int *)8 = 1) : (void)0;/' main.c
    PKG_CONFIG_PATH=$installed/lib/pkgconfig make -s build/hopper dist-windows
    ! build/hopper --headless --ticks 20 2>here
    ! timeout 60 wine64 build/hopper-windows-x86_64/hopper.exe --headless --ticks 20 2>there
    grep -o 'in system .*, phase .*, ball (entity 1), tick 9' here >place && cat place there && grep -qFf place there
)
pads() ( # SDL's virtual controller, as Wine has none of its own: its stick drives a maker's game
    cd "$work" && "$installed/bin/clockwork" new roller && cd roller
    cat >>main.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int SDL_JoystickAttachVirtual(int type, int axes, int buttons, int hats), SDL_JoystickSetVirtualAxis(void *pad, int axis, short value);
void *SDL_JoystickOpen(int index);
void follow(double x_m)
{
    static void *pad;
    static int frame;
    frame++ == 60 ? pad = SDL_JoystickOpen(SDL_JoystickAttachVirtual(1, 6, 21, 0)) : NULL;
    frame == 100 ? SDL_JoystickSetVirtualAxis(pad, 0, 32767) : 0;
    frame == 100 || frame == 250 ? (void)fprintf(stderr, "at %d cm\n", (int)(100 * x_m)) : (void)0;
    frame == 250 ? exit(0) : (void)0;
}
END
    sed -i 's/^static void draw(/void follow(double x_m);\n&/; s/^    CwTransform2 at = cw_world_pose(.*frame->alpha);/&\n    follow(at.x_m);/' main.c
    PKG_CONFIG_PATH=$installed/lib/pkgconfig make -s dist-windows
    export SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS=1 # the window has no focus without a window manager
    timeout 90 wine64 build/roller-windows-x86_64/roller.exe hills --set display.background=run 2>there || :
    set -- $(sed -n 's/at \([0-9]*\) cm\r*/\1/p' there) && [ "$2" -gt $(($1 + 100)) ]
)
races() { # a run that keys finish is a best time, which another start knows
    echo '{"width":80,"height":40,"tilewidth":32,"tileheight":32,"layers":[{"type":"objectgroup","name":"x","objects":[
        {"id":1,"type":"ground","x":0,"y":960,"polygon":[{"x":0,"y":0},{"x":2560,"y":0},{"x":2560,"y":320},{"x":0,"y":320}]},
        {"id":2,"type":"start","x":160,"y":960,"point":true},{"id":3,"type":"finish","x":640,"y":760,"width":64,"height":200}]}]}' >assets/levels/easy.tmj
    sed -i '1i easy' assets/levels/order.txt
    wine64 ./windup.exe easy --probe-log probe >/dev/null 2>&1 &
    waits 'xdotool search --name Windup && grep -q ^60, probe' && xdotool keydown Right
    waits 'grep -q ",1[.]000000" probe' && xdotool keyup Right && sleep 2
    xdotool key t # again, which ends the run
    waits 'there times easy | grep "[0-9] s" >"$work/time"'
    xdotool key alt+F4
    waits '! kill -0 $!'
    there times easy | tee "$work/again" && cmp "$work/time" "$work/again"
}
equal_version() { [ "$(there --version | tr -d '\r')" = "$("$here" --version)" ]; }
backslashes() { # separate the parts of a path, and are characters of a setting
    there verify 'assets\replays\first-wind.cwr' && there config --set 'display.renderer=a\b' 2>&1 | grep -F '"a\b" is not known'
}
seam() {
    cp "$seam" seam.exe && wine64 ./seam.exe &&
        { COLOUR=grün wine64 ./seam.exe repeat 'a b' '' '"' 'c:\d\' '\"' 'ä*' %PATH% >told; [ $? = 7 ]; } &&
        printf '%s\n' 'a b' '' '"' 'c:\d\' '\"' 'ä*' %PATH% grün | cmp - told &&
        ! wine64 ./seam.exe crash 2>told && grep 'by a protected block' told &&
        ! wine64 ./seam.exe crash abort 2>told && grep 'by abort' told
}
bundled() { [ "$(there verify assets/replays/*.cwr | grep -c '^ok')" = "$(ls assets/replays/*.cwr | wc -l)" ]; }
recorded_there() { there gear-works --headless --bot --ticks 900 --record there.cwr && "$here" verify there.cwr; }
recorded_here() {
    "$here" --config config.ini first-wind --headless --bot --ticks 1800 --record here.cwr &&
        there verify --times here.cwr | tee /dev/stderr | grep '^time here.cwr level=first-wind '
}
offered() { # Watch, Race it, Share
    wine64 ./windup.exe here.cwr >/dev/null 2>&1 &
    waits 'xdotool search --name Windup' && sleep 15 && xdotool key --delay 300 Down Down Return
    waits 'cmp here.cwr "$saved"/shared/first-wind-*s.cwr'
    kill $!
}
# Its decoders and fonts are the same; a compiler may round a colour the other way.
pictures() {
    for level in first-wind gear-works crate-harbour; do
        there replay assets/replays/$level.cwr --headless --ticks 500 --screenshot there.png
        (cd "$game" && "$here" replay assets/replays/$level.cwr --headless --ticks 500 --screenshot "$work/here.png")
        convert "$work/here.png" there.png -compose difference -composite -format '%[fx:maxima*255<=1&&mean*w*h<9]' info: | tee -a /dev/stderr | grep -qx 1
    done
}
languages() { # with letters of the archive's own fonts
    for language in en uk ja zh_CN; do
        there first-wind --headless --ticks 9 --set comfort.language=$language --screenshot $language.png 2>told
        ! grep 'no font' told || return 1
    done
    [ "$(md5sum en.png uk.png ja.png zh_CN.png | cut -c -32 | sort -u | wc -l)" = 4 ]
}
boxed() { # without a console a mistake is in the log, and in a box until it is confirmed
    wine64 start /wait windup.exe nowhere &
    waits 'grep "no level .nowhere." "${saved%/*}/log.txt"' && sleep 1 && import -window root "$work/box.png"
    [ "$(identify -format %k "$work/box.png")" -gt 5 ] && waits 'xdotool key Return; ! kill -0 $!'
}
is_shipped() { # the maker's commands are not in it
    ! there query assets/replays/first-wind.cwr >told 2>&1 && grep '"query" is no command' told &&
        ! there first-wind --headless --monkey 1 >told 2>&1 && grep 'unknown option "--monkey"' told
}
drives() { # keys reach the run that the player's folder keeps
    wine64 ./windup.exe first-wind >"$work/out" 2>&1 &
    programs=$!
    waits 'xdotool search --name Windup' && sleep 5 && xdotool keydown Right
    waits '[ "$(du -b "$saved"/runs/*.cwr | cut -f 1)" -gt 2000 ]'
    xdotool keyup Right
    import -window root "$work/window.png"
    [ "$(identify -format %k "$work/window.png")" -gt 1000 ] # colours: it is no empty window
}
is_silent() { grep 'no sound' "$work/out"; } # there is no card, and it goes on
second() { # a second program on the same folder has a recording of its own
    wine64 ./windup.exe gear-works >/dev/null 2>&1 &
    programs="$programs $!"
    waits '[ "$(ls "$saved"/runs/*.cwr | wc -l)" = 2 ]'
}
killed() { # both are whole up to their last seconds
    kill -9 $programs
    wineserver -k9
    "$here" verify "$saved"/runs/*.cwr | tee "$work/verdicts" && [ "$(grep -cE '^(ok|cut)' "$work/verdicts")" = 2 ]
}
held() { # another program has the file open
    cp assets/replays/first-wind.cwr held.cwr
    sleep 20 | wine64 cmd /c 'pause >>held.cwr' &
    sleep 5 && ! there first-wind --headless --ticks 9 --record held.cwr 2>told
    grep 'held.cwr: .*Permission denied' told
}
full() {
    mkdir full && mount -t tmpfs -o size=4k none full && ! there first-wind --headless --bot --ticks 20000 --record full/run.cwr 2>told
    cat told && grep 'full/run.cwr: .*space' told
}

check "starts from a folder with umlauts, blanks and brackets" equal_version
check "takes backslashes" backslashes
check "keeps the promises of src/runtime/platform" seam
check "verifies the bundled runs" bundled
check "what it records is verified here" recorded_there
check "verifies a run that is recorded here" recorded_here
check "paints the same pictures, but for a colour rounded by 1" pictures
check "speaks other languages, with letters of its own" languages
check "a mistake is shown where there is no console" boxed
check "a maker's game tells where it crashed" crashes
check "a controller drives a maker's game" pads
check "has no tools of makers" is_shipped
check "is driven by keys in a window" drives
check "goes on without a sound card" is_silent
check "a second one plays in the same folder" second
check "killed runs are there and verify" killed
check "a run that keys finish is a best time" races
check "a recording that is opened is offered, and Share saves it" offered
check "a file that another program has open is told" held
[ "$(id -u)" != 0 ] || check "a full disk is told" full
! umount full 2>/dev/null || :
exit $failed
