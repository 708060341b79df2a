import JSON
import Support

/// A tiny title under AES-128, and what a bundle of it shows.
struct EncryptedTitle {
  static let key = [UInt8](0..<16)
  static let line = "#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n"

  /// A KEY line of FairPlay.
  static let fairPlay =
    "#EXT-X-KEY:METHOD=AES-128,URI=\"skd://k1\",KEYFORMAT=\"com.apple.streamingkeydelivery\",KEYFORMATVERSIONS=\"1\"\n"

  /// Routes of a title whose segments are encrypted with their implicit vectors.
  static func routes(
    _ count: Int, keyLine: String = line, key: [UInt8] = key,
    replacing other: [String: FaultOrigin.Response] = [:]
  ) async throws -> [String: FaultOrigin.Response] {
    var media: [String: FaultOrigin.Response] = ["/film/key": .file(key)]
    for number in 0..<count {
      let bytes = try await AES.encrypted(
        TinyTitle.segment(number), key: key, sequence: UInt8(truncatingIfNeeded: number))
      media["/film/seg\(number).ts"] = .file(bytes)
    }
    return TinyTitle.routes(count, replacing: media.merging(other) { $1 }, before: keyLine)
  }

  /// A built bundle.
  struct Bundle {
    let folder: TemporaryFolder
    let name: String

    func manifest() throws -> JSONValue { try JSONReader.parse(try folder.read("\(name)/hlspack.json")) }
    func keys() throws -> [JSONValue] { try manifest()["keys"]?.items ?? [] }

    /// The folder of its only stream.
    func stream() throws -> String {
      let path = try files(in: folder.path(name)).first { $0.hasSuffix("/playlist.m3u8") }
      return String((path ?? "").split(separator: "/").first ?? "")
    }

    func playlist() throws -> String { try folder.text("\(name)/\(stream())/playlist.m3u8") }
    func keyLines() throws -> [String] {
      try playlist().split(separator: "\n").filter { $0.hasPrefix("#EXT-X-KEY") }.map(String.init)
    }
    func segment(_ number: Int) throws -> [UInt8] { try folder.read("\(name)/\(stream())/00000\(number).ts") }
    func keyFiles() throws -> [String] {
      try files(in: folder.path(name)).filter { $0.hasPrefix("keys/") }
    }

    /// What `show --json` says.
    func shown() async throws -> JSONValue {
      let run = try await Program.run(["show", "--json", name], in: folder)
      return try run.lines().first { $0["type"] == "bundle" } ?? .null
    }

    /// All that its text files and its keys' records say, for what must not be there.
    func texts() throws -> String {
      try files(in: folder.path(name)).filter { !$0.hasPrefix("keys/") && !$0.hasSuffix(".ts") }
        .map { String(decoding: try folder.read("\(name)/\($0)"), as: UTF8.self) }.joined()
    }
  }

  static func build(
    _ origin: FaultOrigin, in folder: TemporaryFolder, _ words: [String] = [], name: String = "film.movpkg"
  ) async throws -> (run: Program.Run, bundle: Bundle) {
    let run = try await Program.run(
      ["build", "-v", "--retries", "0", "-o", name] + words + [origin.url("/film/master.m3u8")], in: folder)
    return (run, Bundle(folder: folder, name: name))
  }
}
