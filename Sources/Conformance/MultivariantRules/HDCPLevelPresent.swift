import Playlist

enum HDCPLevelPresent: Rule {
  static let identifier = "apple-authoring-13.5-hdcp-level"
  static let asks = "protected variants of high definition have HDCP-LEVEL, those above it TYPE-1"
  static let why = "players choose them where the screen is not protected, and then show nothing"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    // Keys of the identity format need no protected path.
    guard facts.playlist.sessionKeys.contains(where: { $0.keyFormat != "identity" }) else { return [] }
    var faults = Repeated(self, .warning, in: facts.name)
    for variant in facts.playlist.variants {
      guard let size = variant.resolution, size.pixels >= 1280 * 720 else { continue }
      let isAbove = size.pixels > 1920 * 1088
      switch variant.hdcpLevel {
      case nil:
        faults.see(
          line: variant.line, "is protected and \(size) but has no HDCP-LEVEL",
          hint: isAbove ? "HDCP-LEVEL=TYPE-1" : "HDCP-LEVEL=TYPE-0")
      case "TYPE-0" where isAbove:
        faults.see(line: variant.line, "is \(size) but HDCP-LEVEL is TYPE-0", hint: "HDCP-LEVEL=TYPE-1")
      default: break
      }
    }
    return faults.all
  }
}
