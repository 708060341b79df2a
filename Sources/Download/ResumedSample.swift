import BundleStore
import Digest
import Files
import Media

/// Looks at the tracks of a file that an earlier run stored.
enum ResumedSample {
  static func tracks(of file: StreamFile, _ piece: Piece, in context: StreamContext) -> [TrackFacts] {
    var bytes = [UInt8](repeating: 0, count: BufferPool.size)
    // A file that cannot be read is found when it is checked before the commit; here it only tells no tracks.
    guard let open = try? context.folder.openForReading(file.name.text),
      let count = try? open.read(into: &bytes)
    else { return [] }
    bytes.removeLast(bytes.count - count)
    guard let clear = clear(bytes, of: piece, in: context) else { return [] }
    return TrackSampler.tracks(Array(clear.prefix(TrackSampler.length)), container: file.name.container)
  }

  private static func clear(_ bytes: [UInt8], of piece: Piece, in context: StreamContext) -> [UInt8]? {
    guard let cipher = piece.cipher, !cipher.isRemoved else { return bytes }
    guard let iv = cipher.iv, let key = context.key(of: piece),
      let decryptor = try? AES128CBCDecryptor(key: key, iv: iv)  // wrong lengths: nothing is told
    else { return nil }
    var clear: [UInt8] = []
    decryptor.update(bytes.span.bytes) { (part: RawSpan) in
      part.withUnsafeBytes { clear.append(contentsOf: $0) }
    }
    return clear
  }
}

extension MediaFileName {
  /// What the name says that the bytes are.
  var container: Container {
    if role == .initialization, fileExtension == .mp4 { return .fragmentedMP4 }
    return Container.allCases.first { $0.fileExtension == fileExtension.rawValue } ?? .unknown
  }
}
