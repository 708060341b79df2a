import BundleStore

extension Rework.Sorted {
  /// The plan as people and scripts see it: only what comes to the bundle, and only its bytes.
  func shown(beside manifest: Manifest) -> BuildPlan {
    var shown = plan
    for index in kept.keys { shown.streams[index].estimatedBytes = 0 }
    let variants = Set(manifest.variants.map { Line($0.record, $0.stream.first) })
    shown.variants = plan.variants.filter { variant in
      kept[variant.stream] == nil
        || !variants.contains(Line(variant.record, plan.streams[variant.stream].folder.first))
    }
    let renditions = Set(manifest.renditions.map(\.record.id))
    shown.renditions = plan.renditions.filter { rendition in
      !(rendition.stream.map { kept[$0] != nil } ?? true) || !renditions.contains(rendition.record.id)
    }
    shown.iFrameStreams = plan.iFrameStreams.filter { kept[$0.stream] == nil }
    shown.imageStreams = plan.imageStreams.filter { kept[$0.stream] == nil }
    return shown
  }

  /// What tells one line of a stream from another.
  private struct Line: Hashable {
    let stream: StreamFolder
    let groups: VariantRecord.Groups

    init(_ record: VariantRecord, _ stream: StreamFolder) {
      self.stream = stream
      groups = record.groups
    }
  }
}

extension BuildPlan {
  /// Identifiers of what a shown plan adds, for the history; nil where that is nothing.
  var additions: String? {
    let ids =
      variants.map(\.record.id) + renditions.map(\.record.id) + iFrameStreams.map(\.record.id)
      + imageStreams.map(\.record.id)
    return ids.isEmpty ? nil : "added \(ids.joined(separator: ", "))"
  }
}
