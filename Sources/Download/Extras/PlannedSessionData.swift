package import Addresses
import BundleStore
package import Playlist

/// One EXT-X-SESSION-DATA that will be in the bundle (RFC 8216bis, 4.4.6.4).
package struct PlannedSessionData: Sendable {
  package let dataID: String
  package let language: String?
  package let format: SessionData.Format
  /// Where the payload is; nil: the line itself holds it.
  package let source: URI?
  /// The line of the source's multivariant playlist, counted from 0.
  let line: Int
  /// What the payload's file is named for; no two of a title are the same.
  let name: String

  /// Whether the payload is a list of chapters, whose pictures belong to it.
  var holdsChapters: Bool { dataID == "com.apple.hls.chapters" && format == .json && source != nil }
}

extension PlannedSessionData {
  /// What was planned, and what was left out and why.
  struct Plan {
    var data: [PlannedSessionData] = []
    var warnings: [String] = []
  }

  /// - Parameters:
  ///   - base: the URL that answered with the playlist.
  ///   - name: the playlist's, for messages.
  ///   - root: the playlist that the person named, where it is a file; nil: only the network.
  /// - Throws: `wrongSource` for an address that cannot be one or must not be followed, and for too many.
  static func plan(
    _ playlist: MultivariantPlaylist, base: URI, name: String, hiding volatile: VolatileParameters, root: URI?
  ) throws(DownloadError) -> Plan {
    var plan = Plan()
    if playlist.sessionData.isEmpty { plan.warnings.append("\(name): has no session data") }
    let names = SelectionIDs.unique(
      playlist.sessionData.map { data in data.dataID + (data.language.map { "-\($0)" } ?? "") })
    for (data, fileName) in zip(playlist.sessionData, names) {
      let place = "\(name):\(data.line + 1)"
      if let fault = fault(of: data, in: playlist, volatile) {
        plan.warnings.append("\(place): EXT-X-SESSION-DATA \(fault), so that it is left out")
        continue
      }
      var source: URI?
      if let text = data.uri {
        source = try resolve(text, base: base, place: place)
        if let source { try LocalSource.checkReference(source, root: root, place: place) }
      }
      plan.data.append(
        PlannedSessionData(
          dataID: data.dataID, language: data.language, format: data.format, source: source, line: data.line,
          name: fileName))
    }
    let payloads = plan.data.count { $0.source != nil }
    guard payloads <= SourceLimits.sessionDataPayloads else {
      throw DownloadError(
        .wrongSource,
        "\(name): \(payloads) payloads of session data, more than \(SourceLimits.sessionDataPayloads)",
        hint: "leave out --session-data")
    }
    return plan
  }

  private static func resolve(_ text: String, base: URI, place: String) throws(DownloadError) -> URI {
    do {
      return try base.resolve(text)
    } catch {
      throw DownloadError(.wrongSource, "\(place): not an address: \(error)")
    }
  }

  /// Why a line cannot stand in a bundle; nil when it can.
  private static func fault(
    of data: SessionData, in playlist: MultivariantPlaylist, _ volatile: VolatileParameters
  ) -> String? {
    if data.value == nil, data.uri == nil { return "has neither VALUE nor URI" }
    let line = PlannedSessionData.text(of: data.line, in: playlist, uri: data.uri.map { _ in "payload" })
    let rest = AttributeList(parsing: line)
    if rest["DATA-ID"] == nil || rest["VALUE"] == nil && data.uri == nil { return "holds an address" }
    let tag = "#EXT-X-SESSION-DATA:\(line)"
    return Redaction.redactedText(tag, volatile: volatile) == tag ? nil : "holds what may be a credential"
  }

  /// The attributes of a local EXT-X-SESSION-DATA: without addresses, and never with URI and VALUE both.
  /// - Parameter uri: where the payload is now; nil: the line has no URI.
  static func text(of line: Int, in playlist: MultivariantPlaylist, uri: String?) -> String {
    let text = playlist.substitutedText(line)
    var attributes = AttributeList(
      parsing: text.firstIndex(of: ":").map { String(text[$0...].dropFirst()) } ?? "")
    if let uri {
      attributes.set("URI", quoted: uri)
      attributes.remove("VALUE")
    }
    attributes.removeAddresses()
    return attributes.text
  }
}

extension BuildPlan {
  /// The attributes of each EXT-X-SESSION-DATA of the local multivariant playlist, by its line in the source.
  var localSessionData: [Int: String] {
    guard let multivariant else { return [:] }
    let hash = identityHash
    return Dictionary(
      sessionData.map { data in
        let path = data.source == nil ? nil : DataName(.sessionData, name: data.name, of: hash).path
        return (data.line, PlannedSessionData.text(of: data.line, in: multivariant, uri: path?.text))
      }, uniquingKeysWith: { first, _ in first })
  }
}
