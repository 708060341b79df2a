package import Playlist

/// What a selection is called in output and in manifests: stable across runs and tokens.
package enum SelectionIDs {
  /// `variant:<stream folder>`.
  package static func variant(_ folder: StreamFolder) -> String { "variant:\(folder.text)" }

  /// `audio:<group>:<language>:<name>`; an absent language is empty.
  package static func rendition(_ rendition: Rendition) -> String {
    [rendition.kind.jsonName, rendition.groupID, rendition.language ?? "", rendition.name]
      .joined(separator: ":")
  }

  /// The same names made unique in order: the second of two gets `#2`, the third `#3`.
  package static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    var next: [String: Int] = [:]
    return names.map { name in
      var candidate = name
      while !seen.insert(candidate).inserted {
        next[name, default: 1] += 1
        candidate = "\(name)#\(next[name, default: 2])"
      }
      return candidate
    }
  }
}
