enum ListingWhole: Rule {
  static let identifier = "hlspack-listing"
  static let asks = "each stream.json can be read and is the one that the manifest means"
  static let why = "without it nobody knows which files a stream consists of"

  static func check(_ facts: StreamFacts) -> [Finding] {
    guard case .faulty(let reason) = facts.listing else { return [] }
    return [found(.error, facts.listingPath, reason)]
  }
}
