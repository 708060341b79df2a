import Files
import Foundation
import Glibc
import Testing

@Suite("full disks, renames and locks")
struct DiskTests {
  @Test("a full device is told as no space")
  func fullDevice() throws {
    let full = OpenFile(owning: open("/dev/full", O_WRONLY | O_CLOEXEC), name: "full")
    let error = #expect(throws: SystemError.self) { try full.write([1]) }
    #expect(error?.isNoSpace == true)
    #expect(error?.description == "writing full: no space left on device")
  }

  /// Mounting needs root; as another user `fullDevice` alone stands for this.
  @Test(
    "on a full file system the old file stays whole and nothing else is left", .enabled(if: geteuid() == 0))
  func fullFileSystem() throws {
    let scratch = try Scratch()
    #expect(try run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", scratch.path) == 0)
    defer { _ = try? run("umount", "-l", scratch.path) }
    let folder = try Folder.open(scratch.path)
    #expect(try folder.freeBytes <= 64 << 10)
    try folder.writeWhole("manifest", "old".octets)
    let error = #expect(throws: SystemError.self) {
      try folder.writeWhole("manifest", [UInt8](repeating: 1, count: 1 << 20))
    }
    #expect(error?.isNoSpace == true)
    #expect(try folder.entries() == ["manifest"])
    #expect(try folder.readWhole("manifest", limit: 10) == "old".octets)
  }

  @Test("a rename without replacing refuses a name that is taken, by a folder or a file")
  func renameWithoutReplacing() throws {
    let scratch = try Scratch()
    try scratch.folder.makeFolder("new")
    try scratch.folder.makeFolder("taken")
    try scratch.folder.writeWhole("file", [])
    for name in ["taken", "file"] {
      let error = #expect(throws: SystemError.self) {
        try renameNoReplace(from: scratch("new"), to: scratch(name))
      }
      #expect(error?.isPresent == true)
    }
    try renameNoReplace(from: scratch("new"), to: scratch("final"))
    #expect(try scratch.names() == ["file", "final", "taken"])
    let error = #expect(throws: SystemError.self) {
      try renameNoReplace(from: scratch("new"), to: scratch("x"))
    }
    #expect(error?.isAbsent == true)
  }

  @Test("two names change places in one step")
  func exchange() throws {
    let scratch = try Scratch()
    try scratch.folder.makeFolder("a")
    try scratch.folder.writeWhole("a/one", [])
    try scratch.folder.makeFolder("b")
    try exchangePaths(scratch("a"), scratch("b"))
    #expect(try scratch.names("b") == ["one"])
    #expect(try scratch.names("a") == [])
    #expect(throws: SystemError.self) { try exchangePaths(scratch("a"), scratch("absent")) }
  }

  @Test("a folder that another process has locked is not locked until that process ends")
  func lockOfAnotherProcess() throws {
    let scratch = try Scratch()
    let holder = Process()
    holder.executableURL = URL(filePath: "/usr/bin/flock")
    // -o: only flock itself holds the lock, so that it ends with the program it runs.
    holder.arguments = ["-o", scratch.path, "cat"]
    let (input, output) = (Pipe(), Pipe())
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    // `cat` runs only once the lock is held, and so does its echo.
    try input.fileHandleForWriting.write(contentsOf: Data("locked".utf8))
    #expect(output.fileHandleForReading.availableData == Data("locked".utf8))
    #expect(try FolderLock.acquire(scratch.path) == nil)
    #expect(try FolderLock.acquire(scratch.path, kind: .shared) == nil)
    try input.fileHandleForWriting.close()
    holder.waitUntilExit()
    #expect(try FolderLock.acquire(scratch.path) != nil)
  }

  @Test("a lock of ours is seen by another process and gone when released")
  func ourLock() throws {
    let scratch = try Scratch()
    var lock = try FolderLock.acquire(scratch.path)
    let folder = lock?.folder
    #expect(lock != nil)
    #expect(try run("/usr/bin/flock", "-n", scratch.path, "true") == 1)
    #expect(try FolderLock.acquire(scratch.path) == nil)
    lock = nil
    #expect(try run("/usr/bin/flock", "-n", scratch.path, "true") == 0)
    #expect(folder != nil, "the folder may stay open without the lock")
    #expect(try scratch.names() == [], "no lock file is left")
  }

  @Test("shared locks stand together and keep out an exclusive one")
  func sharedLocks() throws {
    let scratch = try Scratch()
    let first = try FolderLock.acquire(scratch.path, kind: .shared)
    let second = try FolderLock.acquire(scratch.path, kind: .shared)
    #expect(first != nil && second != nil)
    #expect(try FolderLock.acquire(scratch.path) == nil)
    withExtendedLifetime((first, second)) {}
  }

  @Test("a lock on what is no folder or not there is an error, not a held lock")
  func noFolder() throws {
    let scratch = try Scratch()
    try scratch.folder.writeWhole("file", [])
    #expect(throws: SystemError.self) { try FolderLock.acquire(scratch("file")) }
    #expect(throws: SystemError.self) { try FolderLock.acquire(scratch("absent")) }
  }
}

/// Runs a program to its end; its exit code.
private func run(_ arguments: String...) throws -> Int32 {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = arguments
  process.standardError = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  return process.terminationStatus
}
