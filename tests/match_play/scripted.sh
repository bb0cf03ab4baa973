#!/bin/sh
# An engine that speaks $2, which is uci, usi or ucci, and says prepared moves, $1, one at each of its turns; then it has none.
# Words behind a move stand after underscores.

moves=$1
case $2 in
    uci) says='option name UCI_Variant type combo default chess var chess var janggi' none='bestmove (none)' ;;
    usi) says='option name USI_Ponder type check default false' none='bestmove resign' ;;
    ucci) says='option newgame type button' none='nobestmove' ;;
esac
while read -r word _; do
    case $word in
        "$2") printf 'id name Scripted\n%s\n%sok\n' "$says" "$2" ;;
        isready) echo "readyok" ;;
        go)
            case $moves in
                '') echo "$none" ;;
                *' '*) echo "bestmove ${moves%% *}" | tr _ ' '; moves=${moves#* } ;;
                *) echo "bestmove $moves" | tr _ ' '; moves= ;;
            esac ;;
        quit) exit ;;
    esac
done
