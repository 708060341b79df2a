# fish completion for hlspack, made from its declaration.

function __hlspack_command
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

function __hlspack_is
  set -l command (__hlspack_command)
  and contains -- $command $argv
end

complete -c 'hlspack' -f
complete -c 'hlspack' -n 'not __hlspack_command >/dev/null' -a '\'build\'' -d 'Pack a title into a bundle.'
complete -c 'hlspack' -n 'not __hlspack_command >/dev/null' -a '\'show\'' -d 'Tell what a source or a bundle holds.'
complete -c 'hlspack' -n 'not __hlspack_command >/dev/null' -a '\'verify\'' -d 'Prove that bundles are whole and correct.'
complete -c 'hlspack' -n 'not __hlspack_command >/dev/null' -a help -d 'Print the help of the tool or of a command.'
complete -c 'hlspack' -n 'not __hlspack_command >/dev/null' -l 'json' -d 'Write JSON lines to standard output, nothing else.'
complete -c 'hlspack' -n 'not __hlspack_command >/dev/null' -s 'q' -l 'quiet' -d 'Say nothing but errors and warnings.'
complete -c 'hlspack' -n 'not __hlspack_command >/dev/null' -s 'v' -l 'verbose' -d 'Say more: each retry, and what was decided.'
complete -c 'hlspack' -n 'not __hlspack_command >/dev/null' -s 'h' -l 'help' -d 'Print this help.'
complete -c 'hlspack' -n 'not __hlspack_command >/dev/null' -s 'V' -l 'version' -d 'Print the version.'
complete -c 'hlspack' -n '__hlspack_is help' -a '\'build\' \'show\' \'verify\''

complete -c 'hlspack' -n '__hlspack_is \'build\'' -s 'o' -l 'output' -x -a '(__fish_complete_directories)' -d 'Make the bundle at exactly PATH.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -s 'P' -l 'paths' -x -a '(__fish_complete_directories)' -d 'Make the bundle in DIR, with a name of its own.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'output-dir' -x -a '(__fish_complete_directories)' -d 'Make the bundle in DIR, with a name of its own.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'title' -x -d 'Call the title TEXT.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'artwork' -r -F -d 'Keep this picture as the title\'s artwork.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'metadata' -x -d 'Note KEY=VALUE in the manifest.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -s 's' -l 'dry-run' -d 'Print the plan and do nothing.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'simulate' -d 'Print the plan and do nothing.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'continue' -d 'Go on from an unfinished bundle.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'no-continue' -d 'The opposite of --continue.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'shared-keys' -d 'Make key files readable by other users.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'identity' -x -d 'Know the title by TEXT, not by its address.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'volatile-param' -x -d 'Treat query parameter NAME as a token: neither kept nor part of the identity.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'video' -x -d 'Choose the variant by RULE; the first RULE that matches wins.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'audio' -x -d 'Choose audio renditions.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'subtitles' -x -d 'Choose subtitle renditions.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'fallback' -d 'Where no RULE matches, choose as if none had been given.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -s 'N' -l 'concurrent-fragments' -x -d 'Make at most N requests at the same time.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'connections' -x -d 'Make at most N requests at the same time.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -s 'H' -l 'header' -x -d 'Send this header field; @FILE reads lines of them from FILE.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'add-headers' -x -d 'Send this header field; @FILE reads lines of them from FILE.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -s 'A' -l 'user-agent' -x -d 'Call ourselves TEXT.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -s 'e' -l 'referer' -x -d 'Send this Referer.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'send-credentials-to' -x -d 'Send header fields to HOST too; .example.com with all below it.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -s 'R' -l 'retries' -x -d 'Try again N times what may heal: resets, time-outs, short bodies, 5xx.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'connect-timeout' -x -d 'Give up connecting after SECONDS.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'socket-timeout' -x -d 'Give up a transfer that stands still for SECONDS.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'cacert' -r -F -d 'Trust the certificates in FILE.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -s 'k' -l 'insecure' -d 'Do not check the servers\' certificates.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'no-check-certificates' -d 'Do not check the servers\' certificates.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'allow-private-hosts' -d 'Follow a playlist to addresses less public than its own.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -l 'json' -d 'Write JSON lines to standard output, nothing else.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -s 'q' -l 'quiet' -d 'Say nothing but errors and warnings.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -s 'v' -l 'verbose' -d 'Say more: each retry, and what was decided.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -s 'h' -l 'help' -d 'Print this help.'
complete -c 'hlspack' -n '__hlspack_is \'build\'' -F

complete -c 'hlspack' -n '__hlspack_is \'show\'' -l 'segments' -d 'Print a media playlist as parsed, segment by segment.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -l 'video' -x -d 'Choose the variant by RULE; the first RULE that matches wins.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -l 'audio' -x -d 'Choose audio renditions.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -l 'subtitles' -x -d 'Choose subtitle renditions.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -l 'fallback' -d 'Where no RULE matches, choose as if none had been given.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -s 'N' -l 'concurrent-fragments' -x -d 'Make at most N requests at the same time.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -l 'connections' -x -d 'Make at most N requests at the same time.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -s 'H' -l 'header' -x -d 'Send this header field; @FILE reads lines of them from FILE.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -l 'add-headers' -x -d 'Send this header field; @FILE reads lines of them from FILE.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -s 'A' -l 'user-agent' -x -d 'Call ourselves TEXT.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -s 'e' -l 'referer' -x -d 'Send this Referer.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -l 'send-credentials-to' -x -d 'Send header fields to HOST too; .example.com with all below it.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -s 'R' -l 'retries' -x -d 'Try again N times what may heal: resets, time-outs, short bodies, 5xx.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -l 'connect-timeout' -x -d 'Give up connecting after SECONDS.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -l 'socket-timeout' -x -d 'Give up a transfer that stands still for SECONDS.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -l 'cacert' -r -F -d 'Trust the certificates in FILE.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -s 'k' -l 'insecure' -d 'Do not check the servers\' certificates.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -l 'no-check-certificates' -d 'Do not check the servers\' certificates.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -l 'allow-private-hosts' -d 'Follow a playlist to addresses less public than its own.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -l 'json' -d 'Write JSON lines to standard output, nothing else.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -s 'q' -l 'quiet' -d 'Say nothing but errors and warnings.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -s 'v' -l 'verbose' -d 'Say more: each retry, and what was decided.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -s 'h' -l 'help' -d 'Print this help.'
complete -c 'hlspack' -n '__hlspack_is \'show\'' -F

complete -c 'hlspack' -n '__hlspack_is \'verify\'' -l 'level' -x -a '\'quick\' \'full\'' -d 'How thoroughly to look.'
complete -c 'hlspack' -n '__hlspack_is \'verify\'' -s 'j' -l 'jobs' -x -d 'Read N files at the same time.'
complete -c 'hlspack' -n '__hlspack_is \'verify\'' -l 'json' -d 'Write JSON lines to standard output, nothing else.'
complete -c 'hlspack' -n '__hlspack_is \'verify\'' -s 'q' -l 'quiet' -d 'Say nothing but errors and warnings.'
complete -c 'hlspack' -n '__hlspack_is \'verify\'' -s 'v' -l 'verbose' -d 'Say more: each retry, and what was decided.'
complete -c 'hlspack' -n '__hlspack_is \'verify\'' -s 'h' -l 'help' -d 'Print this help.'
complete -c 'hlspack' -n '__hlspack_is \'verify\'' -a '(__fish_complete_directories)'

complete -c 'hlspack' -n '__hlspack_is \'generate\'' -s 'h' -l 'help' -d 'Print this help.'
complete -c 'hlspack' -n '__hlspack_is \'generate\'' -a '(__fish_complete_directories)'
