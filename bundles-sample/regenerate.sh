#!/bin/bash
# Makes source/ and Sample.movpkg anew. Needs ffmpeg and the built program (make deps-demo build).
# usage: regenerate.sh [--source-only]
set -euo pipefail
cd "$(dirname "$0")"

rm -rf source
./make-title.sh source 8

if [[ ${1:-} != --source-only ]]; then
  program=../.build/release/hlspack
  if [[ ! -x $program ]]; then
    echo "regenerate: $program is not there; run: make build" >&2
    exit 1
  fi
  rm -rf Sample.movpkg
  "$program" build source/master.m3u8 -o Sample.movpkg --title Sample \
    --video all --audio all --subtitles all
  "$program" verify Sample.movpkg
fi

size=$(find source Sample.movpkg -type f -printf '%s\n' 2>/dev/null | awk '{ total += $1 } END { print total + 0 }')
echo "source and bundle together: $size bytes"
if ((size >= 1000000)); then
  echo "regenerate: that is more than the megabyte a sample may have" >&2
  exit 1
fi
