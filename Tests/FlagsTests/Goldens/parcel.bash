# bash completion for parcel, made from its declaration.
_parcel() {
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
      options=('-q' '--quiet' '-v' '--verbose' '-h' '--help' '-V' '--version')
      kind=words
      words=('wrap' 'send' 'help')
      ;;
    help)
      words=('wrap' 'send')
      kind=words
      ;;
    'wrap')
      options=('-p' '--paper' '--speed' '-w' '--max-weight' '--ribbon' '--no-ribbon' '--sticker' '-P' '--folder' '-s' '--simulate' '--dry-run' '-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=file
      [[ -n $operands ]] || case $prev in
        '-p' | '--paper') kind=none; options=() ;;
        '--speed') kind=words; words=('slow' 'fast'); options=() ;;
        '-w' | '--max-weight') kind=none; options=() ;;
        '--sticker') kind=words; words=('fragile' 'this side up' 'it'\''s'); options=() ;;
        '-P' | '--folder') kind=folder; options=() ;;
      esac
      ;;
    'send' | 'post')
      options=('-R' '--retries' '-H' '--header' '--add-headers' '-4' '--ipv4' '-6' '--ipv6' '-c' '--continue' '--no-continue' '-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=folder
      [[ -n $operands ]] || case $prev in
        '-R' | '--retries') kind=none; options=() ;;
        '-H' | '--header' | '--add-headers') kind=file; options=() ;;
      esac
      ;;
    'spy')
      options=('-q' '--quiet' '-v' '--verbose' '-h' '--help')
      kind=none
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
complete -F _parcel 'parcel'
