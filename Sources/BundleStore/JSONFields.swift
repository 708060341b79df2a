import Addresses
import Digest
import Files
import JSON

/// The members of one JSON object, read by name and by type. Every error names the file and the member.
struct JSONFields {
  /// The bundle, for messages.
  let place: String
  /// The file that is being read.
  let file: String
  /// The way to this object: "streams[2]"; empty at the top.
  let way: String
  let members: [String: JSONValue]

  init(_ value: JSONValue, way: String, place: String, file: String) throws(BundleError) {
    guard let members = value.members else {
      throw .damaged(place, file: file, "\(way.isEmpty ? "the whole" : way) is not an object")
    }
    self.place = place
    self.file = file
    self.way = way
    self.members = members
  }

  func damaged(_ key: String, _ reason: String) -> BundleError {
    .damaged(place, file: file, "\(way.isEmpty ? key : "\(way).\(key)") \(reason)")
  }

  /// The member; nil when it is absent or null.
  private func present(_ key: String) -> JSONValue? {
    guard let value = members[key], value != .null else { return nil }
    return value
  }

  private func required<Value>(_ key: String, _ value: Value?) throws(BundleError) -> Value {
    guard let value else { throw damaged(key, "is missing") }
    return value
  }
}

// MARK: - Plain values

extension JSONFields {
  /// No text of a bundle is longer.
  static let textLimit = 64 << 10

  func optionalText(_ key: String) throws(BundleError) -> String? {
    guard let value = present(key) else { return nil }
    guard let text = value.text, text.utf8.count <= JSONFields.textLimit, !text.utf8.contains(0) else {
      throw damaged(key, "is not a text of at most \(JSONFields.textLimit) bytes")
    }
    return text
  }

  func text(_ key: String) throws(BundleError) -> String { try required(key, optionalText(key)) }

  func optionalInteger(_ key: String, in range: ClosedRange<Int64>) throws(BundleError) -> Int64? {
    guard let value = present(key) else { return nil }
    guard let number = value.int, range.contains(number) else {
      throw damaged(key, "is not a whole number within \(range.lowerBound)…\(range.upperBound)")
    }
    return number
  }

  /// No file or title is larger: 1 PiB.
  static let bytesRange: ClosedRange<Int64> = 0...(1 << 50)

  func bytes(_ key: String) throws(BundleError) -> Int64 {
    try required(key, optionalInteger(key, in: JSONFields.bytesRange))
  }

  func integer(_ key: String, in range: ClosedRange<Int64> = 0...Int64.max) throws(BundleError) -> Int64 {
    try required(key, optionalInteger(key, in: range))
  }

  /// A count or an index: 0…16,777,216.
  func optionalCount(_ key: String) throws(BundleError) -> Int? {
    try optionalInteger(key, in: 0...(1 << 24)).map { Int($0) }
  }

  func count(_ key: String) throws(BundleError) -> Int { try required(key, optionalCount(key)) }

  func optionalDecimal(_ key: String) throws(BundleError) -> Double? {
    guard let value = present(key) else { return nil }
    guard let number = value.number, number.isFinite, (0...1e15).contains(number) else {
      throw damaged(key, "is not a number from 0 to 1e15")
    }
    return number
  }

  func decimal(_ key: String) throws(BundleError) -> Double { try required(key, optionalDecimal(key)) }

  func optionalFlag(_ key: String) throws(BundleError) -> Bool? {
    guard let value = present(key) else { return nil }
    guard let flag = value.flag else { throw damaged(key, "is neither true nor false") }
    return flag
  }

  func flag(_ key: String) throws(BundleError) -> Bool { try required(key, optionalFlag(key)) }
}

// MARK: - Values with a form

extension JSONFields {
  func optionalInstant(_ key: String) throws(BundleError) -> Instant? {
    guard let text = try optionalText(key) else { return nil }
    guard let instant = Instant(rfc3339: text) else { throw damaged(key, "is not a time: \(quoted(text))") }
    return instant
  }

  func instant(_ key: String) throws(BundleError) -> Instant { try required(key, optionalInstant(key)) }

  func digest(_ key: String) throws(BundleError) -> SHA256Digest {
    let text = try text(key)
    guard let digest = SHA256Digest(hex: text) else {
      throw damaged(key, "is not a SHA-256: \(quoted(text))")
    }
    return digest
  }

  func optionalPath(_ key: String) throws(BundleError) -> BundlePath? {
    guard let text = try optionalText(key) else { return nil }
    guard let path = BundlePath(text) else {
      throw damaged(key, "is not a path of a bundle: \(quoted(text))")
    }
    return path
  }

  func path(_ key: String) throws(BundleError) -> BundlePath { try required(key, optionalPath(key)) }

  func optionalFolder(_ key: String) throws(BundleError) -> StreamFolder? {
    guard let text = try optionalText(key) else { return nil }
    guard let folder = StreamFolder(text) else {
      throw damaged(key, "is not the name of a stream's folder: \(quoted(text))")
    }
    return folder
  }

  func folder(_ key: String) throws(BundleError) -> StreamFolder { try required(key, optionalFolder(key)) }

  func identity(_ key: String) throws(BundleError) -> IdentityHash {
    let text = try text(key)
    guard let hash = IdentityHash(text) else {
      throw damaged(key, "is not a hash in base32: \(quoted(text))")
    }
    return hash
  }

  /// A word of a closed list.
  func word<Word: RawRepresentable<String>>(_ key: String, _: Word.Type) throws(BundleError) -> Word {
    let text = try text(key)
    guard let word = Word(rawValue: text) else { throw damaged(key, "is unknown: \(quoted(text))") }
    return word
  }
}

// MARK: - Objects and lists

extension JSONFields {
  func optionalObject(_ key: String) throws(BundleError) -> JSONFields? {
    guard let value = present(key) else { return nil }
    return try JSONFields(value, way: way.isEmpty ? key : "\(way).\(key)", place: place, file: file)
  }

  func object(_ key: String) throws(BundleError) -> JSONFields { try required(key, optionalObject(key)) }

  func optionalItems(_ key: String, limit: Int) throws(BundleError) -> [JSONValue]? {
    guard let value = present(key) else { return nil }
    guard let items = value.items else { throw damaged(key, "is not a list") }
    guard items.count <= limit else { throw damaged(key, "has \(items.count) entries, more than \(limit)") }
    return items
  }

  func optionalTexts(_ key: String, limit: Int = 10_000) throws(BundleError) -> [String]? {
    guard let items = try optionalItems(key, limit: limit) else { return nil }
    var texts: [String] = []
    for item in items {
      guard let text = item.text, text.utf8.count <= JSONFields.textLimit else {
        throw damaged(key, "holds what is not a text")
      }
      texts.append(text)
    }
    return texts
  }

  /// A list of objects; absent means empty.
  func objects<Value>(
    _ key: String, limit: Int, _ make: (JSONFields) throws(BundleError) -> Value
  ) throws(BundleError) -> [Value] {
    let items = try optionalItems(key, limit: limit) ?? []
    var values: [Value] = []
    values.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      let inner = way.isEmpty ? "\(key)[\(index)]" : "\(way).\(key)[\(index)]"
      try values.append(make(JSONFields(item, way: inner, place: place, file: file)))
    }
    return values
  }
}

// MARK: - Writing

/// Members of an object that leaves out what is absent.
struct JSONMembers {
  private(set) var members: [String: JSONValue] = [:]

  var value: JSONValue { .object(members) }

  mutating func set(_ key: String, _ value: JSONValue) { members[key] = value }
  mutating func set(_ key: String, _ text: String?) { members[key] = text.map { .string($0) } }
  mutating func set(_ key: String, _ number: Int?) { members[key] = number.map { .integer(Int64($0)) } }
  mutating func set(_ key: String, _ number: Int64?) { members[key] = number.map { .integer($0) } }
  mutating func set(_ key: String, _ number: Double?) { members[key] = number.map { .decimal($0) } }
  mutating func set(_ key: String, _ flag: Bool) { members[key] = .bool(flag) }
  mutating func set(_ key: String, _ texts: [String]?) {
    members[key] = texts.map { .array($0.map { .string($0) }) }
  }
}
