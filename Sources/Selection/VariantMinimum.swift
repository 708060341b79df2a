import Playlist

/// The bitrate and the size that a variant should at least have.
struct VariantMinimum: Hashable {
  /// Bits per second; nil: none was given.
  let bitrate: Double?
  let size: Resolution?
  /// As typed; nil where there is no minimum.
  let text: String?

  /// - Throws: `usage` for what is no bitrate or no size.
  init(bitrate: String?, size: String?) throws(SelectionError) {
    var parts: [String] = []
    self.bitrate = try bitrate.map { text throws(SelectionError) in
      parts.append(text)
      guard let value = Figure.number(text), value > 0 else {
        throw SelectionError(
          .usage, "'\(text)' is no bitrate", hint: "bits per second, for instance 2500000 or 2.5M")
      }
      return value
    }
    self.size = try size.map { text throws(SelectionError) in
      parts.append(text)
      guard let size = Figure.size(text) else {
        throw SelectionError(.usage, "'\(text)' is no size", hint: "width and height, for instance 1280x720")
      }
      return size
    }
    text = parts.isEmpty ? nil : parts.joined(separator: " and ")
  }

  /// Whether a variant is at least so high; what it does not declare is not.
  func isMet(by traits: VariantTraits) -> Bool {
    if let bitrate, Double(traits.variant.bandwidth) < bitrate { return false }
    guard let size else { return true }
    guard let picture = traits.variant.resolution else { return false }
    return picture.width >= size.width && picture.height >= size.height
  }

  /// Of those that meet it the lowest is the best, of those that do not the highest; compared from the first
  /// number on, more is better. Empty where there is no minimum.
  func rank(_ traits: VariantTraits) -> [Double] {
    guard text != nil else { return [] }
    var figures: [Double] = []
    if size != nil { figures.append(Double(traits.pixels)) }
    if bitrate != nil { figures.append(Double(traits.variant.bandwidth)) }
    return isMet(by: traits) ? [1] + figures.map { -$0 } : [0] + figures
  }
}

/// Numbers and sizes as people type them.
enum Figure {
  /// A number that is not negative, with `k`, `M` or `G` for thousands, millions and thousand millions.
  static func number(_ text: String) -> Double? {
    let factors: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "m": 1e6, "G": 1e9, "g": 1e9]
    let factor = text.last.flatMap { factors[$0] }
    let digits = factor == nil ? text[...] : text.dropLast()
    let isPlain =
      !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
    guard isPlain, let value = Double(digits), value.isFinite else { return nil }
    return value * (factor ?? 1)
  }

  /// `1280x720`: neither side is 0.
  static func size(_ text: String) -> Resolution? {
    guard let size = Resolution(text), size.width > 0, size.height > 0 else { return nil }
    return size
  }
}
