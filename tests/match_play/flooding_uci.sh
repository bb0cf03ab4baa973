#!/bin/sh
# A UCI engine that writes more than anybody wants to read. $1 selects the output and the time; $2 is a number
# by which everything that it starts can be found again.

turn=0
go() {
    turn=$((turn + 1))
    case $1$turn in
        # While the other thinks.
        behind1) echo "bestmove e2e4"; yes "info depth 1" | head -c 40000000; echo ;;
        long1) echo "bestmove e2e4"; for _ in 1 2 3; do head -c 30000000 /dev/zero | tr '\0' x; echo; done ;;
        nearly1) echo "bestmove e2e4"; yes "$(head -c 65000 /dev/zero | tr '\0' x)" | head -c 90000000; echo ;;
        errors1) head -c 90000000 /dev/zero | tr '\0' x >&2; echo "bestmove e2e4" ;;
        # For ever, instead of a move.
        endless*) exec yes "info string $2" ;;
        slow*) sleep 1; echo "bestmove e7e5" ;;
        *) echo "bestmove (none)" ;;
    esac
}

case $1 in options) yes "option name $2 type check" ;; esac

while read -r word _; do
    case $word in
        uci) echo "uciok" ;;
        isready) echo "readyok" ;;
        go) go "$1" "$2" ;;
        quit) exit ;;
    esac
done
