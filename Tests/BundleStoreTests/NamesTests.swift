import Addresses
import BundleStore
import Digest
import Testing

@Suite("Names in a bundle")
struct NamesTests {
  static let stream = "0-2500000-TPLQLR7AN3WOXDV2JG4YSRQU45253663"

  @Test(
    "every name of the grammar is read and comes back the same",
    arguments: [
      "hlspack.json", "SHA256SUMS", "index.m3u8", "root.xml", "boot.xml", "state.json", "artwork.jpg",
      "artwork.heic", "keys/key-0.m4s", "keys/key-9999999.m4s", "\(stream)/stream.json",
      "\(stream)/playlist.m3u8", "\(stream)/StreamInfoBoot.xml", "\(stream)/init-0.mp4",
      "\(stream)/000000.m4s",
      "\(stream)/999999.ts", "\(stream)/1000000.vtt", "\(stream)-2/000000.m4s",
      "\(stream)-999999/stream.json",
      "1-0-LAQU2CXMYGY6JZTQM3CJEKH5OOCL7ZO7/000001.aac",
      "0-9223372036854775807-LAQU2CXMYGY6JZTQM3CJEKH5OOCL7ZO7/000001.aac",
      "Data/Playlist-master.m3u8-6F1D0C52-0000-4000-8000-000000000001.data",
      "Data/SessionData-chapters-6F1D0C52-0000-4000-8000-000000000001.data",
    ])
  func legal(_ text: String) throws {
    #expect(try #require(BundlePath(text)).text == text)
  }

  @Test(
    "nothing else is a path of a bundle",
    arguments: [
      "", ".", "..", "/", "/etc/passwd", "../hlspack.json", "Data/../hlspack.json", "./hlspack.json",
      "hlspack.json/", "HLSPACK.JSON", "hlspack.json.new", "hlspack.json\0", "hlspack.json ", "sha256sums",
      "artwork.exe", "artwork.", "artwork.JPG", "artwork.jpg/x", "keys/key-00.m4s", "keys/key--1.m4s",
      "keys/key-1.key", "keys/key-10000000.m4s", "keys//key-1.m4s", "keys/key-１.m4s", "journal",
      "\(stream)", "\(stream)/", "\(stream)/..", "\(stream)/../x", "\(stream)/00000.m4s",
      "\(stream)/0000000.m4s",
      "\(stream)/0000001.m4s", "\(stream)/000000.M4S", "\(stream)/000000.sh", "\(stream)/000000",
      "\(stream)/.m4s",
      "\(stream)/init-.mp4", "\(stream)/init-01.mp4", "\(stream)/000000.part", "\(stream)/sub/000000.m4s",
      "\(stream)-1/000000.m4s", "\(stream)-02/000000.m4s", "\(stream)-1000000/000000.m4s",
      "\(stream)-2-3/000000.m4s",
      "6-0-LAQU2CXMYGY6JZTQM3CJEKH5OOCL7ZO7/000001.aac", "1-00-LAQU2CXMYGY6JZTQM3CJEKH5OOCL7ZO7/000001.aac",
      "1--LAQU2CXMYGY6JZTQM3CJEKH5OOCL7ZO7/000001.aac", "1-0-laqu2cxmygy6jztqm3cjekh5oocl7zo7/000001.aac",
      "1-0-LAQU2CXMYGY6JZTQM3CJEKH5OOCL7ZO/000001.aac", "1-0-LAQU2CXMYGY6JZTQM3CJEKH5OOCL7ZO1/000001.aac",
      "0-9223372036854775808-LAQU2CXMYGY6JZTQM3CJEKH5OOCL7ZO7/000001.aac",
      "Data/Playlist-..-6F1D0C52-0000-4000-8000-00000000000.data", "Data/x.data", "Data/",
      "Data/Playlist-master.m3u8-6f1d0c52-0000-4000-8000-000000000001.data",
      "Data/Playlist-a b-6F1D0C52-0000-4000-8000-000000000001.data",
      "Data/Playlist--6F1D0C52-0000-4000-8000-000000000001.data",
      "Data\\Playlist-master.m3u8-6F1D0C52-0000-4000-8000-000000000001.data",
    ])
  func illegal(_ text: String) {
    #expect(BundlePath(text) == nil)
  }

  @Test("a stream's folder is named by kind, bandwidth, hash of the identity and generation")
  func folders() throws {
    let folder = StreamFolder(
      kind: .variant, bandwidth: 2_500_000,
      identity: Identity(text: "https://cdn.example.com/film/v720/index.m3u8"))
    #expect(folder.text == Self.stream)
    #expect(folder.next.text == "\(Self.stream)-2")
    #expect(folder.next.next.text == "\(Self.stream)-3")
    #expect(StreamFolder("\(Self.stream)-3") == folder.next.next)
    #expect(StreamFolder(kind: .audio, bandwidth: -1, hash: folder.hash).bandwidth == 0)
  }

  @Test("a media file's name has six digits or more, and its extension is of a closed list")
  func mediaNames() throws {
    #expect(MediaFileName(.segment, index: 7, fileExtension: .ts)?.text == "000007.ts")
    #expect(MediaFileName(.segment, index: 1_234_567, fileExtension: .vtt)?.text == "1234567.vtt")
    #expect(MediaFileName(.initialization, index: 12, fileExtension: .mp4)?.text == "init-12.mp4")
    #expect(MediaFileName(.segment, index: 10_000_000, fileExtension: .ts) == nil)
    #expect(MediaFileName(.segment, index: -1, fileExtension: .ts) == nil)
    #expect(MediaFileName.scratch(.segment, index: 7) == "000007.part")
    #expect(MediaFileName.scratch(.initialization, index: 7) == "init-7.part")
    #expect(try #require(MediaFileName("init-9.mp4")) < #require(MediaFileName("000000.m4s")))
  }

  @Test("a name in Data is made of any text, the same in every build, and taken apart again")
  func dataNames() throws {
    let identity = IdentityHash(of: Identity(text: "film"))
    for name in ["master.m3u8", "chapters/../../x", "ü", "", String(repeating: "long", count: 100)] {
      let item = DataName(.sessionData, name: name, of: identity)
      let path = try #require(item.path)
      #expect(DataName(path) == item)
      #expect(DataName(.sessionData, name: name, of: identity) == item)
      #expect(DataName(.playlist, name: name, of: identity).identifier != item.identifier)
    }
    let first = DataName(.sessionData, name: "a/b", of: identity)
    let second = DataName(.sessionData, name: "a b", of: identity)
    #expect(first.name == second.name)
    #expect(first.path != second.path)
  }

  @Test("no two names of one bundle differ only in case, whatever they are made of")
  func cases() throws {
    let identity = IdentityHash(of: Identity(text: "film"))
    let first = DataName(.playlist, name: "Master.m3u8", of: identity).text
    let second = DataName(.playlist, name: "master.m3u8", of: identity).text
    #expect(first.lowercased() != second.lowercased())
    let folders = ["https://example.com/A", "https://example.com/a"].map {
      StreamFolder(kind: .variant, bandwidth: 1, identity: Identity(text: $0)).text
    }
    #expect(folders[0].lowercased() != folders[1].lowercased())
    // A name of the grammar in another case is none of it; of Data the case of the middle is free, its UUID is not.
    for name in [
      "index.m3u8", "SHA256SUMS", "keys/key-0.m4s", "\(Self.stream)/stream.json", "\(Self.stream)/init-0.mp4",
    ] {
      #expect(BundlePath(name) != nil)
      for other in [name.lowercased(), name.uppercased()] where other != name {
        #expect(BundlePath(other) == nil)
      }
    }
  }

  @Test("selections of one name are told apart by a number")
  func unique() {
    #expect(SelectionIDs.unique(["a", "b", "a", "a", "a#2"]) == ["a", "b", "a#2", "a#3", "a#2#2"])
  }
}
