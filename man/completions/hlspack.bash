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
      words=('build' 'show' 'verify' 'help')
      ;;
    help)
      words=('build' 'show' 'verify')
      kind=words
      ;;
    'build')
      options=('-o' '--output' '-P' '--paths' '--output-dir' '--title' '--artwork' '--metadata' '-s' '--dry-run' '--simulate' '--continue' '--no-continue' '--shared-keys' '--identity' '--volatile-param' '--video' '--audio' '--subtitles' '--fallback' '-N' '--concurrent-fragments' '--connections' '-H' '--header' '--add-headers' '-A' '--user-agent' '-e' '--referer' '--send-credentials-to' '-R' '--retries' '--connect-timeout' '--socket-timeout' '--cacert' '-k' '--insecure' '--no-check-certificates' '--allow-private-hosts' '--json' '-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=file
      [[ -n $operands ]] || case $prev in
        '-o' | '--output') kind=folder; options=() ;;
        '-P' | '--paths' | '--output-dir') kind=folder; options=() ;;
        '--title') kind=none; options=() ;;
        '--artwork') kind=file; options=() ;;
        '--metadata') kind=none; options=() ;;
        '--identity') kind=none; options=() ;;
        '--volatile-param') kind=none; options=() ;;
        '--video') kind=none; options=() ;;
        '--audio') kind=none; options=() ;;
        '--subtitles') kind=none; options=() ;;
        '-N' | '--concurrent-fragments' | '--connections') kind=none; options=() ;;
        '-H' | '--header' | '--add-headers') kind=none; options=() ;;
        '-A' | '--user-agent') kind=none; options=() ;;
        '-e' | '--referer') kind=none; options=() ;;
        '--send-credentials-to') kind=none; options=() ;;
        '-R' | '--retries') kind=none; options=() ;;
        '--connect-timeout') kind=none; options=() ;;
        '--socket-timeout') kind=none; options=() ;;
        '--cacert') kind=file; options=() ;;
      esac
      ;;
    'show')
      options=('--segments' '--video' '--audio' '--subtitles' '--fallback' '-N' '--concurrent-fragments' '--connections' '-H' '--header' '--add-headers' '-A' '--user-agent' '-e' '--referer' '--send-credentials-to' '-R' '--retries' '--connect-timeout' '--socket-timeout' '--cacert' '-k' '--insecure' '--no-check-certificates' '--allow-private-hosts' '--json' '-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=file
      [[ -n $operands ]] || case $prev in
        '--video') kind=none; options=() ;;
        '--audio') kind=none; options=() ;;
        '--subtitles') kind=none; options=() ;;
        '-N' | '--concurrent-fragments' | '--connections') kind=none; options=() ;;
        '-H' | '--header' | '--add-headers') kind=none; options=() ;;
        '-A' | '--user-agent') kind=none; options=() ;;
        '-e' | '--referer') kind=none; options=() ;;
        '--send-credentials-to') kind=none; options=() ;;
        '-R' | '--retries') kind=none; options=() ;;
        '--connect-timeout') kind=none; options=() ;;
        '--socket-timeout') kind=none; options=() ;;
        '--cacert') kind=file; options=() ;;
      esac
      ;;
    'verify')
      options=('--level' '-j' '--jobs' '--json' '-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=folder
      [[ -n $operands ]] || case $prev in
        '--level') kind=words; words=('quick' 'full'); options=() ;;
        '-j' | '--jobs') kind=none; options=() ;;
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
