import Files
import Support
import Testing

@Suite("Other people's networks, from the command line")
struct NetworkTests {
  /// A title whose every resource wants the token of the source.
  private func guardedOrigin(_ token: String) throws -> FaultOrigin {
    let routes = TinyTitle.routes(3)
    return try FaultOrigin.start { request in
      guard request.query?.contains("token=\(token)") == true else { return .status(403) }
      return routes[request.path] ?? .status(404)
    }
  }

  /// Everything that a bundle's text files say.
  private func texts(of bundle: String) throws -> String {
    try files(in: bundle).filter { !$0.hasSuffix(".ts") }
      .map { String(decoding: try Folder.open(bundle).readWhole($0, limit: 1 << 24), as: UTF8.self) }.joined()
  }

  @Test("--append-url-params carries the source's token to all requests, and nothing that is kept has it")
  func appended() async throws {
    let token = "s3cretT0kenValue"
    let origin = try guardedOrigin(token)
    let folder = try TemporaryFolder("append")
    let url = origin.url("/film/master.m3u8?token=\(token)")
    let refused = try await Program.run(["build", "-o", "no", "-R", "0", url], in: folder)
    #expect(refused.code == 5)
    #expect(!refused.errors.contains(token))
    let run = try await Program.run(
      ["build", "--json", "-v", "--append-url-params", "-o", "b", url], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(!(run.output + run.errors).contains(token))
    #expect(try !texts(of: folder.path("b")).contains(token))
  }

  @Test("--base-url makes a playlist in a file one of the network, with the credentials of that origin")
  func based() async throws {
    let routes = TinyTitle.routes(3)
    let origin = try FaultOrigin.start { request in
      guard request.header("authorization") == "Bearer s3cretT0kenValue" else { return .status(401) }
      return routes[request.path] ?? .status(404)
    }
    let folder = try TemporaryFolder("base")
    let master = try #require(routes["/film/master.m3u8"])
    try folder.write(master.body, to: "saved.m3u8")
    try folder.write("s3cretT0kenValue\n", to: "token")
    let run = try await Program.run(
      ["build", "--bearer", "@token", "--base-url", origin.url("/film/"), "-o", "b", "saved.m3u8"], in: folder
    )
    #expect(run.code == 0, "\(run.errors)")
    #expect(origin.requests(for: "/film/seg1.ts").count == 1)
    #expect(try !texts(of: folder.path("b")).contains("s3cretT0kenValue"))
    let beside = try await Program.run(
      ["build", "--base-url", origin.url("/film/"), "-o", "c", origin.url("/film/master.m3u8")], in: folder)
    #expect(beside.code == 2)
  }

  @Test("a jar is carried from run to run, and its cookies open the title")
  func jar() async throws {
    let routes = TinyTitle.routes(3)
    let origin = try FaultOrigin.start { request in
      let answer = routes[request.path] ?? .status(404)
      if request.path.hasSuffix("master.m3u8") {
        return answer.header("Set-Cookie", "pass=s3cretT0kenValue; Max-Age=3600; Path=/")
      }
      return request.header("cookie") == "pass=s3cretT0kenValue" ? answer : .status(403)
    }
    let folder = try TemporaryFolder("jar")
    let url = origin.url("/film/master.m3u8")
    let run = try await Program.run(["build", "-v", "--cookies", "jar", "-o", "b", url], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(!(run.output + run.errors).contains("s3cretT0kenValue"))
    #expect(try folder.text("jar").contains("\tpass\ts3cretT0kenValue\n"))
    #expect(try FileStatus.of(folder.path("jar")).map { $0.mode & 0o777 } == 0o600)
    let direct = try await Program.run(
      ["build", "--cookies", "jar", "-o", "c", origin.url("/film/video.m3u8")], in: folder)
    #expect(direct.code == 0, "\(direct.errors)")
  }

  @Test("standard input can be asked for once")
  func standardInput() async throws {
    let folder = try TemporaryFolder("stdin")
    let run = try await Program.run(
      ["build", "-H", "-", "--bearer", "-", "-o", "b", "http://127.0.0.1:9/m.m3u8"], in: folder,
      input: "X-A: s3cret\n")
    #expect(run.code == 2)
    #expect(run.errors.contains("--bearer: standard input was read already, for --header"))
    #expect(!run.errors.contains("s3cret"))
  }
}
