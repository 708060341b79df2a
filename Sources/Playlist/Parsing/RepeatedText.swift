/// Gives the same `String` again while the same bytes come: 200,000 segments of one file share its name.
struct RepeatedText {
  private var start = 0
  private var length = -1
  private var text = ""

  mutating func text(_ bytes: Span<UInt8>, from: Int, to: Int) -> String {
    if to - from == length, bytes.isSame(start, from, length: length) { return text }
    start = from
    length = to - from
    text = bytes.text(from: from, to: to)
    return text
  }
}
