enum KeyExpired: Rule {
  static let identifier = "hlspack-key-expired"
  static let asks = "no content key that media need has expired"
  static let why =
    "what is under a key whose time is over does not play; augment --renew-keys asks for it again"

  static func check(_ facts: TitleFacts) -> [Finding] {
    guard let first = facts.expiredKeys.first else { return [] }
    let message = "says that \(first.id) expired at \(first.since)" + andMore(facts.expiredKeys.count - 1)
    return [found(.warning, facts.manifestPath, message)]
  }
}
