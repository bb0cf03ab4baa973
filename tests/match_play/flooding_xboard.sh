#!/bin/sh
# An engine of XBoard's protocol that writes more than anybody wants to read. $1 selects the output; $2 is a
# number by which everything that it starts can be found again.

case $1 in
    not-done) exec yes "feature done=0 name=\"$2\"" ;;
    features) awk "BEGIN { while (1) print \"feature f$2\" ++n \"=1\" }" ;;
    options) exec yes "feature option=\"$2 -check 0\"" ;;
esac

thinks=
while read -r word rest; do
    case $word in
        protover) echo 'feature ping=1 usermove=1 done=1' ;;
        ping) echo "pong $rest" ;;
        new | force) thinks= ;;
        go) thinks=yes ;;
        quit) exit ;;
    esac
    case $thinks$word in
        yesgo | yesusermove) exec yes "move $2," ;;
    esac
done
