#!/bin/sh
# Fetches the solvers that Framewire's is measured against, from PyPI, into .build/peers (or $1), and compiles
# the program that drives kiwi. Whatever is missing is said, and left out: the exit code is 0 all the same.
#
# kiwi: the headers in kiwisolver's source package, compiled here. HiGHS: the wheel of highspy.
set -u
kiwi_version=1.5.1
highs_version=1.15.1

here=$(cd "$(dirname "$0")" && pwd)
peers=${1:-$here/../../../.build/peers}
mkdir -p "$peers"
peers=$(cd "$peers" && pwd)

say() { echo "peers: $*" >&2; }

fetch_kiwi() {
  program=$peers/kiwi_workloads
  [ -x "$program" ] && [ "$program" -nt "$here/kiwi_workloads.cpp" ] && return
  command -v g++ >/dev/null || { say "no g++, so kiwi is left out (apt-get install g++)"; return; }
  sources=$peers/kiwisolver-$kiwi_version
  if [ ! -d "$sources/kiwi" ]; then
    command -v python3 >/dev/null || { say "no python3, so kiwi is left out"; return; }
    timeout 120 python3 -m pip download --quiet --no-binary :all: --no-deps --dest "$peers" \
      "kiwisolver==$kiwi_version" >"$peers/kiwi.log" 2>&1 ||
      { say "pip cannot download kiwisolver $kiwi_version, so kiwi is left out ($peers/kiwi.log)"; return; }
    tar xzf "$peers/kiwisolver-$kiwi_version.tar.gz" -C "$peers" || { say "the kiwi package is broken"; return; }
  fi
  g++ -O3 -march=native -DNDEBUG -std=c++17 -I "$sources" "$here/kiwi_workloads.cpp" -o "$program.new" \
    >"$peers/kiwi.log" 2>&1 || { say "kiwi does not compile ($peers/kiwi.log)"; return; }
  mv "$program.new" "$program"
}

fetch_highs() {
  [ -d "$peers/python/highspy" ] && return
  command -v python3 >/dev/null || { say "no python3, so HiGHS is left out"; return; }
  timeout 180 python3 -m pip install --quiet --target "$peers/python.new" \
    "highspy==$highs_version" >"$peers/highs.log" 2>&1 ||
    { say "pip cannot install highspy $highs_version, so HiGHS is left out ($peers/highs.log)"; return; }
  mv "$peers/python.new" "$peers/python"
}

fetch_kiwi
fetch_highs
