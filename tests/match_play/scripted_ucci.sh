#!/bin/sh
# A UCCI engine that says prepared moves, $1, one at each of its turns; then it has none. It counts seconds.

moves=$1
while read -r word _; do
    case $word in
        ucci) printf 'id name Scripted\noption newgame type button\nucciok\n' ;;
        isready) echo "readyok" ;;
        go)
            case $moves in
                '') echo "nobestmove" ;;
                *' '*) echo "bestmove ${moves%% *}"; moves=${moves#* } ;;
                *) echo "bestmove $moves"; moves='' ;;
            esac ;;
        quit) echo bye; exit ;;
    esac
done
