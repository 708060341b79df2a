enum SumsSigned: Rule {
  static let identifier = "hlspack-signature"
  static let asks = "SHA256SUMS has the signature of the key that was given"
  static let why =
    "digests can be written anew by whoever changes a file, a signature only by who has the key"

  static func check(_ facts: SumsFacts) -> [Finding] {
    switch facts.signature {
    case .unasked, .right: []
    case .missing: [found(.error, facts.signaturePath, "is not there: the bundle is not signed")]
    case .wrong: [found(.error, facts.signaturePath, "is not the signature of this bundle by that key")]
    case .unreadable(let reason): [found(.error, facts.signaturePath, "cannot be read: \(reason)")]
    }
  }
}
