#!/bin/sh
# An engine of the language $1, usi or ucci, with known faults: it writes an option, scores and moves as UCI has them, the move
# $2 in every position, and it waits for nothing.

while read -r word _; do
    case $word in
        "$1") printf 'id name Broken\noption name Clear Hash type button\n%sok\n' "$1" ;;
        isready) echo readyok ;;
        go) printf 'info depth 1 score cp 5 pv %s\nbestmove %s\n' "$2" "$2" ;;
        quit) exit ;;
    esac
done
