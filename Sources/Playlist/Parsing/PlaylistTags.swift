/// What a playlist is told from outside: its own address and the variables of its multivariant playlist.
import Addresses

struct VariableScope {
  let uri: URI?
  /// Nil when the playlist was not loaded from a multivariant one.
  let imported: [String: String]?
}

extension TagContext {
  /// The highest EXT-X-VERSION whose rules are known here.
  static let knownVersion = 13

  /// EXT-X-VERSION (4.4.1.2).
  mutating func readVersion(_ bytes: Span<UInt8>) throws(PlaylistError) -> Int {
    let version = try integerValue(bytes)
    if version > Self.knownVersion {
      if notes.isStrict {
        throw PlaylistError(
          name: notes.name, line: line + 1, .unknownVersion, "EXT-X-VERSION \(version) is not known",
          kind: .unsupported)
      }
      notes.note(
        Subject(rule: .unknownVersion), line: line,
        "EXT-X-VERSION \(version) is not known; read as \(Self.knownVersion)")
    }
    if version < 1 { try tolerate(.tagValue, "is less than 1") }
    return Int(clamping: version)
  }

  /// EXT-X-START (4.4.2.2); nil when the tag is to be ignored.
  mutating func readStart(_ bytes: Span<UInt8>) throws(PlaylistError) -> Start? {
    guard try readAttributes(bytes) else { return nil }
    guard let offset = try decimal("TIME-OFFSET", bytes, signed: true) else {
      try missing("TIME-OFFSET")
      return nil
    }
    let precise = try flag("PRECISE", bytes)
    return isIgnored ? nil : Start(line: line, timeOffset: offset, precise: precise)
  }

  /// EXT-X-DEFINE (4.4.2.3).
  mutating func readDefinition(
    _ bytes: Span<UInt8>, _ scope: VariableScope, isMultivariant: Bool
  ) throws(PlaylistError) {
    guard try readAttributes(bytes) else { return }
    let name = try quoted("NAME", bytes)
    let imported = try quoted("IMPORT", bytes)
    let parameter = try quoted("QUERYPARAM", bytes)
    let definition: Definition
    switch (name, imported, parameter) {
    case (let name?, nil, nil):
      guard let value = try quoted("VALUE", bytes, mayBeEmpty: true) else {
        throw malformed(.attributeMissing, "has no VALUE")
      }
      definition = Definition(name: name, value: value, line: line, source: .value)
    case (nil, let name?, nil):
      if isMultivariant {
        throw malformed(.defineImport, "IMPORT does not belong into a multivariant playlist")
      }
      definition = try importedDefinition(name, scope)
    case (nil, nil, let name?):
      requires(version: 11)
      definition = try queryDefinition(name, scope)
    default: throw malformed(.defineForm, "needs exactly one of NAME, IMPORT and QUERYPARAM")
    }
    guard definition.name.utf8.allSatisfy(\.isNameCharacter) else {
      throw malformed(
        .defineName,
        "\(definition.source == .value ? "NAME" : definition.source.rawValue) is no variable name")
    }
    guard variables.define(definition) else {
      throw malformed(.defineTwice, "defines \(definition.name) a second time")
    }
  }

  private func importedDefinition(_ name: String, _ scope: VariableScope) throws(PlaylistError) -> Definition
  {
    guard let imported = scope.imported else {
      throw undefined(
        .defineImport,
        "IMPORT asks for \(shown(name)), but the playlist was not loaded from a multivariant one",
        hint: "give the address of the multivariant playlist")
    }
    guard let value = imported[name] else {
      throw undefined(
        .defineImport, "IMPORT asks for \(shown(name)), which the multivariant playlist does not define",
        hint: nil)
    }
    return Definition(name: name, value: value, line: line, source: .imported)
  }

  private func queryDefinition(_ name: String, _ scope: VariableScope) throws(PlaylistError) -> Definition {
    guard let value = scope.uri?.queryValue(name) else {
      throw undefined(
        .defineQuery, "QUERYPARAM asks for \(shown(name)), which the playlist's address does not give",
        hint: "give the address with that query parameter")
    }
    guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") }) else {
      throw malformed(.defineQuery, "QUERYPARAM \(shown(name)) has a value with quotes or control characters")
    }
    return Definition(name: name, value: value, line: line, source: .queryParameter)
  }

  private func undefined(_ rule: SyntaxRule, _ reason: String, hint: String?) -> PlaylistError {
    PlaylistError(
      name: notes.name, line: line + 1, rule, "\(tag.rawValue) \(reason)", kind: .undefinedVariable,
      hint: hint)
  }

  /// A name of a variable, cut where it is long.
  private func shown(_ name: String) -> String { String(name.prefix(64)) }
}

// Tags for a whole media playlist (4.4.3).
extension MediaInterpreter {
  mutating func readPlaylistTag(
    _ tag: TagName, _ bytes: Span<UInt8>, _ scope: VariableScope
  ) throws(PlaylistError) {
    if tag == .define { return try context.readDefinition(bytes, scope, isMultivariant: false) }
    guard try singles.isFirst(&context) else { return }
    switch tag {
    case .version: playlist.version = try context.readVersion(bytes)
    case .independentSegments:
      try context.checkNoValue()
      playlist.independentSegments = true
    case .start: playlist.start = try context.readStart(bytes)
    case .targetDuration: playlist.targetDuration = try readTargetDuration(bytes)
    case .mediaSequence: playlist.mediaSequence = try readSequence(bytes)
    case .discontinuitySequence: playlist.discontinuitySequence = try readSequence(bytes)
    case .endList:
      try context.checkNoValue()
      playlist.endList = true
    case .playlistType: try readPlaylistType(bytes)
    case .iFramesOnly:
      try context.checkNoValue()
      playlist.iFramesOnly = true
      context.requires(version: 4)
    case .imagesOnly:
      try context.checkNoValue()
      playlist.imagesOnly = true
    case .partInf: try readPartInf(bytes)
    case .serverControl: try readServerControl(bytes)
    default: break
    }
    singles.forgetIgnored(context)
  }

  /// 4.4.3.1: at least 1. A decimal, as it is seen, is rounded up.
  private mutating func readTargetDuration(_ bytes: Span<UInt8>) throws(PlaylistError) -> Int {
    let range = try context.trimmedValue(bytes)
    var value = bytes.integer(from: range.lowerBound, to: range.upperBound)
    if value == nil, let decimal = bytes.decimal(from: range.lowerBound, to: range.upperBound), decimal < 1e9
    {
      try context.tolerate(.targetDuration, "is not a decimal integer")
      value = Int64(decimal.rounded(.up))
    }
    guard let value, value <= 1_000_000_000 else {
      throw context.malformed(.targetDuration, "is not a decimal integer")
    }
    if value == 0 {
      try context.tolerate(.targetDuration, "is 0; 1 is taken")
    }
    return max(1, Int(value))
  }

  private mutating func readSequence(_ bytes: Span<UInt8>) throws(PlaylistError) -> Int64 {
    if !playlist.segments.isEmpty {
      let isMedia = context.tag == .mediaSequence
      try context.tolerate(
        isMedia ? .mediaSequenceLate : .discontinuitySequenceLate,
        "comes after the first segment; taken for all")
    } else if context.tag == .discontinuitySequence, hasDiscontinuity {
      try context.tolerate(.discontinuitySequenceLate, "comes after EXT-X-DISCONTINUITY")
    }
    return try context.integerValue(bytes)
  }

  private mutating func readPlaylistType(_ bytes: Span<UInt8>) throws(PlaylistError) {
    let range = try context.trimmedValue(bytes)
    playlist.playlistType = PlaylistType(rawValue: bytes.text(from: range.lowerBound, to: range.upperBound))
    if playlist.playlistType == nil {
      context.notes.note(
        Subject(rule: .unknownValue, tag: context.tag), line: context.line,
        "EXT-X-PLAYLIST-TYPE is ignored: its value is not known")
    }
  }
}
