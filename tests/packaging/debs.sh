#!/bin/sh
# debs.sh: as root in a new root (fresh.sh): installs the packages that lie in /home/player, plays, verifies, builds games
# against them, and removes them with nothing left.
set -eux
export DEBIAN_FRONTEND=noninteractive
packages='clockwork-windup libclockwork-dev clockwork-doc'
install() { apt-get install -y -qq --no-install-recommends "$@"; }
player() { su - player -c "set -eux; $1"; }

apt-get update -qq
install /home/player/clockwork-windup_*.deb
player "clockwork first-wind --headless --bot --ticks 300 --stats --screenshot seen.png | grep '^ticks 300$' && [ -s seen.png ]"
player "clockwork verify /usr/share/windup/assets/replays/*.cwr | grep -c '^ok ' | grep -x $(ls assets/replays | wc -l)"
player "windup --version && grep -x Exec=clockwork /usr/share/applications/windup.desktop"
player "zcat /usr/share/man/man1/clockwork.1.gz /usr/share/man/man6/windup.6.gz | grep -c '^\.TH CLOCKWORK 1' | grep -x 2"
install /home/player/*.deb gcc make pkg-config
player "cc -std=gnu17 -O2 \$(pkg-config --cflags clockwork) -o bounce /usr/share/doc/clockwork/docs/example/bounce.c \$(pkg-config --libs clockwork)"
player "./bounce --headless --ticks 60 --stats | grep '^ticks 60$'"
player "clockwork new hopper && make -C hopper test"
dpkg -L $packages | grep -vx /. | sort -u >/tmp/files
apt-get purge -y -qq $packages
while read -r path; do
    [ ! -e "$path" ] || dpkg -S "$path" >/dev/null || { echo "error: $path is left" >&2; exit 1; }
done </tmp/files
! ls /usr/bin/clockwork /usr/games/windup
