import Foundation

/// The house as `Sources/README.md` describes it: which module may import which. The compiler does not hold
/// to it, for a module can import whatever its dependencies depend on.
enum FloorPlan {
  /// Modules of each floor, the ground first. A module imports what stands on lower floors only.
  static let floors: [[String]] = [
    [
      "CCurl", "CArchive", "CCrypto", "CXML", "CZlib", "CSystem", "JSON", "Addresses", "Playlist",
      "Files", "Processes", "Flags",
    ],
    ["Selection", "Media", "Rights", "Transfer", "Digest", "Archive", "Console"],
    ["BundleStore", "Conformance"],
    ["Download", "Upkeep"],
    ["Batch"],
    ["Commands"],
    ["hlspack"],
  ]

  /// The exceptions, sideways on one floor: the ground's own C libraries, and addresses inside playlists.
  static let sideways: [String: Set<String>] = [
    "Playlist": ["Addresses"], "Files": ["CSystem"], "Processes": ["CSystem"],
  ]

  /// What may not be imported although it stands lower.
  static let forbidden: [String: Set<String>] = [
    // What must not be able to touch the network.
    "Upkeep": ["Transfer"],
    "BundleStore": ["Transfer"],
    // Pure modules read and write nothing.
    "Selection": ["Files", "Processes"], "Media": ["Files", "Processes"], "Rights": ["Files", "Processes"],
    "Conformance": ["Files", "Processes", "Transfer"],
  ]

  /// C libraries stay behind the door of one module each.
  static let doors: [String: Set<String>] = [
    "CCurl": ["Transfer"], "CArchive": ["Archive"], "CCrypto": ["Digest"], "CXML": ["BundleStore"],
    "CZlib": ["Transfer"],
  ]

  static func floor(of module: String) -> Int? { floors.firstIndex { $0.contains(module) } }
}

/// The project's own sources, found from this file.
enum Sources {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  struct File {
    /// The folder below `Sources` or `Tests`.
    let module: String
    let path: String
    let lines: [Substring]
  }

  static func files(in top: String) throws -> [File] {
    let folder = root.appendingPathComponent(top)
    let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var files: [File] = []
    while let url = walk?.nextObject() as? URL {
      guard url.pathExtension == "swift" else { continue }
      let relative = url.path.dropFirst(folder.path.count + 1)
      let text = try String(contentsOf: url, encoding: .utf8)
      files.append(
        File(
          module: String(relative.prefix { $0 != "/" }), path: "\(top)/\(relative)",
          lines: text.split(separator: "\n", omittingEmptySubsequences: false)))
    }
    return files
  }

  /// The modules that a file imports.
  static func imports(_ file: File) -> [String] {
    file.lines.compactMap { line in
      var words = line.split(separator: " ")[...]
      while let first = words.first, first == "package" || first == "internal" || first.hasPrefix("@") {
        words.removeFirst()
      }
      guard words.popFirst() == "import", var name = words.popFirst() else { return nil }
      if ["struct", "class", "enum", "func", "protocol", "typealias", "var", "let"].contains(name) {
        guard let next = words.popFirst() else { return nil }
        name = next
      }
      return String(name.prefix { $0 != "." })
    }
  }
}
