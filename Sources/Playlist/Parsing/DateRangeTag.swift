extension MediaInterpreter {
  /// A tag of illegal syntax is ignored, not refused (4.4.5.1).
  mutating func readDateRange(_ bytes: Span<UInt8>) throws(PlaylistError) {
    do {
      guard try context.readAttributes(bytes) else { return }
    } catch  where error.kind == .malformed && !context.notes.isStrict {
      return try context.tolerate(.dateRange, "is ignored: its attributes cannot be read")
    }
    guard let id = try context.quoted("ID", bytes) else {
      return try context.missing("ID")
    }
    let endOnNext = try context.enumerated("END-ON-NEXT", bytes)
    if let endOnNext, endOnNext != "YES" { context.ignore(unknownValueOf: "END-ON-NEXT") }
    let range = DateRange(
      line: context.line, id: id, classID: try context.quoted("CLASS", bytes),
      startDate: try context.quoted("START-DATE", bytes), endDate: try context.quoted("END-DATE", bytes),
      duration: try context.decimal("DURATION", bytes),
      plannedDuration: try context.decimal("PLANNED-DURATION", bytes), endOnNext: endOnNext == "YES",
      cue: try context.list("CUE", bytes), others: try otherAttributes(bytes))
    if !context.isIgnored { playlist.dateRanges.append(range) }
  }

  private mutating func otherAttributes(_ bytes: Span<UInt8>) throws(PlaylistError) -> [DateRange.Other] {
    var others: [DateRange.Other] = []
    for field in context.fields.fields {
      let name = bytes.text(from: field.nameStart, to: field.nameEnd)
      if Self.known.contains(name) { continue }
      try check(field, bytes, name)
      let text = try context.resolved(bytes.text(from: field.valueStart, to: field.valueEnd))
      others.append(DateRange.Other(name: name, value: AttributeValue(text: text, isQuoted: field.isQuoted)))
    }
    return others
  }

  /// SCTE35-... are hexadecimal, X-... in quotes, hexadecimal or a number; others may be anything.
  private mutating func check(
    _ field: AttributeField, _ bytes: Span<UInt8>, _ name: String
  ) throws(PlaylistError) {
    let isCommand = name.hasPrefix("SCTE35-")
    guard isCommand || name.hasPrefix("X-"), isCommand || !field.isQuoted else { return }
    let (start, end) = (field.valueStart, field.valueEnd)
    if bytes.isHexadecimalSequence(from: start, to: end), !field.isQuoted {
      if bytes.hasSmallHexDigit(from: start + 2, to: end) {
        try context.tolerate(.lowerCaseHex, "has hexadecimal digits in lower case")
      }
    } else if isCommand || bytes.decimal(from: start, to: end, signed: true) == nil {
      try context.tolerate(
        .attributeType,
        isCommand
          ? "has an SCTE35 attribute that is no hexadecimal sequence"
          : "has an X- attribute that is neither in quotes nor a number")
    }
  }

  private static let known: Set<String> = [
    "ID", "CLASS", "START-DATE", "END-DATE", "DURATION", "PLANNED-DURATION", "END-ON-NEXT", "CUE",
  ]
}
