package import JSON

/// Results as JSON lines: one object a line, each with its `type`.
package struct JSONLines: Sendable {
  private let console: Console

  package init(on console: Console) { self.console = console }

  /// One line; `type` is added to the members.
  package func write(type: String, _ members: [String: JSONValue]) {
    var members = members
    members["type"] = .string(type)
    stream { $0.write(.object(members)) }
  }

  /// One line whose value is written piece by piece, for long ones.
  package func stream(_ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    body(&writer)
    writer.newline()
    console.write(writer.bytes)
  }
}
