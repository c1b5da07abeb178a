#!/bin/sh
# scripts/analyze.sh OUT quick|full [FILE...]: searches sources for faults without running them. Prints each finding, and exits with 1 if there are any.
#   quick  clang-tidy's checks that read the text, and cppcheck (two seconds of one core for ten files): `make lint`
#   full   clang-tidy with clang's analyser, gcc -fanalyzer, and cppcheck: scripts/nightly.sh has it
# Without FILEs it takes every source of src that is compiled here. A file that was clean is analysed again when it, a header of it, the tools or their lists change
# (OUT/analyzed). TIDY=clang-tidy-19 and GCC=gcc-14 choose other versions: be clean with those of Debian 12 (clang-tidy 14, gcc 12, cppcheck 2.10)
# and Debian 13 (19, 14, 2.17). Checks that are off have their reasons in .clang-tidy; single findings that are no faults in scripts/analyze.known.
set -u
if [ "$1" != --some ]; then
    out=$1 mode=$2
    shift 2
    export TIDY=${TIDY:-clang-tidy} GCC=${GCC:-gcc} OUT="$out"
    mkdir -p "$out/analyzed"
    for tool in "$TIDY" "$GCC" cppcheck; do
        command -v "$tool" >/dev/null || { echo "analyze: $tool is missing: scripts/setup.sh dev" >&2; exit 1; }
    done
    tools=$({ "$TIDY" --version; "$GCC" --version; cppcheck --version; cat .clang-tidy scripts/analyze.sh scripts/analyze.h "$out/plain/flags"; } | sha256sum)
    # NAME.clean has the sums of all that a file was made of when it was clean. Of the others, NAME.new gets the sums, and the names are printed.
    scripts/includes.sh >"$out/analyzed/includes"
    [ $# != 0 ] || set -- $(cut -d ' ' -f 1 "$out/analyzed/includes" | uniq | grep -vE '/(windows|web)/|_web\.c$')
    { cut -d ' ' -f 2 "$out/analyzed/includes" | sort -u | xargs sha256sum; cat "$out/analyzed/includes"; } |
        awk -v out="$out/analyzed/" -v mode="$mode" -v tools="$tools" -v names="$*" '
            BEGIN { while ((getline line <"scripts/analyze.known") > 0) { split(line, cells, " "); known[cells[1]] = known[cells[1]] line "\n" } }
            length($1) == 64 { sums[$2] = $1; next }
            { made_of[$1] = made_of[$1] sums[$2] "\n" known[$2] }
            function is_clean(path,    line, text) {
                while ((getline line <path) > 0) text = text line "\n"
                return text == wanted
            }
            END {
                count = split(names, files, " ")
                for (i = 1; i <= count; i++) {
                    path = files[i]; gsub("/", ".", path); path = out path
                    wanted = tools "\n" made_of[files[i]]
                    if (is_clean(path ".full.clean") || is_clean(path "." mode ".clean")) continue
                    printf "%s", wanted >(path ".new"); close(path ".new")
                    print files[i]
                }
            }' >"$out/analyzed/files"
    xargs -r -P "$(nproc)" -n $([ "$mode" = full ] && echo 1 || echo 8) "$0" --some "$mode" <"$out/analyzed/files" >"$out/analyzed/log"
    status=$?
    sort -u "$out/analyzed/log" >&2
    [ ! -e "$out/analyzed/gave-up" ] || { cat "$out/analyzed/gave-up"; rm "$out/analyzed/gave-up"; } >&2
    echo "analyze: $# sources, $mode: $([ $status = 0 ] && echo clean || echo "$(sort -u "$out/analyzed/log" | wc -l) findings")"
    exit $((status != 0))
fi

mode=$2
shift 2
files=$*
flags="$(cat "$OUT/plain/flags") -Wno-error -U_FORTIFY_SOURCE -O0 -g0"
told='-include scripts/analyze.h -Wno-unused-value'
case "$files " in
*/error.c\ *) told= ;;       # it has those functions
*avx2.c\ *) flags="$flags -mavx2" ;;
esac

# gcc says these while it builds, by -Wmultistatement-macros, -Wempty-body and -Wmisleading-indentation; a second declaration or a hidden letter is
# no fault of a program, and the full search finds it.
compilers=-bugprone-multiple-statement-macro,-bugprone-suspicious-semicolon,-readability-redundant-declaration,-misc-misleading-identifier
# A tool that needs more than two minutes of a core has lost its way: it is named, and the file passes.
try() {
    (ulimit -t 120; exec "$@") 2>&1
    [ $? -lt 128 ] || echo "analyze: $1 gave up on $files" >>"$OUT/analyzed/gave-up"
}
{
    case $mode in
    full) # what it is told makes calls look alike
        try "$TIDY" --quiet --checks=-misc-redundant-expression $files -- $flags $told ;;
    *) try "$TIDY" --quiet --checks="-clang-analyzer-*,$compilers" $files -- $flags ;;
    esac
    # It knows neither every file's syntax (2.10: `? (Struct){0} :`) nor that readdir is used by one thread for each folder.
    try cppcheck --std=c11 --language=c --enable=warning,performance,portability --library=posix --library=gnu --quiet \
        --suppress=missingIncludeSystem --suppress=internalAstError --suppress=readdirCalled --suppress=invalidPointerCast \
        -D_GNU_SOURCE -D__linux__ -D__x86_64__ $(echo "$flags" | tr ' ' '\n' | grep '^-I') \
        --template='{file}:{line}:{column}: {severity}: {message} [{id}]' $files
    # Loops over pixels have no memory or files to lose, and gcc 12 needs minutes for them.
    case $mode/$files in full/*/pixels_*) ;; full/*) try "$GCC" $flags $told -fanalyzer -c -o /dev/null $files ;; esac
} | sed "s,^$PWD/,," | awk -F ' *[|] *' -v reasons=scripts/analyze.known '
    BEGIN { while ((getline row <reasons) > 0) { if (row ~ /^src/) { split(row, cells, / *[|] */); known[++count] = row } } }
    match($0, /^[^:]*:[0-9]+:[0-9]+: (warning|error|performance|portability): .*\[[^]]*\]$/) {
        split($0, at, ":")
        if (!(at[1] in read_whole)) { read_whole[at[1]] = 1; for (n = 0; (getline line <at[1]) > 0;) text[at[1], ++n] = line }
        for (i = 1; i <= count; i++) {
            split(known[i], cells, / *[|] */)
            if (cells[1] == at[1] && index($0, cells[2]) && (cells[3] == "" || index(text[at[1], at[2]], cells[3]))) next
        }
        line = text[at[1], at[2]]; sub(/^ */, "", line); print $0 ": " line
        found = 1
    }
    END { exit found }' || exit 1
for file in $files; do
    path=$OUT/analyzed/$(echo "$file" | tr / .)
    mv "$path.new" "$path.$mode.clean"
done
