/// What one set of variant and renditions is to be: the primary one, which offline playback is made for, or an
/// auxiliary one beside it (AVAssetDownloadContentConfiguration).
package struct ContentConfiguration: Sendable, Hashable {
  /// RULEs in order, each as typed; the first that matches anything counts. Empty: the default choice.
  package var video: [String]
  /// A bitrate as typed, such as `2M`. Of what the RULE leaves the variant with the lowest peak bitrate
  /// (BANDWIDTH) that is at least this is taken, else the one with the highest; nil: the best.
  package var minBitrate: String?
  /// A size as typed, such as `1280x720`. Of what the RULE leaves the smallest picture that is at least as wide
  /// and at least as high is taken, else the largest. With `minBitrate` the smallest, and of its size the one
  /// with the lowest bitrate, that meets both.
  package var minSize: String?
  /// Whether variants that are not SDR go before those that are; nil and false: after them.
  package var prefersHDR: Bool?
  /// Whether lossless sound is taken in place of lossy sound where there are both; nil: lossy sound. False also
  /// leaves out of the lists what is lossless where the same sound is there as a lossy one.
  package var prefersLossless: Bool?
  /// Whether variants with sound of more than two channels go before their equals; nil: stereo, and the best
  /// multichannel sound where it can be had with the same picture. False: stereo alone, also in lists, where the
  /// same sound is there in stereo.
  package var prefersMultichannel: Bool?
  /// Words of the audio LISTs; nil: nothing was said.
  package var audio: [String]?
  /// Words of the subtitle LISTs; nil: nothing was said.
  package var subtitles: [String]?
  /// Words of the LISTs of camera angles (TYPE=VIDEO); nil: nothing was said.
  package var angles: [String]?
  /// Whether the default choice is taken where no RULE matches.
  package var fallback: Bool

  /// Lists are split at commas; of a list that was given several times all words count together.
  package init(
    video: [String] = [], minBitrate: String? = nil, minSize: String? = nil, prefersHDR: Bool? = nil,
    prefersLossless: Bool? = nil, prefersMultichannel: Bool? = nil, audio: [String]? = nil,
    subtitles: [String]? = nil, angles: [String]? = nil, fallback: Bool = false
  ) {
    self.video = video
    self.minBitrate = minBitrate
    self.minSize = minSize
    self.prefersHDR = prefersHDR
    self.prefersLossless = prefersLossless
    self.prefersMultichannel = prefersMultichannel
    self.audio = audio.map(SelectionWords.split)
    self.subtitles = subtitles.map(SelectionWords.split)
    self.angles = angles.map(SelectionWords.split)
    self.fallback = fallback
  }

  /// Whether nothing was asked for; `fallback` asks for nothing.
  package var isEmpty: Bool {
    var other = self
    other.fallback = false
    return other == ContentConfiguration()
  }
}
