import Foundation
import Glibc
import Synchronization
import Testing

@testable import Files

@Suite("paths cannot leave their folder")
struct EscapeTests {
  static let escapes = [
    "..", "../outside", "inside/../../outside", "inside/..", "/etc/passwd", "/", ".", "./inside", "inside/.",
    "inside//deep", "inside/", "a\u{0}b", "inside/./deep",
    "x/" + String(repeating: "y", count: 5000),
  ]

  @Test("an escaping path is refused by every method and touches nothing", arguments: escapes)
  func escapingPath(_ path: String) throws {
    let scratch = try Scratch()
    try scratch.folder.writeWhole("file", "kept".octets)
    try scratch.folder.makeFolder("inside")
    let folder = scratch.folder
    for (name, attempt) in Self.attempts(on: folder, path) {
      let error = #expect(throws: SystemError.self, "\(name)") { try attempt() }
      #expect(error?.isEscape == true, "\(name): \(String(describing: error))")
    }
    #expect(try scratch.names() == ["file", "inside"])
    #expect(try scratch.text("file") == "kept")
  }

  @Test("a link is followed neither at the end nor on the way, wherever it leads")
  func links() throws {
    let scratch = try Scratch()
    let outside = try Scratch()
    try outside.folder.writeWhole("secret", "secret".octets)
    let folder = scratch.folder
    try folder.makeFolder("real")
    try folder.makeFolder("real/deep")
    try folder.writeWhole("real/deep/secret", "inner".octets)
    try scratch.link("absolute", to: outside.path)
    try scratch.link("sideways", to: "real/deep")
    try scratch.link("real/up", to: "../..")
    try scratch.link("file", to: outside("secret"))
    try scratch.link("dangling", to: outside("new"))
    for path in [
      "absolute/secret", "sideways/secret", "real/up/\(FilePath.lastComponent(outside.path))/secret",
    ] {
      for (name, attempt) in Self.attempts(on: folder, path) {
        let error = #expect(throws: SystemError.self, "\(name) \(path)") { try attempt() }
        #expect(error?.isEscape == true, "\(name) \(path): \(String(describing: error))")
      }
    }
    for path in ["file", "dangling", "absolute"] {
      #expect(throws: SystemError.self) { _ = try folder.openForReading(path).size }
      #expect(throws: SystemError.self) { _ = try folder.createFile(path, exclusive: false).size }
      #expect(throws: SystemError.self) { _ = try folder.createFile(path, exclusive: true).size }
      #expect(throws: SystemError.self) { _ = try folder.folder(path) }
      #expect(try folder.status(path)?.kind == .link)
    }
    #expect(try outside.names() == ["secret"])
    #expect(try outside.text("secret") == "secret")
    #expect(try scratch.text("real/deep/secret") == "inner")
  }

  @Test("replacing a link by a whole file replaces the link and not what it leads to")
  func replacingLink() throws {
    let scratch = try Scratch()
    try scratch.folder.writeWhole("target", "old".octets)
    try scratch.link("link", to: "target")
    try scratch.folder.writeWhole("link", "new".octets)
    #expect(try scratch.text("target") == "old")
    #expect(try scratch.text("link") == "new")
  }

  @Test("without openat2 each step refuses a link just the same")
  func stepwise() throws {
    let scratch = try Scratch()
    try scratch.folder.makeFolder("a")
    try scratch.folder.makeFolder("a/b")
    try scratch.folder.writeWhole("a/b/file", "x".octets)
    try scratch.link("a/link", to: "b")
    try scratch.link("a/b/link", to: "file")
    let before = try scratch.openDescriptors()
    let flags = O_RDONLY
    let opened = try scratch.folder.openStepwise("a/b/file", flags: flags, mode: 0, doing: "opening")
    close(opened)
    for path in ["a/link/file", "a/b/link", "a/absent/file"] {
      #expect(throws: SystemError.self) {
        try scratch.folder.openStepwise(path, flags: flags, mode: 0, doing: "opening")
      }
    }
    #expect(try scratch.openDescriptors() == before)
  }

  @Test("a folder that turns into a link while it is opened never leads outside")
  func race() throws {
    let scratch = try Scratch()
    let outside = try Scratch()
    try outside.folder.writeWhole("file", "outside".octets)
    try scratch.folder.makeFolder("door")
    try scratch.folder.writeWhole("door/file", "inside".octets)
    try scratch.link("link", to: outside.path)
    let swapper = Swapper()
    let (door, link) = (scratch("door"), scratch("link"))
    Thread.detachNewThread { swapper.run(door, link) }
    defer { swapper.stop() }
    var seen: Set<String> = []
    var (opened, refused) = (0, 0)
    for _ in 0..<1_000_000 where opened < 1000 || refused < 1000 {
      for open in [scratch.folder.openForReading, Self.stepwiseOpen(scratch.folder)] {
        // Refused is right as well: which of the two it is depends on the moment.
        do throws(SystemError) {
          seen.insert(String(decoding: try open("door/file").readAll(limit: 100), as: UTF8.self))
          opened += 1
        } catch {
          refused += 1
        }
      }
    }
    #expect(seen == ["inside"])
    #expect(opened >= 1000 && refused >= 1000, "the race took place")
  }

  static func stepwiseOpen(_ folder: Folder) -> (String) throws(SystemError) -> OpenFile {
    { path throws(SystemError) in
      let opened = try folder.openStepwise(path, flags: O_RDONLY, mode: 0, doing: "opening")
      return OpenFile(owning: opened, name: path)
    }
  }

  @Test("a pipe, a folder and a device are refused as files at once")
  func specialFiles() throws {
    let scratch = try Scratch()
    #expect(mkfifo(scratch("pipe"), 0o600) == 0)
    try scratch.folder.makeFolder("folder")
    for path in ["pipe", "folder"] {
      #expect(throws: SystemError.self) { _ = try scratch.folder.openForReading(path).size }
      #expect(throws: SystemError.self) { _ = try scratch.folder.createFile(path, exclusive: false).size }
    }
    #expect(throws: SystemError.self) { _ = try OpenFile.open("/dev/null").size }
    #expect(throws: SystemError.self) { _ = try OpenFile.open(scratch("pipe")).size }
  }

  /// Every method that takes a path.
  static func attempts(on folder: Folder, _ path: String) -> [(String, () throws -> Void)] {
    [
      ("folder", { _ = try folder.folder(path) }),
      ("makeFolder", { try folder.makeFolder(path) }),
      ("openForReading", { _ = try folder.openForReading(path).size }),
      ("createFile", { _ = try folder.createFile(path, exclusive: false).size }),
      ("createFile exclusive", { _ = try folder.createFile(path, exclusive: true).size }),
      ("openForAppending", { _ = try folder.openForAppending(path).size }),
      ("readWhole", { _ = try folder.readWhole(path, limit: 10) }),
      ("writeWhole", { try folder.writeWhole(path, [1]) }),
      ("rename from", { try folder.rename(path, to: "new") }),
      ("rename to", { try folder.rename("file", to: path) }),
      ("remove", { try folder.remove(path) }),
      ("removeEmptyFolder", { try folder.removeEmptyFolder(path) }),
      ("removeTree", { try folder.removeTree(path) }),
      ("entries", { _ = try folder.entries(path) }),
    ]
  }
}

/// Swaps two names over and over, until told to stop.
private final class Swapper: Sendable {
  private let isDone = Atomic(false)

  func run(_ first: String, _ second: String) {
    while !isDone.load(ordering: .relaxed) {
      // A refusal would only slow the race down; the test counts what it saw.
      try? exchangePaths(first, second)
    }
  }

  func stop() { isDone.store(true, ordering: .relaxed) }
}
