import Digest
import JSON
import Testing

@testable import BundleStore

@Suite("Reading a line of a listing quickly")
struct ScannerTests {
  private func line(_ file: StreamFile) -> [UInt8] {
    var writer = JSONWriter()
    file.write(to: &writer)
    return writer.bytes
  }

  private func scanned(_ line: [UInt8]) -> StreamFile? {
    var scanner = StreamFileScanner(line, 0..<line.count)
    return scanner.file()
  }

  private func parsed(_ line: [UInt8]) -> StreamFile? {
    // Either error means that the line is refused.
    guard let value = try? JSONReader.parse(line) else { return nil }
    return try? StreamFile(JSONFields(value, way: "", place: "", file: ""))
  }

  @Test("gives what was written, for all files without rare members")
  func equal() throws {
    for file in try Sample().listings.flatMap(\.files) where file.disguise == nil {
      #expect(scanned(line(file)) == file)
    }
  }

  @Test(
    "rounds decimals as the general reader does",
    arguments: [0, 0.1, 6.006, 9.009009, 10, 1e-6, 123456.789012345, 3.0000000000000004, 7200.123, 1e15, 0.3])
  func decimals(_ seconds: Double) throws {
    var file = try Sample().listings[1].files[0]
    file.durationSeconds = seconds
    file.startSeconds = seconds / 3
    #expect(parsed(line(file)) == file)
    if let quick = scanned(line(file)) { #expect(quick == file) }
  }

  @Test("never accepts what the general reader refuses or reads otherwise: 20,000 changed lines")
  func changed() throws {
    var random = SplitMix(state: 20_261_130)
    let lines = try Sample().listings.flatMap(\.files).map(line)
    let alphabet = Array("{}[]\",:0123456789.eE+-\\nulabmetsif\u{7F}é ".utf8)
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = lines.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let byte = alphabet.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        default: bytes.remove(at: place)
        }
      }
      guard let quick = scanned(bytes) else { continue }
      accepted += 1
      if quick != parsed(bytes) { Issue.record("\(String(decoding: bytes, as: UTF8.self))") }
    }
    #expect(accepted > 500)
  }
}

/// Random numbers that are the same in every run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
