import Files
import Foundation
import JSON
import Support
import Testing

/// Keys given back, and the proof of it.
@Suite("Invalidated keys")
struct InvalidationTests {
  private func keys(in folder: TemporaryFolder) async throws {
    try await Tools.run("openssl", ["genpkey", "-algorithm", "ed25519", "-out", "key.pem"], in: folder.path)
    try await Tools.run(
      "openssl", ["pkey", "-in", "key.pem", "-pubout", "-out", "open.pem"], in: folder.path)
  }

  private static let words = ["expire", "--invalidate-keys", RightsTitle.bundle]

  @Test("the keys go, the receipt says so and verifies with openssl; again it is the same")
  func receipt() async throws {
    let title = try await RightsTitle("invalidate")
    defer { title.origin.stop() }
    try await keys(in: title.folder)
    try await title.pack()
    let manifest = try title.folder.read("film.movpkg/hlspack.json")
    let signed = Self.words + ["--nonce", "n-1", "--receipt-key", "key.pem"]
    let dry = try await title.run(signed + ["--dry-run"])
    #expect(dry.code == 0 && dry.output.contains("\"n-1\""))
    #expect(try title.folder.read("film.movpkg/hlspack.json") == manifest)
    let run = try await title.run(signed)
    #expect(run.code == 0, "\(run.errors)")
    let receipt = try title.folder.read("film.movpkg/receipt.json")
    #expect(Array(run.output.utf8) == receipt)
    let json = try JSONReader.parse(receipt)
    #expect(json["nonce"] == "n-1" && json["title"] == "film" && json["notCovered"]?.items?.isEmpty == false)
    #expect(json["keys"]?.items?.map { $0["id"]?.text } == ["key-0"])
    let before = try JSONReader.parse(manifest)
    #expect(json["identity"] == before["identity"])
    #expect(try title.folder.read("film.movpkg/receipt.json.sig").count == 64)
    try await Tools.run(
      "openssl",
      [
        "pkeyutl", "-verify", "-pubin", "-inkey", "open.pem", "-rawin", "-in", "film.movpkg/receipt.json",
        "-sigfile", "film.movpkg/receipt.json.sig",
      ], in: title.folder.path)
    #expect(try title.everything().contains { $0.hasPrefix("keys") } == false)
    for path in try title.everything() where !path.hasSuffix("json") {
      guard let bytes = try? title.folder.read("film.movpkg/\(path)") else { continue }
      #expect(bytes.firstRange(of: RightsTitle.key) == nil, "\(path)")
    }
    try await checkAfterwards(title, receipt)
  }

  private func checkAfterwards(_ title: RightsTitle, _ receipt: [UInt8]) async throws {
    let verify = try await title.run(["verify", RightsTitle.bundle])
    #expect(verify.code == 8 && verify.errors.contains("invalidated"), "\(verify.output) \(verify.errors)")
    #expect(try await Program.sumsFaults(in: title.folder.path(RightsTitle.bundle)) == [])
    let show = try await title.run(["show", "--json", RightsTitle.bundle])
    let line = try #require(try show.lines().first)
    #expect(show.code == 8 && line["playableOffline"] == false)
    #expect(line["keys"]?.items?.first?["state"] == "invalidated")
    let again = try await title.run(Self.words + ["--nonce", "n-2", "--json"])
    #expect(again.code == 0, "\(again.errors)")
    let told = try #require(try again.lines().first { $0["type"] == "receipt" })
    #expect(told["nonce"] == "n-1" && told["signature"]?.text?.utf8.count == 128)
    #expect(again.errors.contains("does not have the nonce n-2"), "\(again.errors)")
    #expect(try title.folder.read("film.movpkg/receipt.json") == receipt)
    for words in [
      ["augment", RightsTitle.bundle, "--set-title", "x"],
      ["build", "-o", RightsTitle.bundle, title.origin.url("/film/master.m3u8")],
      ["build", "--update", "-o", RightsTitle.bundle, title.origin.url("/film/master.m3u8")],
    ] {
      let run = try await title.run(words)
      #expect(run.code == 8, "\(words): \(run.code) \(run.errors)")
    }
    try await title.pack(["--force-overwrites"])
    #expect(try await title.run(["verify", RightsTitle.bundle]).code == 0)
  }

  @Test("a receipt without a signature is signed later, over the same bytes")
  func later() async throws {
    let title = try await RightsTitle("invalidate")
    defer { title.origin.stop() }
    try await keys(in: title.folder)
    try await title.pack()
    #expect(try await title.run(Self.words).code == 0)
    let receipt = try title.folder.read("film.movpkg/receipt.json")
    #expect(try !title.everything().contains("receipt.json.sig"))
    #expect(try await title.run(Self.words + ["--receipt-key", "key.pem"]).code == 0)
    #expect(try title.folder.read("film.movpkg/receipt.json") == receipt)
    try await Tools.run(
      "openssl",
      [
        "pkeyutl", "-verify", "-pubin", "-inkey", "open.pem", "-rawin", "-in", "film.movpkg/receipt.json",
        "-sigfile", "film.movpkg/receipt.json.sig",
      ], in: title.folder.path)
    #expect(try await title.run(["verify", RightsTitle.bundle]).code == 8)
  }

  @Test("what cannot sign, or has nothing to invalidate, changes nothing")
  func refusals() async throws {
    let title = try await RightsTitle("invalidate")
    defer { title.origin.stop() }
    try await title.pack()
    let before = try tree(RightsTitle.bundle, title.folder)
    try await Tools.run(
      "openssl", ["genpkey", "-algorithm", "rsa", "-pkeyopt", "rsa_keygen_bits:1024", "-out", "rsa.pem"],
      in: title.folder.path)
    try await Tools.run(
      "openssl",
      ["genpkey", "-algorithm", "ed25519", "-aes-128-cbc", "-pass", "pass:x", "-out", "closed.pem"],
      in: title.folder.path)
    try title.folder.write("none", to: "none.pem")
    for name in ["rsa.pem", "closed.pem", "none.pem", "absent.pem"] {
      let run = try await title.run(Self.words + ["--receipt-key", name])
      #expect(run.code == 2 && run.errors.contains("--receipt-key"), "\(name): \(run.code) \(run.errors)")
    }
    for more in [
      ["--nonce", ""], ["--nonce", "a\u{7}"], ["--report-url", "ftp://x/"], ["--purge"], ["other.movpkg"],
    ] {
      #expect(try await title.run(Self.words + more).code == 2, "\(more)")
    }
    #expect(try tree(RightsTitle.bundle, title.folder) == before)
    let clear = try TinyClear()
    defer { clear.origin.stop() }
    let build = try await Program.run(
      ["build", "-o", "film.movpkg", clear.origin.url("/film/master.m3u8")], in: clear.folder)
    try #require(build.code == 0)
    let none = try await Program.run(Self.words, in: clear.folder)
    #expect(none.code == 2 && none.errors.contains("holds none"), "\(none.errors)")
  }

  private struct TinyClear {
    let folder: TemporaryFolder
    let origin: FaultOrigin

    init() throws {
      folder = try TemporaryFolder("clear")
      origin = try FaultOrigin.routes(TinyTitle.routes(2))
    }
  }

  @Test(
    "the receipt is posted with its signature; where that fails it is kept, and the same command posts it again"
  )
  func report() async throws {
    let title = try await RightsTitle("invalidate")
    defer { title.origin.stop() }
    try await keys(in: title.folder)
    try await title.pack()
    let isOpen = Flag()
    let office = try FaultOrigin.start { request in
      guard isOpen.isSet else { return .status(503) }
      return request.path == "/moved" ? .redirect(to: "/r") : .status(204, body: "")
    }
    defer { office.stop() }
    let words = Self.words + ["--receipt-key", "key.pem", "-R", "0", "--report-url"]
    let failed = try await title.run(words + [office.url("/r")])
    #expect(failed.code == 6 && failed.errors.contains("POST /r: 503"), "\(failed.errors)")
    let receipt = try title.folder.read("film.movpkg/receipt.json")
    isOpen.set()
    let moved = try await title.run(words + [office.url("/moved")])
    #expect(moved.code == 6 && moved.errors.contains("not sent elsewhere"), "\(moved.errors)")
    let run = try await title.run(words + [office.url("/r?token=geheim")])
    #expect(run.code == 0, "\(run.errors)")
    #expect(!run.errors.contains("geheim"))
    let posted = try #require(office.requests.last)
    #expect(posted.method == "POST" && posted.body == receipt)
    #expect(posted.header("content-type") == "application/json")
    let signature = try title.folder.read("film.movpkg/receipt.json.sig")
    #expect(posted.header("receipt-signature") == AES.hex(signature))
    #expect(try await title.run(["verify", RightsTitle.bundle]).code == 8)
  }
}
