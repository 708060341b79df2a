import Digest
import Files
import Support

/// A good bundle that is made hostile: whatever is changed in it, all digests stay right, so that only the guard
/// that is meant stops it.
struct HostileBundle {
  let folder: TemporaryFolder
  let path: String
  let open: Folder

  static let video = "0-176825-NHWOMGF2TMHEBGCMRNJ67PWQZM5D3OFG"

  /// - Parameter base: the good bundle, which is copied.
  init(copying base: String, into folder: TemporaryFolder) async throws {
    self.folder = folder
    path = folder.path("Bad.movpkg")
    try Folder.open(folder.path).removeTree("Bad.movpkg")
    try await Tools.run("cp", ["-a", base, path], in: folder.path)
    open = try Folder.open(path)
  }

  init(at path: String, in folder: TemporaryFolder) throws {
    self.folder = folder
    self.path = path
    open = try Folder.open(path)
  }

  func text(_ file: String) throws -> String {
    String(decoding: try open.readWhole(file, limit: 1 << 20), as: UTF8.self)
  }

  /// Replaces text that must be there.
  func replace(_ file: String, _ old: String, _ new: String) throws {
    let text = try text(file)
    guard text.contains(old) else { throw SupportError("changing \(file)", "it does not hold \(old)") }
    try write(file, Array(text.replacing(old, with: new).utf8))
  }

  /// Writes another content, and its length and digest wherever they stand.
  func write(_ file: String, _ bytes: [UInt8]) throws {
    let old = try open.readWhole(file, limit: 1 << 20)
    try open.writeWhole(file, bytes, durable: false)
    guard file != "SHA256SUMS" else { return }
    let (hex, newHex) = (SHA256Digest.of(old).hex, SHA256Digest.of(bytes).hex)
    let sums = try text("SHA256SUMS").replacing("\(hex)  \(file)", with: "\(newHex)  \(file)")
    try open.writeWhole("SHA256SUMS", Array(sums.utf8), durable: false)
    guard file != "hlspack.json" else { return }
    let record = "\"bytes\": \(old.count),\n      \"path\": \"\(file)\""
    try write(
      "hlspack.json",
      Array(
        try text("hlspack.json").replacing(
          record, with: record.replacing("\(old.count),", with: "\(bytes.count),")
        )
        .replacing(hex, with: newHex).utf8))
  }
}

/// One way in which a bundle may be hostile.
struct HostileCase: Sendable {
  /// Which commands must see it. `verify` always must.
  enum Reach: Sendable {
    /// Whatever opens a bundle.
    case all
    /// What changes a bundle.
    case changes
    /// Others may go by.
    case verification
  }

  let name: String
  var codes: Set<Int32> = [7]
  var reach = Reach.all
  let apply: @Sendable (HostileBundle) async throws -> Void

  /// A command that takes a bundle, whose path is its last argument.
  struct Verb: Sendable {
    let arguments: [String]
    let changes: Bool
    /// Of a bundle that is sound, or looks so, it may ask the recorded source.
    let fetches: Bool

    init(_ arguments: [String], changes: Bool = false, fetches: Bool = false) {
      (self.arguments, self.changes, self.fetches) = (arguments, changes, fetches)
    }
  }

  func mustSee(_ verb: Verb) -> Bool {
    // What fetches asks the source first, and looks at listings when it has an answer.
    verb.arguments[0] == "verify" || reach == .all || (reach == .changes && verb.changes && !verb.fetches)
  }

  /// The codes that a command may end with.
  func codes(of verb: Verb) -> Set<Int32> {
    if mustSee(verb) { return codes }
    return verb.fetches ? [0, 4, 5, 6, 7, 9] : [0, 4, 7, 9]
  }

  static func manifest(_ old: String, _ new: String, _ reach: Reach = .all) -> HostileCase {
    HostileCase(name: "hlspack.json: \(new.prefix(60))", reach: reach) {
      try $0.replace("hlspack.json", old, new)
    }
  }

  /// The same with a long run of one piece between two texts, made only when it is needed.
  static func long(
    _ file: String, _ old: String, _ head: String, _ piece: String, times count: Int, _ tail: String = ""
  ) -> HostileCase {
    HostileCase(
      name: "\(file.suffix(12)): \(count) times \(piece)", reach: file == "hlspack.json" ? .all : .changes
    ) {
      try $0.replace(file, old, head + String(repeating: piece, count: count) + tail)
    }
  }

  static func listing(_ old: String, _ new: String) -> HostileCase {
    HostileCase(name: "stream.json: \(new.prefix(60))", reach: .changes) {
      try $0.replace("\(HostileBundle.video)/stream.json", old, new)
    }
  }

  static func playlist(_ file: String, _ old: String, _ new: String) -> HostileCase {
    HostileCase(name: "\(file.suffix(13)): \(new)", reach: .verification) { try $0.replace(file, old, new) }
  }

  /// Something else in the place of a file or folder, made by a command of the shell.
  static func place(_ name: String, _ reach: Reach, codes: Set<Int32> = [7], _ script: String) -> HostileCase
  {
    HostileCase(name: name, codes: codes, reach: reach) { bundle in
      try await Tools.run(
        "sh", ["-euc", script, "sh", bundle.path, HostileBundle.video], in: bundle.folder.path)
    }
  }
}
