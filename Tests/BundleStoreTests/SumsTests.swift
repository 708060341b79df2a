import BundleStore
import Digest
import Testing

@Suite("SHA256SUMS")
struct SumsTests {
  private func line(_ path: String) throws -> Sums.Line {
    Sums.Line(path: try #require(BundlePath(path)), sha256: SHA256Digest.of(path))
  }

  @Test("is sorted by path and read back equal")
  func roundTrip() throws {
    let paths = [
      "root.xml", "hlspack.json", "\(Sample.video.text)/playlist.m3u8", "\(Sample.video.text)/000000.m4s",
    ]
    let text = Sums.text(of: try paths.map(line))
    #expect(
      String(decoding: text, as: UTF8.self).split(separator: "\n").map { $0.dropFirst(66) }
        == [paths[3][...], paths[2][...], paths[1][...], paths[0][...]])
    #expect(Set(try Sums.lines(of: text)) == Set(try paths.map(line)))
    #expect(Sums.text(of: try Sums.lines(of: text)) == text)
  }

  static let digest = String(repeating: "0", count: 64)

  @Test(
    "with any other line is refused as damaged",
    arguments: [
      "\(digest)  ../x\n", "\(digest)  /etc/passwd\n", "\(digest) root.xml\n", "\(digest) *root.xml\n",
      "\(digest)  root.xml", "\n", "\(digest)  \n", "\(digest.dropLast())g  root.xml\n",
      "\(digest)  root.xml\n\(digest)  boot.xml\n", "\(digest)  root.xml\n\(digest)  root.xml\n",
      "\(digest)  root.xml\r\n",
    ])
  func hostile(_ text: String) {
    let error = #expect(throws: BundleError.self) {
      try Sums.lines(of: Array(text.utf8), place: "Film.movpkg")
    }
    #expect(error?.kind == .damaged)
    #expect(error?.file == "SHA256SUMS")
  }
}
