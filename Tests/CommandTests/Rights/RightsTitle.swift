import Files
import Support
import Testing

/// A small title with an encrypted picture and a clear sound, packed by the program.
struct RightsTitle {
  static let key = [UInt8](repeating: 0x4B, count: 16)
  static let bundle = "film.movpkg"

  let origin: FaultOrigin
  let folder: TemporaryFolder

  /// - Parameter date: the Date of every answer; nil: none.
  init(_ name: String, date: String? = nil) async throws {
    folder = try TemporaryFolder(name)
    let tag = "#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n"
    var routes = TinyTitle.routes(3, replacing: ["/film/key": .file(Self.key)], before: tag)
    for number in 0..<3 {
      let secret = try await AES.encrypted(
        TinyTitle.segment(number), key: Self.key, sequence: UInt8(number))
      routes["/film/seg\(number).ts"] = .file(secret)
    }
    if let date { for path in routes.keys { routes[path]?.headers.append(("Date", date)) } }
    let answers = routes
    origin = try FaultOrigin.start { answers[$0.path] ?? .status(404) }
  }

  func run(_ words: [String], environment: [String: String] = [:]) async throws -> Program.Run {
    try await Program.run(words, in: folder, environment: environment)
  }

  /// Packs it, and must succeed.
  func pack(
    _ more: [String] = [], as name: String = bundle, environment: [String: String] = [:]
  ) async throws {
    let run = try await run(
      ["build", "-q", "-o", name] + more + [origin.url("/film/master.m3u8")], environment: environment)
    try #require(run.code == 0, "\(run.errors)")
  }

  /// All files of the bundle, notes too.
  func everything(_ name: String = bundle) throws -> [String] {
    try Folder.open(folder.path(name)).walk().map(\.path)
  }
}
