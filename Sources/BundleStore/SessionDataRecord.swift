package import JSON
package import Playlist

/// Session data that is packed (EXT-X-SESSION-DATA, RFC 8216bis, 4.4.6.4).
package struct SessionDataRecord: Sendable, Hashable {
  /// A picture that the payload refers to.
  package struct Image: Sendable, Hashable {
    package var path: BundlePath
    /// Where it came from, without credentials.
    package var source: String

    package init(path: BundlePath, source: String) {
      self.path = path
      self.source = source
    }
  }

  package var dataID: String
  package var language: String?
  /// Of the payload; nil where the line itself holds the value.
  package var format: SessionData.Format?
  /// Where the payload came from, without credentials; nil where the line holds the value.
  package var source: String?
  /// The payload's file in `Data/`; nil where the line holds the value.
  package var path: BundlePath?
  package var images: [Image]

  package init(
    dataID: String, language: String? = nil, format: SessionData.Format? = nil, source: String? = nil,
    path: BundlePath? = nil, images: [Image] = []
  ) {
    self.dataID = dataID
    self.language = language
    self.format = format
    self.source = source
    self.path = path
    self.images = images
  }

  package var json: JSONValue {
    var members = JSONMembers()
    members.set("dataID", dataID)
    members.set("format", format?.rawValue)
    if !images.isEmpty {
      members.set(
        "images", .array(images.map { ["path": .string($0.path.text), "source": .string($0.source)] }))
    }
    members.set("language", language)
    members.set("path", path?.text)
    members.set("source", source)
    return members.value
  }

  init(_ fields: JSONFields) throws(BundleError) {
    self.init(
      dataID: try fields.text("dataID"), language: try fields.optionalText("language"),
      format: try fields.optionalText("format") == nil ? nil : fields.word("format", SessionData.Format.self),
      source: try fields.optionalText("source"), path: try fields.optionalDataPath("path"),
      images: try fields.objects("images", limit: 10_000) { (image) throws(BundleError) in
        guard let path = try image.optionalDataPath("path") else { throw image.damaged("path", "is missing") }
        return Image(path: path, source: try image.text("source"))
      })
  }
}

extension JSONFields {
  fileprivate func optionalDataPath(_ key: String) throws(BundleError) -> BundlePath? {
    let path = try optionalPath(key)
    if let path, path.role != .data { throw damaged(key, "is not the path of session data") }
    return path
  }
}
