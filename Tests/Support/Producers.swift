import Files
import Foundation

/// Makes titles, each once, and keeps them from run to run in the build folder.
///
/// Several tests and several processes may ask for the same one at once: one makes it, the others wait.
package enum Producers {
  /// To be raised with every change to a recipe: what older ones made is then no longer used.
  private static let version = 3

  /// Where the titles are, each in a folder named for its recipe. One server can serve them all.
  package static var folder: String {
    FilePath.join(Repository.buildFolder, "test-media/v\(version)")
  }

  /// The title of a recipe, made now if it is not there yet.
  package static func title(_ recipe: Recipe) async throws -> Title {
    let made = try await cached(recipe.rawValue) { making in
      switch recipe {
      case .transportStreams: try await makeTransportStreams(in: making)
      case .fragmentedMP4: try await makeFragmentedMP4(in: making)
      case .byteRanges: try await makeByteRanges(in: making)
      case .rotatedKeys: try await makeRotatedKeys(in: making)
      case .discontinuities: try await makeDiscontinuities(in: making)
      case .packedAudio: try await makePackedAudio(in: making)
      case .subtitles: try await makeSubtitles(in: making)
      case .muxed: try await makeMuxed(in: making)
      case .shakaFragmentedMP4: try await makeShakaFragmentedMP4(in: making)
      case .shakaTransportStreams: try await makeShakaTransportStreams(in: making)
      case .shakaSingleFile: try await makeShakaSingleFile(in: making)
      case .shakaTwoCodecs: try await makeShakaTwoCodecs(in: making)
      }
    }
    return Title(recipe: recipe, folder: made)
  }

  /// A copy of a title that a test may change.
  package static func copy(of recipe: Recipe, in folder: TemporaryFolder) async throws -> Title {
    let title = try await title(recipe)
    let copied = folder.path(recipe.rawValue)
    try FileManager.default.copyItem(atPath: title.folder, toPath: copied)
    return Title(recipe: recipe, folder: copied)
  }

  /// The folder of that name; made under another name and put in place whole, so that a crash leaves no half.
  static func cached(_ name: String, _ make: (TitleFolder) async throws -> Void) async throws -> String {
    let finished = FilePath.join(folder, name)
    let files = FileManager.default
    if files.fileExists(atPath: finished) { return finished }

    let locked = FilePath.join(folder, ".locks/\(name)")
    try files.createDirectory(atPath: locked, withIntermediateDirectories: true)
    let lock = try await lock(locked)
    defer { withExtendedLifetime(lock) {} }
    if files.fileExists(atPath: finished) { return finished }

    let making = FilePath.join(folder, ".making/\(name)")
    if files.fileExists(atPath: making) { try files.removeItem(atPath: making) }
    try files.createDirectory(atPath: making, withIntermediateDirectories: true)
    try await make(TitleFolder(path: making))
    try files.moveItem(atPath: making, toPath: finished)
    return finished
  }

  private static func lock(_ path: String) async throws -> FolderLock {
    for _ in 0..<3000 {
      if let lock = try FolderLock.acquire(path) { return lock }
      try await Task.sleep(for: .milliseconds(100))
    }
    throw SupportError("waiting for \(path)", "somebody held it for five minutes")
  }
}

/// The folder in which a title is being made.
struct TitleFolder: Sendable {
  let path: String

  func path(_ relative: String) -> String { FilePath.join(path, relative) }

  func makeFolder(_ relative: String) throws {
    try FileManager.default.createDirectory(atPath: path(relative), withIntermediateDirectories: true)
  }

  func read(_ relative: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(relative))))
  }

  /// The lines of a text file, without those that are empty.
  func lines(_ relative: String) throws -> [String] {
    String(decoding: try read(relative), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func write(_ bytes: [UInt8], to relative: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(relative)))
  }

  func write(_ lines: [String], to relative: String) throws {
    try write(Array((lines.joined(separator: "\n") + "\n").utf8), to: relative)
  }

  func remove(_ names: String...) throws {
    for name in names { try FileManager.default.removeItem(atPath: path(name)) }
  }

  /// Runs ffmpeg in this folder.
  func ffmpeg(_ arguments: [String]) async throws {
    let common = ["-nostdin", "-loglevel", "error", "-y", "-bitexact"]
    try await Tools.run("ffmpeg", common + Self.split(arguments), in: path)
  }

  /// Runs Shaka Packager in this folder.
  func packager(_ arguments: [String]) async throws {
    try await Tools.run("packager", ["--quiet"] + Self.split(arguments), in: path)
  }

  /// Arguments as one would type them: blanks part words, except within an argument that begins with one blank.
  private static func split(_ arguments: [String]) -> [String] {
    arguments.flatMap { argument in
      argument.hasPrefix(" ")
        ? [String(argument.dropFirst())] : argument.split(whereSeparator: \.isWhitespace).map(String.init)
    }
  }
}
