import Addresses
import BundleStore
import Console
import Download
import JSON
import Playlist
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
    if plan.extras.sessionData { members["sessionData"] = .array(plan.sessionData.map { value($0, plan) }) }
    if plan.extras.trickPlay {
      members["iFrameStreams"] = .array(plan.iFrameStreams.map { value($0, plan) })
      members["imageStreams"] = .array(plan.imageStreams.map { value($0, plan) })
    }
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

  private static func value(_ playlist: PlannedTrickPlay, _ plan: BuildPlan) -> JSONValue {
    var members = playlist.record.json.members ?? [:]
    members["reason"] = .string(playlist.reason)
    members["estimatedBytes"] = .integer(plan.streams[playlist.stream].estimatedBytes)
    return .object(members)
  }

  private static func value(_ data: PlannedSessionData, _ plan: BuildPlan) -> JSONValue {
    var members: [String: JSONValue] = ["dataID": .string(data.dataID)]
    members["language"] = data.language.map { .string($0) }
    if let source = data.source {
      members["format"] = .string(data.format.rawValue)
      members["uri"] = .string(Redaction.redacted(source, volatile: plan.volatile))
    }
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
