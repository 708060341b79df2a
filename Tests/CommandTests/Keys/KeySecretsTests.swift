import Files
import Support
import Testing

/// Neither keys nor tokens in their addresses stand anywhere but in `keys/`.
@Suite("Secrets of keys")
struct KeySecretsTests {
  private typealias Title = EncryptedTitle
  private static let token = "zR7wQp2LmX9vK4"
  private static let other = [UInt8](repeating: 0x9D, count: 16)

  /// What must not be seen.
  private static let forms = [
    token, AES.hex(Title.key), AES.hex(Title.key).uppercased(), "AAECAwQFBgcICQoLDA0ODw", AES.hex(other),
    "nZ2dnZ2dnZ2dnZ2dnZ2dnQ",
  ]

  private func check(_ run: Program.Run, in folder: TemporaryFolder, _ comment: String) throws {
    for form in Self.forms {
      #expect(!run.output.contains(form) && !run.errors.contains(form), "\(comment): \(form)")
    }
    for file in try files(in: folder.path) where file.contains(".movpkg") && !file.contains("/keys/") {
      let bytes = try folder.read(file)
      #expect(!bytes.contains(Title.key), "\(comment): \(file)")
      let text = String(decoding: bytes, as: UTF8.self)
      for form in Self.forms { #expect(!text.contains(form), "\(comment): \(file) has \(form)") }
    }
  }

  @Test(
    "whatever is done and whatever fails",
    arguments: ["key?token=\(token)", "data:;base64,AAECAwQFBgcICQoLDA0ODw==", "skd://k1?token=\(token)"],
    ["store", "decrypt", "omit"])
  func everywhere(uri: String, handling: String) async throws {
    let folder = try TemporaryFolder("keys")
    let format = uri.hasPrefix("skd") ? ",KEYFORMAT=\"com.apple.streamingkeydelivery\"" : ""
    let line = "#EXT-X-KEY:METHOD=AES-128,URI=\"\(uri)\"\(format)\n"
    let origin = try FaultOrigin.routes(try await Title.routes(2, keyLine: line))
    defer { origin.stop() }
    let url = origin.url("/film/master.m3u8")
    try folder.write("{\"key\":\"AAECAwQFBgcICQoLDA0ODw==\"}", to: "good")
    try folder.write("{\"key\":\"nZ2dnZ2dnZ2dnZ2dnZ2dnQ==\"}", to: "other")
    try folder.write("{\"key\":\"nZ2dnZ2dnZ2dnZ2dnZ2dnQ", to: "garbage")
    let commands: [[String]] = [
      ["build", "-v", "--keys", handling, "--dry-run", "-o", "film.movpkg", url],
      ["build", "-v", "--keys", handling, "-o", "bad.movpkg", url]
        + (handling == "omit" ? [] : ["--key-command", "cat garbage garbage >&2; cat garbage"]),
      ["build", "-v", "--json", "--keys", handling, "-o", "film.movpkg", url]
        + (handling == "omit" ? [] : ["--key-command", "cat good"]),
      ["show", "--json", "film.movpkg"], ["show", "film.movpkg"], ["show", url],
      ["verify", "--json", "film.movpkg"],
      ["augment", "-v", "--renew-keys", "--key-command", "cat other", "film.movpkg"],
      ["augment", "-v", "--renew-keys", "--key-command", "cat good >&2; exit 4", "film.movpkg"],
    ]
    for command in commands {
      let run = try await Program.run(command, in: folder)
      try check(run, in: folder, command.prefix(3).joined(separator: " "))
    }
    #expect(try names(in: folder.path).contains("film.movpkg"))
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return false }
    return indices.dropLast(part.count - 1).contains {
      self[$0] == first && self[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
