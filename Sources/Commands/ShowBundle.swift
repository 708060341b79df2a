import BundleStore
import Console
import Download
import Files
import Rights
import Upkeep

/// What a bundle holds, finished or not.
enum ShowBundle {
  static func show(
    _ path: String, _ context: Context, _ console: Console, _ lines: JSONLines?, _ summary: inout Summary
  ) throws(Failure) {
    let report: BundleReport
    do throws(BundleError) {
      report = try BundleReport.open(path, at: context.surroundings.now())
    } catch {
      throw Failure(error)
    }
    summary.hasBundle = true
    summary.bundle = path
    if let lines { lines.write(type: "bundle", report.members) } else { print(report, console) }
    if let ending = report.ending { throw Failure(.expired, "\(path): \(ending)") }
  }

  private static func print(_ report: BundleReport, _ console: Console) {
    var lines = [head(report)]
    if let manifest = report.manifest {
      lines.append(facts(manifest, report))
      if manifest.tombstone == nil {
        lines += table(manifest).lines(width: console.output.width)
        lines += keys(manifest, report.instant)
      }
      if manifest.gaps > 0 { lines.append("\(manifest.gaps) segments are gaps of the source's") }
      for (key, value) in manifest.metadata.sorted(by: { $0.key < $1.key }) {
        lines.append("\(key): \(value)")
      }
      lines.append(
        "packed \(manifest.createdAt.rfc3339) by \(manifest.createdBy) from \(manifest.source.url)")
    }
    if let verification = report.verification {
      lines.append(
        "verified \(verification.verifiedAt.rfc3339) (\(verification.level)): \(verification.result.rawValue)"
      )
    }
    console.result(lines.joined(separator: "\n"))
  }

  private static func head(_ report: BundleReport) -> String {
    var state = report.state.rawValue
    if let fraction = report.fraction { state += ", \(Int((fraction * 100).rounded(.down))) % of the files" }
    let playable = report.playableOffline ? "plays offline" : "does not play offline"
    return "\(report.title): \(state), \(playable)"
  }

  private static func facts(_ manifest: Manifest, _ report: BundleReport) -> String {
    var parts = [
      ByteText.duration(manifest.durationSeconds), ByteText.bytes(report.bytes), "\(report.files) files",
    ]
    if let tombstone = manifest.tombstone {
      return "\(tombstone.reason.rawValue), deleted \(tombstone.at.rfc3339): "
        + "\(ByteText.bytes(tombstone.bytes)) in \(tombstone.files) files"
    }
    if let artwork = manifest.artwork { parts.append("artwork \(artwork.file.path.text)") }
    let keys = manifest.keys.count { $0.state != .removed }
    if keys > 0 { parts.append("\(keys) \(keys == 1 ? "key" : "keys")") }
    if let expiry = manifest.policy.expiresAt { parts.append("expires \(Instant(seconds: expiry).rfc3339)") }
    return parts.joined(separator: ", ")
  }

  /// One line for keys of the same kind, state and end.
  private static func keys(_ manifest: Manifest, _ now: Instant?) -> [String] {
    var lines: [String] = []
    var counts: [String: Int] = [:]
    for key in manifest.keys where key.state != .removed {
      let format = key.keyFormat == "identity" ? "" : " (\(key.keyFormat.prefix(80)))"
      var line = "\(key.method)\(format), \(key.state.rawValue)"
      if let end = key.expiresAt {
        let isOver = now.map { key.hasExpired(at: $0) } ?? false
        line += isOver ? ", expired at \(end.rfc3339)" : ", until \(end.rfc3339)"
      }
      if counts[line] == nil { lines.append(line) }
      counts[line, default: 0] += 1
    }
    return lines.map { line in
      let count = counts[line] ?? 0
      return "\(count) \(count == 1 ? "key" : "keys"): \(line)"
    }
  }

  private static func table(_ manifest: Manifest) -> Table {
    var table = Table(columns: [
      .init("KIND"), .init("WHAT", isFlexible: true), .init("SIZE", alignment: .right),
      .init("SEGMENTS", alignment: .right),
    ])
    for variant in manifest.variants {
      table.append(["variant", Describe.variant(variant.record)] + size(of: variant.stream, manifest))
    }
    for rendition in manifest.renditions {
      table.append(
        [Describe.kind(rendition.record.kind), Describe.rendition(rendition.record)]
          + size(of: rendition.stream, manifest))
    }
    for playlist in manifest.iFrameStreams + manifest.imageStreams {
      table.append(
        [Describe.kind(playlist.stream.kind), Describe.variant(playlist.record)]
          + size(of: playlist.stream, manifest))
    }
    for data in manifest.sessionData {
      table.append(["data", data.dataID + (data.language.map { " \($0)" } ?? "")] + size(of: data, manifest))
    }
    return table
  }

  private static func size(of data: SessionDataRecord, _ manifest: Manifest) -> [String] {
    let paths = Set(data.images.map(\.path) + (data.path.map { [$0] } ?? []))
    guard !paths.isEmpty else { return ["-", "-"] }
    let bytes = manifest.files.filter { paths.contains($0.path) }.reduce(Int64(0)) { sum, file in
      let (total, overflow) = sum.addingReportingOverflow(file.bytes)
      return overflow ? .max : total
    }
    return [ByteText.bytes(bytes), "-"]
  }

  private static func size(of stream: StreamFolder?, _ manifest: Manifest) -> [String] {
    // What borrows its media has no segments of its own.
    guard let stream, let record = manifest.stream(stream), record.totals.segments > 0 else {
      return ["-", "-"]
    }
    return [ByteText.bytes(record.totals.bytes), "\(record.totals.segments)"]
  }
}
