import Files

/// A file of an unfinished bundle while it is written.
final class StagedFile {
  let name: String
  private var file: OpenFile?

  init(_ file: consuming OpenFile, name: String) {
    self.file = consume file
    self.name = name
  }

  func write(_ bytes: RawSpan) throws(SystemError) {
    try file?.write(bytes)
  }

  /// Closes it and reports what the disk says.
  func close() throws(SystemError) {
    guard let open = file.take() else { return }
    try open.close()
  }
}
