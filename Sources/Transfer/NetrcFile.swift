package import Files

/// User names and passwords by host, in the file that ftp began: `machine HOST login NAME password TEXT`.
///
/// libcurl reads it at each request that credentials may go with; here it is only looked at once before.
package struct NetrcFile: Sendable {
  /// The most bytes of one.
  package static let sizeLimit = 1 << 20

  package let path: String
  /// Hosts with an entry.
  private let hosts: Set<String>
  /// Whether there is an entry for all others.
  private let hasDefault: Bool

  /// - Throws: when it cannot be read, is no regular file, or is longer than a mebibyte.
  package static func read(_ path: String) throws(SystemError) -> NetrcFile {
    NetrcFile(path, try OpenFile.open(path).readAll(limit: sizeLimit))
  }

  private init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    var hosts: Set<String> = []
    var hasDefault = false
    var isHost = false
    for word in bytes.split(whereSeparator: { $0 <= 32 }) {
      if isHost { hosts.insert(String(decoding: word, as: UTF8.self).lowercased()) }
      isHost = !isHost && word.elementsEqual("machine".utf8)
      if word.elementsEqual("default".utf8) { hasDefault = true }
    }
    self.hosts = hosts
    self.hasDefault = hasDefault
  }

  /// Whether it has something for a host; a password that looks like a keyword may make this wrong, which
  /// costs a misleading hint at most.
  func covers(_ host: String) -> Bool { hasDefault || hosts.contains(host) }
}
