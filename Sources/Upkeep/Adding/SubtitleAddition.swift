import Addresses
package import BundleStore
package import Digest
package import Files
package import Media
import Playlist
import Synchronization

/// Adds subtitles that a person has in a file to a bundle, without a network.
package struct SubtitleAddition: Sendable {
  /// What the subtitles are beside a translation.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case plain
    /// For those who do not hear (SDH).
    case sdh
    /// Of what is said in another language than the sound's.
    case forced
  }

  package let file: SubtitleFile
  /// A tag of BCP 47, as typed.
  package let language: String
  package let kind: Kind
  /// The name of the file without its folders, or the address without credentials.
  package let origin: String
  /// Signs the bundle as it is then; nil: nobody does.
  package var signer: SigningKey?

  package init(_ file: SubtitleFile, language: String, kind: Kind, origin: String) {
    self.file = file
    self.language = language
    self.kind = kind
    self.origin = origin
  }

  /// What became of it.
  package struct Outcome: Sendable {
    /// The same subtitles were there already.
    package let wasThere: Bool
    package let id: String
    package let bytes: Int64
    package let files: Int
    /// Sentences on what a person should know.
    package let warnings: [String]
  }

  /// Adds them, as one change of the bundle.
  ///
  /// - Parameters:
  ///   - isDry: only look, taking no lock.
  ///   - instant: the time it is, for the history.
  /// - Throws: `exists` where other subtitles of the language and kind were added before; what `BundleTransaction`
  ///   throws.
  package func run(
    at path: String, isDry: Bool, instant: Instant, program: String
  ) async throws(BundleError) -> Outcome {
    let result: Result<Outcome, BundleError> = await withCheckedContinuation { waiting in
      let code = OwnThreads.start {
        waiting.resume(
          returning: Result { () throws(BundleError) in
            try isDry ? look(at: path) : change(path, instant, program)
          })
      }
      guard code != 0 else { return }
      let error = SystemError(code: code, deed: "starting a thread")
      waiting.resume(
        returning: .failure(
          BundleError(.disk, "changing", place: path, reason: error.description, system: error)))
    }
    return try result.get()
  }

  private func look(at path: String) throws(BundleError) -> Outcome {
    let bundle = try OfflineBundle.open(path)
    try bundle.refuseBuried(doing: "adding to")
    let made = try made(for: bundle)
    return outcome(
      made.stream, record(made, in: bundle), wasThere: try isThere(made.stream, in: bundle), made)
  }

  private func change(_ path: String, _ instant: Instant, _ program: String) throws(BundleError) -> Outcome {
    let transaction = try BundleTransaction.begin(at: path)
    let bundle = transaction.bundle
    try bundle.refuseBuried(doing: "adding to")
    let made = try made(for: bundle)
    let rendition = record(made, in: bundle)
    guard try !isThere(made.stream, in: bundle) else {
      return outcome(made.stream, rendition, wasThere: true, made)
    }
    var manifest = bundle.manifest
    manifest.streams.append(try transaction.put(made.stream))
    manifest.renditions.append(rendition)
    try transaction.replace(.multivariantPlaylist, try index(of: bundle, with: manifest.addedRenditions))
    manifest.history.append(
      HistoryEntry(
        action: "augment", at: instant, by: program, note: "added \(rendition.record.id) from \(origin)"))
    transaction.signer = signer
    try transaction.commit(manifest, deletions: [])
    return outcome(made.stream, rendition, wasThere: false, made)
  }

  // MARK: - What is made

  private struct Made {
    let stream: MadeStream
    let title: LocalTitle
    /// Cues behind the end.
    let late: Int
  }

  /// Language and kind, without the spelling.
  private var key: String { "added subtitles \(language.lowercased()) \(kind.rawValue)" }

  private func made(for bundle: OfflineBundle) throws(BundleError) -> Made {
    let title = try LocalTitle(of: bundle)
    try title.checkSums()
    let stream = SubtitleStream(
      file: file, timeline: try TitleTimeline(of: bundle),
      folder: StreamFolder(kind: .subtitles, bandwidth: 0, identity: Identity(text: key)), addedFrom: origin)
    return Made(stream: try stream.made(for: bundle.path), title: title, late: stream.late)
  }

  /// Whether the same subtitles are there; others under the same name are in the way.
  private func isThere(_ made: MadeStream, in bundle: OfflineBundle) throws(BundleError) -> Bool {
    guard let standing = bundle.manifest.stream(made.folder) else { return false }
    let listing = try bundle.listing(of: standing)
    if listing.files.map(\.sha256) == made.segments.map(\.file.sha256) { return true }
    let words = kind == .plain ? language : "\(language):\(kind.rawValue)"
    let name = bundle.manifest.renditions.first { $0.stream == made.folder }?.record.name ?? language
    throw BundleError(
      .exists, "adding subtitles to", place: bundle.path,
      reason: "other subtitles for \(words) were added before, from \(standing.addedFrom ?? "elsewhere")",
      hint: "hlspack remove --subtitles 'name=\(name)' takes those out")
  }

  private func record(_ made: Made, in bundle: OfflineBundle) -> ManifestRendition {
    let group = AddedSubtitles.group(in: made.title.playlist)
    let name = name(in: bundle.manifest, stream: made.stream.folder)
    let record = RenditionRecord(
      id: "subtitles:\(group):\(language):\(name)", kind: .subtitles, groupID: group, name: name,
      language: language, characteristics: kind == .sdh ? Self.sdh : [], autoselect: true,
      forced: kind == .forced, uri: "\(made.stream.folder.text)/playlist.m3u8")
    return ManifestRendition(record: record, stream: made.stream.folder)
  }

  private static let sdh = [
    "public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound",
  ]

  /// A name that no other rendition of subtitles has.
  private func name(in manifest: Manifest, stream: StreamFolder) -> String {
    let base =
      switch kind {
      case .plain: language
      case .sdh: "\(language) (SDH)"
      case .forced: "\(language) (forced)"
      }
    let taken = Set(
      manifest.renditions.filter { $0.record.kind == .subtitles && $0.stream != stream }.map(\.record.name))
    var name = base
    var number = 1
    while taken.contains(name) {
      number += 1
      name = "\(base) \(number)"
    }
    return name
  }

  private func index(
    of bundle: OfflineBundle, with added: [ManifestRendition]
  ) throws(BundleError) -> [UInt8] {
    let index = try bundle.read(.multivariantPlaylist, limit: BundleCheck.playlistLimit)
    // The manifest does not know the new stream yet, by which the others are told.
    do throws(AddedSubtitles.Refusal) {
      return try AddedSubtitles.inserted(added, into: index)
    } catch {
      throw BundleError(
        .damaged, "reading", place: bundle.path, file: BundlePath.multivariantPlaylist.text,
        reason: error.reason)
    }
  }

  private func outcome(
    _ stream: MadeStream, _ rendition: ManifestRendition, wasThere: Bool, _ made: Made
  ) -> Outcome {
    var warnings: [String] = []
    if file.encoding == .windows1252 {
      warnings.append("\(origin): is not UTF-8, and is read as Windows-1252")
    }
    if file.leftOut > 0 {
      warnings.append("\(origin): \(file.leftOut) cues without text or time are left out")
    }
    if made.late > 0 {
      warnings.append("\(origin): \(made.late) cues begin behind the end of the title and are left out")
    }
    return Outcome(
      wasThere: wasThere, id: rendition.record.id,
      bytes: stream.segments.reduce(Int64(0)) { $0 + $1.file.bytes }, files: stream.segments.count,
      warnings: warnings)
  }
}
