import Playlist

enum TopResolutionTwice: Rule {
  static let identifier = "apple-authoring-9.10-top-resolution"
  static let asks = "the highest RESOLUTION is there at more than one bit rate"
  static let why = "players must change the size of the picture as soon as the network slows down a little"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    let variants = facts.playlist.variants.filter { $0.resolution != nil }
    guard Set(variants.map(\.uri)).count > 1,
      let top = variants.max(by: { pixels($0) < pixels($1) }), let size = top.resolution
    else { return [] }
    let uris = Set(variants.filter { pixels($0) == pixels(top) }.map(\.uri))
    guard uris.count == 1 else { return [] }
    return [
      found(
        .warning, facts.name, line: top.line + 1, "\(size) is the highest resolution, at one bit rate only")
    ]
  }

  private static func pixels(_ variant: Variant) -> Int { variant.resolution?.pixels ?? 0 }
}

extension Resolution {
  /// Width by height; both have nine digits at most.
  var pixels: Int { width.multipliedReportingOverflow(by: height).partialValue }
}
