import Support
import Testing

/// What is planted in addresses, fields, cookies and files of credentials is found in no file, log or message.
/// The jar and the netrc file of the user's own are what they are; a process's arguments are not ours to hide.
@Suite("No secret is kept or told")
struct SecretsTests {
  /// How the user is known to the source.
  enum Login: String, CaseIterable, Sendable {
    case fields, userInfo, netrc
  }

  /// What befalls a build.
  struct Ordeal: Sendable, CustomTestStringConvertible {
    let name: String
    let code: Int32
    var path = ""
    var answer: FaultOrigin.Response?
    var testDescription: String { name }
  }

  static let ordeals = [
    Ordeal(name: "all is well", code: 0),
    Ordeal(name: "a segment is gone", code: 5, path: "/film/seg1.ts", answer: .status(404)),
    Ordeal(name: "a segment is refused", code: 5, path: "/film/seg1.ts", answer: .status(403)),
    Ordeal(name: "a segment is unavailable", code: 6, path: "/film/seg1.ts", answer: .status(503)),
    Ordeal(
      name: "a segment is cut", code: 6, path: "/film/seg1.ts",
      answer: .truncated([UInt8](repeating: 1, count: 9408), after: 4000)),
    Ordeal(name: "a segment is a page", code: 5, path: "/film/seg1.ts", answer: .file(FaultTable.page)),
    Ordeal(
      // The proxy of these tests sends everything to the one origin, which has no such file.
      name: "a segment leads to another origin", code: 5, path: "/film/seg1.ts",
      answer: .redirect(to: "http://127.0.0.1:9/x.ts?token=\(Planted.location.value)")),
    Ordeal(name: "the key has the wrong length", code: 5, path: "/film/key", answer: .file([1, 2, 3])),
    Ordeal(name: "the key is refused", code: 5, path: "/film/key", answer: .status(401)),
    Ordeal(
      name: "the media playlist is garbage", code: 5, path: "/film/video.m3u8", answer: .text("garbage")),
    Ordeal(
      name: "the media playlist is unavailable", code: 6, path: "/film/video.m3u8", answer: .status(500)),
    Ordeal(name: "the source is refused", code: 5, path: "/go", answer: .status(403)),
    Ordeal(
      name: "the source leads to itself", code: 5, path: "/go",
      answer: .redirect(to: "/go?token=\(Planted.location.value)")),
    Ordeal(
      name: "the source leads to a file", code: 5, path: "/go",
      answer: .redirect(to: "file:///\(Planted.location.value)?token=\(Planted.location.value)")),
  ]

  static let gate = Gate(width: 4)

  @Test("not by a build, in whatever way it ends", arguments: ordeals, Login.allCases)
  func build(_ ordeal: Ordeal, _ login: Login) async throws {
    try await Self.gate.pass {
      let scene = try await SecretScene(ordeal, login)
      for options in [["-v"], ["-v", "--json"], ["-v", "--dry-run"]] {
        let run = try await scene.run(
          ["build", "-o", "film.movpkg", "-R", "1", "--retry-sleep", "0.05"] + options)
        // What a dry run does not ask for cannot fail.
        if !options.contains("--dry-run") { #expect(run.code == ordeal.code, "\(run.errors)") }
        try scene.check(run)
        if run.code == 0 { try scene.drop("film.movpkg") }
      }
    }
  }

  @Test("not by what looks at a source or a bundle", arguments: Login.allCases)
  func others(_ login: Login) async throws {
    try await Self.gate.pass {
      let scene = try await SecretScene(Self.ordeals[0], login)
      let built = try await scene.run(["build", "-v", "-o", "film.movpkg"])
      #expect(built.code == 0, "\(built.errors)")
      try scene.check(built)
      for secret in scene.expected { #expect(scene.wasSent(secret), "\(secret.place) was not sent") }
      for options in [[], ["--json"]] {
        try scene.check(try await scene.run(["show"] + options))
        try scene.check(try await scene.run(["lint"] + options))
        for command in ["show", "verify"] {
          let run = try await Program.run([command, "film.movpkg"] + options, in: scene.folder)
          #expect(run.code == 0, "\(run.errors)")
          try scene.check(run)
        }
      }
    }
  }

  @Test("not by a proxy that refuses or is not there", arguments: [nil, 407, 403] as [Int?])
  func proxies(_ status: Int?) async throws {
    let folder = try TemporaryFolder("secrets")
    let proxy = try ForwardProxy(refusing: status ?? 407)
    let address = status == nil ? "127.0.0.1:9" : "127.0.0.1:\(proxy.port)"
    for options in [["-v"], ["-v", "--json"]] {
      let run = try await Program.run(
        [
          "build", "-R", "1", "--retry-sleep", "0.05", "--proxy",
          "http://owner:\(Planted.proxy.value)@\(address)", "-o", "film.movpkg",
          "http://origin.invalid/film/master.m3u8?token=\(Planted.token.value)",
        ] + options, in: folder)
      #expect(run.code == 5 || run.code == 6, "\(run.errors)")
      for secret in [Planted.proxy, .token] {
        #expect(!secret.isIn(run.output + run.errors), "\(run.errors)")
      }
      #expect(try names(in: folder.path) == [])
    }
  }
}
