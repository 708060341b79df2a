import Addresses
import BundleStore
import Digest
import Media
import Transfer

/// The title's picture: as given, once it is known to be one.
struct Artwork: Sendable {
  let bytes: [UInt8]
  let type: String
  let path: BundlePath
  let width: Int?
  let height: Int?

  var digest: SHA256Digest { SHA256Digest.of(bytes) }

  /// - Parameter place: for messages; a path or the path of an address.
  init(_ bytes: [UInt8], place: String) throws(DownloadError) {
    guard let facts = Picture.facts(of: bytes.span),
      let path = BundlePath.artwork(fileExtension: facts.type.fileExtension)
    else {
      throw DownloadError(
        .wrongSource, "artwork \(place): not a picture", hint: "JPEG, PNG, WebP, GIF, HEIC and AVIF are taken"
      )
    }
    self.bytes = bytes
    self.path = path
    type = "image/\(facts.type == .jpeg ? "jpeg" : facts.type.fileExtension)"
    width = facts.width
    height = facts.height
  }
}
