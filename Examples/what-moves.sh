#!/bin/sh
# Prints the path and the new frame of every view that moves, one line each.
#
# usage: what-moves.sh SCENE [VIEW]      needs framewire in PATH (or in $FRAMEWIRE) and jq
#
# A delta names views by number; the records of the snapshot, and of deltas that bring new views, say which path each
# number has. So jq keeps a table of paths while it reads event after event.
set -eu

scene=${1:?usage: what-moves.sh SCENE [VIEW]}

"${FRAMEWIRE:-framewire}" subscribe "$scene" ${2:+--root "$2"} | jq --unbuffered --raw-output --null-input '
  foreach inputs as $event ({};
    (if $event.kind == "snapshot" then {} else . end)
    | reduce ($event.views // [])[] as $view (.; .["\($view.id)"] = $view.path);
    . as $paths
    | if $event.kind == "diagnostics" then
        $event.diagnostics[] | "\(.severity) in line \(.span.line): \(.message)"
      elif $event.kind == "delta" then
        # id, x, y, width, height, id, x, …
        ($event.set // []) as $numbers
        | range(0; $numbers | length; 5)
        | "\($paths["\($numbers[.])"]) \($numbers[. + 1:. + 5] | map(tostring) | join(" "))"
      else empty end)'
