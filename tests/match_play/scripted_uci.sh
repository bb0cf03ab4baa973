#!/bin/sh
# A UCI engine that says prepared moves, $1, one at each of its turns; then it has none.

moves=$1
while read -r word _; do
    case $word in
        uci) printf 'option name UCI_Variant type combo default chess var chess var janggi\nuciok\n' ;;
        isready) echo "readyok" ;;
        go)
            echo "bestmove ${moves%% *}"
            case $moves in
                *' '*) moves=${moves#* } ;;
                *) moves='(none)' ;;
            esac ;;
        quit) exit ;;
    esac
done
