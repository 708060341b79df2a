package import Files

/// What a whole file is: its digest and its length.
package struct FileDigest: Hashable, Sendable {
  package let digest: SHA256Digest
  /// Bytes.
  package let length: Int64
}

/// Digests whole files, one after the other, with one buffer.
package struct FileHasher: Sendable {
  private var buffer: [UInt8] = []

  package init() {}

  /// The digest of the file from its first byte to its last, wherever its own position stands.
  ///
  /// - Parameter see: is shown each portion, at most 256 KiB, in order.
  package mutating func digest(
    of file: borrowing OpenFile, seeing see: (RawSpan) -> Void = { _ in }
  ) throws(SystemError) -> FileDigest {
    let wanted = Int(min(256 << 10, max(4_096, try file.size)))
    if buffer.count < wanted { buffer = [UInt8](repeating: 0, count: wanted) }
    var hasher = SHA256Hasher()
    var length: Int64 = 0
    while true {
      let count = try file.read(into: &buffer, at: length)
      if count == 0 { return FileDigest(digest: hasher.finish(), length: length) }
      let portion = buffer.span.extracting(0..<count).bytes
      hasher.update(portion)
      see(portion)
      length += Int64(count)
    }
  }
}

/// The digest and length of one file.
package func fileDigest(_ file: borrowing OpenFile) throws(SystemError) -> FileDigest {
  var hasher = FileHasher()
  return try hasher.digest(of: file)
}
