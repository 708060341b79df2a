/// The grammar of language tags (RFC 5646, 2.1).
package enum LanguageSyntax {
  /// Tags that were registered before there was a grammar and do not keep it.
  private static let grandfathered: Set<String> = ["en-gb-oed", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de"]

  /// Whether the text keeps to the grammar; whether its subtags are registered is not asked.
  package static func isWellFormed(_ text: String) -> Bool {
    let tag = text.lowercased()
    let subtags = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard subtags.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(\.isLetterOrDigit) }) else {
      return false
    }
    if grandfathered.contains(tag) { return true }
    var rest = subtags[...]
    guard let first = rest.popFirst() else { return false }
    if first.count == 1 {
      return first.elementsEqual("x".utf8) || first.elementsEqual("i".utf8) ? !rest.isEmpty : false
    }
    guard first.allSatisfy(\.isLetter) else { return false }
    if first.count <= 3 { drop(&rest, upTo: 3) { $0.count == 3 && $0.allSatisfy(\.isLetter) } }
    drop(&rest, upTo: 1) { $0.count == 4 && $0.allSatisfy(\.isLetter) }
    drop(&rest, upTo: 1) {
      $0.count == 2 && $0.allSatisfy(\.isLetter) || $0.count == 3 && $0.allSatisfy(\.isDecimalDigit)
    }
    drop(&rest, upTo: .max) { $0.count >= 5 || $0.count == 4 && ($0.first?.isDecimalDigit ?? false) }
    return areExtensions(rest)
  }

  private typealias Subtag = Substring.UTF8View

  private static func drop(
    _ rest: inout ArraySlice<Subtag>, upTo limit: Int, while isOne: (Subtag) -> Bool
  ) {
    var count = 0
    while count < limit, let next = rest.first, isOne(next) {
      rest.removeFirst()
      count += 1
    }
  }

  /// Singletons, each with subtags after it; what follows an x is private.
  private static func areExtensions(_ subtags: ArraySlice<Subtag>) -> Bool {
    var needsMore = false
    for (place, subtag) in zip(subtags.indices, subtags) {
      if subtag.count == 1 {
        if needsMore { return false }
        if subtag.elementsEqual("x".utf8) { return place + 1 < subtags.endIndex }
        needsMore = true
      } else {
        if place == subtags.startIndex { return false }
        needsMore = false
      }
    }
    return !needsMore
  }
}
