package import Playlist

/// What a person says about the variant to pack: `best`, `worst`, `none`, `all`, `1080p`, or conditions.
///
/// Conditions may stand beside `best`, `worst` and `all`; without one of these the best match is meant.
package struct VariantRule: Sendable, Hashable {
  enum Amount: Hashable {
    case none
    case best
    case worst
    case all
  }

  /// As typed.
  package let text: String
  let amount: Amount
  let conditions: [VariantCondition]

  /// - Throws: `usage` for a text that is no rule.
  package init(parsing text: String) throws(SelectionError) {
    self.text = text
    var amounts: [Amount] = []
    var conditions: [VariantCondition] = []
    let terms = SelectionWords.split([text])
    for term in terms {
      switch term.lowercased() {
      case "none": amounts.append(.none)
      case "best": amounts.append(.best)
      case "worst": amounts.append(.worst)
      case "all": amounts.append(.all)
      default: conditions.append(try VariantCondition(parsing: term))
      }
    }
    guard amounts.count < 2, amounts.first != Amount.none || terms.count == 1 else {
      throw SelectionError(
        .usage, "'\(text)' contradicts itself", hint: "best, worst, none and all stand alone")
    }
    amount = amounts.first ?? .best
    self.conditions = conditions
  }

  /// The rule that holds where nothing was said.
  static let standard = VariantRule(standard: ())

  private init(standard: Void) {
    text = "best"
    amount = .best
    conditions = []
  }

  /// Whether a variant meets all conditions.
  package func matches(_ variant: Variant, in playlist: MultivariantPlaylist) -> Bool {
    let channels = playlist.renditions.lazy.filter { $0.kind == .audio && $0.groupID == variant.audio }
      .compactMap(\.channelCount)
    return matches(VariantTraits(variant, channels: Array(channels)))
  }

  func matches(_ traits: VariantTraits) -> Bool { conditions.allSatisfy { $0.matches(traits) } }

  func asks(_ key: VariantCondition.Key) -> Bool { conditions.contains { $0.key == key } }

  /// How good a variant is under this rule; compared from the first number on, more is better.
  ///
  /// First what a player can use, on an ordinary screen, in SDR, unless the rule itself speaks of it; then
  /// score (where every variant has one), picture size, frame rate, bandwidth; the other way round for
  /// `worst`.
  func rank(_ traits: VariantTraits, usesScore: Bool) -> [Double] {
    let fitness = [
      Double(traits.video.rawValue), traits.isKnown ? 1 : 0, traits.isFlat || asks(.layout) ? 1 : 0,
      traits.isSDR || asks(.range) ? 1 : 0,
    ]
    let variant = traits.variant
    let quality = [
      usesScore ? variant.score ?? 0 : 0, Double(traits.pixels), variant.frameRate ?? 0,
      Double(variant.bandwidth),
    ]
    return fitness + (amount == .worst ? quality.map { -$0 } : quality)
  }
}
