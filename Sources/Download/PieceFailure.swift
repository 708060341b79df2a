import Transfer

/// Why the bytes of a piece could not be kept.
struct PieceFailure: SinkFailure {
  let kind: DownloadError.Kind
  /// To stand after the address of the piece: "is an HTML page, not media".
  let sentence: String
  /// Another attempt may bring the right bytes.
  let isRetriable: Bool
}
