#!/bin/sh
# fresh.sh [CASE...]: tries each of the README's two commands as the very first one in new minimal roots of Debian 12 and
# 13, then again offline, `make check`, and the packages of `make dist`, and prints a table. It runs as root and needs debootstrap and the
# network, and qemu-user-static for roots of arm64 elsewhere. A case is for example 'trixie test' or 'trixie-arm64 deb'. The base
# systems and the output of the last failure are kept in $FRESH_CACHE (~/.cache/clockwork-fresh).
set -eu
[ $# -gt 0 ] || set -- 'bookworm run' 'bookworm root' 'bookworm check' 'bookworm deb' 'bookworm arm64' \
    'trixie run' 'trixie root' 'trixie check' 'trixie arm64' 'bookworm-arm64 deb'
cache=${FRESH_CACHE:-$HOME/.cache/clockwork-fresh}
[ "$(id -u)" = 0 ] || { echo "fresh: run it as root" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "fresh: apt-get install debootstrap" >&2; exit 1; }
work=$(mktemp -d "${TMPDIR:-/tmp}/clockwork-fresh-XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM HUP
mkdir -p "$cache"
git ls-files -co --exclude-standard -z | tar --null -T - -cf "$work/tree.tar"
table=$work/table failed=0
printf '%-14s %-34s %9s %8s  %s\n' release command download seconds result >"$table"

# base RELEASE[-ARCH]: makes a minimal root with nothing but git, make and sudo, as a tar file.
base() {
    [ -e "$cache/$1.tar" ] && return
    echo "fresh: making the base of $1" >&2
    debootstrap ${arch:+--arch=$arch} --variant=minbase --include=git,make,sudo,ca-certificates "${1%-*}" "$work/base" >"$work/base.log" 2>&1 ||
        { tail -n 5 "$work/base.log" >&2; exit 1; }
    tar -C "$work/base" -cf "$cache/$1.tar.new" . && mv "$cache/$1.tar.new" "$cache/$1.tar"
    rm -rf --one-file-system "$work/base"
}

# in_root NETWORK USER COMMAND: runs a command in the root, with its own /proc, terminals and shared memory.
in_root() {
    unshare --mount --pid --fork --kill-child $1 sh -c '
        mount -t proc proc "$0/proc" && mkdir -p "$0/dev/shm" "$0/dev/pts" &&
        mount -t tmpfs tmpfs "$0/dev/shm" && mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts" &&
        mount --bind "$0/dev/pts/ptmx" "$0/dev/ptmx" &&
        exec chroot "$0" su - "$1" -c "cd \"/home/player/a game\" && $2"' "$work/root" "$2" "$3" </dev/null
}

# try RELEASE NETWORK USER COMMAND WORDS
try() {
    start=$(date +%s)
    if in_root "$2" "$3" "$4" >"$work/log" 2>&1; then result=ok; else result=FAILED failed=1; fi
    [ $result = ok ] || { cp "$work/log" "$cache/failed.log" && echo "fresh: all that it said: $cache/failed.log" >&2; }
    [ $result = ok ] || { grep -aE ':[FE]:|error:' "$work/log"; tail -n 10 "$work/log"; } | tail -n 40 | sed 's/^/    /' >&2
    download=$(sed -n 's/.* packages, \([0-9]* MiB\) .*/\1/p' "$work/log")
    printf '%-14s %-34s %9s %8d  %s\n' "$1" "$5" "${download:-none}" $(($(date +%s) - start)) "$result $(tail -n 1 "$work/log" | grep ' passed, ')" |
        tee -a "$table" >&2
}

for case; do
    release=${case% *} what=${case#* } arch=
    case $release in *-*) arch=${release#*-} ;; esac
    if [ "$arch" = arm64 ] && [ "$(uname -m)" != aarch64 ] && [ ! -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ]; then
        echo "$release $what: skipped, because nothing runs programs for arm64 here: install qemu-user-static and binfmt-support" >>"$table"
        continue
    fi
    base "$release"
    mkdir "$work/root"
    tar -C "$work/root" -xf "$cache/$release.tar"
    chroot "$work/root" useradd --create-home --shell /bin/sh player
    echo 'player ALL=(ALL) NOPASSWD: ALL' >"$work/root/etc/sudoers.d/player"
    mkdir "$work/root/home/player/a game"
    tar -C "$work/root/home/player/a game" -xf "$work/tree.tar"
    chroot "$work/root" chown -R player: /home/player
    case $what in
    run)
        try "$release" "" player "make setup run" "make setup run"
        try "$release" --net player "rm -rf build && make setup run" "the same again, offline" ;;
    test) try "$release" "" player "make setup test" "make setup test" ;;
    check)
        try "$release" "" player "make setup test" "make setup test"
        try "$release" "" player "make check" "make check, after that" ;;
    windows) try "$release" "" player "make -f scripts/ports.mk setup-windows dist-windows" "dist-windows" ;;
    arm64)
        try "$release" "" player "make ARCH=arm64 setup program && qemu-aarch64 -L .cache/sysroot/arm64 build/arm64/clockwork verify assets/replays/*.cwr" \
            "make ARCH=arm64 setup program" ;;
    deb)
        { make -s program && make -s ${arch:+ARCH=$arch setup} dist; } >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
        cp "build${arch:+/$arch}"/deb/*.deb "$work/root/home/player"
        try "$release" "" root tests/packaging/debs.sh "make dist, install, play, remove" ;;
    root)
        rm "$work/root/usr/bin/sudo"
        try "$release" "" root "script -qec 'make -j2 setup run' /dev/null" "make -j2 setup run, root, terminal" ;;
    *) echo "fresh: no such case: $case" >&2; exit 2 ;;
    esac
    rm -rf --one-file-system "$work/root"
done
cat "$table"
exit $failed
