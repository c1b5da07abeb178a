# The sessions of faults.sh. `session NAME` sets: before, shell without faults; arguments of the program; keys, FRAME:KEY+ FRAME:KEY-
# FRAME:SCRIPT! of a window, nothing for none; after, shell that fails where something is lost ($REF is the folder of the run without
# faults); role, the process of dev that has the faults; limit_s. What a person does comes first: sites of several sessions are tried there.
SESSIONS="window title dev runner trial opengl picture play logs verify replay query rerun config new"

small="--set display.background=run --set display.width=320 --set display.height=180"
middle="--set display.background=run --set display.width=480 --set display.height=270 --set display.renderer=software"

# Saves a level and the code of a new game while it plays. Its frames wait for what dev says of each, six seconds at most. A dev that
# waits for a change after a fault gets one.
develop() {
    before='cp -a "$WORK/game" . && touch rows err
        echo "touch hold; (i=0; until [ \$(wc -l <rows) -gt \$n ] || [ \$((i += 1)) -gt 60 ]; do sleep .1; done; rm -f hold) &" >wait
        echo "n=1; . ./wait; sed \"s/\\\"x\\\": 160/\\\"x\\\": 210/\" \"$WORK/game/assets/levels/hills.tmj\" >new &&
            mv new game/assets/levels/hills.tmj" >level
        echo "n=2; . ./wait; cp \"$WORK/game/main.c\" new && echo \"/* */\" >>new && mv new game/main.c" >code
        (for i in $(seq 60); do ! grep -q "waiting for a change" err || { touch game/main.c; break; }; sleep .2; done) & helper=$!'
    arguments="dev game --dev-log rows --set display.renderer=software $small"
    keys="5:Right+ 20:level! 30:Right- 35:code! 45:F10+ 47:F10- 60:Escape+ 62:Escape- 70:quit "
    after='[ $(grep -c "ok$" rows) = 2 ] &&
        $CW rerun --game game/build/game.so $(ls game/build/dev/*.cwr | tail -n 1) | grep -q "^ok .*same=yes"'
    role=$1
}

session() {
    before=: keys= after=: role= limit_s=60
    case $1 in
    window)
        before='[ ! -d $REF/.cache ] || cp -r $REF/.cache .'
        arguments="play first-wind --record run.cwr --probe-log p $middle"
        keys="5:Right+ 20:Right- 22:Escape+ 24:Escape- 26:Down+ 28:Down- 30:Down+ 32:Down- 34:Return+ 36:Return- 38:Return+ 40:Return-
            42:Down+ 44:Down- 46:Right+ 48:Right- 50:Escape+ 52:Escape- 54:Escape+ 56:Escape- 58:Down+ 60:Down- 62:Return+ 64:Return-
            80:Down+ 82:Down- 85:Return+ 87:Return- 90:Right+ 92:Right- 95:Return+ 97:Return- 104:Right+ 124:Right- 126:Backspace+
            134:Backspace- 136:F3+ 138:F3- 140:F9+ 142:F9- 144:F2+ 146:F2- 148:Escape+ 150:Escape- 152:I+ 154:I- 156:F+ 158:F- 172:quit "
        after='cd .local/share/*/windup && grep -q "reduced_motion = on" config.ini && [ $(ls runs | wc -l) -ge 2 ] &&
            ! $CW verify $HOME/run.cwr runs/*.cwr | grep -v ^ok'
       
        ;;
    title)
        arguments="play $middle"
        keys="5:Down+ 7:Down- 9:Down+ 11:Down- 13:Return+ 15:Return- 17:Down+ 19:Down- 21:Return+ 23:Return- 45:Space+ 47:Space-
            49:Escape+ 51:Escape- 53:Escape+ 55:Escape- 57:Escape+ 59:Escape- 61:Down+ 63:Down- 65:Down+ 67:Down- 69:Return+ 71:Return-
            83:quit "
       
        ;;
    dev) develop "" ;;
    runner | trial) develop "=$1" ;;
    opengl)
        arguments="play gear-works --bot --ticks 40 --record run.cwr $small --set display.renderer=opengl"
        keys=" " after='$CW verify run.cwr | grep -q ^ok'
        ;;
    picture)
        arguments="play first-wind --bot --ticks 40 --record run.cwr $small --set display.renderer=software"
        keys=" " after='$CW verify run.cwr | grep -q ^ok'
        ;;
    play)
        arguments="play first-wind --headless --bot --ticks 150 --record run.cwr"
        after='$CW verify run.cwr | grep -q "^ok .*ticks=150"'
        ;;
    logs)
        arguments="play first-wind --headless --monkey 3 --ticks 90 --record run.cwr --probe-log p --frame-log f --hash-log h --trace t
            --screenshot s.png@60 --render-sound w.wav --sound-log c --stats"
        after='for f in p h s.png w.wav c; do cmp -s $f $REF/$f || exit 1; done; $CW verify run.cwr && tail -c 3 t | grep -q ]'
        ;;
    verify) replay "verify --times first-wind.cwr" ;;
    replay)
        replay "replay first-wind.cwr --headless --ticks 90 --record run.cwr --hash-log h"
        after='cmp -s h $REF/h && $CW verify run.cwr | grep -q ^ok'
        ;;
    query) replay "query first-wind.cwr --fields probe.progress --ticks 1..50 --csv" ;;
    rerun) replay "rerun first-wind.cwr" ;;
    config) arguments=config after="sed 's/;.*//' \$REF/out >plain && sed 's/;.*//' out | cmp -s plain -" ;;
    new) arguments="new game" after='diff -r game $REF/game' ;;
    esac
}

replay() {
    before='cp "$REPLAYS/first-wind.cwr" .' arguments=$1 after='cmp -s out $REF/out'
}
