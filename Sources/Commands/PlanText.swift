import BundleStore
import Console
import Download

/// A plan for people.
enum PlanText {
  static func text(_ plan: BuildPlan) -> String {
    var table = Table(columns: [
      .init("KIND"), .init("WHAT", isFlexible: true), .init("SIZE", alignment: .right),
      .init("WHY", isFlexible: true),
    ])
    for variant in plan.variants {
      table.append([
        "variant", Describe.variant(variant.record), estimate(plan, variant.stream), variant.reason,
      ])
    }
    for rendition in plan.renditions {
      table.append([
        Describe.kind(rendition.record.kind), Describe.rendition(rendition.record),
        rendition.stream.map { estimate(plan, $0) } ?? "-", rendition.reason,
      ])
    }
    var lines = ["\(plan.title), \(ByteText.duration(plan.duration)), into \(plan.destination)"]
    lines += table.lines()
    let free = plan.freeBytes.map { ", \(ByteText.bytes($0)) free" } ?? ""
    lines.append("about \(ByteText.bytes(plan.estimatedBytes)) in all\(free)")
    return lines.joined(separator: "\n")
  }

  private static func estimate(_ plan: BuildPlan, _ stream: Int) -> String {
    "~" + ByteText.bytes(plan.streams[stream].estimatedBytes)
  }
}
