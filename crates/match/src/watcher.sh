# Reads `+ GROUP` and `- GROUP` when a group of processes has begun and ended, and kills the remaining ones when
# its input ends: the program that had started them is gone.
trap '' HUP INT TERM
groups=' '
while read -r sign group; do
    case $sign in
        +) groups="$groups$group " ;;
        -) groups="${groups%% "$group" *} ${groups#* "$group" }" ;;
    esac
done
[ "$groups" = ' ' ] && exit
# The end of their input has told them to end by themselves.
sleep 1
for group in $groups; do kill -KILL "-$group"; done
