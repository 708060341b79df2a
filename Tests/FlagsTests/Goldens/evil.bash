# bash completion for evil, made from its declaration.
_evil() {
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
      '-e' | '--evil' | '--worse') skip=1 ;;
      '=') skip=1 ;;
      -*) ;;
      *) command=$word ;;
    esac
  done
  case $command in
    '')
      options=('-e' '--evil' '--worse' '--no' '--dot' '--no-dot' '-h' '--help')
      kind=words
      words=('do' 'help')
      [[ -n $operands ]] || case $prev in
        '-e' | '--evil' | '--worse') kind=words; words=('it'\''s' '$(touch PWNED)' 'a b' '`touch PWNED`' 'c:d' '[x]' '\' '"q"' 'é'); options=() ;;
      esac
      ;;
    help)
      words=('do')
      kind=words
      ;;
    'do' | 'it')
      options=('-e' '--evil' '--worse' '--no' '--dot' '--no-dot' '-h' '--help')
      kind=file
      [[ -n $operands ]] || case $prev in
        '-e' | '--evil' | '--worse') kind=words; words=('it'\''s' '$(touch PWNED)' 'a b' '`touch PWNED`' 'c:d' '[x]' '\' '"q"' 'é'); options=() ;;
      esac
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
complete -F _evil 'evil'
