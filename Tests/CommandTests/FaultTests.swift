import Digest
import Files
import JSON
import Support
import Testing

/// What failing origins show beside the ending of a build, which `Faults/FaultTable` tells of each fault.
@Suite("Builds from origins that fail", .serialized)
struct FaultTests {
  static let html = Array("<!DOCTYPE html><html><body>Please log in</body></html>".utf8)

  @Test("what may heal is asked for again in the same pass and in two more, what says no is not")
  func attempts() async throws {
    for (status, code, expected) in [(404, 5, 1), (503, 6, 6)] as [(Int, Int32, Int)] {
      let folder = try TemporaryFolder("fault")
      let origin = try FaultOrigin.routes(TinyTitle.routes(4, replacing: ["/film/seg2.ts": .status(status)]))
      defer { origin.stop() }
      let run = try await Program.run(
        ["build", "-o", "film.movpkg", "-R", "1", "--retry-sleep", "0.05", origin.url("/film/master.m3u8")],
        in: folder)
      #expect(run.code == code, "\(run.errors)")
      // -R 1: twice in each of three passes: the first brings the rest, one that brings nothing is borne.
      #expect(origin.requests(for: "/film/seg2.ts").count == expected)
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

  @Test("no byte of what came in place of a key is shown")
  func wrongKey() async throws {
    let folder = try TemporaryFolder("fault")
    let routes = TinyTitle.routes(
      1, replacing: ["/film/key": .file([UInt8](repeating: 0x46, count: 32))],
      before: "#EXT-X-KEY:METHOD=AES-128,URI=\"key?token=geheim\"\n")
    let origin = try FaultOrigin.routes(routes)
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-v", "-o", "film.movpkg", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 5)
    #expect(run.errors.contains("key /film/key: 32 bytes"), "\(run.errors)")
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
