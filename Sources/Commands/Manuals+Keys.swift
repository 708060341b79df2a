import Flags

/// What the pages of build and augment say about keys.
extension Manuals {
  static let keys = Manual.Section(
    "CONTENT KEYS",
    [
      """
      Keys that no system guards (KEYFORMAT identity) are fetched, each address once, however many lines and vectors \
      name it; keys in data: URIs are decoded. Where several keys are in force at once, one is used and the others are \
      left out of the local playlist: one that can be fetched, else one that no system guards, else the first.
      """,
      """
      Nothing is circumvented. For what cannot be fetched, the keys of FairPlay, Widevine and PlayReady among it, \
      --key-command names a command that may ask for them by rights of yours. It is run by /bin/sh -c for at most a \
      minute, one key at a time, and reads one JSON object:
      """,
      .terms([
        Term("uri, method, keyFormat", "As EXT-X-KEY has them, the URI absolute."),
        Term("keyFormatVersions, iv", "Where they are there; iv as 0x and digits."),
        Term(
          "others",
          "Of keys of other systems that are in force with it: a list of uri and keyFormat."),
        Term("bundle, identity", "Path and identity of the bundle; the path is in HLSPACK_BUNDLE too."),
      ]),
      "It writes one JSON object, of at most 1 MiB, on standard output:",
      .terms([
        Term(
          "key",
          "The key itself, in Base64 or hexadecimal digits. It is used and kept as one that was fetched."),
        Term(
          "blob",
          """
          In place of it, a persistable form that only its system understands, in Base64, of at most 512 KiB. It is \
          kept as `keys/key-N.m4s`, and the KEY line that names it keeps its KEYFORMAT.
          """),
        Term(
          "keyFormat", "Which of the key formats a blob is for, where there are others; may be left out."),
        Term("expiresAt", "When the key ends, as a time of RFC 3339; may be left out."),
      ]),
      """
      A command that fails, or answers anything else, or with a key that has expired, is exit 1; nothing of what it \
      writes is shown. Without one, such media are refused (exit 12) unless --keys omit packs them without keys: then \
      KEY lines name files in `keys/` that are not there, for whoever brings them.
      """,
      """
      Media are looked into where their key is at hand; samples that are encrypted one by one (SAMPLE-AES, \
      SAMPLE-AES-CTR) as far as their container shows.
      """,
      """
      Once a key has expired the bundle does not play offline: show says so, and verify ends with exit 8. \
      augment --renew-keys has all keys again, from the recorded source or --source, and notes their new ends. The \
      choice of --keys is remembered: augment, build --update and verify --repair keep to it.
      """,
    ])
}
