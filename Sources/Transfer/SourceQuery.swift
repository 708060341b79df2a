import Addresses

/// The query parameters of the source, which other addresses may lack: a token that a server wants everywhere.
struct SourceQuery: Sendable {
  /// Each as written, with its decoded name.
  private let items: [(name: String, text: String)]

  /// nil when there are none.
  init?(_ uri: URI) {
    items = uri.queryItems.map { item in
      (Self.decoded(item.name), item.value.map { "\(item.name)=\($0)" } ?? item.name)
    }
    if items.isEmpty { return nil }
  }

  /// The text of an address, with every parameter that it has none of the same name as. What it has stays.
  func completing(_ uri: URI) -> String {
    let present = Set(uri.queryItems.map { Self.decoded($0.name) })
    let missing = items.filter { !present.contains($0.name) }.map(\.text).joined(separator: "&")
    let bare = uri.withoutFragment
    guard !missing.isEmpty else { return bare.text }
    guard let query = bare.query else { return bare.text + "?" + missing }
    return bare.text + (query.isEmpty || query.hasSuffix("&") ? "" : "&") + missing
  }

  private static func decoded(_ name: String) -> String { URI.percentDecoded(name) ?? name }
}
