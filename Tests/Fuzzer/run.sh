#!/bin/sh
# Runs fuzz targets one after the other. Ends at the first finding with 1, and names the file that has the input.
#
#   run.sh PROGRAM FOLDER SECONDS [TARGET]
#
# PROGRAM is the built `fuzz`. FOLDER keeps what is found: interesting inputs in corpus/, which the next run begins
# with, findings in found/. From the repository's root, as seeds are named from there.
set -eu
program=$1 folder=$2 seconds=$3 wanted=${4:-}

# An input may take 20 s on a busy machine and 1 GB; both are findings.
limits='-timeout=20 -rss_limit_mb=1024 -max_len=8192'
# A handler of crashes of its own would come between the program and libFuzzer.
export SWIFT_BACKTRACE=enable=no

mkdir -p "$folder/found"
"$program" >"$folder/targets"
ran=
while read -r target seeds; do
  [ -z "$wanted" ] || [ "$wanted" = "$target" ] || continue
  ran=1
  mkdir -p "$folder/corpus/$target"
  # Not every target has had a finding.
  present=
  for seed in $seeds; do [ ! -d "$seed" ] || present="$present $seed"; done
  log=$folder/$target.log
  printf '%s: ' "$target"
  # shellcheck disable=SC2086 # lists of words
  if FRAMEWIRE_FUZZ_TARGET=$target "$program" $limits -max_total_time="$seconds" -print_final_stats=1 -reload=0 \
    -artifact_prefix="$folder/found/$target-" "$folder/corpus/$target" $present >"$log" 2>&1 </dev/null; then
    count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    echo "nothing found in $count inputs"
  else
    echo 'a finding'
    grep -a '^finding:\|^SUMMARY' "$log" | cut -c 1-2000 || tail -n 20 "$log"
    input=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    echo "input: ${input:-not written, see $log}"
    echo "again: FRAMEWIRE_FUZZ_TARGET=$target $program $input"
    echo "keep:  cp $input Tests/FuzzingTests/Corpora/$target/NAME, for make test to run it from now on"
    exit 1
  fi
done <"$folder/targets"
[ -n "$ran" ] || { echo "error: there is no target '$wanted', but $(cut -d ' ' -f 1 "$folder/targets" | tr '\n' ' ')" >&2; exit 64; }
