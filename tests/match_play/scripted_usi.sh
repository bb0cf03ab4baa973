#!/bin/sh
# A USI engine that says prepared moves, $1, one at each of its turns; then it has none.

moves=$1
while read -r word _; do
    case $word in
        usi) printf 'id name Scripted\noption name USI_Ponder type check default false\nusiok\n' ;;
        isready) echo "readyok" ;;
        go)
            echo "bestmove ${moves%% *}"
            case $moves in
                *' '*) moves=${moves#* } ;;
                *) moves='resign' ;;
            esac ;;
        quit) exit ;;
    esac
done
