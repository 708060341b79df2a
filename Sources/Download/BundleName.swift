package import Addresses
import Files

/// The name of a bundle that was given none: the title, else what the source's address says.
package enum BundleName {
  /// Last path components that name no title.
  private static let generic: Set<String> = ["index", "master", "playlist", "manifest", "main"]

  /// NAME for a bundle, legal on FAT, NTFS and ext4, without its suffix; never empty.
  package static func derived(title: String?, source: URI) -> String {
    if let title, !title.isEmpty { return FileNames.legalName(title) }
    for component in source.path.split(separator: "/").reversed() {
      let decoded = URI.percentDecoded(String(component)) ?? String(component)
      let stem = withoutPlaylistSuffix(decoded)
      // A token in the path names no title, and must not become one.
      let isSecret = Redaction.redacted(reference: String(component)) != String(component)
      if stem.isEmpty || isSecret || generic.contains(stem.lowercased()) { continue }
      return FileNames.legalName(stem)
    }
    return FileNames.legalName(source.host ?? "untitled")
  }

  /// The name in a bundle's path: without folders and suffix.
  static func stem(ofPath path: String) -> String {
    let name = FilePath.lastComponent(path)
    return name.hasSuffix(".movpkg") && name != ".movpkg" ? String(name.dropLast(7)) : name
  }

  private static func withoutPlaylistSuffix(_ text: String) -> String {
    for suffix in [".m3u8", ".m3u"] where text.lowercased().hasSuffix(suffix) {
      return String(text.dropLast(suffix.count))
    }
    return text
  }
}
