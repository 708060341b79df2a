import Files

extension OfflineBundle {
  /// How often a bundle that changes meanwhile is read anew.
  private static var attempts: Int { 8 }

  /// Opens a bundle, does what reads from it, and looks at `hlspack.json` again at the end: where a writer has
  /// changed it, all of that is done anew, so that nothing is told of a bundle half old and half new.
  ///
  /// - Parameters:
  ///   - deed: what is done, for messages, as a participle.
  ///   - body: may be called several times; what it throws of a bundle that has changed is forgotten.
  /// - Throws: what `open` and the body throw; `inUse` when the bundle is changed all the time.
  package static func readSteadily<Value>(
    _ path: String, doing deed: String, _ body: (OfflineBundle) throws(BundleError) -> Value
  ) throws(BundleError) -> Value {
    for _ in 0..<attempts {
      let bundle = try open(path)
      let result: Result<Value, BundleError>
      do throws(BundleError) {
        result = .success(try body(bundle))
      } catch {
        result = .failure(error)
      }
      guard try bundle.hasChanged() else { return try result.get() }
    }
    throw BundleError(
      .inUse, deed, place: path, reason: "another process changes it all the time",
      hint: "wait for it, or stop it")
  }

  /// Whether `hlspack.json` is another one than when the bundle was opened, or another bundle has its place.
  package func hasChanged() throws(BundleError) -> Bool {
    if try ManifestFile.digest(in: folder, place: path) != written { return true }
    return try reading(path) { () throws(SystemError) in
      guard let there = try FileStatus.of(path), let mine = try folder.status("") else { return false }
      return !there.isSame(as: mine)
    }
  }
}
