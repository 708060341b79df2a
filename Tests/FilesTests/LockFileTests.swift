import Files
import Foundation
import Glibc
import Support
import Synchronization
import Testing

/// Locks where the file system has none on folders.
@Suite("locks by a file in the folder")
struct LockFileTests {
  let scratch: Scratch
  private let watch: DiskWatch

  init() throws { try self.init(refusing: ENOLCK) }

  private init(refusing code: Int32) throws {
    scratch = try Scratch()
    watch = DiskWatch(beneath: scratch.path) { deed, _ in deed == .lockFolder ? code : nil }
  }

  @Test(
    "one holder at a time, by a private file that goes with the lock",
    arguments: [ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL, EBADF])
  func exclusive(_ code: Int32) throws {
    let test = try LockFileTests(refusing: code)
    let scratch = test.scratch
    var lock = try FolderLock.acquire(scratch.path)
    #expect(lock != nil)
    #expect(try scratch.folder.status(FolderLock.fileName)?.mode == 0o600)
    #expect(try FolderLock.acquire(scratch.path) == nil)
    #expect(try FolderLock.acquire(scratch.path, kind: .shared) == nil)
    lock = nil
    #expect(try scratch.names().isEmpty)
    lock = try FolderLock.acquire(scratch.path)
    #expect(lock != nil)
    lock?.removeFile()
    #expect(try scratch.names().isEmpty)
    #expect(try scratch.openDescriptors() == 2)
  }

  @Test("shared holders stand together, and the last one deletes the file")
  func shared() throws {
    var first = try FolderLock.acquire(scratch.path, kind: .shared)
    var second = try FolderLock.acquire(scratch.path, kind: .shared)
    #expect(first != nil && second != nil)
    #expect(try FolderLock.acquire(scratch.path) == nil)
    first = nil
    #expect(try scratch.names() == [FolderLock.fileName])
    #expect(try FolderLock.acquire(scratch.path) == nil)
    second = nil
    #expect(try scratch.names().isEmpty)
    #expect(try FolderLock.acquire(scratch.path) != nil)
  }

  @Test("another process that holds it keeps us out until it is killed; the file it leaves is taken over")
  func killedHolder() throws {
    let holder = Process()
    holder.executableURL = URL(filePath: try Tools.require("python3"))
    let program =
      "import fcntl, os, sys; f = open(sys.argv[1], 'a'); fcntl.lockf(f, fcntl.LOCK_EX); os.write(1, b'held\\n'); "
      + "sys.stdin.read()"
    holder.arguments = ["-c", program, scratch(FolderLock.fileName)]
    let (input, output) = (Pipe(), Pipe())
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))
    #expect(try FolderLock.acquire(scratch.path) == nil)
    kill(holder.processIdentifier, SIGKILL)
    holder.waitUntilExit()
    #expect(try scratch.names() == [FolderLock.fileName])
    var lock = try FolderLock.acquire(scratch.path)
    #expect(lock != nil)
    lock = nil
    #expect(try scratch.names().isEmpty)
  }

  @Test("of many threads that want it only one has it at any time, while the file comes and goes")
  func contended() throws {
    let holders = Atomic<Int>(0)
    let most = Atomic<Int>(0)
    let times = Atomic<Int>(0)
    let path = scratch.path
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<300 {
        // An error shows in the count below.
        guard let lock = try? FolderLock.acquire(path) else { continue }
        most.max(holders.add(1, ordering: .sequentiallyConsistent).newValue, ordering: .relaxed)
        sched_yield()
        times.add(1, ordering: .relaxed)
        holders.subtract(1, ordering: .sequentiallyConsistent)
        withExtendedLifetime(lock) {}
      }
    }
    #expect(most.load(ordering: .relaxed) == 1)
    #expect(times.load(ordering: .relaxed) > 0)
    #expect(try scratch.names().isEmpty)
  }

  @Test("a link or a pipe of that name is refused, and nothing behind it is made")
  func foreign() throws {
    try scratch.link(FolderLock.fileName, to: "made")
    let error = #expect(throws: SystemError.self) { try FolderLock.acquire(scratch.path) }
    #expect(error?.isEscape == true)
    #expect(try scratch.names() == [FolderLock.fileName])
    try scratch.folder.remove(FolderLock.fileName)
    #expect(mkfifo(scratch(FolderLock.fileName), 0o600) == 0)
    #expect(throws: SystemError.self) { try FolderLock.acquire(scratch.path) }
  }

  @Test("where neither kind is known, that is an error and no lock")
  func none() throws {
    let other = try Scratch()
    let watch = DiskWatch(beneath: other.path) { deed, _ in
      deed == .lockFolder || deed == .lockFile ? ENOLCK : nil
    }
    let error = #expect(throws: SystemError.self) { try FolderLock.acquire(other.path) }
    #expect(error?.description.contains("no locks available") == true)
    withExtendedLifetime(watch) {}
  }

  @Test("file systems of several machines are known, those of one are not taken for such")
  func kinds() {
    for kind in [0x6969, 0xFE53_4D42, 0xFF53_4D42, 0x00C3_6400, 0x6573_5546] as [Int64] {
      #expect(FolderLock.isShared(fileSystem: kind))
    }
    // ext4, tmpfs, btrfs, XFS, overlayfs, and one that could not be told.
    for kind in [0xEF53, 0x0102_1994, 0x9123_683E, 0x5846_5342, 0x794C_7630, 0] as [Int64] {
      #expect(!FolderLock.isShared(fileSystem: kind))
    }
  }
}
