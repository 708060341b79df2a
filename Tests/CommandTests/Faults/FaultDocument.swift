/// The table as text for people.
enum FaultDocument {
  static let command = "HLSPACK_WRITE_TABLES=1 swift test --disable-xctest --filter FaultTableTests"

  static var text: String {
    let count = FaultTable.all.count
    let seen = FaultTable.all.count(where: \.isRefused)
    let unseen = FaultTable.all.count(where: \.onlyDigestTells)
    var text = """
      # Faults of origins, and what comes of them

      Made from `FaultTable` by `\(command)`; a test compares the two. Each row is run against the built program with
      `-R 1`: one further attempt at what may heal, and further passes where anything came.

      - *whole*: exit code 0; every segment, initialization section and key is byte for byte the origin's, `hlspack
        verify` and `sha256sum -c` find nothing, and no `.partial` is left.
      - A code: nothing stands under the bundle's name; one line names the resource and the reason,
        with the words shown.
      - *whole, only a digest could tell*: what came was not what was meant, but has a form and a length that are right.
        HTTP carries no digest of the bytes, so that nothing shows it at the first download; the bundle holds exactly
        what came. From then on every change of it is found by `verify`.

      \(count) rows: \(count - seen - unseen) whole, \(seen) refused, \(unseen) that only a digest could tell.

      """
    for group in FaultTable.groups {
      text += "\n## \(group.title)\n\n| where | what | by | outcome |\n| --- | --- | --- | --- |\n"
      for fault in group.faults {
        text +=
          "| \(fault.place.rawValue)\(fault.titleWord) | \(fault.name) | \(fault.origin) | \(fault.outcome) |\n"
      }
    }
    return text
  }
}

extension Fault {
  fileprivate var isRefused: Bool { if case .refused = ending { true } else { false } }

  fileprivate var titleWord: String {
    guard title != FaultTitle.Kind(of: place) else { return "" }
    return title == .encrypted ? " (AES-128)" : title == .fragmented ? " (MP4)" : ""
  }

  fileprivate var outcome: String {
    switch ending {
    case .whole: onlyDigestTells ? "whole, only a digest could tell" : "whole"
    case .refused(let code, let says): says.isEmpty ? "\(code)" : "\(code): “\(says)”"
    }
  }
}
