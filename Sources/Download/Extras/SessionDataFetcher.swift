import Addresses
import BundleStore
import JSON
import Media
import Playlist
import Transfer

/// Brings the payloads of session data, and the pictures of chapters, into `Data/` of the bundle to be.
struct SessionDataFetcher: Sendable {
  let plan: BuildPlan
  let loader: SourceLoader
  let staging: BundleStaging
  /// Takes a sentence about something odd that was tolerated.
  let warn: @Sendable (String) -> Void

  /// A payload as it came.
  private struct Payload: Sendable {
    let planned: PlannedSessionData
    let place: String
    let resource: SourceLoader.Resource
    /// Nil for a payload that is not JSON.
    let value: JSONValue?
  }

  private struct Image: Sendable {
    let uri: URI
    let name: DataName
  }

  /// Files are in place when this returns.
  /// - Returns: what the manifest will say, in the order of the plan; lines that hold their value included.
  func fetch() async throws(DownloadError) -> [SessionDataRecord] {
    let payloads = try await mapConcurrently(plan.sessionData) {
      (data: PlannedSessionData) throws(DownloadError) in try await payload(of: data)
    }.compactMap(\.self)
    let images = try images(of: payloads)
    let ordered = images.values.sorted { $0.name.text < $1.name.text }
    _ = try await mapConcurrently(ordered) { (image: Image) throws(DownloadError) in try await fetch(image) }
    var records: [String: SessionDataRecord] = [:]
    for payload in payloads { records[payload.planned.name] = try await put(payload, images) }
    return plan.sessionData.map { data in
      records[data.name] ?? SessionDataRecord(dataID: data.dataID, language: data.language)
    }
  }

  // MARK: - Payloads

  private func payload(of data: PlannedSessionData) async throws(DownloadError) -> Payload? {
    guard let source = data.source else { return nil }
    let place = source.pathText
    let resource = try await loader.bytes(at: source, kind: .sessionData, limit: SourceLimits.sessionData)
    guard data.format == .json else {
      return Payload(planned: data, place: place, resource: resource, value: nil)
    }
    // A byte order mark is forbidden and common.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = resource.bytes.starts(with: mark) ? Array(resource.bytes.dropFirst(3)) : resource.bytes
    do throws(JSONError) {
      return Payload(planned: data, place: place, resource: resource, value: try JSONReader.parse(text))
    } catch {
      throw DownloadError(
        .wrongSource, "\(place): session data that is not JSON, \(error)", hint: "leave out --session-data")
    }
  }

  private func put(_ payload: Payload, _ images: [String: Image]) async throws(DownloadError)
    -> SessionDataRecord
  {
    let name = DataName(.sessionData, name: payload.planned.name, of: plan.identityHash)
    var bytes = plan.volatile.scrubbed(payload.resource.bytes)
    var used: [Image] = []
    if let value = payload.value {
      var local = value
      if payload.planned.holdsChapters {
        let chapters = Chapters(value)
        var references: [String: String] = [:]
        for text in chapters.images {
          guard let image = images[try key(of: text, in: payload)] else { continue }
          references[text] = image.name.text
          used.append(image)
        }
        local = chapters.replacing(references)
      }
      local = local.mapTexts(withoutSecrets)
      tell(local.addresses, in: payload.planned)
      if local != value { bytes = Self.serialized(local) }
    } else {
      tell(bytes.holdsWebAddress ? 1 : 0, in: payload.planned)
    }
    let path = try await put(name, bytes)
    return SessionDataRecord(
      dataID: payload.planned.dataID, language: payload.planned.language,
      format: payload.planned.format, source: shown(payload.resource.uri), path: path,
      images: try paths(of: used))
  }

  /// What in a payload looks like the credential of an address goes; nobody could use it without a network.
  @Sendable private func withoutSecrets(_ text: String) -> String {
    text.holdsAddress || text.utf8.contains(UInt8(ascii: "?"))
      ? Redaction.redactedText(text, volatile: plan.volatile) : plan.volatile.scrubbed(text)
  }

  private func tell(_ addresses: Int, in data: PlannedSessionData) {
    guard addresses > 0 else { return }
    warn(
      "session data \(data.dataID): holds addresses, which stay as they are and lead out of the bundle")
  }

  private static func serialized(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value, indent: 2)
    writer.newline()
    return writer.bytes
  }

  // MARK: - Pictures

  /// The pictures of all chapters by their address, each once.
  private func images(of payloads: [Payload]) throws(DownloadError) -> [String: Image] {
    let identity = plan.identityHash
    var images: [String: Image] = [:]
    for payload in payloads where payload.planned.holdsChapters {
      guard let value = payload.value else { continue }
      for text in Chapters(value).images {
        let key = try key(of: text, in: payload)
        guard !key.isEmpty, images[key] == nil else { continue }
        guard images.count < SourceLimits.chapterImages else {
          throw DownloadError(
            .wrongSource, "\(payload.place): more than \(SourceLimits.chapterImages) pictures of chapters",
            hint: "leave out --session-data")
        }
        let uri = try resolve(text, payload)
        // No DATA-ID holds a line feed, so that no payload has the same name.
        let name = DataName(.sessionData, name: "chapter-image\n\(images.count)", of: identity)
        images[key] = Image(uri: uri, name: name)
      }
    }
    return images
  }

  /// The address of a picture; empty for one that is in the payload itself.
  private func key(of text: String, in payload: Payload) throws(DownloadError) -> String {
    text.lowercased().hasPrefix("data:") ? "" : try resolve(text, payload).text
  }

  private func resolve(_ text: String, _ payload: Payload) throws(DownloadError) -> URI {
    do {
      let uri = try payload.resource.uri.resolve(text)
      try LocalSource.checkReference(uri, root: loader.root, place: payload.place)
      return uri
    } catch let error as DownloadError {
      throw error
    } catch {
      throw DownloadError(.wrongSource, "\(payload.place): the url of a picture is not an address: \(error)")
    }
  }

  private func fetch(_ image: Image) async throws(DownloadError) {
    let resource = try await loader.bytes(at: image.uri, kind: .artwork, limit: SourceLimits.chapterImage)
    guard Picture.facts(of: resource.bytes.span) != nil else {
      throw DownloadError(
        .wrongSource, "\(image.uri.pathText): not a picture, but a chapter names it as one",
        hint: "leave out --session-data")
    }
    _ = try await put(image.name, resource.bytes)
  }

  private func paths(of images: [Image]) throws(DownloadError) -> [SessionDataRecord.Image] {
    images.compactMap { image in
      image.name.path.map { SessionDataRecord.Image(path: $0, source: shown(image.uri)) }
    }
  }

  private func shown(_ uri: URI) -> String { Redaction.redacted(uri, volatile: plan.volatile) }

  private func put(_ name: DataName, _ bytes: [UInt8]) async throws(DownloadError) -> BundlePath? {
    let staging = staging
    return try await onThread { () throws(DownloadError) in
      guard let path = name.path else { return nil }
      do throws(BundleError) {
        try staging.put(path, bytes)
      } catch {
        throw DownloadError(error)
      }
      return path
    }
  }
}
