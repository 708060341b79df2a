import Addresses
import Conformance
import Playlist

/// What libFuzzer calls with each input (`make fuzz`). A promise that does not hold ends the process, and the input
/// is kept as a find.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: size))
  guard let uri = try? URI("https://example.com/p.m3u8?token=a%2Bb&empty=&quote=a%22b") else {
    fatalError("the address of all inputs is none")
  }
  let fuzz = PlaylistFuzz(uri: uri)
  fuzz.check(bytes)
  return 0
}

private struct PlaylistFuzz {
  let uri: URI

  private func parser(_ mode: PlaylistParser.Mode) -> PlaylistParser {
    PlaylistParser(name: "p.m3u8", uri: uri, mode: mode, imported: ["imp": "imported"])
  }

  func check(_ bytes: [UInt8]) {
    let lenient = parsed(bytes, .lenient)
    let strict = parsed(bytes, .strict)
    guard let lenient else {
      return require(strict == nil, "a strict reading takes what a lenient one refuses")
    }
    require(PlaylistEdits(of: lenient.text).serialized() == bytes, "bytes are lost")
    checkNormalized(lenient)
    checkRules(lenient)
    let hasLeniency = lenient.warnings.contains(where: \.isLeniency)
    require(strict == nil || !hasLeniency, "a strict reading tolerates")
    let isRefusedUnseen = strict == nil && !hasLeniency && !isUnknownVersion(lenient)
    require(!isRefusedUnseen, "a strict reading refuses what no warning tells")
    let redacted = Redaction.redactedText(bytes)
    require(Redaction.redactedText(redacted) == redacted, "redacted text is redacted again")
  }

  private func parsed(_ bytes: [UInt8], _ mode: PlaylistParser.Mode) -> ParsedPlaylist? {
    do {
      return try parser(mode).parse(bytes)
    } catch {
      require(!error.message.isEmpty, "an error says nothing")
      return nil
    }
  }

  private func isUnknownVersion(_ parsed: ParsedPlaylist) -> Bool {
    parsed.warnings.contains { $0.rule == .unknownVersion }
  }

  /// The exact form can be read, strictly where all could be repaired, and has nothing left to normalize.
  private func checkNormalized(_ lenient: ParsedPlaylist) {
    let exact = PlaylistEdits(of: lenient.text).serialized(normalizing: true)
    guard let again = parsed(exact, .lenient) else { fatalError("a normalized playlist cannot be read") }
    let twice = PlaylistEdits(of: again.text).serialized(normalizing: true)
    require(twice == exact, "normalizing a second time changes something")
    // What a variable puts into a line is not rewritten.
    let hasVariables = lenient.text.lines.indices.contains { lenient.text.tag($0) == .define }
    guard !hasVariables, lenient.warnings.allSatisfy(\.rule.isRepairable) else { return }
    do {
      _ = try parser(.strict).parse(exact)
    } catch {
      fatalError("a normalized playlist is not strict: \(error)")
    }
  }

  /// All rules come to an end, with a bounded number of findings.
  private func checkRules(_ parsed: ParsedPlaylist) {
    var findings = RuleBook.findings(of: parsed.warnings, in: "p.m3u8", isStrict: true)
    switch parsed {
    case .media(let playlist):
      require(playlist.duration.isFinite, "a duration is not finite")
      let facts = MediaPlaylistFacts(name: "p.m3u8", playlist: playlist, uri: uri)
      let hasDates = playlist.segments.contains { $0.programDateTime != nil }
      require(facts.dates.count == (hasDates ? playlist.segments.count : 0), "dates are missing")
      findings += RuleBook.findings(in: facts)
      findings += RuleBook.findings(
        in: PresentationFacts(multivariant: nil, media: [facts], isWhole: true))
    case .multivariant(let playlist):
      let facts = MultivariantFacts(name: "p.m3u8", playlist: playlist, uri: uri)
      findings += RuleBook.findings(in: facts)
      findings += RuleBook.findings(
        in: PresentationFacts(multivariant: facts, media: [], isWhole: playlist.variants.isEmpty))
    }
    require(findings.allSatisfy { !$0.message.isEmpty }, "a finding says nothing")
  }

  private func require(_ holds: Bool, _ promise: String) {
    if !holds { fatalError(promise) }
  }
}
