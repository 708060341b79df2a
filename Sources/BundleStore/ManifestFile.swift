import Digest
import Files
import JSON

/// Reads `hlspack.json` from a folder and holds it against SHA256SUMS.
enum ManifestFile {
  /// A larger one is taken for an attack.
  static let byteLimit = 64 << 20

  struct Read {
    var manifest: Manifest
    /// The file; while work is pending, the digest is the one it has when that is done.
    var record: FileRecord
    /// Of the bytes as they are.
    var written: SHA256Digest
  }

  /// A writer may change the bundle between the reading of one file and the next: then it is read again.
  static func read(in folder: Folder, place: String) throws(BundleError) -> Read {
    var bytes = try manifest(in: folder, place: place)
    for _ in 0..<8 {
      do throws(BundleError) {
        return try read(bytes, in: folder, place: place)
      } catch {
        guard error.kind == .damaged else { throw error }
        let now = try manifest(in: folder, place: place)
        guard now != bytes else { throw error }
        bytes = now
      }
    }
    return try read(bytes, in: folder, place: place)
  }

  /// The digest of the file's bytes, whatever they say; nil where there is none.
  static func digest(in folder: Folder, place: String) throws(BundleError) -> SHA256Digest? {
    try optional(.manifest, limit: byteLimit, in: folder, place: place).map { SHA256Digest.of($0) }
  }

  private static func manifest(in folder: Folder, place: String) throws(BundleError) -> [UInt8] {
    guard let bytes = try optional(.manifest, limit: byteLimit, in: folder, place: place) else {
      throw try Absence.error(in: folder, place: place)
    }
    return bytes
  }

  private static func read(_ bytes: [UInt8], in folder: Folder, place: String) throws(BundleError) -> Read {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.parse(bytes)
    } catch {
      throw .damaged(place, file: BundlePath.manifest.text, "is not JSON, \(error)")
    }
    let settled = try settledDigest(of: value, bytes: bytes, place: place)
    try compare(settled, awaitsSums: awaitsSums(value), in: folder, place: place)
    try checkVersion(value, place: place)
    let manifest = try Manifest(value, place: place)
    return Read(
      manifest: manifest,
      record: FileRecord(path: .manifest, bytes: Int64(bytes.count), sha256: settled),
      written: SHA256Digest.of(bytes))
  }

  /// The digest that SHA256SUMS has for the manifest: of its bytes, or, while work is pending, of its bytes
  /// without `pending`. Then the bytes must be in the one form that we write and have the digest that
  /// `pending` says, so that no change goes unseen.
  private static func settledDigest(
    of value: JSONValue, bytes: [UInt8], place: String
  ) throws(BundleError) -> SHA256Digest {
    guard var members = value.members, members["pending"] != nil else { return SHA256Digest.of(bytes) }
    guard Manifest.bytes(of: value) == bytes, var work = members["pending"]?.members,
      let written = work["sha256"]?.text
    else {
      throw .damaged(place, file: BundlePath.manifest.text, "is not in the form that it was written in")
    }
    work["sha256"] = nil
    members["pending"] = .object(work)
    guard SHA256Digest.of(Manifest.bytes(of: .object(members))).hex == written else {
      throw .damaged(place, file: BundlePath.manifest.text, "does not have the digest that pending says")
    }
    members["pending"] = nil
    return SHA256Digest.of(Manifest.bytes(of: .object(members)))
  }

  /// Whether the renames that a commit left to do are to bring another SHA256SUMS.
  private static func awaitsSums(_ value: JSONValue) -> Bool {
    value["pending"]?["renames"]?.items?.contains { pair in
      pair.items?.last?.text == BundlePath.sums.text
    } ?? false
  }

  private static func compare(
    _ digest: SHA256Digest, awaitsSums: Bool, in folder: Folder, place: String
  ) throws(BundleError) {
    if awaitsSums {
      // The new sums wait under another name until the renames are done.
      let waiting = PendingWork.waitingName(of: .sums)
      if let text = try optional(waiting, limit: Sums.byteLimit, in: folder, place: place) {
        return try compare(digest, with: text, file: waiting, place: place)
      }
    }
    guard let text = try optional(.sums, limit: Sums.byteLimit, in: folder, place: place) else {
      throw .damaged(place, file: BundlePath.sums.text, "is not there")
    }
    try compare(digest, with: text, file: BundlePath.sums.text, place: place)
  }

  private static func compare(
    _ digest: SHA256Digest, with text: [UInt8], file: String, place: String
  ) throws(BundleError) {
    let manifest = BundlePath.manifest.text
    guard let written = Sums.written(for: .manifest, in: text) else {
      throw .damaged(place, file: file, "has no line for \(manifest)")
    }
    let hex = Array(digest.hex.utf8)
    guard !written.elementsEqual(hex) else { return }
    // A digest of other bytes has about 60 other digits; a damaged line has a few.
    let different = zip(written, hex).count { $0 != $1 }
    guard different > 32 else {
      throw .damaged(place, file: file, "has another digest for \(manifest) than it has")
    }
    throw .damaged(place, file: manifest, "does not have the digest that \(file) says")
  }

  /// Looked at after the digest: a flipped bit in the version is damage, not a newer program.
  private static func checkVersion(_ value: JSONValue, place: String) throws(BundleError) {
    guard let version = value["formatVersion"]?.int, version >= 1 else {
      throw .damaged(place, file: BundlePath.manifest.text, "formatVersion is not a version")
    }
    guard version > Int64(Manifest.formatVersion) else { return }
    throw BundleError(
      .tooNew, "reading", place: place, file: BundlePath.manifest.text,
      reason: "has format version \(version), this program reads up to \(Manifest.formatVersion)",
      hint: "use a newer hlspack")
  }

  private static func optional(
    _ path: BundlePath, limit: Int, in folder: Folder, place: String
  ) throws(BundleError) -> [UInt8]? {
    try optional(path.text, limit: limit, in: folder, place: place)
  }

  /// The content of a file; nil when none is there.
  private static func optional(
    _ name: String, limit: Int, in folder: Folder, place: String
  ) throws(BundleError) -> [UInt8]? {
    do throws(SystemError) {
      return try folder.readWhole(name, limit: limit)
    } catch {
      if error.isAbsent { return nil }
      throw .reading(place, file: name, error)
    }
  }
}

/// What a folder without `hlspack.json` is.
enum Absence {
  static func error(in folder: Folder, place: String) throws(BundleError) -> BundleError {
    let names = try reading(place) { () throws(SystemError) in Set(try folder.entries()) }
    if names.contains(Journal.name) {
      return BundleError(
        .notABundle, "opening", place: place, reason: "is an unfinished bundle",
        hint: "run the same build again to finish it")
    }
    if try isOurs(names, in: folder, place: place) {
      return .damaged(place, file: BundlePath.manifest.text, "is not there")
    }
    if names.contains(BundlePath.bootIndex.text) {
      return BundleError(
        .notABundle, "opening", place: place, reason: "is a package of Apple's, not a bundle of hlspack's")
    }
    return BundleError(.notABundle, "opening", place: place, reason: "has no hlspack.json")
  }

  /// Files that only we make: the sums, the local playlist beside Apple's index, a listing of a stream.
  private static func isOurs(_ names: Set<String>, in folder: Folder, place: String) throws(BundleError)
    -> Bool
  {
    if names.contains(BundlePath.sums.text) { return true }
    if names.contains(BundlePath.multivariantPlaylist.text), names.contains(BundlePath.rootIndex.text) {
      return true
    }
    for stream in names.compactMap({ StreamFolder($0) }) {
      let listing = BundlePath.listing(of: stream).text
      if try reading(place, file: listing, { () throws(SystemError) in try folder.status(listing) }) != nil {
        return true
      }
    }
    return false
  }
}
