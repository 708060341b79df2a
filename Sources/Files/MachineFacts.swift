import CSystem
import Glibc

/// What tells this machine and this user from others. Some of it nobody elsewhere knows.
package struct MachineFacts: Sendable, Hashable {
  /// The machine's id (machine-id(5)); nil where it has none.
  package var machineID: String?
  /// The inode of the root folder; nil where it cannot be told.
  package var rootInode: UInt64?
  /// When the root folder was made, in nanoseconds since 1970; nil where the file system does not tell.
  package var rootBirth: UInt64?
  /// The number of the user that the process acts for.
  package var user: UInt32

  package init(machineID: String?, rootInode: UInt64?, rootBirth: UInt64?, user: UInt32) {
    self.machineID = machineID
    self.rootInode = rootInode
    self.rootBirth = rootBirth
    self.user = user
  }

  /// Whether anything of it is not known elsewhere.
  package var isSecret: Bool { machineID != nil || rootBirth != nil }

  /// Of the machine and the user at work.
  package static func own() -> MachineFacts {
    var (inode, birth): (UInt64, UInt64) = (0, 0)
    let isTold = csystem_birth("/", &inode, &birth)
    return MachineFacts(
      machineID: machineID(), rootInode: isTold ? inode : nil, rootBirth: birth > 0 ? birth : nil,
      user: geteuid())
  }

  private static func machineID() -> String? {
    // A machine without one is told by its root folder alone.
    guard let bytes = try? OpenFile.open("/etc/machine-id").readAll(limit: 4096) else { return nil }
    let text = bytes.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
    // While a machine starts for the first time, its id is this word.
    guard !text.isEmpty, !text.elementsEqual("uninitialized".utf8) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }
}
