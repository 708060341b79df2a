package import BundleStore
package import Files
import Selection

/// What goes from a bundle, and what the bundle is then. A value: it can be shown before anything is done.
package struct Removal: Sendable {
  /// Something that could be chosen and cannot be any more.
  package enum Selection: Sendable, Hashable {
    case variant(ManifestVariant)
    case rendition(ManifestRendition)
    /// An I-frame or image playlist, gone with the variant that it was for.
    case trickPlay(ManifestTrickPlay)
  }

  /// The path of the bundle.
  package let place: String
  package let selections: [Selection]
  /// Every file that is deleted, by path.
  package let files: [FileRecord]
  /// The bundle's manifest to be; of the files that are written anew it has the old sizes.
  package let manifest: Manifest
  /// The `index.m3u8` to be.
  let playlist: [UInt8]

  /// Whether nothing was asked to go.
  package var isEmpty: Bool { selections.isEmpty }

  /// Of all files that are deleted.
  package var bytes: Int64 {
    files.reduce(0) { sum, file in
      let (total, overflow) = sum.addingReportingOverflow(file.bytes)
      return overflow ? .max : total
    }
  }
}

extension Removal {
  /// Looks what goes, changing nothing.
  ///
  /// - Parameters:
  ///   - instant: the time it is, for the history.
  ///   - program: the program and its version, for the history.
  package static func plan(
    _ words: RemovalWords, of bundle: OfflineBundle, at instant: Instant, by program: String
  ) throws(RemovalError) -> Removal {
    let local: LocalTitle
    do throws(BundleError) {
      try bundle.refuseBuried(doing: "removing from")
      local = try LocalTitle(of: bundle)
    } catch {
      throw .bundle(error)
    }
    let naming: Naming
    do throws(SelectionError) {
      naming = try Naming(
        video: words.video, audio: words.audio, subtitles: words.subtitles, in: local.playlist)
    } catch {
      throw .selection(error)
    }
    let entry = HistoryEntry(action: "remove", at: instant, by: program, note: words.note)
    var planner = RemovalPlanner(local, naming)
    return try planner.plan(takesLastVideo: words.takesLastVideo, history: entry)
  }

  /// Removes, as one change of the bundle: a kill leaves it as it was, or as it is to be.
  ///
  /// - Parameters:
  ///   - isDry: only look, taking no lock.
  ///   - mayCommit: asked right before the commit; false: `stopped`.
  /// - Returns: what went. Where an earlier run of the same words was killed behind its commit, its work is
  ///   finished, and nothing more goes.
  package static func run(
    _ words: RemovalWords, at path: String, isDry: Bool, instant: Instant, program: String,
    mayCommit: @escaping @Sendable () -> Bool = { true }
  ) async throws(RemovalError) -> Removal {
    let result: Result<Removal, RemovalError> = await withCheckedContinuation { waiting in
      let code = OwnThreads.start {
        waiting.resume(
          returning: Result { () throws(RemovalError) in
            try isDry
              ? look(words, at: path, instant, program)
              : change(words, at: path, instant, program, mayCommit)
          })
      }
      guard code != 0 else { return }
      let error = SystemError(code: code, deed: "starting a thread")
      waiting.resume(
        returning: .failure(
          .bundle(BundleError(.disk, "changing", place: path, reason: error.description, system: error))))
    }
    return try result.get()
  }

  private static func look(
    _ words: RemovalWords, at path: String, _ instant: Instant, _ program: String
  ) throws(RemovalError) -> Removal {
    let result: Result<Removal, RemovalError>
    do throws(BundleError) {
      result = try OfflineBundle.readSteadily(path, doing: "reading") { (bundle) throws(BundleError) in
        Result { () throws(RemovalError) in try plan(words, of: bundle, at: instant, by: program) }
      }
    } catch {
      throw .bundle(error)
    }
    return try result.get()
  }

  private static func change(
    _ words: RemovalWords, at path: String, _ instant: Instant, _ program: String, _ mayCommit: () -> Bool
  ) throws(RemovalError) -> Removal {
    let transaction: BundleTransaction
    do throws(BundleError) {
      transaction = try BundleTransaction.begin(at: path)
    } catch {
      throw .bundle(error)
    }
    let removal: Removal
    do throws(RemovalError) {
      removal = try plan(words, of: transaction.bundle, at: instant, by: program)
    } catch {
      guard case .selection(let reason) = error, reason.kind == .nothingMatches,
        let done = finished(words, transaction)
      else { throw error }
      return done
    }
    guard !removal.isEmpty else { return removal }
    guard mayCommit() else { throw .stopped }
    do throws(BundleError) {
      try removal.execute(in: transaction)
    } catch {
      throw .bundle(error)
    }
    return removal
  }

  /// Nothing more to do: the work of an earlier run of the same words has just been finished.
  private static func finished(_ words: RemovalWords, _ transaction: BundleTransaction) -> Removal? {
    let bundle = transaction.bundle
    guard transaction.hasFinishedWork, let last = bundle.manifest.history.last, last.action == "remove",
      last.note == words.note
    else { return nil }
    return Removal(
      place: bundle.path, selections: [], files: [], manifest: bundle.manifest, playlist: [])
  }

  /// Changes the bundle that was planned for, which is the transaction's.
  package func execute(in transaction: BundleTransaction) throws(BundleError) {
    try transaction.replace(.multivariantPlaylist, playlist)
    try transaction.commit(manifest, deletions: files.map(\.path))
  }
}
