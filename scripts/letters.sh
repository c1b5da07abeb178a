#!/bin/sh
# letters.sh TO: cuts the letters of Japanese and Chinese that assets/text uses, and all kana, out of Debian's Noto fonts, for systems where no font is
# sure to have them: TO/ja.otf and TO/zh_CN.otf, 110 kB each. Letters that players type beyond them are taken from the system, or shown as a box.
set -eu
font=/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc
kana='ーあいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんがぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽぁぃぅぇぉっゃゅょアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲンガギグゲゴザジズゼゾダヂヅデドバビブベボパピプペポァィゥェォッャュョ'
letters=$(mktemp)
trap 'rm -f "$letters"' EXIT
for face in 0:ja 2:zh_CN; do
    language=${face#*:}
    { sed -n 's/^msgstr[^"]*//p; /^"/p' "assets/text/$language.po" "assets/text/engine/$language.po" && echo '日本語简体中文'; } >"$letters"
    [ $language = zh_CN ] || echo "$kana" >>"$letters"
    hb-subset --face-index="${face%%:*}" --text-file="$letters" --no-hinting --desubroutinize --layout-features= --output-file="$1/$language.otf" "$font"
done
