# docs.awk: turns the plain comments of a public header into Doxygen's, for `make docs`. Numbers of lines stay as they are.
# The first comment describes the header. A comment above a declaration describes all of them up to the next empty line, but
# for those that have one of their own behind them.
function words(text) {
    sub(/^ *(\/\*|\*\/|\*)? ?/, "", text)
    sub(/ *\*\/ *$/, "", text)
    return text
}
# Prints the lines up to the end of the declaration that begins on line i, its comment in front, and returns the last one.
function declare(i, shared,    first, text, own, open, code, round, each) {
    for (first = i; i <= NR; i++) {
        text = line[i]
        if (open) {
            own = own " " words(text)
            open = text !~ /\*\/ *$/
            text = ""
        } else if (match(text, / *\/\*/)) {
            own = own " " words(substr(text, RSTART))
            open = text !~ /\*\/ *$/
            text = substr(text, 1, RSTART - 1)
        }
        out[i] = text
        round += gsub(/\(/, "(", text) - gsub(/\)/, ")", text)
        if (text != "") code = text
        if (!open && round == 0 && (code ~ /[;,{}]$/ || i == NR || line[i + 1] ~ /^ *}/ || code ~ /^#.*[^\\]$/ && i == first)) break
        if (!open && code ~ /^ .*[^\\]$/ && line[first] ~ /^#/) break
    }
    # A comment may begin behind the declaration's end and go on below.
    if (own == "") own = shared
    # A member may leave its description to its struct's.
    if (own == "" && kept[depth] != "") own = "&nbsp;"
    if (own != "") own = "/** " own " */ "
    # Of several members in a line each one gets it.
    if (out[first] ~ /^[^({]*,.*;$/ && match(out[first], /^ +([a-zA-Z_0-9]+ )+/)) {
        each = "; " own substr(out[first], 1, RLENGTH)
        gsub(/&/, "\\\\&", each)
        gsub(/, /, each, out[first])
    }
    out[first] = own out[first]
    for (; first <= i; first++) print out[first]
    return i
}
{ gsub(/@/, "\\@"); line[NR] = $0 }
END {
    for (i = 1; i <= NR; i++) {
        text = line[i]
        if (text ~ /^ *\/\*/) {
            shared = ""
            sub(/\/\*/, seen++ ? "/**" : "/** @file " FILENAME " @brief", text)
            for (;; text = line[++i]) {
                print text
                shared = shared " " words(line[i])
                if (text ~ /\*\/ *$/) break
            }
            fresh = 1
        } else if (text == "" || text ~ /^{|^#[^d]|^CW_C_/ || text ~ /^ *}/ || body) {
            if (text ~ /^{/) body = 1
            if (text ~ /^}/) body = 0
            if (text ~ /^ *}/) shared = kept[depth--]
            if (text == "") shared = ""
            print text
            fresh = 0
        } else {
            i = declare(i, fresh ? "" : shared)
            fresh = 0
            if (line[i] ~ /\{( *\/\*.*)?$/) { kept[++depth] = shared; shared = "" }
        }
    }
}
