import Files
import Glibc
import Synchronization
import Testing

@Suite("a watched folder")
struct WatchTests {
  @Test("what is written whole is written, brought to the disk, named, and then its folder is brought there")
  func order() throws {
    let scratch = try Scratch()
    let deeds = Mutex<[String]>([])
    let watch = DiskWatch(beneath: scratch.path) { deed, path in
      deeds.withLock { $0.append("\(deed) \(FilePath.lastComponent(path))") }
      return nil
    }
    try scratch.folder.writeWhole("a", [1, 2])
    let name = FilePath.lastComponent(scratch.path)
    #expect(
      deeds.withLock { $0 } == ["create a", "write a", "sync a", "close a", "rename a", "sync \(name)"])
    withExtendedLifetime(watch) {}
  }

  @Test(
    "a refused deed fails with its number, leaves the old file and no temporary one; other folders are not meant"
  )
  func refusal() throws {
    let (scratch, other) = (try Scratch(), try Scratch())
    try scratch.folder.writeWhole("a", [1])
    for deed in [DiskDeed.create, .write, .sync, .close, .rename] {
      let watch = DiskWatch(beneath: scratch.path) {
        $0 == deed && !$1.hasSuffix(scratch.path) ? ENOSPC : nil
      }
      let error = #expect(throws: SystemError.self) { try scratch.folder.writeWhole("a", [2, 3]) }
      #expect(error?.isNoSpace == true, "\(deed)")
      #expect(try scratch.names() == ["a"] && scratch.text("a") == "\u{1}", "\(deed)")
      try other.folder.writeWhole("a", [2, 3])
      withExtendedLifetime(watch) {}
    }
    try scratch.folder.writeWhole("a", [2])
  }

  @Test("of a write that fails half is written, as a disk does that fills")
  func half() throws {
    let scratch = try Scratch()
    let watch = DiskWatch(beneath: scratch.path) { deed, _ in deed == .write ? EDQUOT : nil }
    let file = try scratch.folder.createFile("a", exclusive: true)
    let error = #expect(throws: SystemError.self) { try file.write([1, 2, 3, 4]) }
    #expect(error?.isNoSpace == true)
    #expect(try file.size == 2)
    withExtendedLifetime(watch) {}
  }

  @Test("where a file system has no rename without replacing, a look comes first")
  func renameWithoutFlags() throws {
    let scratch = try Scratch()
    let watch = DiskWatch(beneath: scratch.path) { deed, _ in deed == .rename ? EINVAL : nil }
    for name in ["a", "b"] { try scratch.folder.makeFolder(name) }
    let error = #expect(throws: SystemError.self) {
      try renameNoReplace(from: scratch("a"), to: scratch("b"))
    }
    #expect(error?.isPresent == true)
    try renameNoReplace(from: scratch("a"), to: scratch("c"))
    #expect(try scratch.names() == ["b", "c"])
    withExtendedLifetime(watch) {}
  }
}
