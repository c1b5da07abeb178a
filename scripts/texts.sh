#!/bin/sh
# texts.sh [PROGRAM [FOLDER SOURCE...]]: collects the texts of sources (cw_text and the like) and of the game's tables and maps into
# FOLDER/texts.pot, merges them into FOLDER/LANGUAGE.po, and says what is missing in each. Without arguments it does so for the engine
# (assets/text/engine) and Windup (assets/text), with build/clockwork. texts.sh --pseudo ... also writes the pseudo-languages en_XA and
# ar_XB (pseudo.awk). ONLY=de merges into that language alone. It needs Debian's package gettext.
set -eu
command -v xgettext >/dev/null || { echo "texts: apt-get install gettext" >&2; exit 1; }
pseudo=
[ "${1:-}" != --pseudo ] || { pseudo="en_XA ar_XB"; shift; }
program=$(realpath "${1:-build/clockwork}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# collect INTO OPTION SOURCE...: OPTION is one of `clockwork texts`.
collect() {
    into=$1 option=$2
    shift 2
    mkdir -p "$into"
    rm -f "$work"/*.po
    "$program" texts $option | msguniq --no-wrap -o "$work/tables.po"
    xgettext --language=C --from-code=UTF-8 --add-comments='TRANSLATORS:' --no-wrap --add-location=file --package-name=Clockwork --copyright-holder='The Clockwork authors' --keyword \
        --keyword=text_of --keyword=text_in:1c,2 --keyword=notices_add:2 --flag=notices_add:2:c-format --keyword=screens_notice:2 --keyword=refuse_run:3 \
        --keyword=cw_text:2 --keyword=cw_text_in:2c,3 --keyword=cw_text_n:2,3 --keyword=CW_TEXT \
        --flag=text_of:1:pass-c-format --flag=text_in:2:pass-c-format --flag=cw_text:2:pass-c-format --flag=cw_text_in:3:pass-c-format \
        --flag=cw_text_n:2:pass-c-format --flag=cw_text_n:3:pass-c-format \
        -o "$work/code.po" "$@"
    [ -e "$work/code.po" ] || printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n' >"$work/code.po"
    sed -i '/^# SOME DESCR/d; /^# FIRST AUTHOR/d; s/\(YEAR \)*\(The Clock\)/\2/; s/charset=CHARSET/charset=UTF-8/; /^"POT-Creation-Date/d' "$work/code.po"
    msgcat --use-first "$work/code.po" "$work/tables.po" | msggrep --no-wrap -v -K -e '^%s$' -o "$into/texts.pot"
    for file in "$into"/*.po; do
        case $file in *'*.po' | *_X?.po) continue ;; */"${ONLY:-*}".po) ;; *) [ -z "${ONLY:-}" ] || continue ;; esac
        msgmerge --quiet --update --backup=none --no-wrap --no-fuzzy-matching "$file" "$into/texts.pot"
        msgfmt --check --statistics -o /dev/null "$file" 2>&1 | sed "s,^,$file: ,"
        "$program" texts "$file" >/dev/null
    done
}

engine=assets/text/engine folder=${2:-assets/text}
if [ $# -gt 1 ]; then
    shift 2
    collect "$folder" '' "$@"
else
    collect $engine --engine $(find src/runtime -name '*.[ch]' | sort)
    collect "$folder" '' $(find src/windup -name '*.[ch]' | sort)
fi
for language in $pseudo; do
    LC_ALL=C.UTF-8 awk -v mirror="${language#en_XA}" -f "$(dirname "$0")/pseudo.awk" $(ls $engine/texts.pot 2>/dev/null) \
        "$folder/texts.pot" >"$folder/$language.po"
done
