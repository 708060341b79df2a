extension WebVTT {
  /// A WebVTT segment: the header with its X-TIMESTAMP-MAP (RFC 8216bis, 3.1.4), the preamble, the cues.
  ///
  /// - Parameters:
  ///   - map: which MPEG-2 time a cue time stands for.
  ///   - cues: with times of the same clock as the map's.
  package static func segment(
    _ cues: some Sequence<SubtitleFile.Cue>, preamble: [String], map: TimestampMap
  ) -> [UInt8] {
    var text =
      "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:\(map.mpegTicks),LOCAL:\(CueTime.text(map.localMilliseconds))\n"
    for block in preamble { text += "\n\(block)\n" }
    for cue in cues {
      let settings = cue.settings.isEmpty ? "" : " \(cue.settings)"
      text += "\n"
      if let identifier = cue.identifier { text += "\(identifier)\n" }
      text += "\(CueTime.text(cue.start)) --> \(CueTime.text(cue.end))\(settings)\n\(cue.text)\n"
    }
    return Array(text.utf8)
  }
}
