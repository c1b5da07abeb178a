#!/bin/sh
# scripts/dev_pictures.sh CLOCKWORK: takes the manual's pictures of `clockwork dev`. The bot drives a copy of Windup in a virtual
# display, gravity is changed in config.ini meanwhile, and the window is filmed. It needs Xvfb, xdotool and ImageMagick.
# The bot's progress at each save depends on the machine: look at the result.
set -eu
program=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
display=:$((90 + $$ % 100))
Xvfb $display -screen 0 1280x720x24 >/dev/null 2>&1 &
server=$!
game=
trap 'kill $game $server 2>/dev/null || true; wait; rm -rf "$work"' EXIT
(cd "$here/.." && cp -r Makefile include src assets config.ini "$work" && ln -s "$PWD/.cache" "$work/")
export DISPLAY=$display SDL_AUDIODRIVER=dummy HOME="$work"
make -s -C "$work" game.so >/dev/null
"$program" dev "$work" --bot --dev-log "$work/rows" >"$work/log" 2>&1 &
game=$!

shots=0
film() { # COUNT: takes COUNT pictures, about eight a second
    for i in $(seq "$1"); do
        import -window root -resize 640x360 "$work/shot-$(printf %03d $shots).png"
        shots=$((shots + 1))
        sleep 0.06
    done
}
until [ -s "$work/build/dev/state" ]; do sleep 0.1; done
sleep 9
film 8
xdotool key Escape
sleep 1
film 3
sed -i 's/^gravity = .*/gravity = -9.5/' "$work/config.ini"
film 10
import -window root "$work/still.png"
xdotool key F10
film 8
xdotool key F10
film 8
xdotool key Escape
film 8
kill $game
convert "$work/still.png" +dither -colors 256 -strip -define png:compression-level=9 "$here/../assets/readme/dev.png"
convert -delay 1x8 -loop 0 "$work"/shot-*.png -quality 60 -define webp:method=6 "$here/../assets/readme/dev.webp"
cat "$work/rows"
