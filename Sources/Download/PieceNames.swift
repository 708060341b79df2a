import Addresses
import BundleStore
import Media
import Playlist

/// Names of a stream's files: made from positions, the extension from what the bytes are.
enum PieceNames {
  /// - Parameter container: what the bytes are; nil: unknown, then MAP, and after it the address decide.
  static func name(of piece: Piece, container: Container?, in stream: PlannedStream) -> MediaFileName? {
    switch piece.role {
    case .initialization(let number):
      let isBoxes = container == nil || container == .fragmentedMP4 || container == .unknown
      let known = isBoxes ? .mp4 : MediaFileExtension(rawValue: container?.fileExtension ?? "")
      return MediaFileName(.initialization, index: number, fileExtension: known ?? .mp4)
    case .segment(let number):
      let known = container.flatMap { $0 == .unknown ? nil : MediaFileExtension(rawValue: $0.fileExtension) }
      return MediaFileName(.segment, index: number, fileExtension: known ?? guess(piece, in: stream))
    }
  }

  private static func guess(_ piece: Piece, in stream: PlannedStream) -> MediaFileExtension {
    if !stream.playlist.initializations.isEmpty { return .m4s }
    let name = piece.uri.lastPathComponent.lowercased()
    if let point = name.lastIndex(of: "."),
      let known = MediaFileExtension(rawValue: String(name[name.index(after: point)...])), known != .bin
    {
      return known
    }
    switch stream.folder.kind {
    case .subtitles: return .vtt
    case .audio: return .aac
    case .images: return .jpg
    default: return .ts
    }
  }
}
