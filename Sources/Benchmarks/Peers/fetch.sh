#!/bin/sh
# Fetches the solvers that Framewire's is measured against, from PyPI, into .build/peers (or $1), and compiles
# the program that drives kiwi. Whatever is missing is said, and left out: the exit code is 0 all the same.
#
# kiwi: the headers in kiwisolver's source package, compiled here. HiGHS: the wheel of highspy. Yoga and Taffy: those of
# poga and stretchable.
set -u
kiwi_version=1.5.1
highs_version=1.15.1
poga_version=0.1.19
stretchable_version=1.1.8

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

# fetch_wheels FOLDER NAME PACKAGE==VERSION…
fetch_wheels() {
  folder=$peers/$1 name=$2
  shift 2
  [ -d "$folder" ] && return
  command -v python3 >/dev/null || { say "no python3, so $name is left out"; return; }
  rm -rf "$folder.new"
  timeout 600 python3 -m pip install --quiet --target "$folder.new" "$@" >"$folder.log" 2>&1 ||
    { say "pip cannot install $*, so $name is left out ($folder.log)"; return; }
  mv "$folder.new" "$folder"
}

fetch_kiwi
fetch_wheels python HiGHS "highspy==$highs_version"
fetch_wheels boxes "Yoga and Taffy" "poga==$poga_version" "stretchable==$stretchable_version"
