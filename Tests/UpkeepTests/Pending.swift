import BundleStore
import Digest
import Files
import JSON

enum Digests {
  static func of(_ bytes: [UInt8]) -> String { SHA256Digest.of(bytes).hex }
}

/// A change to a bundle that was stopped right after the rename of its manifest.
enum Pending {
  /// `index.m3u8` gets a comment, and its old version is still in place; an old artwork is still there.
  static func leave(in folder: Folder, at path: String) throws {
    var manifest = try OfflineBundle.open(path).manifest
    let text = Film.index + "# changed\n"
    for index in manifest.files.indices where manifest.files[index].path == .multivariantPlaylist {
      manifest.files[index].bytes = Int64(text.utf8.count)
      manifest.files[index].sha256 = SHA256Digest.of(text)
    }
    let settled = manifest.bytes
    manifest.pending.renames = [.multivariantPlaylist, .sums]
    manifest.pending.deletions = [BundlePath.artwork(fileExtension: "png")].compactMap { $0 }
    let sums = String(decoding: try folder.readWhole("SHA256SUMS", limit: 1 << 20), as: UTF8.self)
      .replacing(Digests.of(try folder.readWhole("hlspack.json", limit: 1 << 20)), with: Digests.of(settled))
      .replacing(
        Digests.of(try folder.readWhole("index.m3u8", limit: 1 << 20)), with: Digests.of(Array(text.utf8)))
    try folder.writeWhole("index.m3u8.new", Array(text.utf8), durable: false)
    try folder.writeWhole("SHA256SUMS.new", Array(sums.utf8), durable: false)
    try folder.writeWhole("artwork.png", [1], durable: false)
    try folder.writeWhole("hlspack.json", manifest.bytes, durable: false)
  }
}
