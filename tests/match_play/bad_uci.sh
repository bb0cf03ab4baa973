#!/bin/sh
# A UCI engine that goes wrong at its first move. $1 says how; $2 is a number by which everything
# that it starts can be found again.

fail() {
    case $1 in
        illegal) echo "bestmove e2e5" ;;
        none) echo "bestmove (none)" ;;
        garbage) printf 'bestmove \377\376 {}\nbestmove\n' ;;
        crash) exit 1 ;;
        crash-noisily) echo "info string goodbye"; kill -9 $$ ;;
        close) exec >&-; sleep "$2" ;;
        hang) sleep "$2" ;;
        late) sleep 0.6; echo "bestmove e2e4" ;;
    esac
}

case $1 in
    # It never reads a line.
    deaf) printf 'option name Big type string default\nuciok\nreadyok\nreadyok\n'; sleep "$2"; exit ;;
esac

asked=
while read -r word _; do
    case $word in
        uci) echo "id name bad"; echo "uciok" ;;
        isready)
            echo "readyok"
            # It thinks without a word, and answers its move after having been asked three times.
            case $1$asked in quiet*xx) asked=; echo "bestmove (none)" ;; quiet*) asked=x$asked ;; esac ;;
        go) asked=; fail "$1" "$2" ;;
        quit) case $1 in stay) trap '' TERM INT HUP; sleep "$2"; sleep "$2" ;; *) exit ;; esac ;;
    esac
    case $1 in stay) [ "$word" = go ] && echo "bestmove (none)" ;; esac
done
case $1 in stay) sleep "$2" ;; esac
