# bash completion for hlspack, made from its declaration.
_hlspack() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev='' head='' command='' kind='' skip='' operands='' word i
  local -a options=() words=()
  ((COMP_CWORD > 0)) && prev=${COMP_WORDS[COMP_CWORD - 1]}
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]] && ((COMP_CWORD > 1)); then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  elif [[ $cur == --*=* ]]; then
    prev=${cur%%=*} head=${cur%%=*}= cur=${cur#*=}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ $word == -- ]]; then
      operands=1
      continue
    fi
    [[ -n $command ]] && continue
    if [[ -n $skip ]]; then
      [[ $word == '=' ]] || skip=''
      continue
    fi
    case $word in
      '=') skip=1 ;;
      -*) ;;
      *) command=$word ;;
    esac
  done
  case $command in
    '')
      options=('--json' '-q' '--quiet' '-v' '--verbose' '-h' '--help' '-V' '--version')
      kind=words
      words=('build' 'augment' 'show' 'verify' 'remove' 'list' 'expire' 'prune' 'lint' 'help')
      ;;
    help)
      words=('build' 'augment' 'show' 'verify' 'remove' 'list' 'expire' 'prune' 'lint')
      kind=words
      ;;
    'build')
      options=('-o' '--output' '-P' '--paths' '--output-dir' '--title' '--artwork' '--metadata' '--expires' '--priority' '-s' '--dry-run' '--simulate' '--measure' '--continue' '--no-continue' '--update' '--force-overwrites' '--force' '-w' '--no-overwrites' '--shared-keys' '--identity' '--volatile-param' '--video' '--also' '--min-bitrate' '--min-size' '--prefer-hdr' '--no-prefer-hdr' '--prefer-lossless' '--no-prefer-lossless' '--prefer-multichannel' '--no-prefer-multichannel' '--audio' '--subtitles' '--angle' '--fallback' '--recipe' '--session-data' '--trick-play' '--keys' '--content-key' '--key-command' '--key-expires' '-N' '--concurrent-fragments' '--connections' '-H' '--header' '--add-headers' '-A' '--user-agent' '-e' '--referer' '--send-credentials-to' '-R' '--retries' '--connect-timeout' '--socket-timeout' '--max-filesize' '--cacert' '-k' '--insecure' '--no-check-certificates' '--allow-private-hosts' '--playlist-header' '--key-header' '-b' '--cookie' '--cookies' '--append-url-params' '--base-url' '-u' '--user' '--bearer' '-n' '--netrc' '--netrc-location' '-E' '--cert' '--cert-key' '--cert-password' '--proxy' '--proxy-user' '--noproxy' '-4' '--ipv4' '-6' '--ipv6' '--source-address' '-r' '--limit-rate' '--rate-limit' '--throttled-rate' '--retry-sleep' '--wait' '--max-time' '--window' '--discretionary' '--token-command' '--sign-key' '--json' '-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=file
      [[ -n $operands ]] || case $prev in
        '-o' | '--output') kind=folder; options=() ;;
        '-P' | '--paths' | '--output-dir') kind=folder; options=() ;;
        '--title') kind=none; options=() ;;
        '--artwork') kind=file; options=() ;;
        '--metadata') kind=none; options=() ;;
        '--expires') kind=none; options=() ;;
        '--priority') kind=words; words=('default' 'important'); options=() ;;
        '--identity') kind=none; options=() ;;
        '--volatile-param') kind=none; options=() ;;
        '--video') kind=none; options=() ;;
        '--also') kind=none; options=() ;;
        '--min-bitrate') kind=none; options=() ;;
        '--min-size') kind=none; options=() ;;
        '--audio') kind=none; options=() ;;
        '--subtitles') kind=none; options=() ;;
        '--angle') kind=none; options=() ;;
        '--recipe') kind=file; options=() ;;
        '--keys') kind=words; words=('store' 'decrypt' 'omit'); options=() ;;
        '--content-key') kind=file; options=() ;;
        '--key-command') kind=none; options=() ;;
        '--key-expires') kind=none; options=() ;;
        '-N' | '--concurrent-fragments' | '--connections') kind=none; options=() ;;
        '-H' | '--header' | '--add-headers') kind=none; options=() ;;
        '-A' | '--user-agent') kind=none; options=() ;;
        '-e' | '--referer') kind=none; options=() ;;
        '--send-credentials-to') kind=none; options=() ;;
        '-R' | '--retries') kind=none; options=() ;;
        '--connect-timeout') kind=none; options=() ;;
        '--socket-timeout') kind=none; options=() ;;
        '--max-filesize') kind=none; options=() ;;
        '--cacert') kind=file; options=() ;;
        '--playlist-header') kind=none; options=() ;;
        '--key-header') kind=none; options=() ;;
        '-b' | '--cookie') kind=none; options=() ;;
        '--cookies') kind=file; options=() ;;
        '--base-url') kind=none; options=() ;;
        '-u' | '--user') kind=none; options=() ;;
        '--bearer') kind=none; options=() ;;
        '--netrc-location') kind=file; options=() ;;
        '-E' | '--cert') kind=file; options=() ;;
        '--cert-key') kind=file; options=() ;;
        '--cert-password') kind=none; options=() ;;
        '--proxy') kind=none; options=() ;;
        '--proxy-user') kind=none; options=() ;;
        '--noproxy') kind=none; options=() ;;
        '--source-address') kind=none; options=() ;;
        '-r' | '--limit-rate' | '--rate-limit') kind=none; options=() ;;
        '--throttled-rate') kind=none; options=() ;;
        '--retry-sleep') kind=none; options=() ;;
        '--max-time') kind=none; options=() ;;
        '--window') kind=none; options=() ;;
        '--token-command') kind=none; options=() ;;
        '--sign-key') kind=file; options=() ;;
      esac
      ;;
    'augment')
      options=('--add-audio' '--add-subtitles' '--add-variant' '--add-subtitle-file' '--set-title' '--set-artwork' '--set' '--source' '-s' '--dry-run' '--simulate' '--continue' '--no-continue' '--volatile-param' '--content-key' '--key-command' '--key-expires' '--renew-keys' '-N' '--concurrent-fragments' '--connections' '-H' '--header' '--add-headers' '-A' '--user-agent' '-e' '--referer' '--send-credentials-to' '-R' '--retries' '--connect-timeout' '--socket-timeout' '--max-filesize' '--cacert' '-k' '--insecure' '--no-check-certificates' '--allow-private-hosts' '--playlist-header' '--key-header' '-b' '--cookie' '--cookies' '--append-url-params' '--base-url' '-u' '--user' '--bearer' '-n' '--netrc' '--netrc-location' '-E' '--cert' '--cert-key' '--cert-password' '--proxy' '--proxy-user' '--noproxy' '-4' '--ipv4' '-6' '--ipv6' '--source-address' '-r' '--limit-rate' '--rate-limit' '--throttled-rate' '--retry-sleep' '--wait' '--max-time' '--window' '--discretionary' '--token-command' '--sign-key' '--json' '-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=folder
      [[ -n $operands ]] || case $prev in
        '--add-audio') kind=none; options=() ;;
        '--add-subtitles') kind=none; options=() ;;
        '--add-variant') kind=none; options=() ;;
        '--add-subtitle-file') kind=file; options=() ;;
        '--set-title') kind=none; options=() ;;
        '--set-artwork') kind=file; options=() ;;
        '--set') kind=none; options=() ;;
        '--source') kind=file; options=() ;;
        '--volatile-param') kind=none; options=() ;;
        '--content-key') kind=file; options=() ;;
        '--key-command') kind=none; options=() ;;
        '--key-expires') kind=none; options=() ;;
        '-N' | '--concurrent-fragments' | '--connections') kind=none; options=() ;;
        '-H' | '--header' | '--add-headers') kind=none; options=() ;;
        '-A' | '--user-agent') kind=none; options=() ;;
        '-e' | '--referer') kind=none; options=() ;;
        '--send-credentials-to') kind=none; options=() ;;
        '-R' | '--retries') kind=none; options=() ;;
        '--connect-timeout') kind=none; options=() ;;
        '--socket-timeout') kind=none; options=() ;;
        '--max-filesize') kind=none; options=() ;;
        '--cacert') kind=file; options=() ;;
        '--playlist-header') kind=none; options=() ;;
        '--key-header') kind=none; options=() ;;
        '-b' | '--cookie') kind=none; options=() ;;
        '--cookies') kind=file; options=() ;;
        '--base-url') kind=none; options=() ;;
        '-u' | '--user') kind=none; options=() ;;
        '--bearer') kind=none; options=() ;;
        '--netrc-location') kind=file; options=() ;;
        '-E' | '--cert') kind=file; options=() ;;
        '--cert-key') kind=file; options=() ;;
        '--cert-password') kind=none; options=() ;;
        '--proxy') kind=none; options=() ;;
        '--proxy-user') kind=none; options=() ;;
        '--noproxy') kind=none; options=() ;;
        '--source-address') kind=none; options=() ;;
        '-r' | '--limit-rate' | '--rate-limit') kind=none; options=() ;;
        '--throttled-rate') kind=none; options=() ;;
        '--retry-sleep') kind=none; options=() ;;
        '--max-time') kind=none; options=() ;;
        '--window') kind=none; options=() ;;
        '--token-command') kind=none; options=() ;;
        '--sign-key') kind=file; options=() ;;
      esac
      ;;
    'show')
      options=('--segments' '--measure' '--video' '--also' '--min-bitrate' '--min-size' '--prefer-hdr' '--no-prefer-hdr' '--prefer-lossless' '--no-prefer-lossless' '--prefer-multichannel' '--no-prefer-multichannel' '--audio' '--subtitles' '--angle' '--fallback' '--recipe' '--session-data' '--trick-play' '-N' '--concurrent-fragments' '--connections' '-H' '--header' '--add-headers' '-A' '--user-agent' '-e' '--referer' '--send-credentials-to' '-R' '--retries' '--connect-timeout' '--socket-timeout' '--max-filesize' '--cacert' '-k' '--insecure' '--no-check-certificates' '--allow-private-hosts' '--playlist-header' '--key-header' '-b' '--cookie' '--cookies' '--append-url-params' '--base-url' '-u' '--user' '--bearer' '-n' '--netrc' '--netrc-location' '-E' '--cert' '--cert-key' '--cert-password' '--proxy' '--proxy-user' '--noproxy' '-4' '--ipv4' '-6' '--ipv6' '--source-address' '-r' '--limit-rate' '--rate-limit' '--throttled-rate' '--retry-sleep' '--json' '-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=file
      [[ -n $operands ]] || case $prev in
        '--video') kind=none; options=() ;;
        '--also') kind=none; options=() ;;
        '--min-bitrate') kind=none; options=() ;;
        '--min-size') kind=none; options=() ;;
        '--audio') kind=none; options=() ;;
        '--subtitles') kind=none; options=() ;;
        '--angle') kind=none; options=() ;;
        '--recipe') kind=file; options=() ;;
        '-N' | '--concurrent-fragments' | '--connections') kind=none; options=() ;;
        '-H' | '--header' | '--add-headers') kind=none; options=() ;;
        '-A' | '--user-agent') kind=none; options=() ;;
        '-e' | '--referer') kind=none; options=() ;;
        '--send-credentials-to') kind=none; options=() ;;
        '-R' | '--retries') kind=none; options=() ;;
        '--connect-timeout') kind=none; options=() ;;
        '--socket-timeout') kind=none; options=() ;;
        '--max-filesize') kind=none; options=() ;;
        '--cacert') kind=file; options=() ;;
        '--playlist-header') kind=none; options=() ;;
        '--key-header') kind=none; options=() ;;
        '-b' | '--cookie') kind=none; options=() ;;
        '--cookies') kind=file; options=() ;;
        '--base-url') kind=none; options=() ;;
        '-u' | '--user') kind=none; options=() ;;
        '--bearer') kind=none; options=() ;;
        '--netrc-location') kind=file; options=() ;;
        '-E' | '--cert') kind=file; options=() ;;
        '--cert-key') kind=file; options=() ;;
        '--cert-password') kind=none; options=() ;;
        '--proxy') kind=none; options=() ;;
        '--proxy-user') kind=none; options=() ;;
        '--noproxy') kind=none; options=() ;;
        '--source-address') kind=none; options=() ;;
        '-r' | '--limit-rate' | '--rate-limit') kind=none; options=() ;;
        '--throttled-rate') kind=none; options=() ;;
        '--retry-sleep') kind=none; options=() ;;
      esac
      ;;
    'verify')
      options=('--level' '-j' '--jobs' '--public-key' '--repair' '--source' '--content-key' '--key-command' '-N' '--concurrent-fragments' '--connections' '-H' '--header' '--add-headers' '-A' '--user-agent' '-e' '--referer' '--send-credentials-to' '-R' '--retries' '--connect-timeout' '--socket-timeout' '--max-filesize' '--cacert' '-k' '--insecure' '--no-check-certificates' '--allow-private-hosts' '--playlist-header' '--key-header' '-b' '--cookie' '--cookies' '--append-url-params' '--base-url' '-u' '--user' '--bearer' '-n' '--netrc' '--netrc-location' '-E' '--cert' '--cert-key' '--cert-password' '--proxy' '--proxy-user' '--noproxy' '-4' '--ipv4' '-6' '--ipv6' '--source-address' '-r' '--limit-rate' '--rate-limit' '--throttled-rate' '--retry-sleep' '--json' '-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=folder
      [[ -n $operands ]] || case $prev in
        '--level') kind=words; words=('quick' 'full'); options=() ;;
        '-j' | '--jobs') kind=none; options=() ;;
        '--public-key') kind=file; options=() ;;
        '--source') kind=file; options=() ;;
        '--content-key') kind=file; options=() ;;
        '--key-command') kind=none; options=() ;;
        '-N' | '--concurrent-fragments' | '--connections') kind=none; options=() ;;
        '-H' | '--header' | '--add-headers') kind=none; options=() ;;
        '-A' | '--user-agent') kind=none; options=() ;;
        '-e' | '--referer') kind=none; options=() ;;
        '--send-credentials-to') kind=none; options=() ;;
        '-R' | '--retries') kind=none; options=() ;;
        '--connect-timeout') kind=none; options=() ;;
        '--socket-timeout') kind=none; options=() ;;
        '--max-filesize') kind=none; options=() ;;
        '--cacert') kind=file; options=() ;;
        '--playlist-header') kind=none; options=() ;;
        '--key-header') kind=none; options=() ;;
        '-b' | '--cookie') kind=none; options=() ;;
        '--cookies') kind=file; options=() ;;
        '--base-url') kind=none; options=() ;;
        '-u' | '--user') kind=none; options=() ;;
        '--bearer') kind=none; options=() ;;
        '--netrc-location') kind=file; options=() ;;
        '-E' | '--cert') kind=file; options=() ;;
        '--cert-key') kind=file; options=() ;;
        '--cert-password') kind=none; options=() ;;
        '--proxy') kind=none; options=() ;;
        '--proxy-user') kind=none; options=() ;;
        '--noproxy') kind=none; options=() ;;
        '--source-address') kind=none; options=() ;;
        '-r' | '--limit-rate' | '--rate-limit') kind=none; options=() ;;
        '--throttled-rate') kind=none; options=() ;;
        '--retry-sleep') kind=none; options=() ;;
      esac
      ;;
    'remove')
      options=('--video' '--audio' '--subtitles' '--last-video' '-s' '--dry-run' '--simulate' '--wait' '--json' '-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=folder
      [[ -n $operands ]] || case $prev in
        '--video') kind=none; options=() ;;
        '--audio') kind=none; options=() ;;
        '--subtitles') kind=none; options=() ;;
      esac
      ;;
    'list')
      options=('--sort' '-r' '--reverse' '--state' '--json' '-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=folder
      [[ -n $operands ]] || case $prev in
        '--sort') kind=words; words=('path' 'title' 'size' 'created' 'expires' 'verified'); options=() ;;
        '--state') kind=words; words=('complete' 'unfinished' 'expired' 'damaged'); options=() ;;
      esac
      ;;
    'expire')
      options=('-s' '--dry-run' '--simulate' '--set' '--clear' '--purge' '--trust-clock' '--invalidate-keys' '--nonce' '--receipt-key' '--report-url' '--playlist-header' '--key-header' '-b' '--cookie' '--cookies' '--append-url-params' '--base-url' '-u' '--user' '--bearer' '-n' '--netrc' '--netrc-location' '-E' '--cert' '--cert-key' '--cert-password' '--proxy' '--proxy-user' '--noproxy' '-4' '--ipv4' '-6' '--ipv6' '--source-address' '-N' '--concurrent-fragments' '--connections' '-H' '--header' '--add-headers' '-A' '--user-agent' '-e' '--referer' '--send-credentials-to' '-R' '--retries' '--connect-timeout' '--socket-timeout' '--max-filesize' '--cacert' '-k' '--insecure' '--no-check-certificates' '--allow-private-hosts' '-r' '--limit-rate' '--rate-limit' '--throttled-rate' '--retry-sleep' '--json' '-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=folder
      [[ -n $operands ]] || case $prev in
        '--set') kind=none; options=() ;;
        '--nonce') kind=none; options=() ;;
        '--receipt-key') kind=file; options=() ;;
        '--report-url') kind=none; options=() ;;
        '--playlist-header') kind=none; options=() ;;
        '--key-header') kind=none; options=() ;;
        '-b' | '--cookie') kind=none; options=() ;;
        '--cookies') kind=file; options=() ;;
        '--base-url') kind=none; options=() ;;
        '-u' | '--user') kind=none; options=() ;;
        '--bearer') kind=none; options=() ;;
        '--netrc-location') kind=file; options=() ;;
        '-E' | '--cert') kind=file; options=() ;;
        '--cert-key') kind=file; options=() ;;
        '--cert-password') kind=none; options=() ;;
        '--proxy') kind=none; options=() ;;
        '--proxy-user') kind=none; options=() ;;
        '--noproxy') kind=none; options=() ;;
        '--source-address') kind=none; options=() ;;
        '-N' | '--concurrent-fragments' | '--connections') kind=none; options=() ;;
        '-H' | '--header' | '--add-headers') kind=none; options=() ;;
        '-A' | '--user-agent') kind=none; options=() ;;
        '-e' | '--referer') kind=none; options=() ;;
        '--send-credentials-to') kind=none; options=() ;;
        '-R' | '--retries') kind=none; options=() ;;
        '--connect-timeout') kind=none; options=() ;;
        '--socket-timeout') kind=none; options=() ;;
        '--max-filesize') kind=none; options=() ;;
        '--cacert') kind=file; options=() ;;
        '-r' | '--limit-rate' | '--rate-limit') kind=none; options=() ;;
        '--throttled-rate') kind=none; options=() ;;
        '--retry-sleep') kind=none; options=() ;;
      esac
      ;;
    'prune')
      options=('--free' '--unfinished' '--best-effort' '-s' '--dry-run' '--simulate' '--trust-clock' '--json' '-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=folder
      [[ -n $operands ]] || case $prev in
        '--free') kind=none; options=() ;;
        '--unfinished') kind=none; options=() ;;
      esac
      ;;
    'lint')
      options=('--strict' '--explain' '-N' '--concurrent-fragments' '--connections' '-H' '--header' '--add-headers' '-A' '--user-agent' '-e' '--referer' '--send-credentials-to' '-R' '--retries' '--connect-timeout' '--socket-timeout' '--max-filesize' '--cacert' '-k' '--insecure' '--no-check-certificates' '--allow-private-hosts' '--playlist-header' '--key-header' '-b' '--cookie' '--cookies' '--append-url-params' '--base-url' '-u' '--user' '--bearer' '-n' '--netrc' '--netrc-location' '-E' '--cert' '--cert-key' '--cert-password' '--proxy' '--proxy-user' '--noproxy' '-4' '--ipv4' '-6' '--ipv6' '--source-address' '-r' '--limit-rate' '--rate-limit' '--throttled-rate' '--retry-sleep' '--json' '-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=file
      [[ -n $operands ]] || case $prev in
        '--explain') kind=none; options=() ;;
        '-N' | '--concurrent-fragments' | '--connections') kind=none; options=() ;;
        '-H' | '--header' | '--add-headers') kind=none; options=() ;;
        '-A' | '--user-agent') kind=none; options=() ;;
        '-e' | '--referer') kind=none; options=() ;;
        '--send-credentials-to') kind=none; options=() ;;
        '-R' | '--retries') kind=none; options=() ;;
        '--connect-timeout') kind=none; options=() ;;
        '--socket-timeout') kind=none; options=() ;;
        '--max-filesize') kind=none; options=() ;;
        '--cacert') kind=file; options=() ;;
        '--playlist-header') kind=none; options=() ;;
        '--key-header') kind=none; options=() ;;
        '-b' | '--cookie') kind=none; options=() ;;
        '--cookies') kind=file; options=() ;;
        '--base-url') kind=none; options=() ;;
        '-u' | '--user') kind=none; options=() ;;
        '--bearer') kind=none; options=() ;;
        '--netrc-location') kind=file; options=() ;;
        '-E' | '--cert') kind=file; options=() ;;
        '--cert-key') kind=file; options=() ;;
        '--cert-password') kind=none; options=() ;;
        '--proxy') kind=none; options=() ;;
        '--proxy-user') kind=none; options=() ;;
        '--noproxy') kind=none; options=() ;;
        '--source-address') kind=none; options=() ;;
        '-r' | '--limit-rate' | '--rate-limit') kind=none; options=() ;;
        '--throttled-rate') kind=none; options=() ;;
        '--retry-sleep') kind=none; options=() ;;
      esac
      ;;
    'generate')
      options=('-h' '--help')
      kind=folder
      ;;
  esac
  if [[ -z $operands && $cur == -* && -z $head ]] && ((${#options[@]} > 0)); then
    kind=words words=("${options[@]}")
  fi
  COMPREPLY=()
  case $kind in
    file | folder)
      compopt -o filenames 2>/dev/null
      local action=-f
      [[ $kind == folder ]] && action=-d
      while IFS= read -r word; do COMPREPLY+=("$head$word"); done < <(compgen "$action" -- "$cur")
      ;;
    words)
      for word in "${words[@]}"; do
        [[ $word == "$cur"* ]] || continue
        printf -v word '%q' "$word"
        COMPREPLY+=("$head$word")
      done
      ;;
  esac
}
complete -F _hlspack 'hlspack'
