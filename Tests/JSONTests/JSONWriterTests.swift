import JSON
import Testing

@Suite struct JSONWriterTests {
  private func compact(_ value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    "a value has one text",
    arguments: [
      (.null, "null"), (true, "true"), (0, "0"), (.integer(.min), "-9223372036854775808"), ("/", "\"/\""),
      ("\"\\\u{8}\t\n\u{C}\r", #""\"\\\b\t\n\f\r""#),
      ("\u{0}\u{1B}\u{7F}\u{9B}", #""\u0000\u001b\u007f\u009b""#),
      ("é\u{A0}\u{BF}Â漢😀", "\"é\u{A0}\u{BF}Â漢😀\""), ([], "[]"), ([:], "{}"), ([1, [], "a"], #"[1,[],"a"]"#),
      (["b": 1, "a": nil, "B": [:], "é": 2, "ab": 3], #"{"B":{},"a":null,"ab":3,"b":1,"é":2}"#),
    ] as [(JSONValue, String)])
  func compactText(_ value: JSONValue, _ expected: String) {
    #expect(compact(value) == expected)
  }

  @Test(
    "a decimal is the shortest text that reads back equal",
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-25, "-25"), (0.1, "0.1"), (6.006, "6.006"),
      (1e15, "1000000000000000"),
      (123456789012345.6, "123456789012345.6"), (0.0001, "0.0001"), (0.00001, "0.00001"),
      (1.5e-5, "0.000015"),
      (-2.25e-6, "-0.00000225"), (1e-6, "0.000001"), (9e-7, "9e-07"), (0x1p53, "9007199254740992"),
      (1e21, "1e+21"), (1 / 3, "0.3333333333333333"), (.nan, "null"), (.infinity, "null"),
      (-.infinity, "null"), (29.97002997002997, "29.97002997002997"),
    ] as [(Double, String)])
  func decimals(_ value: Double, _ expected: String) {
    #expect(compact(.decimal(value)) == expected)
  }

  private func raw(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    "a written decimal becomes what its number becomes",
    arguments: [
      "1.024", "0", "0.0", "1", "10", "007", "1.0", "1.50", "1.", ".5", "0.5", "00.5", "0.000001",
      "0.0000001",
      "6.006006006006", "123456789012345", "1234567890123456", "0.10000000000000001", "29.970", "100",
    ])
  func writtenDecimals(_ text: String) throws {
    let bytes = Array("<\(text)>".utf8)
    let value = try #require(Double(text.hasPrefix(".") ? "0" + text : text))
    #expect(
      raw { $0.rawDecimal(value, written: bytes, at: 1..<bytes.count - 1) } == compact(.decimal(value)))
  }

  @Test(
    "text in place becomes what a string becomes",
    arguments: [
      "", "plain", "a longer text that takes several steps of sixteen bytes each", "a \"quoted\" word",
      "back\\slash",
      "at the end of a long text stands one tab\t", "\u{7F}", "\u{9B}", "é 漢 😀", "\u{0}",
    ])
  func textInPlace(_ text: String) {
    let bytes = Array("\"\(text)\"".utf8)
    let expected = compact(.string(text))
    #expect(raw { $0.rawString(bytes, at: 1..<bytes.count - 1) } == expected)
    #expect(raw { $0.rawString(text) } == expected)
  }

  @Test("text in place that is not UTF-8 is repaired")
  func repairedText() {
    #expect(raw { $0.rawString([0x61, 0xFF, 0x62], at: 0..<3) } == "\"a\u{FFFD}b\"")
  }

  @Test("every decimal reads back equal, without an exponent from 1e-6 to 1e15")
  func decimalsReadBack() throws {
    var state: UInt64 = 42
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = Double(bitPattern: state)
      let text = compact(.decimal(value))
      guard value.isFinite else { continue }
      #expect(try JSONReader.parse(Array(text.utf8)).number == value)
      let scaled = Double(state >> 11) * 0x1p-53 * (state & 1 == 0 ? 1e-4 : 1e15)
      if scaled >= 1e-6 {
        let plain = compact(.decimal(scaled))
        #expect(!plain.contains("e"))
        #expect(Double(plain) == scaled)
      }
    }
  }

  @Test("the pieces place commas and newlines, and a newline stays behind the comma")
  func pieces() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("files")
    writer.beginArray()
    for index in 0..<3 {
      writer.newline()
      writer.beginObject()
      writer.key("name")
      writer.string("\(index).ts")
      writer.key("n" as String)
      writer.integer(Int64(index))
      writer.endObject()
    }
    writer.newline()
    writer.endArray()
    writer.key("x")
    writer.decimal(0.5)
    writer.key("y")
    writer.bool(false)
    writer.key("z")
    writer.null()
    writer.endObject()
    writer.newline()
    writer.beginArray()
    writer.endArray()
    writer.newline()
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == """
        {"files":[
        {"name":"0.ts","n":0},
        {"name":"1.ts","n":1},
        {"name":"2.ts","n":2}
        ],"x":0.5,"y":false,"z":null}
        []

        """)
  }

  @Test("a text written in portions is the text written at once")
  func portions() {
    var whole: [UInt8] = []
    var writer = JSONWriter()
    writer.beginArray()
    for index in 0..<Int64(100) {
      writer.write(["i": .integer(index)])
      if index % 7 == 0 {
        whole += writer.bytes
        writer.removeAll(keepingCapacity: true)
      }
    }
    writer.endArray()
    whole += writer.bytes
    #expect(String(decoding: whole, as: UTF8.self) == compact(.array((0..<100).map { ["i": .integer($0)] })))
  }

  @Test("the pretty form has one member a line and reads back equal")
  func pretty() throws {
    let value: JSONValue = ["b": [1, [], ["x": [:]]], "a": "t", "c": nil]
    var writer = JSONWriter()
    writer.write(value, indent: 2)
    writer.newline()
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == """
        {
          "a": "t",
          "b": [
            1,
            [],
            {
              "x": {}
            }
          ],
          "c": null
        }

        """)
    #expect(try JSONReader.parse(writer.bytes) == value)
  }
}
