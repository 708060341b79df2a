/// Reads EXT-X-KEY and EXT-X-SESSION-KEY.
struct KeyTag {
  private var uris = RepeatedText()
  private var formats = RepeatedText()
  private var versions = RepeatedText()

  /// Nil when the tag is to be ignored. Its attributes are read already.
  mutating func read(_ context: inout TagContext, _ bytes: Span<UInt8>) throws(PlaylistError) -> Key? {
    guard let name = try context.enumerated("METHOD", bytes), !name.isEmpty else {
      throw context.malformed(.attributeMissing, "has no METHOD")
    }
    let method = Key.Method(name)
    if case .none = method { return try none(&context) }
    guard let uri = try context.quoted("URI", bytes, repeating: &uris) else {
      throw context.malformed(.keyURI, "has no URI")
    }
    var iv = try context.bits128("IV", bytes)
    let format = try context.quoted("KEYFORMAT", bytes, repeating: &formats)
    var versions = try context.quoted("KEYFORMATVERSIONS", bytes, repeating: &versions)
    guard !context.isIgnored else { return nil }
    if iv != nil, method.forbidsIV {
      try context.tolerate(.keyIVForbidden, of: "IV", "is not allowed by METHOD; it is ignored")
      iv = nil
    }
    if let text = versions, !Key.areVersions(text) {
      try context.tolerate(
        .keyFormatVersions, of: "KEYFORMATVERSIONS", "is not <n>[/<n>]...; it is ignored")
      versions = nil
    }
    if iv != nil { context.requires(version: 2) }
    if format != nil || versions != nil || method == .sampleAES { context.requires(version: 5) }
    return Key(
      line: context.line, method: method, uri: uri, iv: iv, keyFormat: format ?? "identity",
      keyFormatVersions: versions)
  }

  private func none(_ context: inout TagContext) throws(PlaylistError) -> Key? {
    if context.fields.fields.count > 1 {
      try context.tolerate(.keyNone, "METHOD=NONE has other attributes")
    }
    if context.tag == .sessionKey {
      try context.tolerate(.sessionKeyNone, "METHOD is NONE; the tag is ignored")
      return nil
    }
    guard !context.isIgnored else { return nil }
    return Key(
      line: context.line, method: .none, uri: nil, iv: nil, keyFormat: "identity", keyFormatVersions: nil)
  }
}
