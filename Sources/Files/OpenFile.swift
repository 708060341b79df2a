import Glibc

/// An open regular file. It closes itself when it goes; `close()` also tells of an error in closing.
package struct OpenFile: ~Copyable, Sendable {
  /// The open descriptor, close-on-exec; owned by this value.
  package private(set) var descriptor: Int32
  /// The file as messages name it.
  package let name: String

  /// Takes over a descriptor that nobody else closes.
  package init(owning descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  deinit {
    // An error here has nobody to hear it: whoever must know calls close().
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
  }

  /// Opens any path for reading, as a person gives it: links are followed. Regular files only.
  package static func open(_ path: String) throws(SystemError) -> OpenFile {
    guard !path.utf8.contains(0) else { throw SystemError(code: EINVAL, deed: "opening \(path)") }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .last("opening \(path)") }
    return try OpenFile(owning: descriptor, name: path).checked()
  }

  /// Refuses what is not a regular file; a folder by its proper name.
  consuming func checked() throws(SystemError) -> OpenFile {
    switch try status().kind {
    case .file: return self
    case .folder: throw SystemError(code: EISDIR, deed: "opening \(name)")
    default: throw SystemError(code: EINVAL, deed: "opening \(name)", reason: "not a regular file")
    }
  }

  package borrowing func status() throws(SystemError) -> FileStatus {
    try FileStatus.of(descriptor: descriptor, named: name)
  }

  /// The length in bytes, now.
  package var size: Int64 {
    get throws(SystemError) { try status().size }
  }

  /// Writes all the bytes at the file's own position.
  package borrowing func write(_ bytes: RawSpan) throws(SystemError) {
    var code: Int32 = 0
    let refusal = DiskWatch.refuses(.write, name) ? errno : 0
    bytes.withUnsafeBytes { buffer in
      var rest = refusal == 0 ? buffer[...] : buffer[..<(buffer.count / 2)]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else {
          code = count < 0 ? errno : EIO
          return
        }
        rest = rest.dropFirst(count)
      }
    }
    if code == 0 { code = refusal }
    guard code == 0 else { throw SystemError(code: code, deed: "writing \(name)") }
  }

  /// Writes all the bytes of an array.
  package borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
    try write(bytes.span.bytes)
  }

  /// Reads at the file's own position into the array, from its start, at most as much as it holds.
  ///
  /// Returns the count of bytes read: 0 at the end of the file, else possibly fewer than asked for.
  package borrowing func read(into buffer: inout [UInt8]) throws(SystemError) -> Int {
    let descriptor = descriptor
    return try Self.repeating("reading \(name)") {
      buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    }
  }

  /// Reads at the given offset into the array, leaving the file's own position alone.
  package borrowing func read(into buffer: inout [UInt8], at offset: Int64) throws(SystemError) -> Int {
    let descriptor = descriptor
    return try Self.repeating("reading \(name)") {
      buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
    }
  }

  /// Reads the rest of the file; more than the limit is an error, and so is a limit below 0.
  package borrowing func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    let expected = try size
    guard expected <= Int64(limit) else { throw tooLong(limit) }
    var whole: [UInt8] = []
    whole.reserveCapacity(Int(expected))
    var buffer = [UInt8](repeating: 0, count: min(256 << 10, max(4096, Int(expected) + 1)))
    while true {
      let count = try read(into: &buffer)
      if count == 0 { return whole }
      guard whole.count + count <= limit else { throw tooLong(limit) }
      whole.append(contentsOf: buffer[..<count])
    }
  }

  /// Tells the kernel that the file is read once, from the start to the end. Advice only: no error.
  package borrowing func expectSequentialReading() {
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  /// Lets the kernel forget what it holds of the file beside the disk, so that reading asks the disk. Advice only.
  package borrowing func forgetCached() {
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
  }

  /// Cuts or lengthens the file to exactly this many bytes.
  package borrowing func truncate(to length: Int64) throws(SystemError) {
    let descriptor = descriptor
    let isRefused = DiskWatch.refuses(.truncate, name)
    _ = try Self.repeating("cutting \(name)") { isRefused ? -1 : Int(ftruncate(descriptor, off_t(length))) }
  }

  /// Moves the file's own position to so many bytes from the start.
  package borrowing func seek(to offset: Int64) throws(SystemError) {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw .last("seeking in \(name)") }
  }

  /// Sets the permission bits exactly, whatever the process's mask.
  package borrowing func setMode(_ mode: UInt32) throws(SystemError) {
    guard !DiskWatch.refuses(.setMode, name), fchmod(descriptor, mode_t(mode)) == 0 else {
      throw .last("setting the mode of \(name)")
    }
  }

  /// Waits until the content is on the disk.
  package borrowing func sync() throws(SystemError) {
    let descriptor = descriptor
    let isRefused = DiskWatch.refuses(.sync, name)
    _ = try Self.repeating("syncing \(name)") { isRefused ? -1 : Int(fdatasync(descriptor)) }
  }

  /// Closes the file and tells of the errors that only then come to light (NFS, quotas).
  package consuming func close() throws(SystemError) {
    let open = descriptor
    descriptor = -1
    let refusal = DiskWatch.refuses(.close, name) ? errno : 0
    // EINTR: Linux has closed the descriptor already.
    guard Glibc.close(open) == 0 || errno == EINTR else { throw .last("closing \(name)") }
    guard refusal == 0 else { throw SystemError(code: refusal, deed: "closing \(name)") }
  }

  private borrowing func tooLong(_ limit: Int) -> SystemError {
    SystemError(code: EFBIG, deed: "reading \(name)", reason: "longer than \(limit) bytes")
  }

  /// Makes the call again while a signal interrupts it.
  private static func repeating(
    _ deed: @autoclosure () -> String, _ call: () -> Int
  ) throws(SystemError) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      guard errno == EINTR else { throw .last(deed()) }
    }
  }
}
