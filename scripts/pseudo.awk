# pseudo.awk FILE.pot...: writes a PO file of a pseudo-language, in which each text is 40 % longer and stands between signs. Seen on the screen it shows
# texts that nobody marked for translation, and places that are too small. With -v mirror=1 the texts run from right to left.
function quoted(line) { sub(/^[^"]*"/, "", line); sub(/"[^"]*$/, "", line); return line }
function longer(text,   filler, count, left, right) {
    for (count = int(length(text) * 0.4 + 0.9); count > 0; count--) {
        filler = filler (index(text, " ") > 0 && count % 6 == 5 ? " " : "\303\264")
    }
    left = mirror ? "\342\200\256\342\200\271" : "\342\200\271"
    right = mirror ? "\342\200\272\342\200\254" : "\342\200\272"
    return left text filler right
}
function end_entry() {
    if (id != "" && !((context, id) in seen)) {
        seen[context, id]
        if (context != "") { print "msgctxt \"" context "\"" }
        print "msgid \"" id "\""
        if (plural == "") { print "msgstr \"" longer(id) "\"\n" }
        else { print "msgid_plural \"" plural "\"\nmsgstr[0] \"" longer(id) "\"\nmsgstr[1] \"" longer(plural) "\"\n" }
    }
    context = id = plural = field = ""
}
FNR == 1 { end_entry() }
/^msgctxt / { field = "context"; context = quoted($0) }
/^msgid / { field = "id"; id = quoted($0) }
/^msgid_plural / { field = "plural"; plural = quoted($0) }
/^msgstr/ { field = "" }
/^"/ && field == "id" { id = id quoted($0) }
/^"/ && field == "plural" { plural = plural quoted($0) }
/^$/ { end_entry() }
END { end_entry() }
