#!/bin/sh
# build.sh: the Makefile on a machine that has nothing yet, after interruptions, and over an old build. Packages,
# compiler and archiver are imitated (a "compiled" file says how it was made and of what), so that this takes seconds.
set -eu
real=$(command -v make)
work=$(mktemp -d "${TMPDIR:-/tmp}/clockwork build XXXXXX")
trap 'rm -rf "$work"' EXIT
tree=$work/tree bin=$work/bin later=$work/later
mkdir "$tree" "$bin" "$later"
cp -r Makefile LICENSE src include tests scripts assets config.ini "$tree"
# Two sources of each folder, and those named below, are enough.
(cd "$tree" && find src -name '*.c' | sort | grep -v '/\(main\|rng\|raster\|host_sdl\)\.c$' |
    awk '{ folder = $0; sub("/[^/]*$", "", folder) } ++count[folder] > 2' | xargs rm)
mkdir -p "$tree/.cache/sources"
cp .cache/sources/*.tar.gz "$tree/.cache/sources" # as if fetched: there is no network here
for name in sh awk basename cat chmod cmp cp cut date dirname echo env expr find grep head id ldd ls make mkdir mktemp mv nm nproc \
    objcopy objdump ar cksum printf rm sed sha256sum sort stat tail tar gzip test tr uname comm xargs ln; do
    found=$(command -v "$name") && case $found in /*) ln -s "$found" "$bin/$name" ;; esac
done

# The compiler: an output is a script that does nothing, with the command and its inputs behind it.
cat >"$later/gcc" <<'END'
#!/bin/sh
case $* in *-print-file-name=*) PATH=/usr/bin:/bin exec "$REAL_GCC" "$@" ;; *--version*) echo imitation; exit ;; esac
out= dep= of= inputs= flags=
for word; do
    case $of in
    -o) out=$word ;;
    -MF) dep=$word ;;
    -MT) target=$word ;;
    *) case $word in *.c | *.o | *.a) inputs="$inputs $word" ;; @*) flags=$(cat "${word#@}") ;; esac ;;
    esac
    of=$word
done
case $out in *"${STOP_AT:-nowhere}"*) echo half >"$out"; kill -9 "$PPID" $(cat make.pid); exit 1 ;; esac
[ -z "$dep" ] || echo "$target: include/clockwork/base.h" >"$dep"
{ echo '#!/bin/sh'; echo exit; echo "$* $flags $(cat $inputs | cksum)"; } >"$out"
chmod +x "$out"
END
printf '#!/bin/sh\nexec "%s" "$@"\n' "$(command -v pkg-config)" >"$later/pkg-config"
chmod +x "$later"/*
REAL_GCC=$(command -v gcc)
export REAL_GCC

# The package manager: "install" makes what is in $later visible.
cat >"$bin/apt-get" <<END
#!/bin/sh
echo "apt-get \$*" >>"$work/apt.log"
case " \$* " in
*" -s "* | *" update "*) exit 0 ;;
*" --print-uris "*) echo "'uri' file 1048576 hash" ;;
*" install "*) [ ! -e "$work/no-network" ] || exit 100; cp "$later"/* "$bin" ;;
esac
END
printf '#!/bin/sh\nexec "$@"\n' >"$bin/sudo"
chmod +x "$bin/apt-get" "$bin/sudo"

failed=0
complain() { echo "build.sh: $*" >&2; tail -n 5 "$work/log" >&2; failed=1; }
# Runs make GOALS... with nothing but $bin, as in a terminal, and waits for what an interrupted make left running: it holds the pipe.
build() {
    (cd "$tree" && env -i MAKE_TERMOUT=yes PATH="$bin" HOME="$work" REAL_GCC="$REAL_GCC" ${stop:+STOP_AT=$stop} sh -c 'make "$@" & echo $! >make.pid; wait $!' make "$@" &&
        echo 0 >"$work/status" || echo 1 >"$work/status") 2>&1 | cat >"$work/log"
    return "$(cat "$work/status")"
}
built() { (cd "$tree" && cksum build/clockwork); }

# 1. A machine without compiler, pkg-config and headers.
if build program; then complain "built something without a compiler"; fi
grep -q 'make setup' "$work/log" || complain "nothing says what to do without packages"
touch "$work/no-network"
if build setup run; then complain "went on although nothing could be installed"; fi
rm "$work/no-network"
build -j2 setup run || complain "make setup run fails as the first command"
grep -q 'install -y.* gcc ' "$work/apt.log" || complain "setup did not install gcc"
if grep -q xvfb "$work/apt.log"; then complain "playing needs nothing that only tests use"; fi
grep -q -e '-isystem [^ ]*SDL2' "$tree/build/plain/src/runtime/host/host_sdl.o" || complain "compiled without SDL's flags"
whole=$(built)
if build test; then complain "make test runs without its packages"; fi
[ "$(wc -l <"$work/log")" = 2 ] && grep -q 'missing.* xvfb xdotool.* make setup test' "$work/log" || complain "make test does not say what is missing"
: >"$work/apt.log"
build setup run || complain "make setup run fails the second time"
[ ! -s "$work/apt.log" ] || complain "setup asked the package manager although nothing is missing"
if grep -q compile "$work/log"; then complain "compiled again although nothing changed"; fi
touch "$tree/include/clockwork/base.h"
build program || complain "fails after a header changed"
find "$tree/build/plain/src" -name '*.o' ! -newer "$tree/include/clockwork/base.h" >"$work/log"
[ ! -s "$work/log" ] || complain "did not compile again what includes a changed header"

# 2. Dry runs write nothing and install nothing.
cp -r "$tree" "$work/before"
goals=$(sed -n 's/^# make \([a-z-]*\) .*/\1/p' Makefile)
for system in web windows; do
    build -n $(echo "$goals" | grep $system) || complain "make -n fails"
done
build -n $(echo "$goals" | grep -v 'web\|windows') || complain "make -n fails"
diff -rq -x make.pid "$tree" "$work/before" >"$work/log" || complain "make -n changes files"
[ ! -s "$work/apt.log" ] || complain "make -n asks the package manager"

# 3. Killed while a file was half written: an object, the program.
for stop in src/runtime/paint/unfinished/raster.o clockwork.new; do
    rm -rf "$tree/build"
    if build program; then complain "the interruption at $stop did not happen"; fi
    stop=
    build program || complain "fails after an interruption"
    [ "$(built)" = "$whole" ] || complain "differs after an interruption"
done

# 4. Another revision over an old build: other flags of some files, a file gone, one new, other flags of all.
grep -q -e ' -O3 ' "$tree/build/plain/src/runtime/paint/raster.o" || complain "no file has flags of its own"
build program FAST= || complain "fails with other flags of some files"
if grep -q -e ' -O3 ' "$tree/build/plain/src/runtime/paint/raster.o"; then complain "other flags of some files changed nothing"; fi
rm "$tree/src/runtime/base/rng.c"
echo 'int added;' >"$tree/src/runtime/base/added.c"
build program OPT=-O1 || complain "fails over an old build"
over=$(built)
build clean
build program OPT=-O1 || complain "fails after make clean"
[ "$(built)" = "$over" ] || complain "an old build leaves traces in a new one"
[ "$over" != "$whole" ] || complain "neither files nor flags changed anything"

# 5. Chipmunk and the maths: other flags, a header changed, no sources.
exact=$tree/build/exact
build program OPT=-O1 LOCKS=-DLOCKS_CHANGED || complain "fails with other flags of Chipmunk"
grep -q LOCKS_CHANGED "$exact/chipmunk/cpBody.o" || complain "other flags of Chipmunk changed nothing"
build program OPT=-O1 MUSL_FLAGS=-DMATHS_CHANGED || complain "fails with other flags of the maths"
grep -q MATHS_CHANGED "$exact/maths/sin.o" || complain "other flags of the maths changed nothing"
build program OPT=-O1 MATHS=sin || complain "fails with fewer maths"
if grep -q '[/ ]cos\.o' "$exact/libexactmath.a"; then complain "fewer maths changed nothing"; fi
for header in src/runtime/sim/arena.h include/clockwork/base.h; do
    touch "$tree/$header"
    build program OPT=-O1 || complain "fails after a change of $header"
    [ "$exact/chipmunk/cpBody.o" -nt "$tree/$header" ] || complain "$header changed nothing in Chipmunk"
done
mv "$tree/.cache" "$work/cache"
for gone in Chipmunk2D-Chipmunk-7.0.3 musl-1.2.3 .; do
    build clean
    mkdir -p "$tree/.cache/sources"
    cp -r "$work/cache/sources/"*-* "$tree/.cache/sources"
    rm -rf "$tree/.cache/sources/$gone"/*
    if build program; then complain "builds without the sources in $gone"; fi
    [ "$(grep -c 'The sources of Chipmunk or musl are missing: make setup' "$work/log")" = 1 ] || complain "nothing says once that sources are missing"
    if grep -q compile "$work/log"; then complain "compiles before it misses the sources"; fi
done
exit $failed
