import Glibc

/// What stands behind a descriptor, asked once.
package struct Terminal: Sendable, Hashable {
  /// Whether somebody is looking.
  package let isTerminal: Bool
  /// Columns; nil where there is no terminal. 80 where a terminal does not tell.
  package let width: Int?

  package init(isTerminal: Bool, width: Int?) {
    self.isTerminal = isTerminal
    self.width = width
  }

  /// The facts of an open descriptor. The corresponding C functions are `isatty` and `ioctl` (TIOCGWINSZ).
  package init(descriptor: Int32) {
    guard isatty(descriptor) == 1 else {
      self.init(isTerminal: false, width: nil)
      return
    }
    var size = winsize()
    let known = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    self.init(isTerminal: true, width: known ? Int(size.ws_col) : 80)
  }
}
