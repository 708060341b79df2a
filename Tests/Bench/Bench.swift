import Glibc

/// `bench WORK [PLAYLIST…] [NAME=VALUE…]`: measures what the README promises. `make bench` runs it and gives the
/// paths: program=, python= and folder=.
@main
enum Bench {
  private static let segments = 200_000

  static func main() {
    let words = CommandLine.arguments.dropFirst().map {
      $0.split(separator: "=", maxSplits: 1).map(String.init)
    }
    let settings = Dictionary(
      words.filter { $0.count == 2 }.map { ($0[0], $0[1]) }, uniquingKeysWith: { $1 })
    let names = words.filter { $0.count == 1 }.map { $0[0] }
    let playlists = names.dropFirst().compactMap { LongPlaylist(rawValue: $0) }
    guard playlists.count == max(0, names.count - 1) else {
      end("playlists are: \(LongPlaylist.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    do {
      switch names.first {
      case "parse", nil:
        try ParseWork.run(
          playlists.isEmpty ? LongPlaylist.allCases : playlists, rounds: 15, segments: segments)
      case "long":
        let work = LongWork(
          program: settings["program"] ?? ".build/release/hlspack", python: settings["python"] ?? "python3",
          folder: settings["folder"] ?? "/tmp")
        try work.run(playlists.isEmpty ? [.rich] : playlists, rounds: 5, segments: segments)
      case let name?: end("no work is called \"\(name)\"; there are: parse, long")
      }
    } catch {
      end("\(error)")
    }
  }

  private static func end(_ message: String) -> Never {
    let line = Array("bench: \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    exit(1)
  }
}
