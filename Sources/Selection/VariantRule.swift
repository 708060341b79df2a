import Playlist

/// What a person says about the variant to pack: `best`, `worst`, `none`, `all`, `1080p`, or conditions.
///
/// Conditions may stand beside `best`, `worst`, `all`, `max=` and `min=`; without one of these the best match is
/// meant.
struct VariantRule: Hashable {
  enum Amount: Hashable {
    case none
    case best
    case worst
    case all
    /// `max=average`: the best of those that declare the highest value.
    case highest(VariantCondition.Key)
    /// `min=size`: the best of those that declare the lowest value.
    case lowest(VariantCondition.Key)
  }

  /// As typed.
  let text: String
  let amount: Amount
  let conditions: [VariantCondition]
  /// Whether nothing but the sound that goes with the picture is asked for.
  let asksOnlySound: Bool

  /// - Throws: `usage` for a text that is no rule.
  init(parsing text: String) throws(SelectionError) {
    self.text = text
    var amounts: [Amount] = []
    var conditions: [VariantCondition] = []
    let terms = SelectionWords.split([text])
    for term in terms {
      if let amount = try Self.amount(term) {
        amounts.append(amount)
      } else {
        conditions.append(try VariantCondition(parsing: term))
      }
    }
    guard amounts.count < 2, amounts.first != Amount.none || terms.count == 1 else {
      throw SelectionError(
        .usage, "'\(text)' contradicts itself",
        hint: "one of best, worst, all, min= and max=, beside conditions; none stands alone")
    }
    amount = amounts.first ?? .best
    self.conditions = conditions
    asksOnlySound = amounts.isEmpty && conditions.allSatisfy(\.asksOnlySound)
  }

  /// The rule that holds where nothing was said.
  static let standard = VariantRule(.best, text: "best")

  /// The rule of a configuration beside a primary one that is sound alone.
  static let soundAlone = VariantRule(.none, text: "none")

  private init(_ amount: Amount, text: String) {
    self.text = text
    self.amount = amount
    conditions = []
    asksOnlySound = false
  }

  /// Nil for a condition.
  private static func amount(_ term: String) throws(SelectionError) -> Amount? {
    switch term.lowercased() {
    case "none": return Amount.none
    case "best": return .best
    case "worst": return .worst
    case "all": return .all
    default: break
    }
    guard let (typed, comparison, value) = VariantCondition.split(term) else { return nil }
    let name = typed.lowercased()
    guard name == "max" || name == "min" else { return nil }
    let keys: [VariantCondition.Key] = [.bandwidth, .average, .size]
    guard comparison == .equal, let key = VariantCondition.Key(word: value), keys.contains(key) else {
      throw SelectionError(
        .usage, "'\(term)' is no rule for a variant",
        hint: "\(name)=bandwidth, \(name)=average or \(name)=size")
    }
    return name == "max" ? .highest(key) : .lowest(key)
  }

  /// Whether `best`, `all` or the like was typed, beside conditions or alone.
  var namesAmount: Bool { SelectionWords.split([text]).count > conditions.count }

  func matches(_ traits: VariantTraits) -> Bool { conditions.allSatisfy { $0.matches(traits) } }

  func asks(_ key: VariantCondition.Key) -> Bool { conditions.contains { $0.key == key } }

  /// Of these places, which match the conditions, those with the highest or lowest value that is asked for: of
  /// what an ordinary screen can show, where there is any. All of them for other rules.
  func extremes(of places: [Int], _ traits: [VariantTraits]) -> [Int] {
    let key: VariantCondition.Key
    switch amount {
    case .highest(let asked), .lowest(let asked): key = asked
    case .none, .best, .worst, .all: return places
    }
    let shown = places.filter { traits[$0].isKnown && (traits[$0].isFlat || asks(.layout)) }
    let valued = (shown.isEmpty ? places : shown).compactMap { place in
      Self.value(key, traits[place]).map { (place: place, value: $0) }
    }
    let values = valued.map(\.value)
    let extreme = if case .highest = amount { values.max() } else { values.min() }
    return valued.filter { $0.value == extreme }.map(\.place)
  }

  private static func value(_ key: VariantCondition.Key, _ traits: VariantTraits) -> Int64? {
    switch key {
    case .bandwidth: traits.variant.bandwidth
    case .average: traits.variant.averageBandwidth
    default: traits.variant.resolution == nil ? nil : Int64(traits.pixels)
    }
  }
}
