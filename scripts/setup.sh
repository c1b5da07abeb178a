#!/bin/sh
# setup.sh play|test|check|dev|arm64|windows|web...: installs the missing packages that playing, `make test` or `make check` needs, that all other
# goals of developers need, and that building for arm64 from another processor, for Windows, or for a page needs.
# It installs only on Debian and its relatives (with sudo unless root); elsewhere it names the packages.
# setup.sh missing ...: installs nothing; names in one line what is missing, with status 1.
set -eu
export LC_ALL=C
want=" $* "

tool() { command -v "$1" >/dev/null; }
module() { pkg-config --exists "$1" 2>/dev/null; }
file() { for path; do [ -e "$path" ] && return; done; return 1; }
# Whether the linker finds a file; -print-file-name repeats a bare name when it does not.
archive() { tool "$1" && case $("$1" -print-file-name="$2") in */*) ;; *) false ;; esac; }

# Titles have a font of their own. Games work without it, and Arch has no package of it.
title_face() { tool pacman || file "$@"; }

# for  check                                   Debian, best first          Fedora               Arch
needs="
play | archive gcc libgcc.a                  | gcc                       | gcc                | gcc
play | file /usr/include/stdlib.h            | libc6-dev                 | glibc-devel        | glibc
play | tool objcopy                          | binutils                  | binutils           | binutils
play | tool pkg-config                       | pkgconf pkg-config        | pkgconf            | pkgconf
play | module sdl2                           | libsdl2-dev               | SDL2-devel         | sdl2
play | module SDL2_image                     | libsdl2-image-dev         | SDL2_image-devel   | sdl2_image
play | module sndfile                        | libsndfile1-dev           | libsndfile-devel   | libsndfile
play | module freetype2                      | libfreetype-dev           | freetype-devel     | freetype2
play | module harfbuzz                       | libharfbuzz-dev           | harfbuzz-devel     | harfbuzz
play | module fribidi                        | libfribidi-dev            | fribidi-devel      | fribidi
play | module fontconfig                     | libfontconfig-dev         | fontconfig-devel   | fontconfig
play | file /usr/bin/fc-cache                | fontconfig                | fontconfig         | fontconfig
play | module jansson                        | libjansson-dev            | jansson-devel      | jansson
play | module expat                          | libexpat1-dev             | expat-devel        | expat
play | module zlib                           | zlib1g-dev                | zlib-devel         | zlib
play | module libzstd                        | libzstd-dev               | libzstd-devel      | zstd
play | module libxxhash                      | libxxhash-dev             | xxhash-devel       | xxhash
play | module liblz4                         | liblz4-dev                | lz4-devel          | lz4
play | module cglm                           | libcglm-dev               | cglm-devel         | cglm
play | file /usr/share/fonts/*/*/DejaVuSans.ttf /usr/share/fonts/*/DejaVuSans.ttf | fonts-dejavu-core | dejavu-sans-fonts | ttf-dejavu
play | title_face /usr/share/fonts/*/*/OldStandard-Bold.* /usr/share/fonts/*/OldStandard*Bold.* | fonts-oldstandard | oldstandard-sfd-fonts |
test | module check                          | check                     | check-devel        | check
test | tool Xvfb                             | xvfb                      | xorg-x11-server-Xvfb | xorg-server-xvfb
test | tool xdotool                          | xdotool                   | xdotool            | xdotool
check | tool g++                              | g++                       | gcc-c++            | gcc
check | tool clang                            | clang                     | clang              | clang
check | archive clang libclang_rt.fuzzer-$(uname -m).a | libclang-rt-dev libclang-rt-14-dev | compiler-rt | compiler-rt
check | archive gcc libchipmunk.a             | libchipmunk-dev           | chipmunk-devel     | chipmunk
check | tool tiled                            | tiled                     | tiled              | tiled
check | tool gdb                              | gdb                       | gdb                | gdb
check | tool doxygen                          | doxygen                   | doxygen            | doxygen
check | file /usr/share/i18n/locales/de_DE    | locales                   | glibc-locale-source | glibc
check | tool setarch                          | util-linux                | util-linux         | util-linux
check | tool valgrind                         | valgrind                  | valgrind           | valgrind
dev  | tool clang-format                     | clang-format              | clang-tools-extra  | clang
dev  | tool clang-tidy                       | clang-tidy                | clang-tools-extra  | clang
dev  | tool cppcheck                         | cppcheck                  | cppcheck           | cppcheck
dev  | tool xgettext                         | gettext                   | gettext            | gettext
dev  | tool gnuplot                          | gnuplot-nox               | gnuplot            | gnuplot
arm64 | tool aarch64-linux-gnu-gcc           | gcc-aarch64-linux-gnu     | gcc-aarch64-linux-gnu | aarch64-linux-gnu-gcc
arm64 | tool qemu-aarch64                    | qemu-user                 | qemu-user          | qemu-user
windows | tool x86_64-w64-mingw32-gcc          | gcc-mingw-w64-x86-64-posix | mingw64-gcc       | mingw-w64-gcc
windows | tool x86_64-w64-mingw32-g++          | g++-mingw-w64-x86-64-posix | mingw64-gcc-c++   | mingw-w64-gcc
windows | tool xz                              | xz-utils                  | xz                 | xz
windows | tool hb-subset                       | libharfbuzz-bin           | harfbuzz-devel     | harfbuzz-utils
windows | file /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc | fonts-noto-cjk | google-noto-sans-cjk-ttc-fonts | noto-fonts-cjk
windows | tool zip                             | zip                       | zip                | zip
windows | file /usr/lib/wine/wine64 /usr/bin/wine | wine64                 | wine               | wine
web | tool emcc                              | emscripten                | emscripten        | emscripten
web | tool chromium                          | chromium                  | chromium          | chromium
web | tool node                              | nodejs                    | nodejs            | nodejs
web | tool hb-subset                       | libharfbuzz-bin           | harfbuzz-devel     | harfbuzz-utils
web | file /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc | fonts-noto-cjk | google-noto-sans-cjk-ttc-fonts | noto-fonts-cjk
web | tool zip                               | zip                       | zip               | zip
web | tool xz                                | xz-utils                  | xz                | xz
"
# setup.sh libraries: prints Debian's names of the libraries alone, for scripts/sysroot.sh.
[ "$1" != libraries ] || { echo "$needs" | awk -F ' *[|] *' '$2 ~ /^module/ {print $3}'; exit; }

# Lists the missing packages, by the names of the release in variable $1 (debian, fedora, arch).
missing() {
    echo "$needs" | while IFS='|' read -r whom probe debian fedora arch; do
        case $want in *" ${whom%% *} "*) ;; *) continue ;; esac
        eval "$probe" || eval "echo \$$1"
    done
}

if [ -z "$(missing debian)" ]; then
    exit 0
fi
if [ "$1" = missing ]; then
    echo "Packages are missing (by their names in Debian):" $(missing debian)". make setup test installs them." >&2
    exit 1
fi
if ! tool apt-get; then
    {
        echo "Clockwork installs packages on Debian only. These packages are missing here:"
        echo "  Fedora: dnf install" $(missing fedora)
        echo "  Arch:   pacman -S" $(missing arch)
        echo "  other:  named as in Debian:" $(missing debian)
        echo "Install them, then run make again."
        echo "The sources of Chipmunk 7.0.3 and musl 1.2.3 are needed, too: unpack them and run make CHIPMUNK=DIR MUSL=DIR."
    } >&2
    exit 1
fi

# Runs apt-get as root without questions, because nobody may be there to answer.
apt() {
    if [ "$(id -u)" = 0 ]; then
        DEBIAN_FRONTEND=noninteractive apt-get "$@"
    else
        sudo env DEBIAN_FRONTEND=noninteractive apt-get "$@"
    fi
}
if [ "$(id -u)" != 0 ] && ! tool sudo; then
    echo "There is no sudo here. As root: apt-get install --no-install-recommends" $(missing debian) >&2
    exit 1
fi

echo "Clockwork: some packages are missing; updating the list of packages."
apt update -qq || echo "The list of packages could not be updated; trying with the old one." >&2
# Names differ between releases: each row installs the first name that this release knows.
packages=$(missing debian | while read -r names; do
    for name in $names; do
        if apt-get install -s -qq "$name" >/dev/null 2>&1; then
            echo "$name"
            continue 2
        fi
    done
    echo "This release has no package for one thing that Clockwork needs; tried: $names" >&2
    echo "${names%% *}"
done)
echo "Installing:" $packages
apt-get install -qq -y --print-uris --no-install-recommends $packages |
    awk '{bytes += $3} END {printf "With what they need: %d packages, %.0f MiB to download.\n", NR, bytes / 1048576}'
[ -t 1 ] || quiet=-q
apt install -y ${quiet:-} --no-install-recommends $packages
still=$(missing debian)
[ -z "$still" ] || { echo "Still missing after installing:" $still >&2; exit 1; }
