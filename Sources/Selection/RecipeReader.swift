import JSON

/// The members of a recipe, each checked where it is read.
enum RecipeReader {
  private enum Limit {
    static let auxiliary = 100
    static let words = 100
    static let metadata = 100
    /// Bytes of a word, a title or a name.
    static let text = 1_000
    /// Bytes of a value of the metadata.
    static let description = 65_536
  }

  static func recipe(_ value: JSONValue) throws(SelectionError) -> Recipe {
    let members = try RecipeMembers(
      value, at: "",
      known: ["title", "artwork", "metadata", "primary", "auxiliary", "optimizesAuxiliary", "policy"])
    var recipe = Recipe()
    recipe.title = try members.text("title", limit: Limit.text)
    recipe.artwork = try members.text("artwork", limit: Limit.text)
    recipe.metadata = try metadata(members)
    if let primary = members["primary"] { recipe.primary = try configuration(primary, at: "primary") }
    recipe.auxiliary = try auxiliary(members)
    recipe.optimizesAuxiliary = try members.flag("optimizesAuxiliary")
    guard let policy = members["policy"] else { return recipe }
    let fields = try RecipeMembers(policy, at: "policy", known: ["expires", "priority"])
    recipe.expires = try fields.text("expires", limit: Limit.text)
    recipe.priority = try priority(fields)
    return recipe
  }

  private static func priority(_ fields: RecipeMembers) throws(SelectionError) -> Recipe.Priority? {
    guard let text = try fields.text("priority", limit: Limit.text) else { return nil }
    guard let priority = Recipe.Priority(rawValue: text) else {
      let words = Recipe.Priority.allCases.map(\.rawValue).joined(separator: " or ")
      throw fields.wrong("priority", "is \(Quoted.text(text)), which is not known", hint: words)
    }
    return priority
  }

  private static func metadata(_ members: RecipeMembers) throws(SelectionError) -> [String: String] {
    guard let value = members["metadata"] else { return [:] }
    guard let fields = value.members else { throw members.wrong("metadata", "is not an object") }
    guard fields.count <= Limit.metadata else {
      throw members.wrong("metadata", "has more than \(Limit.metadata) members")
    }
    var metadata: [String: String] = [:]
    let reader = RecipeMembers(fields, at: "metadata")
    for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard !key.isEmpty, key.utf8.count <= Limit.text, !Quoted.holdsControls(key) else {
        throw members.wrong("metadata", "has a member that is no name: \(Quoted.text(key))")
      }
      metadata[key] = try reader.text(value, key, limit: Limit.description, isOneLine: false)
    }
    return metadata
  }

  private static func auxiliary(
    _ members: RecipeMembers
  ) throws(SelectionError) -> [ContentConfiguration] {
    guard let value = members["auxiliary"] else { return [] }
    guard let items = value.items else { throw members.wrong("auxiliary", "is not a list") }
    guard items.count <= Limit.auxiliary else {
      throw members.wrong("auxiliary", "has more than \(Limit.auxiliary) configurations")
    }
    var all: [ContentConfiguration] = []
    for (index, item) in items.enumerated() {
      let place = "auxiliary[\(index)]"
      let configuration = try configuration(item, at: place)
      for text in configuration.video where try VariantRule(parsing: text).amount == .none {
        throw SelectionError(
          .usage, "\(place).video: 'none' of the video is for the primary variant only",
          hint: "without a word on the video the primary one is used")
      }
      all.append(configuration)
    }
    return all
  }

  // MARK: - Configurations

  private static func configuration(
    _ value: JSONValue, at place: String
  ) throws(SelectionError) -> ContentConfiguration {
    let members = try RecipeMembers(
      value, at: place,
      known: [
        "video", "audio", "subtitles", "angle", "minBitrate", "minSize", "prefersHDR", "prefersLossless",
        "prefersMultichannel", "fallback",
      ])
    var lists: [String: [String]] = [:]
    for name in ["video", "audio", "subtitles", "angle"] {
      lists[name] = try members.list(name, count: Limit.words, limit: Limit.text)
    }
    let configuration = ContentConfiguration(
      video: lists["video"] ?? [], minBitrate: try members.figure("minBitrate", limit: Limit.text),
      minSize: try members.text("minSize", limit: Limit.text), prefersHDR: try members.flag("prefersHDR"),
      prefersLossless: try members.flag("prefersLossless"),
      prefersMultichannel: try members.flag("prefersMultichannel"), audio: lists["audio"],
      subtitles: lists["subtitles"], angles: lists["angle"], fallback: try members.flag("fallback") ?? false)
    try check(configuration, members)
    return configuration
  }

  /// Every word means something; a message names the member that it is of.
  private static func check(
    _ configuration: ContentConfiguration, _ members: RecipeMembers
  ) throws(SelectionError) {
    let only: [(String, ContentConfiguration)] = [
      ("video", ContentConfiguration(video: configuration.video)),
      ("minBitrate", ContentConfiguration(minBitrate: configuration.minBitrate)),
      ("minSize", ContentConfiguration(minSize: configuration.minSize)),
    ]
    for (name, part) in only {
      try members.checked(name) { () throws(SelectionError) in _ = try Wishes(part) }
    }
    for (name, list) in [
      ("audio", configuration.audio), ("subtitles", configuration.subtitles), ("angle", configuration.angles),
    ] {
      try members.checked(name) { () throws(SelectionError) in _ = try RenditionRule.list(list ?? []) }
    }
    try members.checked(nil) { () throws(SelectionError) in _ = try Wishes(configuration) }
  }
}
