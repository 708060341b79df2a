import CXML
import Glibc
import Testing

@testable import BundleStore

@Suite("Apple's index")
struct AppleIndexTests {
  /// What libxml2 makes of a text: element names, attributes and contents, one a line; nil when it is not
  /// XML.
  private func outline(_ xml: [UInt8]) -> [String]? {
    let document = xml.withUnsafeBytes {
      xmlReadMemory(
        $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), "index.xml", "UTF-8",
        Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOBLANKS.rawValue))
    }
    guard let document else { return nil }
    defer { xmlFreeDoc(document) }
    var lines: [String] = []
    walk(xmlDocGetRootElement(document), depth: 0, into: &lines)
    return lines
  }

  private func walk(_ first: xmlNodePtr?, depth: Int, into lines: inout [String]) {
    var next = first
    while let node = next {
      if node.pointee.type == XML_ELEMENT_NODE {
        var line = String(repeating: " ", count: depth) + String(cString: node.pointee.name)
        var attribute = node.pointee.properties
        while let one = attribute {
          let value = text(xmlNodeListGetString(node.pointee.doc, one.pointee.children, 1))
          line += " \(String(cString: one.pointee.name))=\(value)"
          attribute = one.pointee.next
        }
        if node.pointee.children?.pointee.type == XML_TEXT_NODE {
          line += ": " + text(xmlNodeGetContent(node))
        }
        lines.append(line)
        walk(node.pointee.children, depth: depth + 1, into: &lines)
      }
      next = node.pointee.next
    }
  }

  private func text(_ owned: UnsafeMutablePointer<xmlChar>?) -> String {
    guard let owned else { return "" }
    defer { free(owned) }
    return String(cString: owned)
  }

  @Test("root.xml names the boot file")
  func root() throws {
    #expect(
      outline(try AppleIndex.root()) == [
        "MoviePackage", " Version: 1.0", " MoviePackageType: HLS", " BootImage: boot.xml",
      ])
  }

  @Test("boot.xml lists every stream as complete, the source, and the data items that Apple has")
  func boot() throws {
    let items = [
      DataName(.playlist, name: "master.m3u8", of: Sample.identity),
      DataName(.playlist, name: "\(Sample.video.text).m3u8", of: Sample.identity),
      DataName(.sessionData, name: "chapters", of: Sample.identity),
    ]
    let xml = try AppleIndex.boot(Sample().manifest, data: items)
    let (video, audio) = (Sample.video.text, Sample.audio.text)
    #expect(
      outline(xml) == [
        "HLSMoviePackage schemaLocation=http://apple.com/IMG/Schemas/HLSMoviePackage "
          + "/System/Library/Schemas/HLSMoviePackage.xsd",
        " Version: 1.0", " HLSMoviePackageType: PersistedStore", " Streams",
        "  Stream ID=\(video) NetworkURL=https://cdn.example.com/film/v/index.m3u8 Path=\(video)",
        "   Complete: YES",
        "  Stream ID=\(audio) NetworkURL=https://cdn.example.com/film/a/index.m3u8 Path=\(audio)",
        "   Complete: YES",
        " MasterPlaylist", "  NetworkURL: https://cdn.example.com/film/master.m3u8",
        " DataItems Directory=Data",
        "  DataItem", "   ID: \(items[0].identifier)", "   Category: Playlist", "   Name: master.m3u8",
        "   DataPath: Playlist-master.m3u8-\(items[0].identifier).data", "   Role: Master",
        "  DataItem", "   ID: \(items[2].identifier)", "   Category: SessionData", "   Name: chapters",
        "   DataPath: SessionData-chapters-\(items[2].identifier).data",
      ])
    #expect(
      String(decoding: xml, as: UTF8.self).contains("xmlns=\"http://apple.com/IMG/Schemas/HLSMoviePackage\""))
  }

  @Test("StreamInfoBoot.xml lists segments with their ranges, a section wherever it changes, and no gap")
  func stream() throws {
    let listing = try Sample().listings[0]
    let xml = try AppleIndex.stream(listing, peakBandwidth: 1)
    let lines = try #require(outline(xml))
    let length = listing.files.map(\.bytes)
    #expect(
      lines.prefix(9) == [
        "StreamInfo", " Version: 1.0", " Complete: YES", " PeakBandwidth: 2500000", " Compressable: NO",
        " MediaPlaylist", "  NetworkURL: https://cdn.example.com/film/v/index.m3u8",
        "  PathToLocalCopy: playlist.m3u8", " Type: Main",
      ])
    let sections = lines.filter { $0.hasPrefix("  ISEG") }
    #expect(sections.map { $0.contains("PATH=init-0.mp4 ") } == [true, false, true])
    #expect(sections.map { $0.contains("SeqNum=7 ") } == [true, false, false])
    #expect(sections[2].contains("SeqNum=10 "))
    let segments = lines.filter { $0.hasPrefix("  SEG") }
    #expect(segments.count == 3)
    #expect(
      segments[0] == "  SEG Dur=6.006 Len=\(length[2]) Off=812 PATH=000000.m4s SeqNum=7 Tim=0 "
        + "URL=https://cdn.example.com/film/000000.m4s?x=1&y=<2>")
    #expect(lines.last == " MediaBytesStored: \(length.reduce(0, +))")
  }

  @Test(
    "holds hostile text without breaking",
    arguments: ["<&\"'>]]>", "a\u{1}b\u{FFFE}c", "ü\u{10FFFF}", "\u{0}"])
  func hostileText(_ text: String) throws {
    var manifest = try Sample().manifest
    manifest.source.url = "https://example.com/" + text
    manifest.streams[0].source = text
    let lines = try #require(outline(try AppleIndex.boot(manifest, data: [])))
    let shown = text.replacing("\u{1}", with: "\u{FFFD}").replacing("\u{FFFE}", with: "\u{FFFD}")
      .replacing("\u{0}", with: "\u{FFFD}")
    #expect(lines.contains("  NetworkURL: https://example.com/" + shown))
  }
}
