#!/bin/sh
# An engine that speaks XBoard's protocol and ends the game in its own way at its first move. $1 says how;
# $2 is a folder that the first one makes of those of which only one hangs.

thinks=
while read -r word rest; do
    case $word in
        protover) echo 'feature ping=1 setboard=1 usermove=1 san=0 myname="bad engine" done=1' ;;
        ping) echo "pong $rest" ;;
        new | force) thinks= ;;
        go) thinks=yes ;;
        quit) exit ;;
        '?') case $1 in hurried) echo "resign" ;; esac ;;
        # It has no feature `name`, and crashes on unknown words, as fairymax may.
        name | computer) exit 4 ;;
    esac
    case $thinks$word in
        yesgo | yesusermove)
            case $1 in
                resign) echo "resign" ;;
                claim-win) echo "1-0 {White mates}"; echo "0-1 {Black mates}" ;;
                claim-draw) echo "1/2-1/2 {Draw by repetition}" ;;
                refuse) echo "Illegal move (no such thing): e2e4" ;;
                crash) exit 3 ;;
                one-hangs) if mkdir "$2" 2>/dev/null; then sleep 300; else echo "resign"; fi ;;
            esac ;;
    esac
done
