import Addresses
import BundleStore
import Files
import Transfer

extension BuildRequest.Voucher {
  /// Of the source that a bundle's manifest records.
  init(for bundle: OfflineBundle, on machine: MachineFacts?) {
    let mark = SourceMark(of: bundle.manifest.source.url, by: machine)
    self = mark?.isThere(in: bundle.folder) == true ? .person : .manifest
  }
}

extension SourceLoader {
  /// Takes the source for one that only a manifest names: nothing private is asked for it or because of it.
  /// - Throws: `wrongSource` for a file of this machine, which is not opened then.
  mutating func distrustSource(_ source: URI) throws(DownloadError) {
    guard !transfers.allowsPrivateHosts else { return }
    if source.scheme == "file" {
      throw DownloadError(
        .wrongSource, "\(source.pathText): was recorded by somebody else, and is a file of this machine",
        hint: "give --source FILE")
    }
    isDistrusted = true
    transfers.distrustSource()
  }

  /// What a failure of the source's own request means.
  func failure(ofSource failure: TransferFailure) -> DownloadError {
    guard isDistrusted, case .refusedAddress = failure.kind, failure.redirectedTo == nil else {
      return DownloadError(failure)
    }
    return DownloadError(
      .wrongSource,
      "\(failure.uri.host ?? ""): was recorded as the source by somebody else, and its address is private",
      hint: "give --source URL, or --allow-private-hosts")
  }
}
