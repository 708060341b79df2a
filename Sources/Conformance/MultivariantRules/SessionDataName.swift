import Playlist

enum SessionDataName: Rule {
  static let identifier = "rfc8216bis-4.4.6.4-data-id-name"
  static let asks = "DATA-ID is a name in reverse DNS order, such as com.example.title"
  static let why = "names of other kinds may mean another thing to somebody else"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .info, in: facts.name)
    for data in facts.playlist.sessionData where !data.dataID.utf8.contains(UInt8(ascii: ".")) {
      // Defined by the specification itself.
      if data.dataID.hasPrefix("_hls") { continue }
      faults.see(line: data.line, "DATA-ID \(shown(data.dataID)) is no name in reverse DNS order")
    }
    return faults.all
  }
}
