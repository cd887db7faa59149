#!/bin/sh
# Shrinks the button of the scene "toast" after a while, and says when it is small.
#
# usage: shrink-later.sh [SECONDS]      needs framewire in PATH (or in $FRAMEWIRE); 10 seconds if none are given
#
# How it shrinks is the file's business: Layouts/toast.layout says "config alternative animate 250ms ease-out", so every
# subscriber sees it go from 44 to 24 points in a quarter of a second, as often as this is run.
set -eu

"${FRAMEWIRE:-framewire}" use main --scene toast --view toggle --no-animate
sleep "${1:-10}"
"${FRAMEWIRE:-framewire}" use alternative --scene toast --view toggle --wait settled
echo "small"
