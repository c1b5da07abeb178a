#!/bin/sh
# embed.sh FILE.po...: writes C with these files as arrays for src/runtime/host/language.h, without the comments that only translators need.
set -eu
echo '#include "host/language.h"'
for file; do
    name=$(basename "$file" .po)
    echo "static const unsigned char text_$name[] = {"
    sed '/^#[^,]/d; /^#$/d' "$file" | od -An -v -tu1 | sed 's/\([0-9]\) /\1,/g; s/$/,/; s/^/    /'
    echo '};'
done
echo 'const EngineText engine_texts[] = {'
for file; do
    name=$(basename "$file" .po)
    echo "    {\"$name\", text_$name, sizeof text_$name},"
done
echo '    {0}};'
