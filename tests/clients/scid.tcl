# Reads a file of games into a new base of Scid, and prints Scid's messages, then the games.
#     tkscid scid.tcl BASE FILE
lassign $argv base file
set number [sc_base create SCID4 $base]
lassign [sc_base import $number $file] count warnings
puts stderr $warnings
for {set game 1} {$game <= $count} {incr game} {
    sc_game load $game
    puts [sc_game pgn -tags 1 -comments 0 -variations 1 -width 100]
    puts ""
}
exit
