import Files
import Glibc
import Testing

@Suite("folders")
struct FolderTests {
  @Test(
    "what is written whole comes back, replaces the old content and leaves no other name",
    arguments: [true, false])
  func writeWhole(durable: Bool) throws {
    let scratch = try Scratch()
    try scratch.folder.makeFolder("keys")
    try scratch.folder.writeWhole("keys/key-0.m4s", "old".octets, mode: 0o600, durable: durable)
    let reader = try scratch.folder.openForReading("keys/key-0.m4s")
    try scratch.folder.writeWhole("keys/key-0.m4s", "newer".octets, mode: 0o600, durable: durable)
    #expect(try scratch.text("keys/key-0.m4s") == "newer")
    #expect(String(decoding: try reader.readAll(limit: 10), as: UTF8.self) == "old")
    #expect(try scratch.folder.status("keys/key-0.m4s")?.mode == 0o600)
    #expect(try scratch.names("keys") == ["key-0.m4s"])
  }

  @Test("a write that cannot be put in place leaves the old file and no temporary one")
  func failedWrite() throws {
    let scratch = try Scratch()
    try scratch.folder.makeFolder("taken")
    try scratch.folder.writeWhole("taken/file", [1])
    #expect(throws: SystemError.self) { try scratch.folder.writeWhole("taken", [2]) }
    #expect(try scratch.names() == ["taken"])
  }

  @Test("the temporary names are told from all others")
  func temporaryNames() throws {
    #expect(Folder.isTemporaryName(".hlspack-0123456789abcdef.tmp"))
    for name in [
      ".hlspack-0123456789abcde.tmp", ".hlspack-0123456789abcdeg.tmp", "hlspack.json", ".hlspack.lock",
    ] {
      #expect(!Folder.isTemporaryName(name))
    }
  }

  @Test("an exclusive file is made once; another is emptied; an appended one keeps what it has")
  func creating() throws {
    let scratch = try Scratch()
    try scratch.folder.createFile("file", exclusive: true).write("one".octets)
    let error = #expect(throws: SystemError.self) {
      _ = try scratch.folder.createFile("file", exclusive: true).size
    }
    #expect(error?.isPresent == true)
    try scratch.folder.openForAppending("file").write("two".octets)
    #expect(try scratch.text("file") == "onetwo")
    try scratch.folder.createFile("file", exclusive: false).write("3".octets)
    #expect(try scratch.text("file") == "3")
  }

  @Test("a file longer than the limit is refused, one of exactly the limit is read")
  func readLimit() throws {
    let scratch = try Scratch()
    try scratch.folder.writeWhole("file", [UInt8](repeating: 7, count: 1000))
    #expect(try scratch.folder.readWhole("file", limit: 1000).count == 1000)
    let error = #expect(throws: SystemError.self) { try scratch.folder.readWhole("file", limit: 999) }
    #expect(error?.description == "reading \(scratch("file")): longer than 999 bytes")
    // A file that says it is empty and is not.
    #expect(try Folder.open("/proc/self").readWhole("stat", limit: 4096).count > 20)
    #expect(throws: SystemError.self) { try Folder.open("/proc/self").readWhole("stat", limit: 3) }
  }

  @Test("reading at an offset, seeking and cutting do what they say")
  func positions() throws {
    let scratch = try Scratch()
    let file = try scratch.folder.createFile("file", exclusive: true)
    try file.write("0123456789".octets)
    var buffer = [UInt8](repeating: 0, count: 4)
    #expect(try file.read(into: &buffer, at: 8) == 2)
    #expect(buffer == [0x38, 0x39, 0, 0])
    try file.seek(to: 1)
    #expect(try file.read(into: &buffer) == 4)
    #expect(buffer == "1234".octets)
    try file.truncate(to: 3)
    #expect(try file.size == 3)
    try file.setMode(0o640)
    #expect(try file.status().mode == 0o640)
    try file.sync()
    try file.close()
  }

  @Test("what is absent has no status, and opening it says so")
  func absent() throws {
    let scratch = try Scratch()
    try scratch.folder.writeWhole("file", [1])
    #expect(try scratch.folder.status("absent") == nil)
    #expect(try scratch.folder.status("absent/deeper") == nil)
    #expect(try scratch.folder.status("file/deeper") == nil)
    #expect(try scratch.folder.status("")?.kind == .folder)
    let error = #expect(throws: SystemError.self) { _ = try scratch.folder.openForReading("absent").size }
    #expect(error?.isAbsent == true)
    #expect(error?.description == "opening \(scratch("absent")): no such file or directory")
  }

  @Test("names come sorted by their bytes, and no more than the limit")
  func entries() throws {
    let scratch = try Scratch()
    for name in ["b", "a", "Z", "é", "10", "9"] { try scratch.folder.writeWhole(name, []) }
    #expect(try scratch.names() == ["10", "9", "Z", "a", "b", "é"])
    #expect(try scratch.folder.entries(limit: 6).count == 6)
    #expect(throws: SystemError.self) { try scratch.folder.entries(limit: 5) }
  }

  @Test("a walk meets each folder before its content, does not enter links, and stops at its limit")
  func walk() throws {
    let scratch = try Scratch()
    try scratch.folder.makeFolder("b")
    try scratch.folder.makeFolder("b/c")
    try scratch.folder.writeWhole("b/c/file", [1, 2, 3])
    try scratch.folder.writeWhole("a", [1])
    try scratch.link("b/out", to: "/etc")
    let met = try scratch.folder.walk()
    #expect(met.map(\.path) == ["a", "b", "b/c", "b/c/file", "b/out"])
    #expect(met.map(\.status.kind) == [.file, .folder, .folder, .file, .link])
    #expect(met[3].status.size == 3)
    #expect(try scratch.folder.walk(limit: 5).count == 5)
    #expect(throws: SystemError.self) { try scratch.folder.walk(limit: 4) }
  }

  @Test("a nesting deeper than the limit ends a walk and a deletion with an error")
  func depth() throws {
    let scratch = try Scratch()
    var path = "d"
    for _ in 0..<Folder.depthLimit {
      try scratch.folder.makeFolder(path)
      path += "/d"
    }
    let deepest = String(path.dropLast(2))
    let error = #expect(throws: SystemError.self) { try scratch.folder.walk() }
    #expect(error?.reason.contains("nested deeper") == true)
    try scratch.folder.removeEmptyFolder(deepest)
    #expect(try scratch.folder.walk().count == Folder.depthLimit - 1)
    try scratch.folder.removeTree("d")
    #expect(try scratch.names() == [])
  }

  @Test("a tree is deleted with odd names and links in it, and what the links lead to stays")
  func removeTree() throws {
    let scratch = try Scratch()
    let outside = try Scratch()
    try outside.folder.writeWhole("kept", [1])
    try scratch.folder.makeFolder("tree")
    try scratch.folder.makeFolder("tree/inner")
    try scratch.link("tree/link", to: outside.path)
    try scratch.link("tree/inner/link", to: outside("kept"))
    #expect(mkfifo(scratch("tree/pipe"), 0o600) == 0)
    let odd = open(scratch("tree/inner/") + "x", O_CREAT | O_WRONLY, 0o600)
    close(odd)
    var notText = Array(scratch("tree/inner/").utf8CString.dropLast()) + [-1, -2, 0]
    #expect(rename(scratch("tree/inner/x"), &notText) == 0)
    #expect(try scratch.names("tree/inner") == ["link", "\u{FFFD}\u{FFFD}"])
    try scratch.folder.removeTree("tree")
    try scratch.folder.removeTree("tree")
    #expect(try scratch.names() == [])
    #expect(try outside.names() == ["kept"])
  }

  @Test("a folder is made with all that is missing above it, twice as well as once")
  func createWithParents() throws {
    let scratch = try Scratch()
    for _ in 0..<2 { _ = try Folder.createWithParents(scratch("a/b/c/")) }
    #expect(try scratch.folder.status("a/b/c")?.kind == .folder)
    try scratch.folder.writeWhole("file", [])
    #expect(throws: SystemError.self) { try Folder.createWithParents(scratch("file")) }
    #expect(throws: SystemError.self) { try Folder.createWithParents(scratch("file/below")) }
    #expect(throws: SystemError.self) { try Folder.createWithParents("") }
  }

  @Test("a descriptor is closed when its folder or file goes, and is never inherited")
  func descriptors() throws {
    let scratch = try Scratch()
    let folder = try scratch.folder.makeFolder("a")
    let file = try scratch.folder.createFile("a/file", exclusive: true)
    #expect(fcntl(folder.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    try file.close()
    let before = try scratch.openDescriptors()
    #expect(before > 0)
    for _ in 0..<300 {
      _ = try scratch.folder.folder("a")
      _ = try scratch.folder.openForReading("a/file").size
      try scratch.folder.openForReading("a/file").close()
      _ = try scratch.folder.walk()
      #expect(throws: SystemError.self) { _ = try scratch.folder.openForReading("a").size }
    }
    #expect(try scratch.openDescriptors() == before)
  }

  @Test("free space is known, and syncing a folder and its file system works")
  func space() throws {
    let scratch = try Scratch()
    #expect(try scratch.folder.freeBytes > 0)
    try scratch.folder.sync()
    try scratch.folder.syncFileSystem()
  }
}
