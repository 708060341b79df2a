import Addresses
import BundleStore
import Console
import Download
import JSON
import Selection

/// A plan, and how far it is, as JSON.
enum PlanJSON {
  static func write(_ plan: BuildPlan, to lines: JSONLines) {
    var members: [String: JSONValue] = [
      "source": .string(Redaction.redacted(plan.requested, volatile: plan.volatile)),
      "destination": .string(plan.destination),
      "title": .string(plan.title), "durationSeconds": .decimal(plan.duration),
      "variants": .array(plan.variants.map { value($0, plan) }),
      "renditions": .array(plan.renditions.map { value($0, plan) }),
      "estimatedBytes": .integer(plan.estimatedBytes),
      "warnings": .array(plan.warnings.map { .string(plan.volatile.scrubbed($0)) }),
    ]
    if let free = plan.freeBytes { members["freeBytes"] = .integer(free) }
    lines.write(type: "plan", members)
  }

  private static func value(_ variant: PlannedVariant, _ plan: BuildPlan) -> JSONValue {
    var members = variant.record.json.members ?? [:]
    members["role"] = .string(variant.role == .primary ? "primary" : "auxiliary")
    members["reason"] = .string(variant.reason)
    members["estimatedBytes"] = .integer(plan.streams[variant.stream].estimatedBytes)
    if !variant.alternatives.isEmpty {
      members["alternatives"] = .array(variant.alternatives.map { .string($0) })
    }
    return .object(members)
  }

  private static func value(_ rendition: PlannedRendition, _ plan: BuildPlan) -> JSONValue {
    var members = rendition.record.json.members ?? [:]
    members["reason"] = .string(rendition.reason)
    members["estimatedBytes"] = .integer(rendition.stream.map { plan.streams[$0].estimatedBytes } ?? 0)
    return .object(members)
  }

  static func members(_ progress: BuildProgress) -> [String: JSONValue] {
    let overall: JSONValue = [
      "fraction": .decimal(progress.fraction), "bytes": .integer(progress.bytes),
      "expectedBytes": .integer(progress.expectedBytes), "bytesPerSecond": .integer(progress.bytesPerSecond),
      "secondsLeft": progress.secondsLeft.map { .decimal(rounded($0)) } ?? .null,
    ]
    return ["overall": overall, "selections": .array(progress.parts.map(value))]
  }

  private static func value(_ part: BuildProgress.Part) -> JSONValue {
    [
      "id": .string(part.id), "fraction": .decimal(part.fraction), "bytes": .integer(part.bytes),
      "expectedBytes": .integer(part.expectedBytes),
      "loadedTimeRanges": .array(part.loadedTimeRanges.map(value)),
      "expectedTimeRange": value(part.expectedTimeRange),
    ]
  }

  private static func value(_ range: ClosedRange<Double>) -> JSONValue {
    [.decimal(rounded(range.lowerBound)), .decimal(rounded(range.upperBound))]
  }

  /// To microseconds, so that sums of decimals read like decimals.
  private static func rounded(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1e6 }
}
