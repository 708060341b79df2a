import Addresses
import Files
import Foundation
import Support
import Synchronization
import Testing
import Transfer

@Suite("cookies")
struct CookieTests {
  private func fetch(
    _ url: String, _ transfers: Transfers, kind: ResourceKind = .playlist, isSource: Bool = false
  ) async throws {
    _ = try await transfers.fetch(.init(uri: URI(url), kind: kind, isSource: isSource))
  }

  private func settings(jar path: String) throws -> TransferSettings {
    var settings = TransferSettings.quick
    settings.cookieFile = try CookieFile.read(path)
    return settings
  }

  private func mode(of path: String) throws -> UInt32? { try FileStatus.of(path).map { $0.mode & 0o7777 } }

  private let head = "# Netscape HTTP Cookie File\n"

  /// A line of a jar that has no end.
  private func line(_ domain: String, _ name: String, _ value: String, path: String = "/") -> String {
    "\(domain)\tFALSE\t\(path)\tFALSE\t4102444800\t\(name)\t\(value)\n"
  }

  @Test("a cookie set by the playlist comes with the segments, on every engine")
  func session() async throws {
    let origin = try FaultOrigin.start { request in
      request.path == "/i.m3u8" ? .text("x").header("Set-Cookie", "visit=7; Path=/seg") : .text("x")
    }
    let transfers = Transfers(settings: .quick)
    try await fetch(origin.url("/i.m3u8"), transfers, isSource: true)
    let ledger = Ledger()
    let jobs = try (0..<20).map { try TransferJob.gathering($0, origin.url("/seg/\($0).ts"), into: ledger) }
    await transfers.run(ListSource(jobs, ledger))
    try await fetch(origin.url("/other"), transfers)
    let segments = origin.requests.filter { $0.path.hasPrefix("/seg/") }
    #expect(segments.count == 20)
    #expect(segments.allSatisfy { $0.header("cookie") == "visit=7" })
    #expect(origin.requests(for: "/other").map { $0.header("cookie") } == [nil])
  }

  @Test("a jar is read, gets what servers set, and is written back with mode 0600 at the end")
  func jar() async throws {
    let origin = try FaultOrigin.start { _ in
      .text("x").header("Set-Cookie", "fresh=2; Max-Age=3600; HttpOnly")
    }
    let folder = try TemporaryFolder("jar")
    let path = try folder.write(head + "# a note\n" + line("127.0.0.1", "old", "1"), to: "jar.txt")
    let transfers = Transfers(settings: try settings(jar: path))
    try await fetch(origin.url("/"), transfers)
    try await fetch(origin.url("/"), transfers)
    #expect(origin.requests.map { $0.header("cookie") } == ["old=1", "fresh=2; old=1"])
    transfers.close()
    let text = try folder.text("jar.txt")
    #expect(text.hasPrefix("# Netscape HTTP Cookie File\n"))
    #expect(text.contains(line("127.0.0.1", "old", "1")))
    #expect(text.contains("#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t"))
    #expect(text.contains("\tfresh\t2\n"))
    #expect(try mode(of: path) == 0o600)
    #expect(try Folder.open(folder.path).entries() == ["jar.txt"])
    let again = Transfers(settings: try settings(jar: path))
    try await fetch(origin.url("/"), again)
    #expect(origin.requests.last?.header("cookie") == "fresh=2; old=1")
  }

  @Test("a jar that nothing changed in is not touched; one that was not there is made, in a folder that is")
  func untouched() async throws {
    let origin = try FaultOrigin.start { _ in .text("x") }
    let folder = try TemporaryFolder("jar")
    let path = try folder.write("# mine\n" + line("127.0.0.1", "a", "1"), to: "jar.txt")
    let before = try FileStatus.of(path)
    let transfers = Transfers(settings: try settings(jar: path))
    try await fetch(origin.url("/"), transfers)
    transfers.close()
    #expect(try FileStatus.of(path) == before)
    let setting = try FaultOrigin.start { _ in .text("x").header("Set-Cookie", "b=2; Max-Age=60") }
    let made = Transfers(settings: try settings(jar: folder.path("new.txt")))
    try await fetch(setting.url("/"), made)
    made.close()
    #expect(try folder.text("new.txt").contains("\tb\t2\n"))
    #expect(throws: SystemError.self) { try CookieFile.read(folder.path("no/such/jar.txt")) }
  }

  @Test("cookies go where their domain and path say, whatever the source is")
  func domains() async throws {
    let origin = try FaultOrigin.start { _ in .text("x") }
    let folder = try TemporaryFolder("jar")
    let path = try folder.write(
      line("example.com", "other", "1") + line("127.0.0.1", "here", "2")
        + line(
          "127.0.0.1", "deep", "3", path: "/deep"), to: "jar.txt")
    let transfers = Transfers(settings: try settings(jar: path))
    try await fetch(origin.url("/"), transfers)
    try await fetch("http://localhost:\(origin.port)/", transfers)
    #expect(origin.requests.map { $0.header("cookie") } == ["here=2", nil])
  }

  @Test("a server cannot set a cookie for another domain")
  func foreign() async throws {
    let origin = try FaultOrigin.start { _ in
      .text("x").header("Set-Cookie", "a=1; Domain=example.com").header("Set-Cookie", "b=2; Domain=com")
    }
    let folder = try TemporaryFolder("jar")
    let transfers = Transfers(settings: try settings(jar: folder.path("jar.txt")))
    try await fetch(origin.url("/"), transfers)
    transfers.close()
    #expect(try FileStatus.of(folder.path("jar.txt")) == nil)
  }

  @Test("what is no jar is refused, and lines that libcurl would take for orders are no cookies")
  func hostile() async throws {
    let origin = try FaultOrigin.start { _ in .text("x") }
    let folder = try TemporaryFolder("jar")
    let json = try folder.write("[{\"name\": \"a\"}]\n", to: "cookies.json")
    let failure = #expect(throws: SystemError.self) { try CookieFile.read(json) }
    #expect(failure?.reason == "not a cookie file in Netscape's format")
    let long = try folder.write(Array(repeating: 10, count: CookieFile.sizeLimit + 1), to: "long.txt")
    #expect(throws: SystemError.self) { try CookieFile.read(long) }
    #expect(throws: SystemError.self) { try CookieFile.read(folder.path) }
    let path = try folder.write(
      line("127.0.0.1", "a", "1") + "ALL\nSESS\nRELOAD\nSet-Cookie: b=2\nSet-Cookie: c=3\t\t\t\t\t\t\n",
      to: "jar.txt")
    try await fetch(origin.url("/"), Transfers(settings: try settings(jar: path)))
    #expect(origin.requests.map { $0.header("cookie") } == ["a=1"])
  }

  @Test("a server that sets cookies without end does not fill memory or jar")
  func flood() async throws {
    let origin = try FaultOrigin.start { request in
      var answer = FaultOrigin.Response.text("x")
      for index in 0..<50 {
        answer = answer.header("Set-Cookie", "c\(request.target.dropFirst())_\(index)=1; Path=/p; Max-Age=60")
      }
      return answer
    }
    let folder = try TemporaryFolder("jar")
    let path = try folder.write(line("127.0.0.1", "mine", "1"), to: "jar.txt")
    let transfers = Transfers(settings: try settings(jar: path))
    for index in 0..<160 { try await fetch(origin.url("/\(index)"), transfers) }
    transfers.close()
    let lines = try folder.text("jar.txt").split(separator: "\n")
    // 3,000, and what 64 requests may bring before they are counted, of the 8,000 that were set.
    #expect(lines.count <= 3_000 + 64 * 50 + 1)
    #expect(lines.contains { $0.hasSuffix("\tmine\t1") })
  }

  @Test("a jar that cannot be written is told, and nothing else fails")
  func unwritable() async throws {
    let origin = try FaultOrigin.start { _ in .text("x").header("Set-Cookie", "a=1; Max-Age=60") }
    let folder = try TemporaryFolder("jar")
    try folder.makeFolder("sub")
    let settings = try settings(jar: folder.path("sub/jar.txt"))
    let told = Mutex<[String]>([])
    let transfers = Transfers(settings: settings) { event in
      if case .cookiesNotSaved(let error) = event { told.withLock { $0.append(error.description) } }
    }
    try await fetch(origin.url("/"), transfers)
    try FileManager.default.removeItem(atPath: folder.path("sub"))
    transfers.close()
    #expect(told.withLock { $0.count } == 1)
  }
}
