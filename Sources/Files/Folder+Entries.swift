import Glibc

/// One file or folder met on a walk.
package struct WalkEntry: Sendable, Hashable {
  /// Relative to the folder that was walked, `/` between names.
  package let path: String
  package let status: FileStatus
}

extension Folder {
  /// The most names read of one folder, and the most met on one walk, unless the caller says otherwise.
  package static var entryLimit: Int { 2_000_000 }
  /// The deepest nesting that a walk or a deletion enters; each level keeps one descriptor open.
  package static var depthLimit: Int { 64 }

  /// The names in a folder beneath this one, sorted by their bytes, without `.` and `..`.
  ///
  /// A name that is not UTF-8 comes with U+FFFD in it, and cannot be opened by what is shown.
  package func entries(_ relative: String = "", limit: Int = entryLimit) throws(SystemError) -> [String] {
    let names = try folder(relative).rawNames(limit: limit)
    return names.map(Self.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// All files and folders beneath, each folder before what it holds, sorted by bytes; links are not entered.
  ///
  /// More than `limit` names, or a nesting deeper than `depthLimit`, is an error.
  package func walk(limit: Int = entryLimit) throws(SystemError) -> [WalkEntry] {
    var found: [WalkEntry] = []
    try walk(prefix: "", depth: 0, limit: limit, into: &found)
    return found
  }

  private func walk(
    prefix: String, depth: Int, limit: Int, into found: inout [WalkEntry]
  ) throws(SystemError) {
    guard depth < Self.depthLimit else { throw tooDeep("walking") }
    let names = try rawNames(limit: limit).sorted { $0.lexicographicallyPrecedes($1, by: Self.byteOrder) }
    for name in names {
      guard found.count < limit else { throw tooMany(limit) }
      var raw = stat()
      guard fstatat(descriptor, name, &raw, AT_SYMLINK_NOFOLLOW) == 0 else {
        if errno == ENOENT { continue }  // deleted while we walked
        throw failure("looking at", Self.text(name))
      }
      let status = FileStatus(raw)
      let shown = Self.text(name)
      found.append(WalkEntry(path: FilePath.join(prefix, shown), status: status))
      guard status.kind == .folder else { continue }
      try enter(name).walk(
        prefix: FilePath.join(prefix, shown), depth: depth + 1, limit: limit, into: &found)
    }
  }

  /// Deletes a name with all that it holds. Links are deleted, never followed. Nothing there: nothing done.
  package func removeTree(_ relative: String) throws(SystemError) {
    guard let status = try status(relative) else { return }
    guard status.kind == .folder else { return try remove(relative) }
    try folder(relative).removeContents(depth: 0)
    try removeEmptyFolder(relative)
  }

  private func removeContents(depth: Int) throws(SystemError) {
    guard depth < Self.depthLimit else { throw tooDeep("deleting") }
    for name in try rawNames(limit: Self.entryLimit) {
      if unlinkat(descriptor, name, 0) == 0 || errno == ENOENT { continue }
      guard errno == EISDIR || errno == EPERM else { throw failure("deleting", Self.text(name)) }
      try enter(name).removeContents(depth: depth + 1)
      guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
        throw failure("deleting", Self.text(name))
      }
    }
  }

  private func enter(_ name: [CChar]) throws(SystemError) -> Folder {
    let opened = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { throw failure("opening", Self.text(name)) }
    return Folder(owning: opened, path: FilePath.join(path, Self.text(name)))
  }

  /// The names as the file system has them, each with its NUL, in no order.
  private func rawNames(limit: Int) throws(SystemError) -> [[CChar]] {
    // An open of its own: a copied descriptor would share the position with other readers.
    let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0 else { throw .last("reading \(path)") }
    guard let stream = fdopendir(own) else {
      let error = SystemError.last("reading \(path)")
      _ = close(own)
      throw error
    }
    defer { _ = closedir(stream) }
    var names: [[CChar]] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw .last("reading \(path)") }
        return names
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
      }
      if name == [46, 0] || name == [46, 46, 0] { continue }
      guard names.count < limit else { throw tooMany(limit) }
      names.append(name)
    }
  }

  private func tooMany(_ limit: Int) -> SystemError {
    SystemError(code: EOVERFLOW, deed: "reading \(path)", reason: "more than \(limit) names")
  }

  private func tooDeep(_ deed: String) -> SystemError {
    SystemError(code: ELOOP, deed: "\(deed) \(path)", reason: "nested deeper than \(Self.depthLimit) folders")
  }

  private static func text(_ name: [CChar]) -> String {
    String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func byteOrder(_ first: CChar, _ second: CChar) -> Bool {
    UInt8(bitPattern: first) < UInt8(bitPattern: second)
  }
}
