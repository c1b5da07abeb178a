# man_config.awk: makes the man page clockwork-config(5) of what `clockwork config --defaults` prints: the table of keys.
BEGIN {
    print ".TH CLOCKWORK-CONFIG 5"
    print ".SH NAME\nclockwork-config \\- settings of Clockwork, config.ini"
    print ".SH DESCRIPTION"
}
/^; Made from/ { next }
{ gsub(/\\/, "\\e"); gsub(/-/, "\\-"); gsub(/'/, "\\(aq") }
/^; / { text = text (/^; \[/ ? ".br\n" : "") "\\&" substr($0, 3) "\n"; next }
/^\[/ { print ".SH " substr($0, 2, length($0) - 2) }
/ =/ { printf ".TP\n.B \"%s\"\n%s", $0, text; text = "" }
/^$/ && text != "" { printf ".PP\n%s", text; text = "" }
END { print ".SH FILES\n.TP\n.I ~/.local/share/Clockwork/windup/config.ini\nthe player's own settings\n.SH SEE ALSO\n.BR clockwork (1)" }
