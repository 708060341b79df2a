import BundleStore

extension DownloadError {
  /// What stood in the bundle cannot be had from this source any more.
  static func otherNow(_ place: String, _ reason: String) -> DownloadError {
    DownloadError(
      .wrongSource, "\(place): \(reason)",
      hint:
        "nothing was changed; name a source that has the old title with --source, or build the title again")
  }

  /// No source has it.
  static func beyondRepair(_ bundle: String, _ path: BundlePath, _ reason: String, hint: String? = nil)
    -> DownloadError
  {
    DownloadError(
      .damaged, "\(bundle)/\(path.text): cannot be repaired: \(reason)",
      hint: hint ?? "nothing was changed; build the title again")
  }
}
