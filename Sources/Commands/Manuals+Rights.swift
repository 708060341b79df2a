import Flags

extension Manuals {
  static let expire = Manual(
    details: [
      """
      Deletes the titles whose time is over: media, keys, playlists and pictures. A small manifest stays in each \
      bundle's folder, a tombstone that says what it was, when it went and why: show and verify end with code 8 there, \
      so that a script can tell an expired title from one that never came. --purge takes tombstones away. A folder \
      is looked through for bundles; what is not hlspack's is passed over. An unfinished bundle of the same title \
      beside it goes too.
      """,
      """
      --set and --clear only say when titles expire, and delete nothing. A title expires at the instant itself. The \
      clock is not believed alone: when it is behind what the bundle knows of the time, from the Date of the answers \
      that its media came with and from its own history, that counts; when it is far past all of that, nothing is \
      deleted without --trust-clock, and the code is 8.
      """,
      """
      Each deletion is one change: a kill at any instant leaves the title as it was, or work that the next command \
      finishes. Keys are overwritten before their names go. What backups, snapshots and the medium itself keep is \
      beyond hlspack.
      """,
      """
      --invalidate-keys makes the content keys of one bundle unusable at once, whatever its expiry, and proves it: \
      `receipt.json` in the bundle says which keys, when, of what, and with the caller's nonce. With --receipt-key it \
      is signed: `openssl pkeyutl -verify -pubin -inkey PUBLIC.pem -rawin -in receipt.json -sigfile receipt.json.sig` \
      checks it. A key that cannot sign changes nothing. Without --json the receipt's own bytes go to standard output; \
      with it a line of type receipt has its members, and signature in hexadecimal digits.
      """,
    ],
    sections: [jsonSection],
    environment: NetworkOptions.environment,
    files: [
      Term("BUNDLE/hlspack.json", "The manifest, or the tombstone; see hlspack-bundle(5)."),
      Term("BUNDLE/receipt.json", "The proof that keys were invalidated."),
      Term("BUNDLE/receipt.json.sig", "Its signature, 64 bytes."),
    ],
    exitCodes: ExitCode.table([
      .done, .usage, .unavailable, .damaged, .expired, .notABundle, .inUse, .disk, .hangup, .interrupted,
      .readerGone, .terminated,
    ]),
    seeAlso: [
      PageReference("hlspack-build", 1), PageReference("hlspack-prune", 1),
      PageReference("hlspack-verify", 1),
      PageReference("hlspack-bundle", 5), PageReference("openssl-pkeyutl", 1),
    ])

  static let prune = Manual(
    details: [
      """
      Makes room on the file system of a folder of bundles. The plan is printed first. Titles go whole, and leave \
      nothing behind: expired ones first, then those of priority default, then important, within each the one that was \
      packed first. Only as many go as it takes. Sizes are what the file system says that the files take.
      """,
      """
      A bundle that another process works on, one on another file system, one that cannot be read, an unfinished one \
      that is younger than AGE, and whatever is not hlspack's are never touched; the first three are told. Each \
      deletion is one change, as in hlspack-expire(1).
      """,
    ],
    sections: [jsonSection],
    exitCodes: ExitCode.table([
      .done, .usage, .notABundle, .disk, .hangup, .interrupted, .readerGone, .terminated,
    ]),
    seeAlso: [PageReference("hlspack-expire", 1), PageReference("hlspack-build", 1)])

  static let list = Manual(
    details: [
      """
      Looks through a folder, whatever its depth, and tells of each bundle what it holds, how large it is, whether it \
      is complete, and when it expires. Nothing of the media is read: whether a bundle is whole says verify, whose \
      last result counts here. What is not hlspack's is passed over, links are not followed.
      """,
      """
      A bundle that cannot be read is told on standard error and makes the code 7; one that has expired, or is not \
      finished, is told in its line and makes none.
      """,
    ],
    sections: [jsonSection],
    exitCodes: ExitCode.table([.done, .usage, .damaged, .notABundle, .disk, .readerGone]),
    seeAlso: [
      PageReference("hlspack-show", 1), PageReference("hlspack-verify", 1),
      PageReference("hlspack-expire", 1),
      PageReference("hlspack-prune", 1),
    ])
}
