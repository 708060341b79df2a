import Playlist

/// Whether the pieces of a media playlist from elsewhere can stand in for those that were planned.
enum PieceMatch {
  /// How far the durations of one segment in two playlists may lie apart: they may be rounded differently.
  static let tolerance = 0.05

  /// What is different, to stand after the playlist's address; nil where each piece has its counterpart.
  static func difference(_ new: [Piece], from planned: [Piece]) -> String? {
    guard new.count == planned.count else {
      return "has \(new.count) segments and initialization sections, not \(planned.count)"
    }
    for (index, (new, old)) in zip(new, planned).enumerated() {
      guard let difference = difference(new, from: old) else { continue }
      return "differs at \(old.isSegment ? "segment" : "initialization section") \(index): \(difference)"
    }
    return nil
  }

  private static func difference(_ new: Piece, from old: Piece) -> String? {
    guard new.role == old.role else { return "its initialization sections stand elsewhere" }
    guard new.isGap == old.isGap else { return new.isGap ? "it is a gap" : "it is no gap" }
    guard abs(new.duration - old.duration) <= tolerance else {
      return "it lasts \(new.duration) s, not \(old.duration) s"
    }
    guard new.range?.length == old.range?.length else { return "its byte range has another length" }
    guard new.cipher?.iv == old.cipher?.iv, (new.cipher == nil) == (old.cipher == nil) else {
      return "it is encrypted otherwise"
    }
    return nil
  }
}
