/// The path of a file inside a bundle. Its initialiser is the grammar of names (hlspack-bundle(5), NAMES OF
/// FILES): a value of this type can neither leave the bundle nor collide with another on any file system.
package struct BundlePath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// What the file is.
  package enum Role: Sendable, Hashable {
    case manifest, sums, multivariantPlaylist, rootIndex, bootIndex, state
    /// The signature of the sums, and so of every file.
    case sumsSignature
    /// The proof that keys were invalidated, and its signature.
    case receipt, receiptSignature
    case artwork
    /// A playlist as fetched, or a payload of session data.
    case data
    case key(Int)
    case listing(StreamFolder)
    case mediaPlaylist(StreamFolder)
    case streamIndex(StreamFolder)
    case media(StreamFolder, MediaFileName)
  }

  package let text: String
  package let role: Role

  private init(_ text: String, _ role: Role) {
    self.text = text
    self.role = role
  }

  package static let manifest = BundlePath("hlspack.json", .manifest)
  package static let sums = BundlePath("SHA256SUMS", .sums)
  package static let multivariantPlaylist = BundlePath("index.m3u8", .multivariantPlaylist)
  package static let rootIndex = BundlePath("root.xml", .rootIndex)
  package static let bootIndex = BundlePath("boot.xml", .bootIndex)
  package static let state = BundlePath("state.json", .state)
  package static let sumsSignature = BundlePath("SHA256SUMS.sig", .sumsSignature)
  package static let receipt = BundlePath("receipt.json", .receipt)
  package static let receiptSignature = BundlePath("receipt.json.sig", .receiptSignature)

  package static func listing(of stream: StreamFolder) -> BundlePath {
    BundlePath("\(stream.text)/stream.json", .listing(stream))
  }

  package static func mediaPlaylist(of stream: StreamFolder) -> BundlePath {
    BundlePath("\(stream.text)/playlist.m3u8", .mediaPlaylist(stream))
  }

  package static func streamIndex(of stream: StreamFolder) -> BundlePath {
    BundlePath("\(stream.text)/StreamInfoBoot.xml", .streamIndex(stream))
  }

  package static func media(_ name: MediaFileName, of stream: StreamFolder) -> BundlePath {
    BundlePath("\(stream.text)/\(name.text)", .media(stream, name))
  }

  /// The same as `media`, with the folder's text at hand: for loops over many files.
  static func media(_ name: MediaFileName, of stream: StreamFolder, text folder: String) -> BundlePath {
    BundlePath("\(folder)/\(name.text)", .media(stream, name))
  }

  /// A content key; nil when the number is not within 0…9,999,999.
  package static func key(_ number: Int) -> BundlePath? {
    BundlePath("keys/key-\(number).m4s")
  }

  /// The title's picture; nil when the extension is none of jpg, png, webp, heic, avif, gif.
  package static func artwork(fileExtension: String) -> BundlePath? {
    BundlePath("artwork.\(fileExtension)")
  }

  /// The stream that the file belongs to; nil for files of the whole bundle.
  package var stream: StreamFolder? {
    switch role {
    case .listing(let stream), .mediaPlaylist(let stream), .streamIndex(let stream), .media(let stream, _):
      stream
    default: nil
    }
  }

  package var description: String { text }

  /// By the bytes of the text, which are ASCII.
  package static func < (left: BundlePath, right: BundlePath) -> Bool { left.text < right.text }
}

// MARK: - The grammar

extension BundlePath {
  private static let fixed: [String: BundlePath] = Dictionary(
    uniqueKeysWithValues: [
      manifest, sums, multivariantPlaylist, rootIndex, bootIndex, state, sumsSignature, receipt,
      receiptSignature,
    ].map {
      ($0.text, $0)
    })

  private static let pictures: Set<Substring> = ["jpg", "png", "webp", "heic", "avif", "gif"]

  /// Nil unless the text is a path of the bundle's grammar to the letter.
  package init?(_ text: String) {
    guard text.utf8.count <= 256, text.utf8.allSatisfy({ Grammar.isPlain($0) || $0 == 0x2F }) else {
      return nil
    }
    guard let slash = text.utf8.firstIndex(of: 0x2F) else {
      guard let path = BundlePath.top(text) else { return nil }
      self = path
      return
    }
    let name = text[text.utf8.index(after: slash)...]
    guard let role = BundlePath.inner(folder: text[..<slash], name: name) else { return nil }
    self.init(text, role)
  }

  private static func top(_ text: String) -> BundlePath? {
    if let path = fixed[text] { return path }
    guard text.hasPrefix("artwork."), pictures.contains(text.dropFirst(8)) else { return nil }
    return BundlePath(text, .artwork)
  }

  private static func inner(folder: Substring, name: Substring) -> Role? {
    switch folder {
    case "Data": return DataName.isLegal(name) ? .data : nil
    case "keys":
      guard name.hasPrefix("key-"), name.hasSuffix(".m4s") else { return nil }
      return Grammar.decimal(name.dropFirst(4).dropLast(4), digits: 7).map { .key(Int($0)) }
    default:
      guard let stream = StreamFolder(folder) else { return nil }
      switch name {
      case "stream.json": return .listing(stream)
      case "playlist.m3u8": return .mediaPlaylist(stream)
      case "StreamInfoBoot.xml": return .streamIndex(stream)
      default: return MediaFileName(name).map { .media(stream, $0) }
      }
    }
  }
}

/// Names in `Data/`: `Playlist-master.m3u8-<UUID>.data`, `SessionData-<name>-<UUID>.data`, as Apple's index
/// makes them of category, name and identifier.
package struct DataName: Hashable, Sendable {
  package enum Category: String, Sendable, CaseIterable {
    case playlist = "Playlist"
    case sessionData = "SessionData"
  }

  package let category: Category
  /// Letters, digits, point, low line and hyphen; what else there was became a low line.
  package let name: String
  /// A UUID of version 5, of the title's identity and the name: the same in every build.
  package let identifier: String

  /// - Parameter name: any text; cut to 120 bytes.
  package init(_ category: Category, name: String, of identity: IdentityHash) {
    let bytes = name.utf8.prefix(120).map { Grammar.isPlain($0) ? $0 : UInt8(0x5F) }
    let plain = bytes.isEmpty ? "data" : String(decoding: bytes, as: UTF8.self)
    self.category = category
    self.name = plain
    identifier = StableUUID.text(of: identity, name: "\(category.rawValue)/\(name)")
  }

  /// Taken apart again; nil unless the path stands in `Data/`.
  package init?(_ path: BundlePath) {
    guard path.role == .data else { return nil }
    let stem = path.text.dropFirst(5).dropLast(5)
    guard let category = Category.allCases.first(where: { stem.hasPrefix($0.rawValue + "-") }) else {
      return nil
    }
    self.category = category
    name = String(stem.dropFirst(category.rawValue.utf8.count + 1).dropLast(37))
    identifier = String(stem.suffix(36))
  }

  /// The text without its folder.
  package var text: String { "\(category.rawValue)-\(name)-\(identifier).data" }

  package var path: BundlePath? { BundlePath("Data/\(text)") }

  static func isLegal(_ text: Substring) -> Bool {
    guard text.hasSuffix(".data"), text.utf8.allSatisfy(Grammar.isPlain),
      let category = Category.allCases.first(where: { text.hasPrefix($0.rawValue + "-") })
    else { return false }
    let rest = text.dropFirst(category.rawValue.utf8.count + 1).dropLast(5)
    guard (38...157).contains(rest.utf8.count), Grammar.isUUID(rest.suffix(36)) else { return false }
    return rest.dropLast(36).hasSuffix("-")
  }
}
