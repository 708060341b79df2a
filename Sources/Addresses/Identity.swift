/// What a title or a stream is known by: its address without fragment, user info and volatile parameters, so
/// that a new token does not make a new title. Other parameters stay, in their order.
package struct Identity: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  /// Of an address. The default port of http and https is left out.
  package init(of uri: URI, ignoring volatile: VolatileParameters = VolatileParameters()) {
    guard let host = uri.host else {
      text = volatile.scrubbed(uri.withoutFragment.text)
      return
    }
    let port = uri.port == uri.defaultPort ? nil : uri.port
    var text = Origin(scheme: uri.scheme, host: host, port: port).description + uri.path
    let items = uri.queryItems
    let dropped = volatile.volatile(among: items.map(\.name))
    let kept = items.filter { !dropped.contains($0.name) }
    if !kept.isEmpty {
      let written = kept.map { item in item.value.map { "\(item.name)=\($0)" } ?? item.name }
      text += "?" + written.joined(separator: "&")
    }
    self.text = volatile.scrubbed(text)
  }

  /// Given by a person, as it is.
  package init(text: String) { self.text = text }

  package var description: String { text }
}
