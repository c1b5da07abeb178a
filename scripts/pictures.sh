#!/bin/sh
# scripts/pictures.sh CLOCKWORK: takes the pictures of the level cards and of the README from the bundled replays: stills of
# 1280x720 in 256 colours, and an animation of 640x360 with 15 pictures a second (WebP). Each moment is a level and a tick;
# choose a better tick after a recording has changed. It needs ImageMagick and Xvfb.
set -eu
program=$1
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# take LEVEL TICK WIDTH HEIGHT FILE
take() {
    "$program" replay "$here/../assets/replays/$1.cwr" --headless --ticks $(($2 + 2)) \
        --set display.width="$3" --set display.height="$4" --screenshot "$5@$2"
}

still() { # LEVEL TICK
    take "$1" "$2" 1280 720 "$work/$1.png"
    convert "$work/$1.png" +dither -colors 256 -strip -define png:compression-level=9 "$here/../assets/readme/$1.png"
}

# Takes the picture of a level card from the middle of the screen, without the HUD.
card() { # LEVEL TICK
    take "$1" "$2" 1280 720 "$work/$1.png"
    convert "$work/$1.png" -crop 924x520+160+200 +repage -resize 480x270 +dither -colors 128 -strip \
        -define png:compression-level=9 "$here/../assets/levels/$1.png"
}

card chain-bridge 900
card clock-meadow 1000
card clock-tower 1090
card crate-harbour 670
card first-wind 804
card gear-works 1131
card lift-shaft 480
card night-shift 620
card oil-works 1100
card pendulum-hall 700
card spring-garden 700
card storm-mill 1400

# The lab needs a display. Its worlds have had several stalls after 8 s.
xvfb-run -a -s '-screen 0 1280x720x24' sh -c '
    "$0" lab bridge --set display.width=1280 --set display.height=720 --set display.fullscreen=off --set audio.sound=off &
    sleep 8; import -window root "$1"; kill $!' "$program" "$work/lab.png"
convert "$work/lab.png" +dither -colors 256 -strip -define png:compression-level=9 "$here/../assets/readme/lab.png"

still first-wind 560
still spring-garden 436
still night-shift 720

tick=900
while [ $tick -lt 1110 ]; do
    take gear-works $tick 640 360 "$work/frame-$(printf %04d $tick).png"
    tick=$((tick + 4))
done
convert -delay 1x15 -loop 0 "$work"/frame-*.png -quality 60 -define webp:method=6 "$here/../assets/readme/gear-works.webp"
