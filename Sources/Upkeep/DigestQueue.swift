import Conformance
import Digest
import Files
import Synchronization

/// Files whose bytes are to be compared with their digests. Kept small: there may be hundreds of thousands.
struct DigestQueue: Sendable {
  struct Item: Sendable {
    /// Index into `folders`.
    var folder: Int
    /// The name on disk.
    var name: String
    /// The name it is to have; nil when that is the same.
    var finalName: String?
    var bytes: Int64
    var sha256: SHA256Digest
  }

  /// Relative to the bundle.
  private(set) var folders: [String] = []
  private(set) var items: [Item] = []

  /// - Returns: the number that items of this folder carry.
  mutating func addFolder(_ path: String) -> Int {
    if folders.last != path { folders.append(path) }
    return folders.count - 1
  }

  mutating func add(_ item: Item) { items.append(item) }
  mutating func add(_ more: [Item]) { items += more }

  func path(of item: Item) -> String { FilePath.join(folders[item.folder], item.finalName ?? item.name) }

  var bytes: Int64 {
    items.reduce(0) { sum, item in
      let (total, overflow) = sum.addingReportingOverflow(item.bytes)
      return overflow ? .max : total
    }
  }
}

extension DigestQueue {
  /// What was found of one file that is not as it must be.
  struct Fault: Sendable {
    var item: Item
    var content: FileFacts.Content
  }

  /// Reads all files, `jobs` at once, each from its start to its end with one buffer a thread. The faults come in
  /// no order.
  func compare(in bundle: Folder, jobs: Int, progress: VerificationProgress?) -> [Fault] {
    let shared = Shared()
    OwnThreads.run(min(jobs, items.count)) {
      var reader = Reader(queue: self, bundle: bundle, progress: progress)
      while let item = shared.next(of: items) {
        let content = reader.content(of: item)
        if content != .asNamed { shared.note(Fault(item: item, content: content)) }
      }
    }
    return shared.faults
  }

  /// What the threads have in common.
  private final class Shared: Sendable {
    private let taken = Atomic<Int>(0)
    private let found = Mutex<[Fault]>([])

    func next(of items: [Item]) -> Item? {
      let index = taken.wrappingAdd(1, ordering: .relaxed).oldValue
      return index < items.count ? items[index] : nil
    }

    func note(_ fault: Fault) { found.withLock { $0.append(fault) } }

    var faults: [Fault] { found.withLock { $0 } }
  }

  /// One thread's part.
  private struct Reader {
    /// From this length on telling the kernel what comes is worth a call.
    private static let large: Int64 = 1 << 20

    private let queue: DigestQueue
    private let bundle: Folder
    private let progress: VerificationProgress?
    private var buffer = [UInt8](repeating: 0, count: 256 << 10)
    private var open: (number: Int, folder: Folder)?

    init(queue: DigestQueue, bundle: Folder, progress: VerificationProgress?) {
      self.queue = queue
      self.bundle = bundle
      self.progress = progress
    }

    mutating func content(of item: Item) -> FileFacts.Content {
      do throws(SystemError) {
        let file = try folder(item.folder).openForReading(item.name)
        if item.bytes >= Reader.large { file.expectSequentialReading() }
        return try digest(of: file, limit: item.bytes) == item.sha256 ? .asNamed : .different
      } catch {
        return .unreadable(error.reason)
      }
    }

    /// The digest of a file; nil when it is longer or shorter than it was a moment ago. A read that does not
    /// fill the buffer was the last: most files are small, and another call would cost as much as their bytes.
    private mutating func digest(of file: borrowing OpenFile, limit: Int64) throws(SystemError)
      -> SHA256Digest?
    {
      var hasher = SHA256Hasher()
      var length: Int64 = 0
      while true {
        let count = try file.read(into: &buffer)
        length += Int64(count)
        guard length <= limit else { return nil }
        hasher.update(buffer.span.extracting(first: count).bytes)
        progress?.add(count)
        if count == 0 || (count < buffer.count && length == limit) { break }
      }
      return length == limit ? hasher.finish() : nil
    }

    /// The folder that the last file stood in is kept open: most files stand in the same.
    private mutating func folder(_ number: Int) throws(SystemError) -> Folder {
      if let open, open.number == number { return open.folder }
      let path = queue.folders[number]
      let folder = path.isEmpty ? bundle : try bundle.folder(path)
      open = (number, folder)
      return folder
    }
  }
}
