import Playlist

enum AspectRatio: Rule {
  static let identifier = "apple-authoring-1.33-aspect-ratio"
  static let asks = "all variants with video have the same aspect ratio"
  static let why = "the picture jumps when players change the variant"

  /// Sizes are rounded to even pixels, or to blocks of 16.
  private static let tolerance = 0.02

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    // Layouts of their own have shapes of their own.
    var firsts: [String: (ratio: Double, variant: Variant)] = [:]
    for variant in facts.playlist.variants {
      guard let size = variant.resolution, size.width > 0, size.height > 0 else { continue }
      let ratio = Double(size.width) / Double(size.height)
      guard let first = firsts[variant.videoLayout ?? ""] else {
        firsts[variant.videoLayout ?? ""] = (ratio, variant)
        continue
      }
      guard abs(ratio / first.ratio - 1) > tolerance, let other = first.variant.resolution else { continue }
      faults.see(
        line: variant.line,
        "RESOLUTION \(size) has not the aspect ratio of \(other) in line \(first.variant.line + 1)")
    }
    return faults.all
  }
}
