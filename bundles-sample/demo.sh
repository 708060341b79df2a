#!/bin/bash
# The main job on real input: a title is made, served, packed, verified, and played with no network.
# usage: demo.sh PROGRAM FOLDER
# FOLDER/title and FOLDER/Demo.movpkg are made anew and stay. Only what was started here is ended.
set -euo pipefail

program=$(realpath "$1")
folder=$2
here=$(dirname "$(realpath "$0")")
mkdir -p "$folder"
folder=$(realpath "$folder")
title=$folder/title
bundle=$folder/Demo.movpkg
work=$(mktemp -d)
server=

if [[ -t 1 ]]; then bold=$'\e[1m' dim=$'\e[2m' green=$'\e[32m' plain=$'\e[0m'; else bold='' dim='' green='' plain=''; fi
step() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }
note() { printf '  %s\n' "$*"; }
good() { printf '  %s✓%s %s\n' "$green" "$plain" "$*"; }
fail() {
  printf 'demo: %s\n' "$*" >&2
  exit 1
}

stop_server() {
  [[ -n $server ]] || return 0
  kill "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  server=
}
trap 'stop_server; rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

write_configuration() {
  cat >"$work/nginx.conf" <<NGINX
daemon off;
master_process off;
pid $work/nginx.pid;
error_log $work/error.log;
events {}
http {
  access_log $work/access.log;
  client_body_temp_path $work/body;
  proxy_temp_path $work/proxy;
  fastcgi_temp_path $work/fastcgi;
  uwsgi_temp_path $work/uwsgi;
  scgi_temp_path $work/scgi;
  types {
    application/vnd.apple.mpegurl m3u8;
    video/mp2t ts;
    text/vtt vtt;
  }
  server {
    listen 127.0.0.1:$port;
    root $title;
    location = /ready-$$ { return 204; }
  }
}
NGINX
}

# The number of an HTTP answer of our server, or nothing.
answer() {
  local line
  exec 3<>"/dev/tcp/127.0.0.1/$port" || return 0
  printf 'GET %s HTTP/1.0\r\n\r\n' "$1" >&3
  IFS= read -r line <&3 || true
  exec 3>&-
  printf '%s' "$line" | cut -d ' ' -f 2
}

# Somebody may take a port between our look and nginx's start, so several are tried.
serve() {
  local nginx try wait
  nginx=$(PATH=$PATH:/usr/sbin:/sbin command -v nginx) || fail "nginx is missing; run: make deps-demo"
  for ((try = 0; try < 10; try++)); do
    port=$((20000 + RANDOM % 20000))
    write_configuration
    "$nginx" -e "$work/error.log" -p "$work" -c "$work/nginx.conf" &
    server=$!
    for ((wait = 0; wait < 50; wait++)); do
      kill -0 "$server" 2>/dev/null || break
      if [[ $(answer "/ready-$$" 2>/dev/null) == 204 ]]; then return 0; fi
      sleep 0.1
    done
    stop_server
  done
  cat "$work/error.log" >&2
  fail "nginx did not start"
}

# Every decoded frame of every picture and sound track, as one line a track: kind, frames, digest of them all.
# Tracks are sorted, since their order says nothing.
frames() {
  "${@:2}" ffmpeg -nostdin -loglevel error -i "$1" -map 0:v -map 0:a -f framemd5 -y "$work/frames"
  local track kind size count digest
  for track in $(sed -n 's/^#media_type \([0-9]*\):.*/\1/p' "$work/frames"); do
    kind=$(sed -n "s/^#media_type $track: //p" "$work/frames")
    size=$(sed -n "s/^#dimensions $track: //p" "$work/frames")
    count=$(grep -c "^$track," "$work/frames")
    digest=$(grep "^$track," "$work/frames" | sed 's/.*, *//' | md5sum | cut -d ' ' -f 1)
    printf '%s%s, %d frames, %s\n' "$kind" "${size:+ $size}" "$count" "$digest"
  done | sort
}

# What the subtitle files of a folder hold, each once.
subtitles() { find "$1" -name '*.vtt' -exec sha256sum {} + | cut -d ' ' -f 1 | sort -u; }

run() {
  printf '  %s$ hlspack%s%s\n' "$dim" "$(printf ' %q' "$@")" "$plain"
  "$program" "$@"
}

step "1. A title: two variants, sound and subtitles in English and French"
rm -rf "$title" "$bundle"
"$here/make-title.sh" "$title" 12
good "made with ffmpeg in $title"

step "2. An origin: nginx on loopback"
serve
url=http://127.0.0.1:$port/master.m3u8
good "$url"

step "3. Pack it"
cd "$folder"
run build "$url" -o Demo.movpkg --title Demo --video all --audio all --subtitles all

step "4. Verify it"
run verify Demo.movpkg
(cd "$bundle" && sha256sum --check --quiet SHA256SUMS) || fail "sha256sum does not agree with SHA256SUMS"
good "sha256sum agrees"

step "5. Play it with no network"
frames "$url" >"$work/origin"
stop_server
[[ -z $(answer /master.m3u8 2>/dev/null) ]] || fail "the origin still answers on port $port"
good "the origin is stopped"
if unshare --net true 2>/dev/null; then
  alone=(unshare --net)
elif unshare --map-root-user --net true 2>/dev/null; then
  alone=(unshare --map-root-user --net)
else
  alone=()
fi
if ((${#alone[@]})); then
  good "the player runs in a network name space of its own: not even loopback is up"
else
  note "unshare is not permitted here: the player could reach a network, though the origin is gone"
fi
frames "$bundle/index.m3u8" "${alone[@]}" >"$work/bundle"
good "played to the end"

step "6. Compare it with the origin"
[[ -s $work/origin ]] || fail "the origin gave no frames"
if ! diff "$work/origin" "$work/bundle" >"$work/difference"; then
  cat "$work/difference" >&2
  fail "the bundle's frames are not the origin's (< origin, > bundle)"
fi
while IFS= read -r line; do good "$line"; done <"$work/bundle"
if [[ $(subtitles "$title") != "$(subtitles "$bundle")" ]]; then
  fail "the bundle's subtitles are not the origin's"
fi
good "subtitles, byte for byte"

printf '\n%sDone.%s The bundle is here; play it, move it, serve it, copy it:\n  %s\n' "$bold" "$plain" "$bundle"
