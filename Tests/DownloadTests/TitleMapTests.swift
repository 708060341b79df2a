import Addresses
import BundleStore
import Playlist
import Testing

@testable import Download

@Suite struct TitleMapTests {
  private static let text = multivariant(
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",URI=\"en.m3u8?token=TOKEN\"",
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",URI=\"en2.m3u8\"",
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"In the video\",LANGUAGE=\"en\"",
    "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"English\",LANGUAGE=\"en\",URI=\"subs.m3u8\"",
    "#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"v\",NAME=\"Angle\",URI=\"angle.m3u8\"",
    "#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"v\",NAME=\"Main\",URI=\"high.m3u8\"",
    "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"English\",INSTREAM-ID=\"CC1\"",
    "#EXT-X-STREAM-INF:BANDWIDTH=2000000,AUDIO=\"a\"", "high.m3u8?token=TOKEN",
    "#EXT-X-STREAM-INF:BANDWIDTH=2500000,SUBTITLES=\"s\"", "./x/../high.m3u8",
    "#EXT-X-STREAM-INF:BANDWIDTH=800000", "low.m3u8?id=7", "#EXT-X-STREAM-INF:BANDWIDTH=800000",
    "low.m3u8?id=8")

  private func map(_ token: String = "1") throws -> TitleMap {
    try Title.map(
      Title.parse(Self.text.replacing("TOKEN", with: token)), at: "\(Title.address)?token=\(token)")
  }

  @Test("folders say what a stream is; captions and muxed renditions have none")
  func kinds() throws {
    let map = try map()
    #expect(
      map.renditions.map { $0?.folder.kind } == [.audio, .audio, nil, .subtitles, .video, .variant, nil])
    #expect(map.variants.map(\.folder.kind) == [.variant, .variant, .variant, .variant])
    #expect(map.renditions.compactMap { $0?.folder.bandwidth } == [0, 0, 0, 0, 2_500_000])
  }

  @Test("one playlist URL is one stream, under the highest BANDWIDTH of its lines")
  func oneStream() throws {
    let map = try map()
    #expect(map.variants[0].folder == map.variants[1].folder)
    #expect(map.variants[0].folder.bandwidth == 2_500_000)
    #expect(map.renditions[5]?.folder == map.variants[0].folder)
  }

  @Test("id= makes another stream")
  func identifier() throws {
    let map = try map()
    #expect(map.variants[2].folder != map.variants[3].folder)
  }

  @Test("tokens change addresses, never folders or identifiers")
  func tokens() throws {
    let one = try map("1")
    let two = try map("eyJhbGciOi")
    #expect(one.variants.map(\.uri) != two.variants.map(\.uri))
    #expect(one.variants.map(\.folder) == two.variants.map(\.folder))
    #expect(one.renditions.map { $0?.folder } == two.renditions.map { $0?.folder })
    #expect(one.variantIDs == two.variantIDs && one.renditionIDs == two.renditionIDs)
  }

  @Test("identifiers are unique")
  func identifiers() throws {
    let map = try map()
    #expect(Set(map.variantIDs).count == map.variantIDs.count)
    #expect(
      map.renditionIDs == [
        "audio:a:en:English", "audio:a:en:English#2", "audio:a:en:In the video", "subtitles:s:en:English",
        "video:v::Angle", "video:v::Main", "closedCaptions:c::English",
      ])
    #expect(map.variantIDs[0] == "variant:\(map.variants[0].folder.text)")
    #expect(map.variantIDs[1] == "variant:\(map.variants[0].folder.text)#2")
  }

  @Test("no folder is another one but for case, and each is a legal name")
  func folders() throws {
    let map = try map()
    let folders = Set(map.variants.map(\.folder) + map.renditions.compactMap { $0?.folder })
    #expect(folders.count == 7)
    #expect(Set(folders.map { $0.text.lowercased() }).count == folders.count)
    for folder in folders { #expect(StreamFolder(folder.text) == folder) }
  }

  @Test(
    "a reference that must not be followed is refused with its line",
    arguments: ["file:///etc/hostname", "concat:http://x|file:///etc/hostname", "data:,x"])
  func refused(_ uri: String) throws {
    let variant = failure {
      _ = try Title.map(Title.parse(multivariant("#EXT-X-STREAM-INF:BANDWIDTH=1", uri)))
    }
    #expect(variant?.kind == .wrongSource)
    #expect(variant?.message.hasPrefix("master.m3u8:3: ") == true)
    let rendition = failure {
      let media = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",URI=\"\(uri)\""
      _ = try Title.map(Title.parse(multivariant(media, "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\"", "v")))
    }
    #expect(rendition?.message.hasPrefix("master.m3u8:2: ") == true)
  }
}
