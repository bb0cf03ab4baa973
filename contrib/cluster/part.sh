#!/usr/bin/env bash
# One part of a match, in the folder that all parts share: part.sh NUMBER COUNT
#
# Run again, it goes on where it was, or ends at once if there is nothing left to do.
#   HELGI   the program (helgi)
#   WORDS   the file with the words of the match (match.words)
set -euo pipefail
mapfile -t words < <(grep -v '^#' "${WORDS:-match.words}" | xargs -n 1)
# Only a match with a test has something to decide together.
pool=()
[[ " ${words[*]} " != *" -sprt "* ]] || pool=(-pool 'part-*.json')
exec "${HELGI:-helgi}" match "${words[@]}" -part "$1/$2" "${pool[@]}" \
    -config "part-$1.json" -pgnout "part-$1.pgn"
