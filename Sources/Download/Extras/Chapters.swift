import Addresses
import JSON

/// The payload of session data `com.apple.hls.chapters`: an array of chapters, whose `images` have a `url` that is
/// relative to the payload.
struct Chapters {
  /// References of all pictures as written, each once, in the order of the chapters.
  let images: [String]
  private let value: JSONValue

  init(_ value: JSONValue) {
    self.value = value
    var seen: Set<String> = []
    images = (value.items ?? []).flatMap { $0["images"]?.items ?? [] }
      .compactMap { $0["url"]?.text }.filter { seen.insert($0).inserted }
  }

  /// The same with other references; all else is kept.
  /// - Parameter references: by what is written now; nil leaves it.
  func replacing(_ references: [String: String]) -> JSONValue {
    guard let chapters = value.items else { return value }
    return .array(
      chapters.map { chapter in
        guard var members = chapter.members, let images = members["images"]?.items else { return chapter }
        members["images"] = .array(images.map { Self.replacing(references, in: $0) })
        return .object(members)
      })
  }

  private static func replacing(_ references: [String: String], in image: JSONValue) -> JSONValue {
    guard var members = image.members, let url = members["url"]?.text, let local = references[url] else {
      return image
    }
    members["url"] = .string(local)
    return .object(members)
  }
}

extension JSONValue {
  /// The same with each text, but not the names of members, put through `change`.
  func mapTexts(_ change: (String) -> String) -> JSONValue {
    switch self {
    case .string(let text): .string(change(text))
    case .array(let items): .array(items.map { $0.mapTexts(change) })
    case .object(let members): .object(members.mapValues { $0.mapTexts(change) })
    case .null, .bool, .integer, .decimal: self
    }
  }

  /// How many of its texts hold the address of something on a network.
  var addresses: Int {
    switch self {
    case .string(let text): text.utf8.holdsWebAddress ? 1 : 0
    case .array(let items): items.reduce(0) { $0 + $1.addresses }
    case .object(let members): members.values.reduce(0) { $0 + $1.addresses }
    case .null, .bool, .integer, .decimal: 0
    }
  }
}

extension Collection<UInt8> {
  /// Whether `http://` or `https://` stands in it, whatever the case.
  var holdsWebAddress: Bool {
    let mark = Array("://".utf8)
    var rest = self[...]
    while let found = rest.firstRange(of: mark) {
      let scheme = String(decoding: self[..<found.lowerBound].suffix(5), as: UTF8.self).lowercased()
      if scheme.hasSuffix("http") || scheme == "https" { return true }
      rest = rest[found.upperBound...]
    }
    return false
  }
}
