# tables.awk: reads what `clockwork bench pacing latency` prints, then docs/how-it-works.md, and prints the page with the
# tables of both figures filled in anew. A row of the page keeps its name; the rows below must be in the order of the page.
FNR == 1 { file++ }
file == 1 && /runs of a minute$/ { group = $1 }
file == 1 && /[0-9]+ +[0-9.]+ +[-0-9.inf]+ +[-0-9.]+ +[0-9]+$/ && group {
    name = $1 ($2 ~ /^[a-z]/ ? " " $2 : "") ($3 ~ /^[a-z]/ ? " " $3 : "")
    error = $(NF - 5)
    cell = sprintf(error < 0.1 ? "%.3f" : "%.2f", error) " / " sprintf("%.3g", $(NF - 4))
    # The wandering of jumps and stalls is their own size.
    pacing[name, group] = cell (group == "changes," ? "" : " / " sprintf("%.2g", $(NF - 3)))
    next
}
file == 1 && / first .* full / {
    way = $0
    sub(/ +first.*/, "", way)
    gsub(/^ +| +$/, "", way)
    gsub(/ +/, " ", way)
    split(substr($0, index($0, "first")), number, " ")
    latency[way] = number[2] " | " number[6]
}
file == 1 { next }
/^\| (raw clock|Glaiel|Godot|running mean|\*\*Clockwork)/ {
    name = $0
    gsub(/^\| |\*\*| \|.*/, "", name)
    printf "%s", (name == "Clockwork" ? "| **Clockwork**" : "| " name)
    print " | " pacing[name, "fixed"] " | " pacing[name, "missed"] " | " pacing[name, "changes,"] " | " pacing[name, "absorbed"] " | " pacing[name, "variable"] " |"
    next
}
/^\| from key to/ { split("vsync plain loop,vsync interpolate,vsync ahead,vsync and late,no vsync interpolate,no vsync ahead", ways, ","); row = -1 }
row != "" && /^\|/ {
    if (++row >= 2) {
        sub(/ \|.*/, "")
        $0 = $0 " | " latency["60 Hz " ways[row - 1]] " | " latency["144 Hz " ways[row - 1]] " |"
    }
    if (row == 7) row = ""
}
{ print }
