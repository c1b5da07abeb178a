#!/bin/sh
# includes.sh: prints every source of src beside each file of ours that it is made of: itself and its headers, also through others.
files=$(ls $(git ls-files -co --exclude-standard 'src/*.[ch]' 'include/*.h') 2>/dev/null)
{ printf '%s\n' $files; grep -H '^#include "' $files; } | awk -F '"' '
    NF == 1 { ours[$0] = 1; if (/\.c$/) sources[++count] = $0; next }
    {
        file = $1; sub(/:#include $/, "", file)
        folder = file; sub(/[^\/]*$/, "", folder)
        number = split(folder " include/ src/ src/runtime/ src/workshop/ src/windup/", places, " ")
        for (i = 1; i <= number && !((places[i] $2) in ours);) i++
        if (i <= number) headers[file] = headers[file] " " places[i] $2
    }
    function visit(file, source,    list, number, i) {
        if (visited[file] == source) return
        visited[file] = source
        print source, file
        number = split(headers[file], list, " ")
        for (i = 1; i <= number; i++) visit(list[i], source)
    }
    END { for (i = 1; i <= count; i++) visit(sources[i], sources[i]) }'
