import Digest
package import Files
import JSON

/// Shows that this user packed a bundle on this machine from a source: a digest that nobody elsewhere can make. It
/// stands in `state.json`, and stays right where a bundle is moved or copied on the machine.
package struct SourceMark: Sendable, Hashable {
  /// 64 hexadecimal digits, lower case.
  package let hex: String

  private static let member = "sourceMarks"
  /// The last sources; older ones are forgotten.
  private static let limit = 4

  /// - Parameter source: the URL, exactly as the manifest records it.
  /// - Returns: nil where a machine knows nothing that others do not.
  package init?(of source: String, by facts: MachineFacts?) {
    guard let facts, facts.isSecret else { return nil }
    let parts = [
      "hlspack source mark 1", facts.machineID ?? "", facts.rootInode.map(String.init) ?? "",
      facts.rootBirth.map(String.init) ?? "", String(facts.user), source,
    ]
    // With their lengths, no two lists have the same bytes.
    let bytes = parts.flatMap { Array("\($0.utf8.count):\($0)".utf8) }
    hex = SHA256Digest.of(bytes).hex
  }

  /// Whether a bundle has it.
  package func isThere(in folder: Folder) -> Bool { Self.all(in: folder).contains(hex) }

  /// Notes it beside those of earlier sources, where that is possible. It comes before the manifest that records the
  /// source: the earlier one is marked until then, and after.
  package func write(in folder: Folder) {
    let old = Self.all(in: folder)
    guard old.first != hex else { return }
    let all = [hex] + old.filter { $0 != hex }.prefix(Self.limit - 1)
    StateFile.note([Self.member: .array(all.map { .string($0) })], in: folder)
  }

  private static func all(in folder: Folder) -> [String] {
    guard let items = StateFile.members(in: folder)?[member]?.items else { return [] }
    return items.prefix(limit).compactMap(\.text)
  }
}
