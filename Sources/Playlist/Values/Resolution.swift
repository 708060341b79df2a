/// A decimal-resolution (4.2): the size of a picture in pixels.
package struct Resolution: Hashable, Sendable, CustomStringConvertible {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads "1920x1080"; "X" and "×" are taken too, as they are seen. Nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "X" || $0 == "×" }
    guard parts.count == 2, let width = Self.pixels(parts[0]), let height = Self.pixels(parts[1]) else {
      return nil
    }
    self.init(width: width, height: height)
  }

  private static func pixels(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(text)
  }

  package var description: String { "\(width)x\(height)" }
}
