#!/bin/bash
# Makes source/ and Sample.movpkg anew. Needs ffmpeg and the built program (make deps-demo build).
# usage: regenerate.sh [--source-only]
set -euo pipefail
cd "$(dirname "$0")"
port=8642

# nginx on loopback, ended with this script.
serve() {
  local nginx work
  nginx=$(PATH=$PATH:/usr/sbin:/sbin command -v nginx) ||
    { echo "regenerate: nginx is missing; run: make deps-demo" >&2; exit 1; }
  work=$(mktemp -d)
  cat >"$work/nginx.conf" <<NGINX
daemon off;
master_process off;
pid $work/nginx.pid;
error_log $work/error.log;
events {}
http {
  access_log off;
  client_body_temp_path $work/body;
  proxy_temp_path $work/proxy;
  fastcgi_temp_path $work/fastcgi;
  uwsgi_temp_path $work/uwsgi;
  scgi_temp_path $work/scgi;
  types { application/vnd.apple.mpegurl m3u8; video/mp2t ts; text/vtt vtt; }
  server { listen 127.0.0.1:$port; root $PWD/source; }
}
NGINX
  "$nginx" -e "$work/error.log" -p "$work" -c "$work/nginx.conf" &
  trap "kill $! 2>/dev/null; wait; rm -rf '$work'" EXIT
}

rm -rf source
./make-title.sh source 8

if [[ ${1:-} != --source-only ]]; then
  program=../.build/release/hlspack
  if [[ ! -x $program ]]; then
    echo "regenerate: $program is not there; run: make build" >&2
    exit 1
  fi
  rm -rf Sample.movpkg
  serve
  # A port of its own, so that the addresses in the bundle are the same each time.
  "$program" build "http://127.0.0.1:$port/master.m3u8" -o Sample.movpkg --title Sample \
    --video all --audio all --subtitles all
  "$program" verify Sample.movpkg
  rm -f Sample.movpkg/state.json
fi

size=$(find source Sample.movpkg -type f -printf '%s\n' 2>/dev/null | awk '{ total += $1 } END { print total + 0 }')
echo "source and bundle together: $size bytes"
if ((size >= 1000000)); then
  echo "regenerate: that is more than the megabyte a sample may have" >&2
  exit 1
fi
