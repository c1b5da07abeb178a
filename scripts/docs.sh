#!/bin/sh
# docs.sh OUT: writes the manual and the reference of the public headers as a site, OUT/docs, with a search field. It fails on a
# public name without a comment, on a reference to nothing and on a link to a file that is not there.
set -eu
out=$1/docs
command -v doxygen >/dev/null || { echo "docs: doxygen is missing: scripts/setup.sh dev" >&2; exit 1; }
rm -rf "$out.new"
mkdir -p "$out.new"
# Doxygen finds nothing in folders with a blank in their names, so it works on a copy.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/assets"
cp -r assets/readme "$work/assets"
cp -r README.md CHANGELOG.md docs include scripts "$work"
{
    cat docs/Doxyfile
    echo "OUTPUT_DIRECTORY = \"$(cd "$out.new" && pwd)\""
    sed -n 's/^#define CW_VERSION "\(.*\)"/PROJECT_NUMBER = \1/p' include/clockwork/base.h
} >"$work/Doxyfile"
(cd "$work" && doxygen Doxyfile) 2>"$work/log" || { sed "s,$work/,," "$work/log" >&2 && exit 1; }
# Doxygen leaves links to files that are no pages as they are.
cd "$out.new"
grep -oE '(href|src)="[^"#:?]+["#?]' ./*.html | sed 's/="/ /; s/:/ /; s/.$//' | sort -u | while read -r page attribute file; do
    [ -e "$file" ] || echo "docs: $page links to $file, which is not there"
done | grep . >&2 && exit 1
cd - >/dev/null
rm -rf "$out" && mv "$out.new" "$out"
