import Digest
import Files
import JSON
import Support
import Testing

/// A transfer that goes wrong ends in a bundle with every byte right, or in the documented code with one line that
/// names the segment; never in a bundle with a hole.
@Suite("Builds from origins that fail", .serialized)
struct FaultTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let response: FaultOrigin.Response
    let code: Int32
    /// What the message says beside the segment's name.
    let says: String

    var testDescription: String { name }
  }

  static let html = Array("<!DOCTYPE html><html><body>Please log in</body></html>".utf8)

  static let cases = [
    Case(name: "gone", response: .status(404), code: 5, says: "404"),
    Case(name: "forbidden", response: .status(403), code: 5, says: "403"),
    Case(name: "a login page with 200", response: .file(html, type: "text/html"), code: 5, says: "HTML"),
    Case(name: "a login page called media", response: .file(html), code: 5, says: "HTML"),
    Case(name: "JSON with 200", response: .file(Array("{\"code\":403}".utf8)), code: 5, says: "JSON"),
    Case(name: "an empty body", response: .file([]), code: 5, says: "empty"),
    Case(
      name: "a cut packet of the right length", response: .file(Array(TinyTitle.segment(2).dropLast(7))),
      code: 5,
      says: "188"),
    Case(
      name: "shorter than Content-Length", response: .truncated(TinyTitle.segment(2), after: 3000), code: 6,
      says: "3,000 of 9,400 bytes"),
    Case(name: "reset midway", response: .reset(TinyTitle.segment(2), after: 3000), code: 6, says: "reset"),
    Case(name: "out of service", response: .status(503), code: 6, says: "503"),
  ]

  @Test("a bad segment fails the build, is named, and leaves no bundle", arguments: cases)
  func badSegment(_ bad: Case) async throws {
    let folder = try TemporaryFolder("fault")
    let origin = try FaultOrigin.routes(TinyTitle.routes(4, replacing: ["/film/seg2.ts": bad.response]))
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", "-R", "1", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == bad.code, "\(run.errors)")
    #expect(run.errors.contains("/film/seg2.ts"), "\(run.errors)")
    #expect(run.errors.contains(bad.says), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(try names(in: folder.path) == ["film.movpkg.partial"])
    let expected = bad.code == 6 ? 2 : 1
    #expect(origin.requests(for: "/film/seg2.ts").count == expected)
  }

  @Test("what heals is fetched again, and the bundle has every byte")
  func healing() async throws {
    let folder = try TemporaryFolder("fault")
    let routes = TinyTitle.routes(4)
    let origin = try FaultOrigin.start { request in
      guard let response = routes[request.path] else { return .status(404) }
      return request.path == "/film/seg1.ts" && request.number < 3
        ? .truncated(TinyTitle.segment(1), after: 1000) : response
    }
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let stored = try files(in: folder.path("film.movpkg")).filter { $0.hasSuffix(".ts") }
    #expect(stored.count == 4)
    for (number, file) in stored.enumerated() {
      #expect(try folder.read("film.movpkg/\(file)") == TinyTitle.segment(number))
    }
  }

  @Test("a run after a failure fetches only what is missing")
  func rerun() async throws {
    let folder = try TemporaryFolder("fault")
    let good = TinyTitle.routes(6)
    let isHealed = Flag()
    let origin = try FaultOrigin.start { request in
      if request.path == "/film/seg5.ts", !isHealed.isSet {
        return FaultOrigin.Response.status(404).delayed(.milliseconds(300))
      }
      return good[request.path] ?? .status(404)
    }
    defer { origin.stop() }
    let command = ["build", "--json", "-o", "film.movpkg", origin.url("/film/master.m3u8")]
    #expect(try await Program.run(command, in: folder).code == 5)
    isHealed.set()
    let second = try await Program.run(command, in: folder)
    #expect(second.code == 0, "\(second.errors)")
    for number in 0..<5 { #expect(origin.requests(for: "/film/seg\(number).ts").count == 1) }
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
    #expect(try names(in: folder.path) == ["film.movpkg"])
  }

  @Test("an error page behind AES-128 is seen")
  func encryptedPage() async throws {
    let folder = try TemporaryFolder("fault")
    // PKCS #7 padded "<html>…" and a segment, each encrypted by openssl with the same key.
    let key = [UInt8](0..<16)
    let page = try await AES.encrypted(Self.html, key: key, sequence: 1)
    let clear = try await AES.encrypted(TinyTitle.segment(0), key: key, sequence: 0)
    let routes = TinyTitle.routes(
      2, replacing: ["/film/key": .file(key), "/film/seg0.ts": .file(clear), "/film/seg1.ts": .file(page)],
      before: "#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n")
    let origin = try FaultOrigin.routes(routes)
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 5, "\(run.errors)")
    #expect(run.errors.contains("/film/seg1.ts") && run.errors.contains("HTML"), "\(run.errors)")
  }

  @Test("bad padding is told as what it is")
  func padding() async throws {
    let folder = try TemporaryFolder("fault")
    let routes = TinyTitle.routes(
      1,
      replacing: [
        "/film/key": .file([UInt8](0..<16)), "/film/seg0.ts": .file([UInt8](repeating: 7, count: 160)),
      ],
      before: "#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n")
    let origin = try FaultOrigin.routes(routes)
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 5)
    #expect(run.errors.contains("/film/seg0.ts") && run.errors.contains("padding"), "\(run.errors)")
  }

  @Test("a key of the wrong size is refused with its length", arguments: [0, 9, 32, 260])
  func wrongKey(length: Int) async throws {
    let folder = try TemporaryFolder("fault")
    let routes = TinyTitle.routes(
      1, replacing: ["/film/key": .file([UInt8](repeating: 0x46, count: length))],
      before: "#EXT-X-KEY:METHOD=AES-128,URI=\"key?token=geheim\"\n")
    let origin = try FaultOrigin.routes(routes)
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 5)
    #expect(run.errors.contains("key /film/key: \(length) bytes"), "\(run.errors)")
    #expect(!run.errors.contains("geheim") && !run.errors.contains("FFFF"))
  }

  @Test("protected content is refused with the system's name")
  func protected() async throws {
    let folder = try TemporaryFolder("fault")
    let routes = TinyTitle.routes(
      1,
      before: "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://k\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n")
    let origin = try FaultOrigin.routes(routes)
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 12, "\(run.errors)")
    #expect(run.errors.contains("FairPlay"))
    #expect(try names(in: folder.path) == [])
  }

  @Test("a live playlist is refused with a hint")
  func live() async throws {
    let folder = try TemporaryFolder("fault")
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nseg0.ts\n"
    let origin = try FaultOrigin.routes(TinyTitle.routes(1, replacing: ["/film/video.m3u8": .text(text)]))
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 5)
    #expect(run.errors.contains("/film/video.m3u8") && run.errors.contains("hint:"), "\(run.errors)")
  }

  @Test(
    "a playlist leads to no file and to no address that is less public",
    arguments: ["file:///etc/hostname", "ftp://127.0.0.1/x.ts"])
  func forbidden(address: String) async throws {
    let folder = try TemporaryFolder("fault")
    let text = TinyTitle.playlist(1).replacing("seg0.ts", with: address)
    let origin = try FaultOrigin.routes(TinyTitle.routes(1, replacing: ["/film/video.m3u8": .text(text)]))
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 5)
    #expect(run.errors.contains("is not followed"), "\(run.errors)")
    #expect(try names(in: folder.path) == [])
  }
}
