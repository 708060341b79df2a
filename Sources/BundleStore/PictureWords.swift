import Media

/// RESOLUTION and FRAME-RATE of a stream (RFC 8216bis, 4.4.6.2), as the headers of its video say: the largest
/// picture and the highest rate.
struct PictureWords {
  /// "1280x720"; nil where no header tells a size.
  let resolution: String?
  /// "29.970": three decimals; nil where no header tells a rate.
  let frameRate: String?

  init(of tracks: [TrackFacts]) {
    let video = tracks.filter { $0.kind == .video }
    let sizes = video.compactMap { track -> (width: Int, height: Int)? in
      guard let width = track.width, let height = track.height, width > 0, height > 0 else { return nil }
      return (width, height)
    }
    let largest = sizes.max { $0.width * $0.height < $1.width * $1.height }
    resolution = largest.map { "\($0.width)x\($0.height)" }
    let rate = video.compactMap(\.frameRate).max() ?? 0
    frameRate = rate > 0 ? Self.threeDecimals(rate) : nil
  }

  private static func threeDecimals(_ rate: Double) -> String {
    let thousandths = Int((min(rate, 1_000_000) * 1_000).rounded())
    let fraction = String(thousandths % 1_000)
    return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
  }
}
