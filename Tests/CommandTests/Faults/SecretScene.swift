import Foundation
import Support
import Testing

/// A title behind credentials of every kind, and a client that has them all.
struct SecretScene {
  let folder: TemporaryFolder
  private let login: SecretsTests.Login
  private let origin: FaultOrigin
  private let proxy: ForwardProxy

  init(_ ordeal: SecretsTests.Ordeal, _ login: SecretsTests.Login) async throws {
    self.login = login
    folder = try TemporaryFolder("secrets")
    proxy = try ForwardProxy()
    let routes = try await Self.routes()
    origin = try FaultOrigin.start { request in
      // What follows on a connection through the proxy comes as the client wrote it: with scheme and host.
      let path = "/" + request.path.trimmingPrefix("http://").drop { $0 != "/" }.dropFirst()
      if let answer = ordeal.answer, path == ordeal.path { return answer }
      if path == "/go" {
        return .redirect(to: "/film/master.m3u8?token=\(Planted.location.value)")
          .header("Set-Cookie", "session=\(Planted.setCookie.value); Path=/")
      }
      return routes[path] ?? .status(404)
    }
    try folder.write(
      "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tjar\t\(Planted.jar.value)\n", to: "own/jar"
    )
    try folder.write(
      "machine 127.0.0.1 login owner password \(Planted.netrc.value)\n", to: "own/netrc")
  }

  private static func routes() async throws -> [String: FaultOrigin.Response] {
    let playlist = TinyTitle.playlist(
      3, before: "#EXT-X-KEY:METHOD=AES-128,URI=\"key?token=\(Planted.keyQuery.value)\"\n"
    ).replacing(".ts\n", with: ".ts?sig=\(Planted.segmentQuery.value)\n")
    let multivariant = TinyTitle.multivariant.replacing(
      "video.m3u8", with: "video.m3u8?hdnts=\(Planted.playlistQuery.value)")
    var routes: [String: FaultOrigin.Response] = [
      "/film/master.m3u8": .text(multivariant), "/film/video.m3u8": .text(playlist),
      "/film/key": .file(FaultTitle.key),
    ]
    for number in 0..<3 {
      routes["/film/seg\(number).ts"] = .file(
        try await AES.encrypted(TinyTitle.segment(number), key: FaultTitle.key, sequence: UInt8(number)))
    }
    return routes
  }

  /// What the source is sent with this login.
  var expected: [Planted] {
    let others: [Planted] =
      switch login {
      case .fields: [.userInfo, .netrc]
      case .userInfo: [.authorization, .apiKey, .netrc]
      case .netrc: [.authorization, .apiKey, .userInfo]
      }
    return Planted.allCases.filter { !others.contains($0) }
  }

  /// Runs a command on the source with everything that is secret.
  func run(_ arguments: [String]) async throws -> Program.Run {
    var options = [
      "--cookie", "user=\(Planted.cookie.value)", "--cookies", "own/jar", "--key-header",
      "X-Key: \(Planted.keyHeader.value)", "--proxy",
      "http://owner:\(Planted.proxy.value)@127.0.0.1:\(proxy.port)",
    ]
    var userInfo = ""
    switch login {
    case .fields:
      options += ["-H", "Authorization: Bearer \(Planted.authorization.value)"]
      options += ["-H", "X-Api-Key: \(Planted.apiKey.value)"]
    case .userInfo: userInfo = "owner:\(Planted.userInfo.percentEncoded)@"
    case .netrc: options += ["--netrc-location", "own/netrc"]
    }
    let url = "http://\(userInfo)127.0.0.1:\(origin.port)/go?token=\(Planted.token.value)"
    return try await Program.run(arguments + options + [url], in: folder)
  }

  /// Whether it went over the wire, so that hiding it means something.
  func wasSent(_ secret: Planted) -> Bool {
    if secret == .setCookie || secret == .location { return origin.requests(for: "/go").count > 0 }
    let atProxy = proxy.requests.contains { secret.isIn($0.authorization ?? "") }
    return atProxy
      || origin.requests.contains { request in
        secret.isIn(request.target) || request.headers.contains { secret.isIn($0.value) }
      }
  }

  /// Looks for every secret in what a run said and in all files, their names too.
  func check(_ run: Program.Run) throws {
    for secret in Planted.allCases {
      #expect(!secret.isIn(run.output), "\(secret.place) on standard output: \(run.output)")
      #expect(!secret.isIn(run.errors), "\(secret.place) in a message: \(run.errors)")
    }
    for file in try files(in: folder.path) where !file.hasPrefix("own/") {
      let bytes = try folder.read(file)
      for secret in Planted.allCases {
        #expect(!secret.isIn(file) && !secret.isIn(bytes), "\(secret.place) in \(file)")
      }
    }
  }

  /// Removes a bundle, so that the next run makes it anew.
  func drop(_ name: String) throws {
    let path = folder.path(name)
    if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
  }
}
