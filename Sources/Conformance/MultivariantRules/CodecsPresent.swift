import Playlist

enum CodecsPresent: Rule {
  static let identifier = "apple-authoring-9.1-codecs"
  static let asks = "each EXT-X-STREAM-INF has CODECS"
  static let why = "players must fetch media to learn whether they can play the variant at all"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    facts.lacking("CODECS", in: facts.variantTags.filter { $0.qualities.codecs.isEmpty }, self)
  }
}

extension MultivariantFacts {
  /// An error for each of the streams that has no attribute of this name.
  func lacking(_ attribute: String, in streams: [StreamTag], _ rule: any Rule.Type) -> [Finding] {
    var faults = Repeated(rule, .error, in: name)
    for stream in streams where written(attribute, line: stream.line) == nil {
      faults.see(line: stream.line, "\(stream.tag.rawValue) has no \(attribute)")
    }
    return faults.all
  }
}
