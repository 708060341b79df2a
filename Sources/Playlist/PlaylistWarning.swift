/// Something in a playlist that the text of the specification refuses but players accept, or a tag that a
/// client has to ignore. One for each rule and message, however many lines it concerns.
package struct PlaylistWarning: Hashable, Sendable, CustomStringConvertible {
  /// The first line concerned, counted from 1; nil when it is the whole text.
  package let line: Int?
  package let message: String
  package let rule: SyntaxRule
  /// Whether a strict reading refuses the playlist for it; false for what a client has to live with.
  package let isLeniency: Bool
  /// How many lines are concerned, the first one included.
  package var count: Int

  /// "line 14: the attribute list has blanks around = or , (and 3 more lines)".
  package var description: String {
    let place = line.map { "line \($0): " } ?? ""
    let more = count > 2 ? " (and \(count - 1) more lines)" : count == 2 ? " (and 1 more line)" : ""
    return place + message + more
  }
}
