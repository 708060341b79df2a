#!/bin/bash
# Makes a small HLS title with ffmpeg: two variants, English and French sound and subtitles.
# usage: make-title.sh FOLDER SECONDS
# Afterwards FOLDER/master.m3u8 is the multivariant playlist. The pictures and tones are ffmpeg's own test
# signals, so the title is free of anybody's rights.
set -euo pipefail

folder=$1
seconds=$2
segment=4 # seconds
mkdir -p "$folder"
cd "$folder"

# Both variants and both sounds, a key frame every two seconds.
make_media() {
  local video='v:0,agroup:sound,name:high v:1,agroup:sound,name:low'
  local audio='a:0,agroup:sound,language:en,name:english,default:yes a:1,agroup:sound,language:fr,name:french'
  ffmpeg -nostdin -loglevel error -y -bitexact \
    -f lavfi -i "testsrc2=size=320x180:rate=25:duration=$seconds" \
    -f lavfi -i "sine=frequency=440:sample_rate=48000:duration=$seconds" \
    -f lavfi -i "sine=frequency=660:sample_rate=48000:duration=$seconds" \
    -filter_complex "[0:v]split[high][small];[small]scale=160:90[low]" \
    -map "[high]" -map "[low]" -map 1:a -map 2:a \
    -c:v libx264 -preset veryfast -threads 1 -pix_fmt yuv420p -g 50 -keyint_min 50 -sc_threshold 0 \
    -b:v:0 100k -maxrate:v:0 110k -bufsize:v:0 100k -b:v:1 40k -maxrate:v:1 45k -bufsize:v:1 40k \
    -c:a aac -b:a 32k -ac 2 \
    -f hls -hls_time $segment -hls_playlist_type vod -hls_flags independent_segments \
    -master_pl_name ffmpeg.m3u8 -hls_segment_filename '%v/%03d.ts' \
    -var_stream_map "$video $audio" \
    %v/index.m3u8
}

timestamp() { printf '%02d:%02d:%02d.%03d' $(($1 / 3600000)) $(($1 / 60000 % 60)) $(($1 / 1000 % 60)) $(($1 % 1000)); }

# Subtitles: a cue every two seconds. Every second one crosses the end of a segment and stands in both, as the
# specification asks. ffmpeg shows the first picture at 1.48 s of the transport stream, hence the map.
make_subtitles() {
  local language=$1 word=$2 first last start end cue name
  mkdir -p "$language"
  {
    printf '#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:%d\n#EXT-X-PLAYLIST-TYPE:VOD\n' $segment
    for ((first = 0; first < seconds; first += segment)); do
      last=$((first + segment < seconds ? first + segment : seconds))
      name=$(printf '%03d.vtt' $((first / segment)))
      printf '#EXTINF:%d.000,\n%s\n' $((last - first)) "$name"
      {
        printf 'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:133200,LOCAL:00:00:00.000\n'
        for ((cue = 1, start = 500; start < last * 1000; cue++, start += 2000)); do
          end=$((start + 1700 < seconds * 1000 ? start + 1700 : seconds * 1000))
          ((end > first * 1000)) || continue
          printf '\n%s --> %s\n%s %d\n' "$(timestamp $start)" "$(timestamp $end)" "$word" $cue
        done
      } >"$language/$name"
    done
    echo '#EXT-X-ENDLIST'
  } >"$language/index.m3u8"
}

# The peak and the average bits per second of a media playlist.
rates() {
  local playlist=$1 duration name
  while IFS=, read -r duration _ && read -r name; do
    printf '%s %d\n' "$duration" "$(stat -c %s "$(dirname "$playlist")/$name")"
  done < <(grep -A1 '^#EXTINF:' "$playlist" | grep -v '^--' | sed 's/^#EXTINF://') |
    awk -v target=$segment '
      { bytes += $2; seconds += $1; if ($1 > target / 2 && $2 * 8 / $1 > peak) peak = $2 * 8 / $1 }
      END { printf "%d %d\n", peak + 1, bytes * 8 / seconds + 1 }'
}

# One STREAM-INF line: rates as measured, codecs as ffmpeg names them.
variant() {
  local name=$1 resolution=$2 codecs peak average sound_peak sound_average
  codecs=$(grep -B1 "^$name/" ffmpeg.m3u8 | grep -o 'CODECS="[^"]*"')
  read -r peak average < <(rates "$name/index.m3u8")
  read -r sound_peak sound_average < <(rates english/index.m3u8)
  echo "#EXT-X-STREAM-INF:BANDWIDTH=$((peak + sound_peak)),AVERAGE-BANDWIDTH=$((average + sound_average))," \
    "$codecs,RESOLUTION=$resolution,FRAME-RATE=25.000,AUDIO=\"sound\",SUBTITLES=\"text\"" | sed 's/, /,/'
  echo "$name/index.m3u8"
}

make_media
make_subtitles subtitles-en "Line"
make_subtitles subtitles-fr "Ligne"

# ffmpeg's own multivariant playlist knows neither names nor a second subtitle track.
{
  cat <<'PLAYLIST'
#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS

#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",LANGUAGE="en",NAME="English",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="english/index.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",LANGUAGE="fr",NAME="Français",AUTOSELECT=YES,CHANNELS="2",URI="french/index.m3u8"

#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",LANGUAGE="en",NAME="English",AUTOSELECT=YES,URI="subtitles-en/index.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",LANGUAGE="fr",NAME="Français",AUTOSELECT=YES,URI="subtitles-fr/index.m3u8"

PLAYLIST
  variant high 320x180
  variant low 160x90
} >master.m3u8
rm ffmpeg.m3u8
