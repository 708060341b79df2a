# fish completion for evil, made from its declaration.

function __evil_command
  set -l tokens (commandline -opc)
  set -l skip 0
  for token in $tokens[2..-1]
    if test $skip = 1
      set skip 0
      continue
    end
    switch $token
      case '-e' '--evil' '--worse'
        set skip 1
      case '-*'
      case '*'
        printf '%s\n' $token
        return 0
    end
  end
  return 1
end

function __evil_is
  set -l command (__evil_command)
  and contains -- $command $argv
end

complete -c 'evil' -f
complete -c 'evil' -n 'not __evil_command >/dev/null' -a '\'do\'' -d 'Do what\'s "bad": [x] $(touch PWNED) \\e.'
complete -c 'evil' -n 'not __evil_command >/dev/null' -a help -d 'Print the help of the tool or of a command.'
complete -c 'evil' -n 'not __evil_command >/dev/null' -s 'e' -l 'evil' -x -a '\'it\\\'s\' \'$(touch PWNED)\' \'a b\' \'`touch PWNED`\' \'c:d\' \'[x]\' \'\\\\\' \'"q"\' \'é\'' -d 'It\'s "so" [bad]: $(touch PWNED) rm -x \\n \\fB $HOME ; & | > < * ? ~ ! # % {a,b} é😀.'
complete -c 'evil' -n 'not __evil_command >/dev/null' -l 'worse' -x -a '\'it\\\'s\' \'$(touch PWNED)\' \'a b\' \'`touch PWNED`\' \'c:d\' \'[x]\' \'\\\\\' \'"q"\' \'é\'' -d 'It\'s "so" [bad]: $(touch PWNED) rm -x \\n \\fB $HOME ; & | > < * ? ~ ! # % {a,b} é😀.'
complete -c 'evil' -n 'not __evil_command >/dev/null' -l 'no' -d '\'Tis a start. .Sh Then a middle - and -- an end.'
complete -c 'evil' -n 'not __evil_command >/dev/null' -l 'dot' -d '.Sh NOT A HEADING.'
complete -c 'evil' -n 'not __evil_command >/dev/null' -l 'no-dot' -d 'The opposite of --dot.'
complete -c 'evil' -n 'not __evil_command >/dev/null' -s 'h' -l 'help' -d 'Print this help.'
complete -c 'evil' -n '__evil_is help' -a '\'do\''

complete -c 'evil' -n '__evil_is \'do\' \'it\'' -s 'e' -l 'evil' -x -a '\'it\\\'s\' \'$(touch PWNED)\' \'a b\' \'`touch PWNED`\' \'c:d\' \'[x]\' \'\\\\\' \'"q"\' \'é\'' -d 'It\'s "so" [bad]: $(touch PWNED) rm -x \\n \\fB $HOME ; & | > < * ? ~ ! # % {a,b} é😀.'
complete -c 'evil' -n '__evil_is \'do\' \'it\'' -l 'worse' -x -a '\'it\\\'s\' \'$(touch PWNED)\' \'a b\' \'`touch PWNED`\' \'c:d\' \'[x]\' \'\\\\\' \'"q"\' \'é\'' -d 'It\'s "so" [bad]: $(touch PWNED) rm -x \\n \\fB $HOME ; & | > < * ? ~ ! # % {a,b} é😀.'
complete -c 'evil' -n '__evil_is \'do\' \'it\'' -l 'no' -d '\'Tis a start. .Sh Then a middle - and -- an end.'
complete -c 'evil' -n '__evil_is \'do\' \'it\'' -l 'dot' -d '.Sh NOT A HEADING.'
complete -c 'evil' -n '__evil_is \'do\' \'it\'' -l 'no-dot' -d 'The opposite of --dot.'
complete -c 'evil' -n '__evil_is \'do\' \'it\'' -s 'h' -l 'help' -d 'Print this help.'
complete -c 'evil' -n '__evil_is \'do\' \'it\'' -F
