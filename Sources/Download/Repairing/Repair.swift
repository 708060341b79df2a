package import Addresses
package import BundleStore
import Digest
import Files
package import Transfer

/// Puts right the damaged files of a bundle, and nothing else: fetches those that only the source has, makes again
/// those that follow from others, and compares all of them with the digests that the bundle knows. Then they take
/// their places together; until then nothing in the bundle is changed.
package struct Repair: Sendable {
  /// How a repair goes about its transfers.
  package struct Ways: Sendable {
    /// Where the title is to be had; nil: where the manifest says that it came from.
    package var source: BuildRequest.Source?
    package var base: URI?
    package var connections = 8
    /// How keys are had that the bundle does not hold.
    package var keys = KeyWishes()
    package var segmentLimit = SourceLimits.segment

    package init() {}
  }

  let path: String
  let ways: Ways
  let transfers: Transfers
  let surroundings: Builder.Surroundings

  /// - Parameter path: a bundle's folder.
  package init(of path: String, ways: Ways, transfers: Transfers, surroundings: Builder.Surroundings) {
    self.path = FilePath.withoutTrailingSlashes(path)
    self.ways = ways
    self.transfers = transfers
    self.surroundings = surroundings
  }

  /// What a transaction is handed from thread to thread in: one at a time has it.
  private struct Held: @unchecked Sendable {
    let transaction: BundleTransaction
  }

  /// - Parameter suspects: files that a verification found wrong; those that are right are left alone.
  /// - Returns: the files that were put right, by path.
  /// - Throws: `damaged` for what cannot be had again, `wrongSource` when the source has other bytes now,
  ///   `unavailable`, `inUse`, `usage` when the source is not recorded, `disk`, `stopped`. Nothing is changed then.
  package func run(_ suspects: [BundlePath]) async throws(DownloadError) -> [FileRecord] {
    let name = FilePath.lastComponent(path)
    guard !["", ".", ".."].contains(name) else {
      throw DownloadError(
        .usage, "\(path): is not the name of a bundle", hint: "name it from the folder above it")
    }
    let held = try await onThread { () throws(DownloadError) in try self.begin() }
    let bundle = held.transaction.bundle
    let wanted = Set(suspects)
    let (expected, damaged) = try await onThread { () throws(DownloadError) in
      try self.look(at: bundle, wanted)
    }
    guard !damaged.isEmpty || wanted.contains(.sums) else { return [] }
    if let picture = damaged.first(where: { $0.role == .artwork }) {
      throw .beyondRepair(
        path, picture, "its picture's source is not recorded",
        hint: "hlspack augment --set-artwork puts one in its place")
    }
    let repaired = damaged.isEmpty ? [] : try await restore(damaged, of: bundle, expected)
    let sums = try await onThread { () throws(DownloadError) in try self.commit(held, repaired) }
    return wanted.contains(.sums) ? [sums] + repaired : repaired
  }

  private func begin() throws(DownloadError) -> Held {
    do throws(BundleError) {
      let transaction = try BundleTransaction.begin(at: path)
      return Held(transaction: transaction)
    } catch {
      throw DownloadError(error)
    }
  }

  private func look(
    at bundle: OfflineBundle, _ suspects: Set<BundlePath>
  ) throws(DownloadError) -> (ExpectedFiles, Set<BundlePath>) {
    do throws(BundleError) {
      let expected = try ExpectedFiles(of: bundle, suspects)
      return (expected, try expected.damaged(in: bundle))
    } catch {
      throw DownloadError(error)
    }
  }

  private func restore(
    _ damaged: Set<BundlePath>, of bundle: OfflineBundle, _ expected: ExpectedFiles
  ) async throws(DownloadError) -> [FileRecord] {
    let staging = try await onThread { () throws(DownloadError) in
      do throws(BundleError) {
        return try BundleStaging.begin(
          at: path, identity: bundle.manifest.identity, bootID: surroundings.bootID)
      } catch {
        throw DownloadError(error)
      }
    }
    defer { discard(staging) }
    var rest = damaged
    do throws(BundleError) {
      for path in damaged {
        guard let bytes = try made(path, of: bundle, expected) else { continue }
        try staging.put(path, bytes)
        rest.remove(path)
      }
    } catch {
      throw DownloadError(error)
    }
    if !rest.isEmpty { try await fetch(rest, of: bundle, expected, into: staging) }
    let placement = Placement(bundle: bundle, staging: staging, expected: expected.digests)
    return try await onThread { () throws(DownloadError) in try placement.place(damaged) }
  }

  /// What follows from the bundle alone; nil for what needs the source.
  private func made(
    _ path: BundlePath, of bundle: OfflineBundle, _ expected: ExpectedFiles
  ) throws(BundleError) -> [UInt8]? {
    switch path.role {
    case .rootIndex: return try bundle.rootIndex()
    case .bootIndex: return try bundle.bootIndex()
    case .streamIndex(let folder):
      guard let listing = expected.listings[folder] else { return nil }
      return try bundle.streamIndex(listing)
    case .media: return expected.gaps.contains(path) ? [] : nil
    default: return nil
    }
  }

  private func fetch(
    _ damaged: Set<BundlePath>, of bundle: OfflineBundle, _ expected: ExpectedFiles,
    into staging: BundleStaging
  ) async throws(DownloadError) {
    var request = try BuildRequest(renewing: bundle, from: ways.source, on: surroundings.machine)
    request.base = ways.base
    (request.keys.given, request.keys.command) = (ways.keys.given, ways.keys.command)
    let builder = try Builder(request, transfers: transfers, surroundings: surroundings) { _ in }
    let planned: BuildPlan
    do throws(DownloadError) {
      planned = try await PlanBuilder(
        request: builder.request, loader: builder.loader, requested: builder.requested
      ).plan()
    } catch {
      guard error.kind == .nothingMatches else { throw error.scrubbed(builder.request.volatile) }
      throw .otherNow(path, "the source does not have what was packed any more: \(error.message)")
    }
    do throws(DownloadError) {
      try await fetch(damaged, by: planned, of: bundle, expected, into: staging, builder)
    } catch {
      throw error.scrubbed(planned.volatile)
    }
  }

  private func fetch(
    _ damaged: Set<BundlePath>, by planned: BuildPlan, of bundle: OfflineBundle, _ expected: ExpectedFiles,
    into staging: BundleStaging, _ builder: Builder
  ) async throws(DownloadError) {
    let (request, loader) = (builder.request, builder.loader)
    let match = SourceMatch(planned, bundle.manifest)
    for path in damaged.sorted() {
      guard let folder = path.stream, match.index(of: folder) == nil else { continue }
      throw .otherNow("\(self.path)/\(path.text)", "the source does not have its stream any more")
    }
    let media = damaged.filter { if case .media = $0.role { true } else { false } }
    let keys = try await RepairedKeys.gather(
      match.plan, of: bundle, damaged: damaged, needsAll: !media.isEmpty,
      ring: KeyRing.of(request, match.plan, over: loader, surroundings))
    let streams = try await onThread { () throws(DownloadError) in
      let streams = try RepairedStreams(
        bundle, match, expected, damaged: damaged, keys: keys, staging: staging)
      try streams.takeUp()
      return streams
    }
    if !media.isEmpty {
      try await streams.fetch(over: loader, connections: ways.connections, segmentLimit: ways.segmentLimit)
    }
    let payloads = Set(
      bundle.manifest.sessionData.flatMap { [$0.path].compactMap(\.self) + $0.images.map(\.path) })
    if !payloads.isDisjoint(with: damaged) {
      _ = try await SessionDataFetcher(plan: match.plan, loader: loader, staging: staging) { _ in }.fetch()
    }
    let derived = DerivedFiles(
      streams: streams, gathered: streams.gathered(), planned: planned, loader: loader, staging: staging)
    let rest = damaged.subtracting(media).subtracting(payloads)
    try await onThread { () throws(DownloadError) in
      for path in rest.sorted() { try derived.put(path) }
    }
  }

  /// The repair becomes part of the bundle's history; SHA256SUMS is written anew with it.
  /// - Returns: SHA256SUMS.
  private func commit(_ held: Held, _ repaired: [FileRecord]) throws(DownloadError) -> FileRecord {
    var manifest = held.transaction.bundle.manifest
    let names = repaired.prefix(8).map(\.path.text).joined(separator: ", ")
    let more = repaired.count > 8 ? " and \(repaired.count - 8) more" : ""
    manifest.history.append(
      HistoryEntry(
        action: "repair", at: surroundings.now(), by: surroundings.program,
        note: repaired.isEmpty ? BundlePath.sums.text : names + more))
    do throws(BundleError) {
      try held.transaction.commit(manifest, deletions: [])
      let sums = try held.transaction.bundle.read(.sums, limit: Sums.byteLimit)
      return FileRecord(path: .sums, bytes: Int64(sums.count), sha256: SHA256Digest.of(sums))
    } catch {
      throw DownloadError(error)
    }
  }

  /// What cannot be removed, or is not ours, stays, as an unfinished bundle does.
  private func discard(_ staging: BundleStaging) { try? staging.discard() }
}
