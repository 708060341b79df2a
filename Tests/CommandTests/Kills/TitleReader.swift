import Files
import Foundation
import Synchronization

/// Reads a bundle over and over as a player does: `index.m3u8`, the playlists that it names, the files that these name.
///
/// A title is broken when something that its index names is not there, and the index is still the same.
final class TitleReader: Sendable {
  private let bundle: String
  private let state = Mutex(State())

  private struct State {
    var isStopped = false
    var hasEnded = false
    var rounds = 0
    var faults: [String] = []
  }

  init(_ bundle: String) {
    self.bundle = bundle
    Thread.detachNewThread { [self] in
      while !state.withLock({ $0.isStopped }) { round() }
      state.withLock { $0.hasEnded = true }
    }
  }

  /// Ends it, after one more whole round. Returns how often the title was read and what was broken.
  func stop() async throws -> (rounds: Int, faults: [String]) {
    state.withLock { $0.isStopped = true }
    while !state.withLock({ $0.hasEnded }) { try await Task.sleep(for: .milliseconds(1)) }
    round()
    return state.withLock { ($0.rounds, $0.faults) }
  }

  private func round() {
    guard let index = read("index.m3u8") else {
      return note("there is no index.m3u8")
    }
    for name in Self.names(in: index) {
      let folder = FilePath.parent(name)
      guard let playlist = read(name) else {
        if isStill(index) { note("\(name) is not there") }
        return
      }
      for inner in Self.names(in: playlist) {
        let path = inner.hasPrefix("../") ? String(inner.dropFirst(3)) : FilePath.join(folder, inner)
        if access(FilePath.join(bundle, path), R_OK) == 0 { continue }
        if isStill(index) { note("\(path) is not there") }
        return
      }
    }
    state.withLock { $0.rounds += 1 }
  }

  private func isStill(_ index: String) -> Bool { read("index.m3u8") == index }

  private func note(_ fault: String) { state.withLock { $0.faults.append(fault) } }

  private func read(_ name: String) -> String? {
    guard let bytes = try? OpenFile.open(FilePath.join(bundle, name)).readAll(limit: 1 << 20) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What lines and URI attributes of a playlist name.
  private static func names(in playlist: String) -> [String] {
    playlist.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("#") else { return String(line) }
      guard let start = line.range(of: "URI=\"") else { return nil }
      return line[start.upperBound...].firstIndex(of: "\"").map { String(line[start.upperBound..<$0]) }
    }
  }
}
