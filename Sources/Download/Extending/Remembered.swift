import Addresses
package import BundleStore
package import Files
package import Selection

extension SelectionWords {
  /// The words that chose what a bundle holds, as its manifest remembers them.
  package init(_ record: SelectionRecord) {
    self.init()
    primary = ContentConfiguration(record)
    also = record.also
    auxiliary = record.auxiliary.map { ContentConfiguration($0) }
    optimizesAuxiliary = record.optimizesAuxiliary
  }
}

extension ContentConfiguration {
  fileprivate init(_ record: SelectionRecord) {
    self.init(
      video: record.video, minBitrate: record.minBitrate, minSize: record.minSize,
      prefersHDR: record.prefersHDR, prefersLossless: record.prefersLossless,
      prefersMultichannel: record.prefersMultichannel, audio: record.audio, subtitles: record.subtitles,
      angles: record.angles, fallback: record.fallback)
  }
}

extension BuildRequest {
  /// The request that would build a bundle anew where it stands: its source, its words, its title.
  ///
  /// - Parameters:
  ///   - source: where the title is to be had now; nil: where the manifest says that it came from.
  ///   - machine: which one this is: what others recorded is asked only where everybody can; nil: all others did.
  /// - Throws: `usage` where nothing but `source` can tell: credentials of the recorded one were not kept, and a
  ///   redacted URL is never requested.
  package init(renewing bundle: OfflineBundle, from source: Source?, on machine: MachineFacts?)
    throws(DownloadError)
  {
    let manifest = bundle.manifest
    if let source {
      self.init(source: source)
    } else {
      self.init(source: try Source(recorded: manifest, place: bundle.path))
      voucher = Voucher(for: bundle, on: machine)
    }
    words = SelectionWords(manifest.selection)
    extras.sessionData = manifest.selection.sessionData
    extras.trickPlay = manifest.selection.trickPlay
    output = bundle.path
    title = manifest.title
    metadata = manifest.metadata
    policy = manifest.policy
    keys.handling = manifest.selection.keys ?? .store
    keys.isForStanding = true
  }
}

extension BuildRequest.Source {
  fileprivate init(recorded manifest: Manifest, place: String) throws(DownloadError) {
    let recorded: URI
    do {
      recorded = try URI(manifest.source.url)
    } catch {
      throw DownloadError(
        .usage, "\(place): its manifest records no source that can be asked", hint: "give --source URL")
    }
    guard !manifest.source.url.contains(Redaction.mark) else {
      throw DownloadError(
        .usage, "\(place): its source was fetched with credentials, which are not kept",
        hint: "give --source URL with a token that is valid now")
    }
    if recorded.scheme == "file" {
      guard let path = LocalSource.path(of: recorded) else {
        throw DownloadError(
          .usage, "\(place): its manifest records no file that can be read", hint: "give --source FILE")
      }
      self = .file(path: path)
    } else {
      guard recorded.isHTTP else {
        throw DownloadError(
          .usage, "\(place): its manifest records no source that can be asked", hint: "give --source URL")
      }
      self = .remote(recorded)
    }
  }
}
