import Digest
import Files
import Foundation
import JSON
import Support
import Testing

/// Bundles that are signed.
@Suite("Signatures")
struct SignatureTests {
  private func title() async throws -> RightsTitle {
    let title = try await RightsTitle("sign")
    for name in ["key", "other"] {
      try await Tools.run(
        "openssl", ["genpkey", "-algorithm", "ed25519", "-out", "\(name).pem"], in: title.folder.path)
      try await Tools.run(
        "openssl", ["pkey", "-in", "\(name).pem", "-pubout", "-out", "\(name).pub"], in: title.folder.path)
    }
    return title
  }

  private static let check = ["verify", "--public-key", "key.pub", RightsTitle.bundle]

  @Test("a signed bundle verifies by its key alone, by openssl too")
  func signed() async throws {
    let title = try await title()
    defer { title.origin.stop() }
    try await title.pack(["--sign-key", "key.pem"])
    #expect(try await title.run(Self.check).code == 0)
    #expect(try await title.run(["verify", RightsTitle.bundle]).code == 0)
    let other = try await title.run(["verify", "--public-key", "other.pub", RightsTitle.bundle])
    #expect(other.code == 7 && other.output.contains("hlspack-signature"), "\(other.output)")
    try await Tools.run(
      "openssl",
      [
        "pkeyutl", "-verify", "-pubin", "-inkey", "key.pub", "-rawin", "-in", "film.movpkg/SHA256SUMS",
        "-sigfile", "film.movpkg/SHA256SUMS.sig",
      ], in: title.folder.path)
    for name in ["key.pem", "absent.pub", "film.movpkg/index.m3u8"] {
      let run = try await title.run(["verify", "--public-key", name, RightsTitle.bundle])
      #expect(run.code == 2, "\(name): \(run.code) \(run.errors)")
    }
    // Asked for again it is there; a signature of another key is not.
    try await title.pack(["--sign-key", "key.pem"])
    let again = try await title.run(
      ["build", "-o", RightsTitle.bundle, "--sign-key", "other.pem", title.origin.url("/film/master.m3u8")])
    #expect(again.code == 2 && again.errors.contains("augment --sign-key"), "\(again.errors)")
  }

  @Test(
    "a change is found even if all digests were written anew", arguments: ["segment", "playlist", "manifest"])
  func forged(_ what: String) async throws {
    let title = try await title()
    defer { title.origin.stop() }
    try await title.pack(["--sign-key", "key.pem"])
    let bundle = title.folder.path(RightsTitle.bundle)
    let stream = try #require(try names(in: bundle).first { $0.hasPrefix("0-") })
    switch what {
    case "segment": try forge("\(stream)/000001.ts", in: title) { $0[100] ^= 1 }
    case "playlist":
      try forge("\(stream)/playlist.m3u8", in: title) { bytes in
        bytes = Array(
          String(decoding: bytes, as: UTF8.self).replacing("EXT-X-VERSION:3", with: "EXT-X-VERSION:4").utf8)
      }
    default:
      try forge("hlspack.json", in: title) { bytes in
        bytes = Array(String(decoding: bytes, as: UTF8.self).replacing("\"film\"", with: "\"filn\"").utf8)
      }
    }
    let plain = try await title.run(["verify", RightsTitle.bundle])
    #expect(plain.code == 0, "\(plain.output) \(plain.errors)")
    #expect(try await Program.sumsFaults(in: bundle) == [])
    let run = try await title.run(Self.check)
    #expect(run.code == 7 && run.output.contains("SHA256SUMS.sig"), "\(run.output)")
  }

  /// Changes a file and writes every digest of it anew, as an attacker would.
  private func forge(_ path: String, in title: RightsTitle, _ change: @escaping (inout [UInt8]) -> Void)
    throws
  {
    let folder = try Folder.open(title.folder.path(RightsTitle.bundle))
    var queue: [(path: String, change: (inout [UInt8]) -> Void)] = [(path, change)]
    while let (path, change) = queue.popLast() {
      var bytes = try folder.readWhole(path, limit: 1 << 24)
      let before = hex(bytes)
      change(&bytes)
      try folder.writeWhole(path, bytes, durable: false)
      let after = hex(bytes)
      for name in try files(in: folder.path) where name != path {
        let text = try folder.readWhole(name, limit: 1 << 24)
        guard text.firstRange(of: Array(before.utf8)) != nil else { continue }
        queue.append(
          (name, { $0 = Array(String(decoding: $0, as: UTF8.self).replacing(before, with: after).utf8) }))
      }
    }
  }

  private func hex(_ bytes: [UInt8]) -> String { SHA256Digest.of(bytes).hex }

  @Test(
    "a change without the key takes the signature away, one with it signs anew; augment signs what is there")
  func changes() async throws {
    let title = try await title()
    defer { title.origin.stop() }
    try await title.pack(["--sign-key", "key.pem"])
    #expect(try await title.run(["augment", RightsTitle.bundle, "--set-title", "Neu"]).code == 0)
    #expect(try !title.everything().contains("SHA256SUMS.sig"))
    #expect(try await title.run(["verify", RightsTitle.bundle]).code == 0)
    let unsigned = try await title.run(Self.check)
    #expect(unsigned.code == 7 && unsigned.output.contains("is not signed"), "\(unsigned.output)")
    let sign = ["augment", RightsTitle.bundle, "--sign-key", "key.pem"]
    #expect(try await title.run(sign).code == 0)
    #expect(try await title.run(Self.check).code == 0)
    let before = try tree(RightsTitle.bundle, title.folder)
    #expect(try await title.run(sign).code == 0)
    #expect(try tree(RightsTitle.bundle, title.folder) == before)
    #expect(try await title.run(sign + ["--set", "year=1999"]).code == 0)
    #expect(try await title.run(Self.check).code == 0)
    let update = ["build", "--update", "-o", RightsTitle.bundle, title.origin.url("/film/master.m3u8")]
    #expect(try await title.run(update + ["--sign-key", "other.pem"]).code == 0)
    #expect(try await title.run(["verify", "--public-key", "other.pub", RightsTitle.bundle]).code == 0)
    #expect(try await title.run(update).code == 0)
    #expect(try await title.run(["verify", "--public-key", "other.pub", RightsTitle.bundle]).code == 0)
    #expect(try await title.run(["expire", "--set", "30d", RightsTitle.bundle]).code == 0)
    #expect(try await title.run(["verify", "--public-key", "other.pub", RightsTitle.bundle]).code == 7)
  }

  @Test("a cut or foreign signature is damage")
  func damaged() async throws {
    let title = try await title()
    defer { title.origin.stop() }
    try await title.pack(["--sign-key", "key.pem"])
    for bytes in [[], [1], [UInt8](repeating: 0, count: 64), [UInt8](repeating: 0, count: 4_000)] {
      try Folder.open(title.folder.path(RightsTitle.bundle)).writeWhole(
        "SHA256SUMS.sig", bytes, durable: false)
      #expect(try await title.run(Self.check).code == 7)
    }
  }
}
