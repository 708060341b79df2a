import Addresses
import BundleStore
import Digest
import Files
import Synchronization
import Transfer

/// The playlists that a bundle was made of, as far as a server can be asked whether they are still the same.
///
/// Kept playlists have no credentials: what is planned of one may show that nothing is to be done, and for anything
/// else all are fetched anew.
final class KeptPlaylists: Sendable {
  private let bundle: OfflineBundle
  private let notes: [IdentityHash: PlaylistNote]
  private let volatile: VolatileParameters
  private let state = Mutex(false)

  /// Nil where nothing can be asked: no bundle, or none with notes.
  init?(at path: String, ignoring volatile: VolatileParameters) {
    // Whatever is wrong with a bundle there is told by the work that follows.
    guard case .ours(let bundle)? = try? BundleStaging.existing(at: path) else { return nil }
    let notes = PlaylistNote.all(in: bundle.folder)
    guard !notes.isEmpty else { return nil }
    self.bundle = bundle
    self.volatile = volatile
    self.notes = Dictionary(notes.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether any playlist was the same, so that the kept one stands in for it.
  var wereUsed: Bool { state.withLock { $0 } }

  /// What to ask for a playlist; nil where the whole of it is wanted.
  func condition(for uri: URI) -> Condition? {
    let identity = IdentityHash(of: Identity(of: uri, ignoring: volatile))
    guard let note = notes[identity], file(identity) != nil else { return nil }
    return Condition(entityTag: note.entityTag, lastModified: note.lastModified)
  }

  /// The kept playlist, which the server says is the one that it has.
  func take(_ uri: URI) -> [UInt8]? {
    guard let file = file(IdentityHash(of: Identity(of: uri, ignoring: volatile))),
      let bytes = try? bundle.read(file.path, limit: Int(SourceLimits.playlist)),
      SHA256Digest.of(bytes) == file.sha256
    else { return nil }
    state.withLock { $0 = true }
    return bytes
  }

  private func file(_ identity: IdentityHash) -> FileRecord? {
    let manifest = bundle.manifest
    let stream = manifest.streams.first { $0.folder.hash == identity }
    let name = stream.map { Originals.name($0.folder) } ?? Originals.multivariant
    guard stream != nil || manifest.identity == identity else { return nil }
    let path = Originals.path(name, manifest.identity)
    return manifest.files.first { $0.path == path }
  }
}

/// What servers said of the playlists that came.
final class SeenPlaylists: Sendable {
  private let notes = Mutex<[IdentityHash: PlaylistNote]>([:])

  func note(_ uri: URI, _ head: ResponseHead, ignoring volatile: VolatileParameters) {
    let identity = IdentityHash(of: Identity(of: uri, ignoring: volatile))
    let note = PlaylistNote(
      identity: identity, entityTag: head.entityTag, lastModified: head.lastModified)
    // What could not be asked with is not worth a line.
    guard Condition(entityTag: note.entityTag, lastModified: note.lastModified) != nil else { return }
    notes.withLock { $0[identity] = note }
  }

  var all: [PlaylistNote] { notes.withLock { Array($0.values) } }

  /// Leaves the notes beside a bundle where that is possible.
  func write(beside path: String) {
    let all = all
    guard !all.isEmpty, let folder = try? Folder.open(path) else { return }
    PlaylistNote.write(all, in: folder)
  }
}
