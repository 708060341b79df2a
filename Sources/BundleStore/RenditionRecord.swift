package import JSON
package import Playlist

/// A rendition of the source, as it stands in a manifest and in JSON output (EXT-X-MEDIA, RFC 8216, 4.3.4.1).
/// Absent values are left out of the JSON; a `uri` that is not there is null: the rendition is muxed.
package struct RenditionRecord: Sendable, Hashable {
  /// What a selection calls it: the same across runs and tokens.
  package var id: String
  /// `audio`, `video`, `subtitles` or `closedCaptions`.
  package var kind: MediaKind
  package var groupID: String
  package var name: String
  package var language: String?
  package var assocLanguage: String?
  package var characteristics: [String]
  /// CHANNELS as written: `6`, `16/JOC`.
  package var channels: String?
  package var isDefault: Bool
  package var autoselect: Bool
  package var forced: Bool
  package var instreamID: String?
  package var stableID: String?
  /// As written or absolute, without credentials; nil when the rendition is muxed into the variants.
  package var uri: String?

  package init(
    id: String, kind: MediaKind, groupID: String, name: String, language: String? = nil,
    assocLanguage: String? = nil, characteristics: [String] = [], channels: String? = nil,
    isDefault: Bool = false, autoselect: Bool = false, forced: Bool = false, instreamID: String? = nil,
    stableID: String? = nil, uri: String?
  ) {
    self.id = id
    self.kind = kind
    self.groupID = groupID
    self.name = name
    self.language = language
    self.assocLanguage = assocLanguage
    self.characteristics = characteristics
    self.channels = channels
    self.isDefault = isDefault
    self.autoselect = autoselect
    self.forced = forced
    self.instreamID = instreamID
    self.stableID = stableID
    self.uri = uri
  }

  /// - Parameter uri: what to show in place of the written URI: absolute, credentials taken out; nil keeps
  ///   what is written.
  package init(_ rendition: Rendition, id: String, uri: String? = nil) {
    self.init(
      id: id, kind: rendition.kind, groupID: rendition.groupID, name: rendition.name,
      language: rendition.language, assocLanguage: rendition.assocLanguage,
      characteristics: rendition.characteristics, channels: rendition.channels,
      isDefault: rendition.isDefault, autoselect: rendition.autoselect, forced: rendition.forced,
      instreamID: rendition.instreamID, stableID: rendition.stableID, uri: uri ?? rendition.uri)
  }
}

extension RenditionRecord {
  package var json: JSONValue { members.value }

  var members: JSONMembers {
    var members = JSONMembers()
    members.set("id", id)
    members.set("kind", kind.jsonName)
    members.set("groupID", groupID)
    members.set("name", name)
    members.set("language", language)
    members.set("assocLanguage", assocLanguage)
    if !characteristics.isEmpty { members.set("characteristics", characteristics) }
    members.set("channels", channels)
    members.set("default", isDefault)
    members.set("autoselect", autoselect)
    members.set("forced", forced)
    members.set("instreamID", instreamID)
    members.set("stableID", stableID)
    members.set("uri", uri.map { .string($0) } ?? .null)
    return members
  }

  init(_ fields: JSONFields) throws(BundleError) {
    let word = try fields.text("kind")
    guard let kind = MediaKind.allCases.first(where: { $0.jsonName == word }) else {
      throw fields.damaged("kind", "is unknown: \(quoted(word))")
    }
    self.init(
      id: try fields.text("id"), kind: kind, groupID: try fields.text("groupID"),
      name: try fields.text("name"), language: try fields.optionalText("language"),
      assocLanguage: try fields.optionalText("assocLanguage"),
      characteristics: try fields.optionalTexts("characteristics") ?? [],
      channels: try fields.optionalText("channels"), isDefault: try fields.flag("default"),
      autoselect: try fields.flag("autoselect"), forced: try fields.flag("forced"),
      instreamID: try fields.optionalText("instreamID"), stableID: try fields.optionalText("stableID"),
      uri: try fields.optionalText("uri"))
  }
}
