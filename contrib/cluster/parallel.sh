#!/usr/bin/env bash
# A match in parts with GNU parallel, on this machine or on several over ssh: parallel.sh [COUNT]
#
# Run it in a folder that all machines see under the same path, with match.words and part.sh. The file `hosts` names the
# machines, one a line, as `4/anna.example.org` for four parts at once; without it, this machine alone plays as many parts
# at once as it has cores. Parts that die are tried again three times, elsewhere if there is another machine; run again,
# the script does what is left.
set -euo pipefail
parts=${1:-16}
where=()
[[ ! -e hosts ]] || where=(--sshloginfile hosts --workdir "$PWD")
exec parallel "${where[@]}" --env HELGI --env WORDS --joblog parts.log --retries 4 --line-buffer --tagstring 'part {}' \
    bash part.sh {} "$parts" ::: $(seq "$parts")
