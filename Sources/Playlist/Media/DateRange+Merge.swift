extension MediaPlaylist {
  /// The date ranges with the tags of one ID put together (4.4.5.1), in the order of their first tags. Where two
  /// tags disagree on an attribute, which they must not, the first counts.
  package var mergedDateRanges: [DateRange] {
    var places: [String: Int] = [:]
    var merged: [DateRange] = []
    var later: [Int: [DateRange]] = [:]
    for range in dateRanges {
      if let place = places[range.id] {
        later[place, default: []].append(range)
      } else {
        places[range.id] = merged.count
        merged.append(range)
      }
    }
    for (place, ranges) in later { merged[place] = merged[place].merged(with: ranges) }
    return merged
  }
}

extension DateRange {
  /// With what later tags of the same ID add.
  fileprivate func merged(with later: [DateRange]) -> DateRange {
    var names = Set(others.map(\.name))
    var allOthers = others
    for range in later { allOthers += range.others.filter { names.insert($0.name).inserted } }
    return DateRange(
      line: line, id: id, classID: classID ?? later.first(\.classID),
      startDate: startDate ?? later.first(\.startDate), endDate: endDate ?? later.first(\.endDate),
      duration: duration ?? later.first(\.duration),
      plannedDuration: plannedDuration ?? later.first(\.plannedDuration),
      endOnNext: endOnNext || later.contains(where: \.endOnNext),
      cue: cue.isEmpty ? later.first { !$0.cue.isEmpty }?.cue ?? [] : cue, others: allOthers)
  }
}

extension [DateRange] {
  /// The first value that is there.
  fileprivate func first<Value>(_ value: (DateRange) -> Value?) -> Value? {
    for range in self { if let found = value(range) { return found } }
    return nil
  }
}
