/// Lines of a multivariant playlist, in few words.
enum TitleText {
  /// Bandwidths in kilobits a second; `more` is appended as it is.
  static func variant(
    _ uri: String, _ bandwidth: Int, _ size: String? = nil, average: Int? = nil, codecs: String? = nil,
    fps: String? = nil, audio: String? = nil, subtitles: String? = nil, _ more: String? = nil
  ) -> String {
    var attributes = ["BANDWIDTH=\(bandwidth)000"]
    if let average { attributes.append("AVERAGE-BANDWIDTH=\(average)000") }
    if let size { attributes.append("RESOLUTION=\(size)") }
    if let codecs { attributes.append("CODECS=\"\(codecs)\"") }
    if let fps { attributes.append("FRAME-RATE=\(fps)") }
    if let audio { attributes.append("AUDIO=\"\(audio)\"") }
    if let subtitles { attributes.append("SUBTITLES=\"\(subtitles)\"") }
    if let more { attributes.append(more) }
    return "#EXT-X-STREAM-INF:\(attributes.joined(separator: ","))\n\(uri)"
  }

  enum Choosing: String {
    case byHand = ""
    case auto = ",AUTOSELECT=YES"
    case standard = ",DEFAULT=YES,AUTOSELECT=YES"
  }

  /// Of TYPE=AUDIO.
  static func sound(
    _ group: String, _ name: String, _ language: String?, _ choosing: Choosing = .byHand,
    channels: String? = nil,
    marks: String? = nil, isInside: Bool = false
  ) -> String {
    let more = channels.map { ",CHANNELS=\"\($0)\"" } ?? ""
    return media("AUDIO", group, name, language, choosing.rawValue + more, marks, isInside)
  }

  /// Of TYPE=SUBTITLES.
  static func text(
    _ group: String, _ name: String, _ language: String?, _ choosing: Choosing = .byHand,
    forced: Bool = false,
    marks: String? = nil
  ) -> String {
    media("SUBTITLES", group, name, language, choosing.rawValue + (forced ? ",FORCED=YES" : ""), marks, false)
  }

  static func media(
    _ type: String, _ group: String, _ name: String, _ language: String?, _ more: String, _ marks: String?,
    _ isInside: Bool
  ) -> String {
    "#EXT-X-MEDIA:TYPE=\(type),GROUP-ID=\"\(group)\",NAME=\"\(name)\""
      + (language.map { ",LANGUAGE=\"\($0)\"" } ?? "") + more
      + (marks.map { ",CHARACTERISTICS=\"\($0)\"" } ?? "")
      + (isInside ? "" : ",URI=\"\(group)/\(name).m3u8\"")
  }
}
