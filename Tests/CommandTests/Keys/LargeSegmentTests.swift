import Support
import Testing

/// Decryption while packing of what does not come in one piece.
@Suite("Large segments, decrypted")
struct LargeSegmentTests {
  private typealias Title = EncryptedTitle

  /// Packets of padding that tell their places.
  private static func segment(_ packets: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(packets * 188)
    for number in 0..<packets {
      bytes += [0x47, 0x1F, 0xFF, 0x10]
      for place in 0..<184 { bytes.append(UInt8(truncatingIfNeeded: number &* 31 &+ place)) }
    }
    return bytes
  }

  /// Around the 256 KiB that are written at once, and several times as much.
  private static let packets = [1394, 1395, 2788, 8000]

  @Test(
    "come out whole, also where every transfer is cut once and goes on or begins again",
    arguments: ["store", "decrypt"], [true, false])
  func cut(handling: String, goesOn: Bool) async throws {
    let folder = try TemporaryFolder("keys")
    let clear = Self.packets.map(Self.segment)
    var media: [String: FaultOrigin.Response] = [:]
    var made: [[UInt8]] = []
    for (number, bytes) in clear.enumerated() {
      made.append(try await AES.encrypted(bytes, key: Title.key, sequence: UInt8(number)))
      media["/film/seg\(number).ts"] = .file(made[number])
    }
    let encrypted = made
    let good = try await Title.routes(clear.count, replacing: media)
    let seen = clear.map { _ in Flag() }
    let origin = try FaultOrigin.start { request in
      guard var answer = good[request.path] else { return .status(404) }
      if goesOn { answer = answer.header("ETag", "\"v1\"") }
      guard let number = (0..<seen.count).first(where: { request.path == "/film/seg\($0).ts" }),
        !seen[number].isSet
      else { return answer }
      seen[number].set()
      return answer.cut(after: encrypted[number].count / 2 + 5, for: request)
    }
    defer { origin.stop() }
    let run = try await Program.run(
      [
        "build", "--keys", handling, "-R", "3", "--retry-sleep", "0.05", "-o", "film.movpkg",
        origin.url("/film/master.m3u8"),
      ], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let bundle = Title.Bundle(folder: folder, name: "film.movpkg")
    for number in clear.indices {
      #expect(try bundle.segment(number) == (handling == "store" ? encrypted : clear)[number], "\(number)")
    }
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
  }

  @Test("one that ends with wrong padding, or within a block, is refused and leaves no bundle")
  func wrongEnd() async throws {
    let folder = try TemporaryFolder("keys")
    let bytes = try await AES.encrypted(Self.segment(2788), key: Title.key, sequence: 0)
    for wrong in [Array(bytes.dropLast(16)), Array(bytes.dropLast(3))] {
      let origin = try FaultOrigin.routes(
        try await Title.routes(1, replacing: ["/film/seg0.ts": .file(wrong)]))
      defer { origin.stop() }
      let run = try await Program.run(
        [
          "build", "--keys", "decrypt", "--no-continue", "-R", "0", "-o", "\(wrong.count).movpkg",
          origin.url("/film/master.m3u8"),
        ], in: folder)
      #expect(run.code == 5 && run.errors.contains("/film/seg0.ts"), "\(run.errors)")
      #expect(try names(in: folder.path).allSatisfy { $0.hasSuffix(".partial") })
    }
  }
}
