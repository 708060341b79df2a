import Playlist
import Testing

@Suite struct EditingTests {
  private func edits(_ text: String) throws -> PlaylistEdits {
    PlaylistEdits(of: try PlaylistText(Array(text.utf8), name: "p.m3u8"))
  }

  private func text(_ edits: PlaylistEdits, normalizing: Bool = false) -> String {
    String(decoding: edits.serialized(normalizing: normalizing), as: UTF8.self)
  }

  @Test("an edited line keeps its line end, and every other line its bytes")
  func replaced() throws {
    var edits = try edits("\u{FEFF}#EXTM3U \r\n#EXTINF:6\r\n a.ts\r\nb.ts")
    edits.replace(line: 2, with: "x.ts")
    #expect(text(edits) == "\u{FEFF}#EXTM3U \r\n#EXTINF:6\r\nx.ts\r\nb.ts")
    edits.replace(line: 3, with: "y.ts")
    #expect(text(edits) == "\u{FEFF}#EXTM3U \r\n#EXTINF:6\r\nx.ts\r\ny.ts")
  }

  @Test("a dropped line is gone with its end, an inserted one has the end that the others have")
  func droppedAndInserted() throws {
    var edits = try edits("#EXTM3U\r\na\r\nb")
    edits.drop(line: 1)
    edits.insert(before: 2, "#EXT-X-GAP")
    edits.insert(before: 2, "# two")
    edits.append("#EXT-X-ENDLIST")
    #expect(text(edits) == "#EXTM3U\r\n#EXT-X-GAP\r\n# two\r\nb\r\n#EXT-X-ENDLIST\r\n")
    #expect(edits.isDropped(1) && edits.current(1) == "")
  }

  @Test("normalizing repairs every leniency and leaves unknown tags and comments")
  func normalized() throws {
    let edits = try edits(
      "\u{FEFF}#EXTM3U foo\r\n# a comment \r#EXT-X-KEY: METHOD=AES-128 , URI=\"k\",IV=0xab,,\r\n #EXTINF: 6 \r\n\ta.ts\n#EXT-X-OTHER: a , b"
    )
    #expect(
      text(edits, normalizing: true) == """
        #EXTM3U
        # a comment
        #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x000000000000000000000000000000AB
        #EXTINF:6,
        a.ts
        #EXT-X-OTHER: a , b

        """)
  }

  @Test("a replaced line is normalized too, and cannot become two")
  func replacedNormalized() throws {
    var edits = try edits("#EXTM3U\na\n")
    edits.replace(line: 1, with: "#EXTINF:6\nx\r\n")
    #expect(text(edits) == "#EXTM3U\n#EXTINF:6x\n")
    edits.replace(line: 1, with: " #EXTINF:6 ")
    #expect(text(edits, normalizing: true) == "#EXTM3U\n#EXTINF:6,\n")
  }

  @Test("one attribute is edited and the rest of the list stays as it was")
  func attributes() throws {
    var edits = try edits(
      "#EXTM3U\n#EXT-X-MAP:X-A=1, URI=\"i.mp4\",BYTERANGE=\"5@0\",X-B=\"c,d\"\n#EXT-X-MAP:BYTERANGE=\"1\"\n")
    edits.editAttributes(line: 1) { list in
      list.set("URI", quoted: "init-0.mp4")
      list.remove("BYTERANGE")
    }
    edits.editAttributes(line: 2) { $0.remove("BYTERANGE") }
    #expect(text(edits) == "#EXTM3U\n#EXT-X-MAP:X-A=1,URI=\"init-0.mp4\",X-B=\"c,d\"\n#EXT-X-MAP\n")
  }

  @Test("variables are resolved where the specification allows them, and their definitions go")
  func variables() throws {
    let source =
      head + """
        #EXT-X-DEFINE:NAME="p",VALUE="path"
        #EXT-X-KEY:METHOD=AES-128,URI="{$p}/k"
        #EXT-X-VENDOR:URI="{$p}/x",OTHER="{$none}"
        # {$p}
        #EXTINF:6,{$p}
        {$p}/1.ts

        """ + end
    let playlist = try media(source)
    var edits = PlaylistEdits(of: playlist.text)
    edits.resolve(playlist.variables)
    #expect(
      text(edits) == head + """
        #EXT-X-KEY:METHOD=AES-128,URI="path/k"
        #EXT-X-VENDOR:URI="path/x",OTHER="{$none}"
        # {$p}
        #EXTINF:6,{$p}
        path/1.ts

        """ + end)
    #expect(playlist.substitutedText(9) == "path/1.ts")
  }

  @Test(
    "the version is raised, written where it is missing, and never lowered",
    arguments: [
      ("#EXTM3U\n#EXT-X-VERSION:3\n", 6, "#EXTM3U\n#EXT-X-VERSION:6\n"),
      ("#EXTM3U\n#EXT-X-VERSION:7\n", 6, "#EXTM3U\n#EXT-X-VERSION:7\n"),
      ("#EXTM3U\na\n", 6, "#EXTM3U\n#EXT-X-VERSION:6\na\n"), ("#EXTM3U\na\n", 1, "#EXTM3U\na\n"),
      ("#EXTM3U", 4, "#EXTM3U\n#EXT-X-VERSION:4\n"),
    ])
  func version(_ source: String, _ version: Int, _ expected: String) throws {
    var edits = try edits(source)
    edits.raiseVersion(to: version)
    #expect(text(edits) == expected)
  }
}

@Suite struct AttributeListTests {
  @Test(
    "a list is written as it was read",
    arguments: [
      "", "A=1", "A=1,B=\"x,y\"", " A = 1 ,,B=\"x\"y,", "A", "A=\"open,B=1", ",", "A=1,A=2",
    ])
  func untouched(_ text: String) {
    #expect(AttributeList(parsing: text).text == text)
  }

  @Test("values are found by name, blanks and quotes set aside")
  func lookup() {
    let list = AttributeList(parsing: "A = 1 , B=\" x=,y \",A=2,C=")
    #expect(list["A"] == AttributeValue(text: "1", isQuoted: false))
    #expect(list["B"] == AttributeValue(text: " x=,y ", isQuoted: true))
    #expect(list["C"]?.text == "")
    #expect(list["D"] == nil)
    #expect(list.ordered.map(\.name) == ["A", "B", "A", "C"])
  }

  @Test("setting keeps the place, adds at the end, and lets nothing escape its quotes")
  func setting() {
    var list = AttributeList(parsing: "A=1, B=\"2\"")
    list.set("A", enumerated: "9,B=7")
    list.set("B", quoted: "x\",C=\"y\n")
    list.set("D", quoted: "d")
    #expect(list.text == "A=9B=7,B=\"x,C=y\",D=\"d\"")
  }

  @Test("setting the value that is there changes no byte")
  func same() {
    var list = AttributeList(parsing: " A = 1 ,B=2")
    list.set("A", enumerated: "1")
    #expect(list.text == " A = 1 ,B=2")
  }

  @Test("the exact form has quotes where they belong and each name once")
  func exact() {
    let list = AttributeList(
      parsing:
        " TYPE = \"AUDIO\",URI=a.m3u8,URI=\"b\",,junk,codecs=\"x\",RESOLUTION=1X2,BANDWIDTH=5.5,SCTE35-CMD=0xfc"
    )
    #expect(list.normalized == "TYPE=AUDIO,URI=\"a.m3u8\",RESOLUTION=1x2,BANDWIDTH=5,SCTE35-CMD=0xFC")
  }
}
