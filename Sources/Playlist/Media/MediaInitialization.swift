/// The instruction to fetch a media initialization section before a segment (EXT-X-MAP, 4.4.4.5).
package struct MediaInitialization: Hashable, Sendable {
  /// The line of the tag, counted from 0.
  package let line: Int
  /// Variables resolved; not yet resolved against the playlist's address.
  package let uri: String
  /// The part of that resource to use; nil means all of it.
  package let byteRange: ByteRange?
  /// Index into the playlist's `keySets`: the keys in force at the tag; nil means clear.
  package let keySet: Int?
  /// Index of the first segment after the tag; the count of segments where none follows.
  package let firstSegment: Int
}
