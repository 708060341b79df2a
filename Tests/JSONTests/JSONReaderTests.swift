import JSON
import Testing

@Suite struct JSONReaderTests {
  @Test(
    "a well-formed text is read as its value",
    arguments: [
      ("null", .null), (" \t\r\n true \n", true), ("false", false), ("0", 0), ("-0", 0), ("-17", -17),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .decimal(9223372036854775808)), ("1.5", 1.5), ("-0.25e2", .decimal(-25)),
      ("1E+3", .decimal(1000)), ("\"\"", ""), ("\"é 漢 😀\"", "é 漢 😀"),
      (#""\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00""#, "\"\\/\u{8}\u{C}\n\r\tAé😀"),
      (#""a\u0000b""#, "a\u{0}b"),
      ("[]", []), ("[1,[2,{}]]", [1, [2, [:]]]), ("{ }", [:]),
      (#"{"b" : 1 , "a":[null]}"#, ["a": [nil], "b": 1]),
    ] as [(String, JSONValue)])
  func reads(_ text: String, _ expected: JSONValue) throws {
    #expect(try JSONReader.parse(Array(text.utf8)) == expected)
  }

  @Test(
    "a text that is not JSON is refused with its place",
    arguments: [
      ("", 0, "ends where a value is expected"), (" ", 1, "ends where a value is expected"),
      ("nul", 0, "not the start of a value"), ("nulL", 0, "not the start of a value"),
      ("{} x", 3, "more after the end of the value"), ("1 2", 2, "more after the end of the value"),
      ("[1,]", 3, "not the start of a value"), ("[1 2]", 3, "a comma or the end of the array is expected"),
      ("[", 1, "ends where a value is expected"), ("[1", 2, "a comma or the end of the array is expected"),
      (#"{"a":1,}"#, 7, "a member name is expected"), (#"{"a" 1}"#, 5, "a colon is expected"),
      (#"{a:1}"#, 1, "a member name is expected"),
      (#"{"a":1"#, 6, "a comma or the end of the object is expected"),
      (#"{"a":1,"b":2,"a":3}"#, 13, "a member name for the second time"),
      (#"{"a":1,"\u0061":3}"#, 7, "a member name for the second time"),
      ("01", 0, "a number with a leading zero"), ("-01", 1, "a number with a leading zero"),
      ("-", 1, "a digit is expected"), ("1.", 2, "a digit is expected"),
      (".5", 0, "not the start of a value"),
      ("+1", 0, "not the start of a value"), ("1e", 2, "a digit is expected"),
      ("1e+", 3, "a digit is expected"),
      ("1e999", 0, "a number that is too large"), ("NaN", 0, "not the start of a value"),
      ("\"abc", 4, "ends inside a string"), ("\"a\\", 2, "ends inside a string"),
      ("\"a\\x\"", 2, "an unknown escape"), ("\"\\u12G4\"", 5, "not a hexadecimal digit"),
      ("\"\\u12", 1, "ends inside a string"), ("\"\\uD800\"", 7, "half of a surrogate pair"),
      ("\"\\uDC00\"", 7, "half of a surrogate pair"), ("\"\\uD800\\u0041\"", 13, "half of a surrogate pair"),
      ("\"a\nb\"", 2, "a control character inside a string"), ("/* */1", 0, "not the start of a value"),
      ("\u{FEFF}1", 0, "a byte order mark or other text where a value is expected"),
    ])
  func refuses(_ text: String, _ offset: Int, _ reason: String) {
    #expect(throws: JSONError(offset: offset, reason: reason)) { try JSONReader.parse(Array(text.utf8)) }
  }

  @Test(
    "bytes that are not UTF-8 are refused with their place",
    arguments: [
      ([0x22, 0x61, 0xFF, 0x22], 2), ([0x22, 0xC3, 0x22], 1), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
      ([0x22, 0x5C, 0x6E, 0xC0, 0x80, 0x22], 3), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),
    ] as [([UInt8], Int)])
  func refusesBadUTF8(_ bytes: [UInt8], _ offset: Int) {
    #expect(throws: JSONError(offset: offset, reason: "not UTF-8")) { try JSONReader.parse(bytes) }
  }

  @Test("depth, length and number of values are bounded")
  func bounds() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(throws: Never.self) { try JSONReader.parse(nested(64)) }
    #expect(throws: JSONError(offset: 64, reason: "deeper than 64 levels")) {
      try JSONReader.parse(nested(65))
    }
    #expect(throws: JSONError.self) { try JSONReader.parse(nested(1_000_000)) }
    #expect(throws: JSONError(offset: 4, reason: "longer than 4 bytes")) {
      try JSONReader.parse(Array("[1,2]".utf8), limits: JSONLimits(bytes: 4))
    }
    #expect(throws: Never.self) { try JSONReader.parse(Array("[1,2]".utf8), limits: JSONLimits(members: 3)) }
    #expect(throws: JSONError(offset: 3, reason: "more than 2 values")) {
      try JSONReader.parse(Array("[1,2]".utf8), limits: JSONLimits(members: 2))
    }
    let digits = [UInt8](repeating: UInt8(ascii: "1"), count: 1_001)
    #expect(throws: JSONError(offset: 0, reason: "a number that is too long")) {
      try JSONReader.parse(digits)
    }
  }

  @Test("no cut of a text and no changed byte of it crashes the reader")
  func survivesDamage() {
    let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\uD83D\uDE00é"],"b":{"c":null,"d":true}}"#.utf8)
    for length in 0..<text.count {
      #expect(throws: JSONError.self) { try JSONReader.parse(Array(text[..<length])) }
    }
    for at in text.indices {
      for byte in UInt8.min...UInt8.max {
        var damaged = text
        damaged[at] = byte
        // Either outcome is right; only a crash is not.
        if let value = try? JSONReader.parse(damaged) { #expect(value.members != nil) }
      }
    }
  }

  @Test("the views of a value are nil for every other kind")
  func views() {
    let value: JSONValue = ["n": 3, "d": 2.5, "w": 4.0, "t": "x", "b": true, "a": [1], "z": nil]
    #expect(value["n"]?.int == 3)
    #expect(value["n"]?.number == 3)
    #expect(value["d"]?.int == nil)
    #expect(value["d"]?.number == 2.5)
    #expect(value["w"]?.int == 4)
    #expect(value["t"]?.text == "x")
    #expect(value["t"]?.int == nil)
    #expect(value["b"]?.flag == true)
    #expect(value["a"]?.items == [1])
    #expect(value["z"]?.isNull == true)
    #expect(value["absent"] == nil)
    #expect(value["a"]?["n"] == nil)
    #expect(value.members?.count == 7)
  }
}
