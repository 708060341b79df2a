import BundleStore
import Conformance
import Digest

/// What a stream's listing tells, gathered file by file.
struct ListedMedia {
  private let prefix: String
  private let folder: Int

  private(set) var names: Set<String> = []
  private(set) var segments: [ListedSegment] = []
  private(set) var sums = SumsText()
  private(set) var items: [DigestQueue.Item] = []
  private var initializations: [String] = []

  /// - Parameter folder: the number of the stream's folder in the queue.
  init(of stream: StreamRecord, folder: Int) {
    prefix = stream.folder.text + "/"
    self.folder = folder
    names.reserveCapacity(min(stream.totals.files, 1 << 16))
  }

  /// - Returns: the name of the file.
  mutating func add(_ file: StreamFile) -> String {
    let name = file.name.text
    names.insert(name)
    sums.add(prefix + name, file.sha256)
    guard file.name.role == .segment else {
      initializations.append(name)
      return name
    }
    segments.append(
      ListedSegment(
        name: name, duration: file.durationSeconds, isGap: file.isGap,
        initialization: file.map.map { initializations[$0] }, mediaSequence: file.sequence,
        discontinuitySequence: file.discontinuity))
    return name
  }

  /// The file's bytes are to be compared.
  mutating func enqueue(_ file: StreamFile, name: String, onDisk: String) {
    items.append(
      DigestQueue.Item(
        folder: folder, name: onDisk, finalName: onDisk == name ? nil : name, bytes: file.bytes,
        sha256: file.sha256))
  }
}
