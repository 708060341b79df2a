import Addresses
import JSON

/// A content-steering manifest (RFC 8216bis, 7.2): which pathway goes first, and pathways made from others. Fetched
/// once; its TTL is for players that stay.
struct SteeringManifest {
  /// A pathway that is another one with addresses replaced (PATHWAY-CLONES).
  struct Clone {
    let base: String
    let id: String
    /// Stands for the host of every address; nil: they keep theirs.
    let host: String?
    /// Set in the query of every address.
    let parameters: [(name: String, value: String)]
    /// Whole addresses by STABLE-VARIANT-ID and STABLE-RENDITION-ID.
    let variants: [String: String]
    let renditions: [String: String]
  }

  /// PATHWAY-PRIORITY, the best first.
  let priority: [String]
  let clones: [Clone]

  /// More pathways than any title has.
  private static let limit = 64

  /// nil for what is no steering manifest, or one of another version.
  init?(_ bytes: [UInt8]) {
    // What cannot be read steers nothing: the pathways of the playlist itself remain.
    guard let value = try? JSONReader.parse(bytes), value["VERSION"]?.int == 1,
      let priority = value["PATHWAY-PRIORITY"]?.items?.compactMap(\.text), !priority.isEmpty
    else { return nil }
    self.priority = Array(priority.prefix(Self.limit))
    clones = (value["PATHWAY-CLONES"]?.items ?? []).prefix(Self.limit).compactMap(Self.clone)
  }

  private static func clone(_ value: JSONValue) -> Clone? {
    guard let base = value["BASE-ID"]?.text, let id = value["ID"]?.text, base != id,
      let replacement = value["URI-REPLACEMENT"]
    else { return nil }
    let parameters = (replacement["PARAMS"]?.members ?? [:]).compactMap { name, value in
      value.text.map { (name, $0) }
    }
    return Clone(
      base: base, id: id, host: replacement["HOST"]?.text, parameters: parameters.sorted { $0.0 < $1.0 },
      variants: (replacement["PER-VARIANT-URIS"]?.members ?? [:]).compactMapValues(\.text),
      renditions: (replacement["PER-RENDITION-URIS"]?.members ?? [:]).compactMapValues(\.text))
  }

  /// The places in the order in which they are to be tried, those of clones too. What no pathway of the manifest
  /// names comes last, in its own order.
  func ordered(_ places: [StreamPlace]) -> [StreamPlace] {
    var all = places
    // A clone may be the base of a later one.
    for clone in clones {
      for place in all where place.pathway == clone.base {
        guard let made = clone.place(from: place), !all.contains(where: { $0.uri == made.uri }) else {
          continue
        }
        all.append(made)
      }
    }
    let rank = Dictionary(priority.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return all.enumerated().sorted { first, second in
      let left = rank[first.element.pathway] ?? priority.count
      let right = rank[second.element.pathway] ?? priority.count
      return (left, first.offset) < (right, second.offset)
    }.map(\.element)
  }
}

extension SteeringManifest.Clone {
  /// The place on this pathway; nil where no address comes of it.
  func place(from place: StreamPlace) -> StreamPlace? {
    let own = place.stableID.flatMap { place.isRendition ? renditions[$0] : variants[$0] }
    // An address that is none makes no place: the others remain.
    guard let text = own ?? replaced(place.uri), let uri = try? URI(text), uri.isHTTP else { return nil }
    return StreamPlace(uri: uri, pathway: id, stableID: place.stableID, isRendition: place.isRendition)
  }

  private func replaced(_ uri: URI) -> String? {
    guard host != nil || !parameters.isEmpty else { return nil }
    let names = Set(parameters.map(\.name))
    let kept = (uri.query ?? "").split(separator: "&").filter { item in
      !names.contains(String(item.prefix { $0 != "=" }))
    }
    let query =
      (kept.map(String.init) + parameters.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" })
      .joined(separator: "&")
    let port = host == nil ? uri.port.map { ":\($0)" } ?? "" : ""
    return "\(uri.scheme)://\(host ?? uri.writtenHost)\(port)\(uri.path)\(query.isEmpty ? "" : "?\(query)")"
  }

  /// As a value in a query (RFC 3986, 3.4).
  private static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      let isPlain =
        (byte | 0x20) &- 97 < 26 || byte &- 48 < 10 || "-._~".utf8.contains(byte)
      if isPlain {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}

extension URI {
  /// The host as it stands in an address: an IPv6 literal in brackets.
  fileprivate var writtenHost: String {
    let host = host ?? ""
    return host.contains(":") ? "[\(host)]" : host
  }
}
