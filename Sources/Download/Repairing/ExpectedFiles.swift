import BundleStore
import Digest
import Files

/// What the files of a bundle must be, as manifest and listings say; where a listing is damaged, SHA256SUMS.
struct ExpectedFiles: Sendable {
  /// Of the files that were asked about.
  let digests: [BundlePath: SHA256Digest]
  /// Of the streams whose listing is as it must be.
  let listings: [StreamFolder: StreamListing]
  /// Files of ours that are empty: gaps.
  let gaps: Set<BundlePath>

  /// - Parameter suspects: the files that are asked about.
  /// - Throws: `disk`.
  init(of bundle: OfflineBundle, _ suspects: Set<BundlePath>) throws(BundleError) {
    var digests: [BundlePath: SHA256Digest] = [:]
    var listings: [StreamFolder: StreamListing] = [:]
    var gaps: Set<BundlePath> = []
    for file in bundle.manifest.files where suspects.contains(file.path) { digests[file.path] = file.sha256 }
    for stream in bundle.manifest.streams {
      guard let listing = try Self.listing(of: stream, in: bundle) else {
        for line in Self.sums(of: bundle) where suspects.contains(line.path) {
          guard case .media(stream.folder, _) = line.path.role else { continue }
          digests[line.path] = line.sha256
        }
        continue
      }
      listings[stream.folder] = listing
      for file in listing.files {
        let path = BundlePath.media(file.name, of: stream.folder)
        guard suspects.contains(path) else { continue }
        digests[path] = file.sha256
        if file.isGap { gaps.insert(path) }
      }
    }
    self.digests = digests
    self.listings = listings
    self.gaps = gaps
  }

  /// Nil where the listing is damaged.
  private static func listing(of stream: StreamRecord, in bundle: OfflineBundle) throws(BundleError)
    -> StreamListing?
  {
    do throws(BundleError) {
      return try bundle.listing(of: stream)
    } catch {
      guard error.kind == .damaged else { throw error }
      return nil
    }
  }

  /// None where they cannot be read either.
  private static func sums(of bundle: OfflineBundle) -> [Sums.Line] {
    (try? Sums.lines(of: bundle.read(.sums, limit: Sums.byteLimit), place: bundle.path)) ?? []
  }

  /// The files that are not as they must be.
  func damaged(in bundle: OfflineBundle) throws(BundleError) -> Set<BundlePath> {
    var damaged: Set<BundlePath> = []
    for (path, digest) in digests where try !Self.isSound(path, digest, in: bundle) { damaged.insert(path) }
    return damaged
  }

  private static func isSound(
    _ path: BundlePath, _ digest: SHA256Digest, in bundle: OfflineBundle
  ) throws(BundleError) -> Bool {
    let file: OpenFile
    do throws(BundleError) {
      file = try bundle.openForReading(path)
    } catch {
      guard error.kind == .damaged else { throw error }
      return false
    }
    // What cannot be read to its end is as good as lost.
    return (try? fileDigest(file).digest) == digest
  }
}
