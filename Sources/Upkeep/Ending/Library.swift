package import BundleStore
import Files
package import Rights

/// The bundles beneath a folder, finished or not. Links are not followed, and nothing is looked for inside a bundle or
/// a package.
package struct Library: Sendable {
  /// The folder, as it was given, without slashes at its end.
  package let path: String
  /// Paths of finished bundles, damaged ones too, in the order of their names.
  package private(set) var bundles: [String] = []
  /// Paths of unfinished bundles (`NAME.movpkg.partial`).
  package private(set) var unfinished: [String] = []
  /// Paths of bundles whose place another one took, left by a kill (`NAME.movpkg.old`).
  package private(set) var spent: [String] = []

  /// Errors of what has a bundle's name and cannot be looked into.
  package private(set) var unreadable: [BundleError] = []
  /// Paths of other folders that cannot be looked into: whether bundles are in them is not known.
  package private(set) var closed: [String] = []

  /// No folder is entered deeper, and no library holds more.
  private static let depthLimit = 16
  private static let countLimit = 1_000_000

  /// Looks through a folder.
  /// - Throws: `notABundle` for what is no folder; `disk`.
  package init(at path: String) throws(BundleError) {
    self.path = FilePath.withoutTrailingSlashes(path)
    let folder: Folder
    do throws(SystemError) {
      folder = try Folder.open(self.path)
    } catch {
      throw OfflineBundle.unopened(self.path, error)
    }
    try look(in: folder, at: self.path, depth: 0)
  }

  /// Looks through a folder, on a thread of its own.
  package static func find(at path: String) async throws(BundleError) -> Library {
    try await OwnThreads.value(for: path) { () throws(BundleError) in try Library(at: path) }
  }

  /// What the bundles know of the time, all together. Those that cannot be read know nothing, and what is ahead of the
  /// clock does not make the clock better.
  /// - Parameter now: what the clock says, in seconds since 1970.
  package func evidence(notAfter now: Int64) async -> TimeEvidence {
    let bundles = bundles
    let found = try? await OwnThreads.value(for: path) { () throws(BundleError) in
      var evidence = TimeEvidence()
      for path in bundles {
        guard let bundle = try? OfflineBundle.open(path), let newest = bundle.manifest.timeEvidence.newest,
          newest <= now
        else { continue }
        evidence.note(newest)
      }
      return evidence
    }
    return found ?? TimeEvidence()
  }

  /// Deletes what is left of a bundle whose place another one took.
  package func discard(_ spent: String) {
    BundleStaging.discardSpent(at: String(spent.dropLast(".old".utf8.count)))
  }

  /// Whether a path is a bundle of ours, or should be one, and not a folder of bundles.
  package static func isBundle(_ path: String) -> Bool {
    let place = FilePath.withoutTrailingSlashes(path)
    if [".movpkg", ".movpkg.partial"].contains(where: place.hasSuffix) { return true }
    // What cannot be opened is told by whoever opens it next.
    guard let folder = try? Folder.open(place) else { return true }
    return holdsManifest(folder) || UnfinishedBundle.isOne(folder)
  }

  private mutating func look(in folder: Folder, at place: String, depth: Int) throws(BundleError) {
    let names: [String]
    do throws(SystemError) {
      names = try folder.entries()
    } catch {
      throw BundleError(.disk, "reading", place: place, reason: error.reason, system: error)
    }
    for name in names {
      let path = FilePath.join(place, name)
      let inner: Folder
      do throws(SystemError) {
        guard let status = try folder.status(name), status.kind == .folder else { continue }
        inner = try folder.folder(name)
      } catch {
        tell(error, named: name, at: path)
        continue
      }
      try sort(inner, named: name, at: path, depth: depth)
      guard bundles.count + unfinished.count <= Self.countLimit else {
        throw BundleError(
          .disk, "reading", place: path, reason: "holds more than \(Self.countLimit) bundles",
          hint: "name a folder further down")
      }
    }
  }

  /// What went meanwhile is not there; the file system's own `lost+found` holds nothing of ours.
  private mutating func tell(_ error: SystemError, named name: String, at path: String) {
    guard !error.isAbsent, name != "lost+found" else { return }
    if name.contains(".movpkg") {
      unreadable.append(OfflineBundle.unopened(path, error))
    } else {
      closed.append(path)
    }
  }

  private mutating func sort(
    _ folder: Folder, named name: String, at place: String, depth: Int
  ) throws(BundleError) {
    if name.hasSuffix(".movpkg.old") {
      spent.append(place)
    } else if name.hasSuffix(".movpkg.partial") {
      if UnfinishedBundle.isOne(folder) || Self.holdsManifest(folder) { unfinished.append(place) }
    } else if Self.holdsManifest(folder) {
      bundles.append(place)
    } else if name.hasSuffix(".movpkg") {
      if Self.isDamaged(place) { bundles.append(place) }
    } else if depth + 1 < Self.depthLimit {
      try look(in: folder, at: place, depth: depth + 1)
    }
  }

  private static func holdsManifest(_ folder: Folder) -> Bool {
    (try? folder.status(BundlePath.manifest.text))?.kind == .file  // what cannot be looked at is none
  }

  /// Whether it is ours, although its manifest is gone.
  private static func isDamaged(_ place: String) -> Bool {
    do throws(BundleError) {
      _ = try OfflineBundle.open(place)
      return false
    } catch {
      return error.kind == .damaged
    }
  }
}
