/// An absolute URI of any scheme (RFC 3986), checked once by its initialiser.
///
/// The text is kept as written but for what never changes its meaning: scheme and host in lower case, dot
/// segments removed, `/` where http has no path, an empty port dropped; blanks, `"`, `<`, `>` and bytes beyond
/// ASCII percent-encoded.
package struct URI: Hashable, Sendable, CustomStringConvertible {
  /// The longest text that is accepted, in bytes.
  package static let lengthLimit = 65_536

  /// The whole URI, ASCII only.
  package let text: String
  private let layout: Layout

  /// Refuses control characters, a missing scheme, an http(s) address without host, an illegal host, a port
  /// above 65535, a text of more than 64 KiB.
  package init(_ text: String) throws(AddressError) {
    let reference = Reference(try PercentCoding.cleaned(text))
    guard reference.scheme != nil else { throw AddressError(text, "has no scheme") }
    try self.init(reference, writtenAs: text)
  }

  /// Composes checked parts anew (RFC 3986, 5.3).
  private init(_ reference: Reference, writtenAs written: String) throws(AddressError) {
    var bytes = (reference.scheme ?? []).map(\.asciiLowered)
    let isHTTP = bytes == Array("http".utf8) || bytes == Array("https".utf8)
    var layout = Layout()
    layout.schemeEnd = UInt32(bytes.count)
    bytes.append(UInt8(ascii: ":"))
    if let authority = reference.authority {
      let checked = try Authority(authority, in: written)
      bytes.append(contentsOf: "//".utf8)
      if let userInfo = checked.userInfo { bytes.append(contentsOf: userInfo + [UInt8(ascii: "@")]) }
      layout.hostStart = UInt32(bytes.count)
      bytes.append(contentsOf: checked.host)
      layout.hostEnd = UInt32(bytes.count)
      if let port = checked.port { bytes.append(contentsOf: [UInt8(ascii: ":")] + port) }
    }
    if isHTTP, layout.hostEnd == layout.hostStart { throw AddressError(written, "has no host") }
    layout.pathStart = UInt32(bytes.count)
    let isHierarchical = reference.authority != nil || reference.path.first == UInt8(ascii: "/")
    let path = isHierarchical ? DotSegments.removed(from: reference.path) : Array(reference.path)
    // A path that begins with "//" would be read as an authority (RFC 3986, 3.3).
    if reference.authority == nil, path.starts(with: "//".utf8) { bytes.append(contentsOf: "/.".utf8) }
    bytes.append(contentsOf: isHTTP && path.isEmpty ? [UInt8(ascii: "/")] : path)
    layout.pathEnd = UInt32(bytes.count)
    if let query = reference.query { bytes.append(contentsOf: [UInt8(ascii: "?")] + query) }
    layout.queryEnd = UInt32(bytes.count)
    if let fragment = reference.fragment { bytes.append(contentsOf: [UInt8(ascii: "#")] + fragment) }
    text = String(decoding: bytes, as: UTF8.self)
    self.layout = layout
  }

  /// The address that `reference` means when it stands in a text at this URI (RFC 3986, 5.2). Climbing above
  /// the root stays at the root. Blanks and bytes beyond ASCII are encoded.
  package func resolve(_ reference: String) throws(AddressError) -> URI {
    var target = Reference(try PercentCoding.cleaned(reference))
    if target.scheme == nil {
      let base = Reference(Array(text.utf8))
      guard base.authority != nil || base.path.first == UInt8(ascii: "/") else {
        throw AddressError(reference, "is relative to an address that has no path")
      }
      target.scheme = base.scheme
      if target.authority == nil {
        target.authority = base.authority
        if target.path.isEmpty {
          target.path = base.path
          target.query = target.query ?? base.query
        } else if target.path.first != UInt8(ascii: "/") {
          target.path = Self.merged(base, target.path)
        }
      }
    }
    return try URI(target, writtenAs: reference)
  }

  /// RFC 3986, 5.2.3.
  private static func merged(_ base: Reference, _ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if base.authority != nil, base.path.isEmpty { return [UInt8(ascii: "/")] + path }
    guard let slash = base.path.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return base.path[...slash] + path
  }

  package var description: String { text }

  package static func == (left: URI, right: URI) -> Bool { left.text == right.text }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Where the parts of a URI stand in its text, as offsets in bytes.
private struct Layout: Sendable {
  var schemeEnd: UInt32 = 0
  /// 0 where there is no authority.
  var hostStart: UInt32 = 0
  var hostEnd: UInt32 = 0
  var pathStart: UInt32 = 0
  var pathEnd: UInt32 = 0
  var queryEnd: UInt32 = 0
}

extension URI {
  /// Lower case, without the colon.
  package var scheme: String { part(0, layout.schemeEnd) }

  /// Whether the scheme is http or https.
  package var isHTTP: Bool { text.hasPrefix("http:") || text.hasPrefix("https:") }

  /// The host in lower case, without the brackets of an IPv6 literal; nil where there is no authority.
  package var host: String? {
    guard layout.hostStart > 0 else { return nil }
    let host = part(layout.hostStart, layout.hostEnd)
    return host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
  }

  /// The port as written; nil when none is.
  package var port: Int? {
    guard layout.hostStart > 0, layout.hostEnd < layout.pathStart else { return nil }
    return Int(part(layout.hostEnd + 1, layout.pathStart))
  }

  /// The port that a connection goes to: the written one, else 80 for http and 443 for https, else nil.
  package var effectivePort: Int? { port ?? defaultPort }

  var defaultPort: Int? {
    switch scheme {
    case "http": 80
    case "https": 443
    default: nil
    }
  }

  /// What stands before `@` in the authority, still encoded; nil when nothing does.
  package var userInfo: String? {
    let start = layout.schemeEnd + 3
    return layout.hostStart > start ? part(start, layout.hostStart - 1) : nil
  }

  /// The path, still encoded; "/" at least for http(s).
  package var path: String { part(layout.pathStart, layout.pathEnd) }

  /// What follows "?", still encoded; nil when there is no "?".
  package var query: String? {
    layout.pathEnd < layout.queryEnd ? part(layout.pathEnd + 1, layout.queryEnd) : nil
  }

  /// What follows "#", still encoded; nil when there is no "#".
  package var fragment: String? {
    let end = UInt32(text.utf8.count)
    return layout.queryEnd < end ? part(layout.queryEnd + 1, end) : nil
  }

  private func part(_ start: UInt32, _ end: UInt32) -> String {
    let bytes = text.utf8
    let first = bytes.index(bytes.startIndex, offsetBy: Int(start))
    return String(text[first..<bytes.index(first, offsetBy: Int(end - start))])
  }

  private func replacingText(_ text: String) -> URI {
    // Parts of a checked URI make a checked URI; should that ever fail, the URI stays as it is.
    (try? URI(text)) ?? self
  }

  package var withoutFragment: URI {
    fragment == nil ? self : replacingText(part(0, layout.queryEnd))
  }

  package var withoutUserInfo: URI {
    guard userInfo != nil else { return self }
    let end = UInt32(text.utf8.count)
    return replacingText(scheme + "://" + part(layout.hostStart, end))
  }

  /// For messages: the path alone, never a query, fragment or user info; the scheme alone where all of the
  /// rest may be secret (`data:`).
  package var pathText: String { scheme == "data" ? "data:" : path }

  /// The last component of the path, percent-decoded; "" when the path ends in "/" or is no UTF-8.
  package var lastPathComponent: String {
    let path = path
    let last =
      path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    return Self.percentDecoded(String(last)) ?? ""
  }
}
