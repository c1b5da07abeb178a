# The man page, made of what --help prints: a section for each heading, a paragraph for each row.
BEGIN {
    print ".TH CLOCKWORK 1"
    print ".SH NAME\nclockwork \\- runtime for 2D games that replay bit for bit, and Windup, its game"
    print ".SH SYNOPSIS\n.B clockwork\n[\\fICOMMAND\\fR] [\\fIOPTION\\fR]..."
}
/^usage: |^$/ { next }
/^(Keys: |Settings: |~|%)/ { next } # FILES has them
/^[A-Z]/ { print ".SH " toupper($0); next }
{ gsub(/-/, "\\-") }
/^          / { sub(/^ +/, "\\\\\\&"); print; next } # a line goes on
{
    sub(/^ +/, "")
    gap = match($0, /  +/) ? RSTART : length($0) + 1
    print ".TP\n.B \"" substr($0, 1, gap - 1) "\""
    if (gap <= length($0)) print "\\&" substr($0, gap + RLENGTH)
}
END {
    print ".SH EXIT STATUS\n0 success, 1 failure, 2 wrong usage; or what the game's code quits with."
    print ".br\ndiff: 0 the recordings are the same, 1 they differ, 2 it can't be said."
    print ".br\nrerun: 0 all that finished still do, 1 one doesn't, 2 one can't be read."
    print ".SH FILES\n.TP\n.I ~/.local/share/Clockwork/windup/\nsettings (config.ini), the last runs, traces"
    print ".TP\n.I share/doc/clockwork/\nthe manual (README.md, docs), and games to read (docs/example)"
}
