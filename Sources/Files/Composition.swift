/// Composes letters and their marks into single scalars (Unicode's NFC), for names of files.
///
/// The standard library knows which texts are canonically equal but does not hand out the composed form.
/// So the rule is: a scalar of `blocks` stands for whatever text is canonically equal to it, and Hangul is
/// put together by its arithmetic. That is NFC for Latin, Greek, Cyrillic, Japanese and Korean; text of
/// other scripts stays as it was given.
enum Composition {
  static func composed(_ scalars: String.UnicodeScalarView) -> String {
    // Below U+0300 all text is composed already: there is nothing to combine with.
    guard scalars.contains(where: { $0.value >= 0x300 }) else { return String(scalars) }
    var result = String.UnicodeScalarView()
    for character in String(scalars) {
      append(character, to: &result)
    }
    return String(result)
  }

  /// Composes one character as a reader sees it: a letter, then its marks in canonical order.
  private static func append(_ character: Character, to result: inout String.UnicodeScalarView) {
    let scalars = Array(character.unicodeScalars)
    guard let first = scalars.first, scalars.contains(where: { $0.value >= 0x300 }) else {
      result.append(contentsOf: scalars)
      return
    }
    var base = table[String(first)] ?? first
    var left: [Unicode.Scalar] = []
    var highest = Unicode.CanonicalCombiningClass.notReordered
    for mark in inCanonicalOrder(scalars.dropFirst()) {
      let order = mark.properties.canonicalCombiningClass
      let isBlocked = !left.isEmpty && (highest >= order || highest == .notReordered)
      if !isBlocked, let whole = compose(base, mark) {
        base = whole
      } else {
        left.append(mark)
        highest = order
      }
    }
    result.append(base)
    result.append(contentsOf: left)
  }

  /// Marks sorted by their class, those of one class in the order given; a scalar of class 0 is a wall.
  private static func inCanonicalOrder(_ marks: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
    var sorted: [Unicode.Scalar] = []
    for mark in marks {
      let order = mark.properties.canonicalCombiningClass
      var place = sorted.endIndex
      while order != .notReordered, place > 0,
        sorted[place - 1].properties.canonicalCombiningClass > order
      { place -= 1 }
      sorted.insert(mark, at: place)
    }
    return sorted
  }

  private static func compose(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    if let syllable = hangul(first.value, second.value) { return syllable }
    var pair = String.UnicodeScalarView()
    pair.append(first)
    pair.append(second)
    return table[String(pair)]
  }

  /// Lead and vowel, or syllable and tail, as one syllable (Unicode, 3.12).
  private static func hangul(_ first: UInt32, _ second: UInt32) -> Unicode.Scalar? {
    if (0x1100...0x1112).contains(first), (0x1161...0x1175).contains(second) {
      return Unicode.Scalar(0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28)
    }
    guard (0xAC00...0xD7A3).contains(first), (first - 0xAC00) % 28 == 0 else { return nil }
    return (0x11A8...0x11C2).contains(second) ? Unicode.Scalar(first + second - 0x11A7) : nil
  }

  private static let blocks: [ClosedRange<UInt32>] = [
    0x20...0x2FF, 0x370...0x52F, 0x1E00...0x1FFF, 0x3041...0x30FF,
  ]

  /// Text to the scalar that stands for it. Looking up finds what is canonically equal; of two scalars
  /// that are equal to each other the first is the composed form.
  private static let table: [String: Unicode.Scalar] = {
    var table: [String: Unicode.Scalar] = [:]
    for value in blocks.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      if table[text] == nil { table[text] = scalar }
    }
    return table
  }()
}
