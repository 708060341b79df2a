import Addresses
import Testing

@testable import Download

@Suite struct BundleNameTests {
  @Test(
    "the name is the title, else the last telling component of the path, else the host",
    arguments: [
      ("https://a.example.com/film/master.m3u8", "film"),
      ("https://a.example.com/film.m3u8?token=secret", "film"),
      ("https://a.example.com/x/film/INDEX.M3U8", "film"),
      ("https://a.example.com/x/film/Playlist.m3u", "film"),
      ("https://a.example.com/x/film/main/manifest", "film"),
      ("https://a.example.com/x/film/index.M3u8", "film"),
      ("https://a.example.com/x/film//", "film"),
      ("https://a.example.com/index.m3u8", "a.example.com"),
      ("https://a.example.com", "a.example.com"),
      ("https://a.example.com/Der%20Gro%C3%9Fe.m3u8", "Der Große"),
      ("https://a.example.com/master-1080p.m3u8", "master-1080p"),
      ("file:///srv/film/index.m3u8", "film"),
    ])
  func derived(_ source: String, _ name: String) throws {
    #expect(BundleName.derived(title: nil, source: try URI(source)) == name)
    #expect(BundleName.derived(title: "", source: try URI(source)) == name)
    #expect(BundleName.derived(title: "Title", source: try URI(source)) == "Title")
  }

  @Test(
    "it is legal everywhere, whatever the title or the address",
    arguments: [
      "a/b", "..", "CON", "aux.txt", "film.", "x\u{0}y", "a:b*c?", "\n", String(repeating: "ß", count: 300),
    ])
  func legal(_ title: String) throws {
    let uri = try URI("https://a.example.com/x.m3u8")
    let encoded = title.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let names = [
      BundleName.derived(title: title, source: uri),
      BundleName.derived(title: nil, source: try URI("https://a.example.com/\(encoded)/index.m3u8")),
    ]
    for name in names {
      #expect(!name.isEmpty && name != "." && name != ".." && name.utf8.count <= 200)
      #expect(!name.utf8.contains { $0 < 0x20 || "/\\:*?\"<>|".utf8.contains($0) }, "\(name)")
      #expect(!name.hasSuffix(".") && !name.hasSuffix(" ") && name.uppercased() != "CON")
      #expect(!name.lowercased().hasPrefix("aux."))
    }
  }
}

extension BundleNameTests {
  @Test(
    "the name in a path is its last component without the suffix",
    arguments: [
      ("Film.movpkg", "Film"), ("/srv/films/Film.movpkg", "Film"), ("a/Film.movpkg/", "Film"),
      ("Film", "Film"),
      ("Film.movpkg.movpkg", "Film.movpkg"), (".movpkg", ".movpkg"), ("a.b/.movpkg", ".movpkg"),
    ])
  func stem(_ path: String, _ name: String) {
    #expect(BundleName.stem(ofPath: path) == name)
  }
}

@Suite struct DataURITests {
  private static let key: [UInt8] = Array(0..<16)

  @Test(
    "payloads are decoded",
    arguments: [
      ("data:;base64,AAECAwQFBgcICQoLDA0ODw==", key),
      ("data:;base64,AAECAwQFBgcICQoLDA0ODw", key),
      ("DATA:application/octet-stream;BASE64,AAECAwQFBgcICQoLDA0ODw==", key),
      ("data:text/plain;charset=UTF-16;base64,AAECAwQFBgcICQoLDA0ODw==", key),
      ("data:;base64,AAECAwQFBgcICQoLDA0ODw%3D%3D", key),
      ("data:;base64,%2B%2F8=", [0xFB, 0xFF]),
      ("data:;base64,-_8=", [0xFB, 0xFF]),
      ("data:;base64,+/8=", [0xFB, 0xFF]),
      ("data:,abc", Array("abc".utf8)),
      ("data:,%00%ff%1A,", [0, 0xFF, 0x1A, 0x2C]),
      ("data:text/plain,a%20b", Array("a b".utf8)),
      ("data:,", []),
      ("data:;base64,", []),
    ] as [(String, [UInt8])])
  func decoded(_ text: String, _ bytes: [UInt8]) {
    #expect(DataURI(text)?.bytes == bytes)
  }

  @Test(
    "what cannot be decoded is none",
    arguments: [
      "data:", "data:;base64", "https://a.example.com/,", "data", "", "data:;base64,A", "data:;base64,AA===",
      "data:;base64,AA=A", "data:;base64,A*==", "data:,%", "data:,%4", "data:,%zz", "data:,%+5", "data:,%-0",
      "data:;base64,%3", "data:;base64,AAEC\u{00A0}",
    ])
  func refused(_ text: String) {
    #expect(DataURI(text)?.bytes == nil)
  }
}
