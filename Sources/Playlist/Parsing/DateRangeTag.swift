extension MediaInterpreter {
  /// A tag of illegal syntax is ignored, not refused (4.4.5.1).
  mutating func readDateRange(_ bytes: Span<UInt8>) throws(PlaylistError) {
    do {
      try context.readAttributes(bytes)
    } catch  where error.kind == .malformed && !context.notes.isStrict {
      return context.ignore("its attributes cannot be read")
    }
    guard let id = try context.quoted("ID", bytes) else {
      try context.missing("ID")
      return context.ignore("it has no ID")
    }
    let endOnNext = try context.enumerated("END-ON-NEXT", bytes)
    if let endOnNext, endOnNext != "YES" { context.ignore("the value of END-ON-NEXT is not known") }
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
      let text = try context.resolved(bytes.text(from: field.valueStart, to: field.valueEnd))
      others.append(DateRange.Other(name: name, value: AttributeValue(text: text, isQuoted: field.isQuoted)))
    }
    return others
  }

  private static let known: Set<String> = [
    "ID", "CLASS", "START-DATE", "END-DATE", "DURATION", "PLANNED-DURATION", "END-ON-NEXT", "CUE",
  ]
}
