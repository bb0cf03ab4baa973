#!/bin/sh
# An engine that speaks XBoard's protocol and says prepared moves, $1, one at each of its turns; then it
# resigns.

moves=$1
thinks=
while read -r word rest; do
    case $word in
        protover) echo 'feature ping=1 setboard=1 usermove=1 variants="normal,popular10" done=1' ;;
        ping) echo "pong $rest" ;;
        new | force) thinks= ;;
        go) thinks=yes ;;
        quit) exit ;;
    esac
    case $thinks$word in
        yesgo | yesusermove)
            case $moves in
                '') echo "resign" ;;
                *) echo "move ${moves%% *}" ;;
            esac
            case $moves in
                *' '*) moves=${moves#* } ;;
                *) moves= ;;
            esac ;;
    esac
done
