import Addresses
package import BundleStore
import Playlist

/// An I-frame or image playlist that will be in the bundle (RFC 8216bis, 4.4.6.3, and the image extension).
package struct PlannedTrickPlay: Sendable {
  package let record: VariantRecord
  /// Why it was chosen, in a few words.
  package let reason: String
  /// Index into the plan's streams.
  package let stream: Int
  /// The line of the source's multivariant playlist, counted from 0.
  let line: Int
}

/// One I-frame or image playlist that may be packed.
struct TrickPlayCandidate: Sendable {
  let source: IFrameStream
  let place: TitleMap.Place

  /// Pixels of a frame; 0 where the source does not tell.
  var area: Int {
    guard let size = source.qualities.resolution else { return 0 }
    let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    return overflow ? .max : area
  }

  private var order: (Int, Int64) { (area, source.qualities.bandwidth) }

  /// The largest that is not above the given size, the first of equals; where all are above it, the smallest.
  static func best(_ candidates: [TrickPlayCandidate], notAbove size: Resolution?) -> TrickPlayCandidate? {
    let limit = size.map { size in
      let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
      return overflow ? Int.max : area
    }
    let fitting = candidates.filter { $0.area <= limit ?? .max }
    if let first = fitting.first {
      return fitting.dropFirst().reduce(first) { $1.order > $0.order ? $1 : $0 }
    }
    return candidates.min { $0.order < $1.order }
  }
}
