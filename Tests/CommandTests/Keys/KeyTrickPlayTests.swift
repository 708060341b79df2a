import Files
import Support
import Testing

/// I-frame playlists whose frames are parts of encrypted segments.
@Suite("Trick play of decrypted media")
struct KeyTrickPlayTests {
  private static let key = [UInt8](repeating: 0x3C, count: 16)
  private static let line =
    "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x00000000000000000000000000000007\n"

  /// Encrypts a title in its folder, all segments alike.
  private func encrypt(_ folder: TemporaryFolder) async throws {
    try folder.write(Self.key, to: "k")
    for file in try names(in: folder.path) where file.hasSuffix(".ts") {
      try folder.write(try await AES.encrypted(folder.read(file), key: Self.key, sequence: 7), to: file)
    }
    let video = try folder.text("video.m3u8").split(separator: "#EXTINF", maxSplits: 1)
    try folder.write("\(video[0])\(Self.line)#EXTINF\(video[1])", to: "video.m3u8")
    let frames = try folder.text("frames.m3u8").split(separator: "#EXT-X-MAP", maxSplits: 1)
    try folder.write("\(frames[0])\(Self.line)#EXT-X-MAP\(frames[1])", to: "frames.m3u8")
  }

  private func frames(_ bundle: String, in folder: TemporaryFolder) async throws -> [String] {
    let list = try #require(
      try files(in: folder.path(bundle)).first { $0.hasPrefix("4-") && $0.hasSuffix("playlist.m3u8") })
    return try await Players.frames(of: folder.path("\(bundle)/\(list)")).digests
  }

  @Test("the frames are those of the clear title")
  func frames() async throws {
    let folder = try TemporaryFolder("keys")
    try await FrameTitle.transportStream.make(in: folder)
    let words = ["--trick-play", "master.m3u8"]
    let clear = try await Program.run(["build", "-o", "clear.movpkg"] + words, in: folder)
    try #require(clear.code == 0, "\(clear.errors)")
    try await encrypt(folder)
    let run = try await Program.run(["build", "--keys", "decrypt", "-o", "film.movpkg"] + words, in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let verified = try await Program.run(["verify", "film.movpkg"], in: folder)
    #expect(verified.code == 0, "\(verified.output)")
    let expected = try await frames("clear.movpkg", in: folder)
    #expect(expected.count == 8)
    #expect(try await frames("film.movpkg", in: folder) == expected)
  }
}
