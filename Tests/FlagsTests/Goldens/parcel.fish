# fish completion for parcel, made from its declaration.

function __parcel_command
  set -l tokens (commandline -opc)
  set -l skip 0
  for token in $tokens[2..-1]
    if test $skip = 1
      set skip 0
      continue
    end
    switch $token
      case '-*'
      case '*'
        printf '%s\n' $token
        return 0
    end
  end
  return 1
end

function __parcel_is
  set -l command (__parcel_command)
  and contains -- $command $argv
end

complete -c 'parcel' -f
complete -c 'parcel' -n 'not __parcel_command >/dev/null' -a '\'wrap\'' -d 'Wrap things into one parcel.'
complete -c 'parcel' -n 'not __parcel_command >/dev/null' -a '\'send\'' -d 'Send a parcel away.'
complete -c 'parcel' -n 'not __parcel_command >/dev/null' -a help -d 'Print the help of the tool or of a command.'
complete -c 'parcel' -n 'not __parcel_command >/dev/null' -s 'q' -l 'quiet' -d 'Print errors only.'
complete -c 'parcel' -n 'not __parcel_command >/dev/null' -s 'v' -l 'verbose' -d 'Tell more; twice tells all.'
complete -c 'parcel' -n 'not __parcel_command >/dev/null' -s 'h' -l 'help' -d 'Print this help.'
complete -c 'parcel' -n 'not __parcel_command >/dev/null' -s 'V' -l 'version' -d 'Print the version.'
complete -c 'parcel' -n '__parcel_is help' -a '\'wrap\' \'send\''

complete -c 'parcel' -n '__parcel_is \'wrap\'' -s 'p' -l 'paper' -x -d 'Wrap in paper of this colour.'
complete -c 'parcel' -n '__parcel_is \'wrap\'' -l 'speed' -x -a '\'slow\' \'fast\'' -d 'Work at this speed.'
complete -c 'parcel' -n '__parcel_is \'wrap\'' -s 'w' -l 'max-weight' -x -d 'Refuse more than this.'
complete -c 'parcel' -n '__parcel_is \'wrap\'' -l 'ribbon' -d 'Tie a ribbon.'
complete -c 'parcel' -n '__parcel_is \'wrap\'' -l 'no-ribbon' -d 'The opposite of --ribbon.'
complete -c 'parcel' -n '__parcel_is \'wrap\'' -l 'sticker' -x -a '\'fragile\' \'this side up\' \'it\\\'s\'' -d 'Put on a sticker.'
complete -c 'parcel' -n '__parcel_is \'wrap\'' -s 'P' -l 'folder' -x -a '(__fish_complete_directories)' -d 'Put the parcel there.'
complete -c 'parcel' -n '__parcel_is \'wrap\'' -s 's' -l 'simulate' -d 'Only say what would be done.'
complete -c 'parcel' -n '__parcel_is \'wrap\'' -l 'dry-run' -d 'Only say what would be done.'
complete -c 'parcel' -n '__parcel_is \'wrap\'' -s 'q' -l 'quiet' -d 'Print errors only.'
complete -c 'parcel' -n '__parcel_is \'wrap\'' -s 'v' -l 'verbose' -d 'Tell more; twice tells all.'
complete -c 'parcel' -n '__parcel_is \'wrap\'' -s 'h' -l 'help' -d 'Print this help.'
complete -c 'parcel' -n '__parcel_is \'wrap\'' -F

complete -c 'parcel' -n '__parcel_is \'send\' \'post\'' -s 'R' -l 'retries' -x -d 'Try again at most N times.'
complete -c 'parcel' -n '__parcel_is \'send\' \'post\'' -s 'H' -l 'header' -r -F -d 'Send a header; @FILE reads them from a file.'
complete -c 'parcel' -n '__parcel_is \'send\' \'post\'' -l 'add-headers' -r -F -d 'Send a header; @FILE reads them from a file.'
complete -c 'parcel' -n '__parcel_is \'send\' \'post\'' -s '4' -l 'ipv4' -d 'Use IPv4 only.'
complete -c 'parcel' -n '__parcel_is \'send\' \'post\'' -s '6' -l 'ipv6' -d 'Use IPv6 only.'
complete -c 'parcel' -n '__parcel_is \'send\' \'post\'' -s 'c' -l 'continue' -d 'Go on where the last run stopped.'
complete -c 'parcel' -n '__parcel_is \'send\' \'post\'' -l 'no-continue' -d 'The opposite of --continue.'
complete -c 'parcel' -n '__parcel_is \'send\' \'post\'' -s 'q' -l 'quiet' -d 'Print errors only.'
complete -c 'parcel' -n '__parcel_is \'send\' \'post\'' -s 'v' -l 'verbose' -d 'Tell more; twice tells all.'
complete -c 'parcel' -n '__parcel_is \'send\' \'post\'' -s 'h' -l 'help' -d 'Print this help.'
complete -c 'parcel' -n '__parcel_is \'send\' \'post\'' -a '(__fish_complete_directories)'

complete -c 'parcel' -n '__parcel_is \'spy\'' -s 'q' -l 'quiet' -d 'Print errors only.'
complete -c 'parcel' -n '__parcel_is \'spy\'' -s 'v' -l 'verbose' -d 'Tell more; twice tells all.'
complete -c 'parcel' -n '__parcel_is \'spy\'' -s 'h' -l 'help' -d 'Print this help.'
