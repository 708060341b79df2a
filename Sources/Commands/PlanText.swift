import BundleStore
import Console
import Download
import Playlist
import Selection

/// A plan for people: all that the source has, what is chosen of it marked, and why.
enum PlanText {
  static func text(_ plan: BuildPlan, width: Int? = nil) -> String {
    var lines = ["\(plan.title), \(ByteText.duration(plan.duration)), into \(plan.destination)"]
    lines += table(of: plan).lines(width: width)
    let free = plan.freeBytes.map { ", \(ByteText.bytes($0)) free" } ?? ""
    lines.append("about \(ByteText.bytes(plan.estimatedBytes)) in all\(free)")
    return lines.joined(separator: "\n")
  }

  private static func table(of plan: BuildPlan) -> Table {
    guard let playlist = plan.multivariant, let map = plan.map, let choice = plan.choice else {
      var rows = ChoiceRows()
      for variant in plan.variants {
        rows.add(
          "variant", Describe.variant(variant.record), size(plan, variant.stream), variant.reason,
          isChosen: true)
      }
      return rows.table
    }
    var streams: [StreamFolder: Int] = [:]
    for (index, stream) in plan.streams.enumerated() { streams[stream.folder] = index }
    var rows = ChoiceRows.all(of: playlist, choice) { subject, index in
      let place = subject == .variant ? map.variants[index] : map.renditions[index]
      return place.flatMap { streams[$0.folder] }.map { size(plan, $0) }
    }
    for playlist in plan.trickPlay {
      let stream = plan.streams[playlist.stream]
      rows.add(
        Describe.kind(stream.folder.kind), Describe.variant(playlist.record),
        stream.isBorrowed ? "-" : size(plan, playlist.stream), playlist.reason, isChosen: true)
    }
    for data in plan.sessionData {
      rows.add(
        "data", data.dataID + (data.language.map { " \($0)" } ?? ""), "-",
        data.source == nil ? "in the playlist itself" : "a payload of session data", isChosen: true)
    }
    return rows.table
  }

  private static func size(_ plan: BuildPlan, _ stream: Int) -> String {
    "~" + ByteText.bytes(plan.streams[stream].estimatedBytes)
  }
}

/// The rows of a choice: what is chosen bears a mark.
struct ChoiceRows {
  private(set) var table = Table(columns: [
    .init(""), .init("KIND"), .init("WHAT", isFlexible: true), .init("SIZE", alignment: .right),
    .init("WHY", isFlexible: true),
  ])

  mutating func add(_ kind: String, _ what: String, _ size: String, _ why: String, isChosen: Bool) {
    table.append([isChosen ? "*" : "", kind, what, size, why])
  }

  /// Everything that a source has, in its order.
  /// - Parameter size: of what is chosen; nil where it is not known or stands in another row's stream.
  static func all(
    of playlist: MultivariantPlaylist, _ choice: Choice, size: (LeftOut.Subject, Int) -> String?
  ) -> ChoiceRows {
    var rows = ChoiceRows()
    var variants: [Int: String] = [:]
    var others: [Int: Int] = [:]
    for chosen in choice.variants {
      variants[chosen.index] = chosen.reason
      for alternative in chosen.alternatives { others[alternative] = chosen.index }
    }
    let renditions = Dictionary(
      choice.renditions.map { ($0.index, $0.reason) }, uniquingKeysWith: { first, _ in first })
    for (index, variant) in playlist.variants.enumerated() {
      let what = Describe.variant(VariantRecord(variant, id: ""))
      if let reason = variants[index] {
        rows.add("variant", what, size(.variant, index) ?? "-", reason, isChosen: true)
      } else {
        let why =
          others[index] == nil ? choice.reason(leftOut: .variant, index) : "another source of the same"
        rows.add("variant", what, "", why, isChosen: false)
      }
    }
    for (index, rendition) in playlist.renditions.enumerated() {
      let what = Describe.rendition(RenditionRecord(rendition, id: ""))
      let kind = Describe.kind(rendition.kind)
      if let reason = renditions[index] {
        rows.add(kind, what, size(.rendition, index) ?? "-", reason, isChosen: true)
      } else {
        rows.add(kind, what, "", choice.reason(leftOut: .rendition, index), isChosen: false)
      }
    }
    return rows
  }
}

extension Choice {
  fileprivate func reason(leftOut subject: LeftOut.Subject, _ index: Int) -> String {
    leftOut.first { $0.subject == subject && $0.index == index }?.reason ?? ""
  }
}
