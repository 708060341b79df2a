import Testing

@testable import Media

@Suite("Packed audio and audio configurations")
struct AudioTests {
  private static let samples: [(Sample, String)] = [
    (.adts, "mp4a.40.2"), (.ac3, "ac-3"), (.eac3, "ec-3"), (.mp3, "mp4a.40.34"),
  ]

  @Test("codec, channels and sample rate are those that ffprobe finds", arguments: samples)
  func agreesWithProbe(_ sample: Sample, codec: String) throws {
    let bytes = try sample.bytes()
    let track = try #require(packedTrack(bytes))
    let stream = try #require(try probe(sample).first)
    #expect(track.codec == codec)
    #expect(track.channels.map { "\($0)" } == stream["channels"])
    #expect(track.sampleRate.map { "\($0)" } == stream["sample_rate"])
  }

  @Test("the ID3 timestamp is read in both versions, and its 33 bits only", arguments: [3, 4] as [UInt8])
  func timestamp(_ version: UInt8) throws {
    let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
    let holder = Array("PRIV".utf8) + big(owner.count + 8, 4) + [0, 0] + owner + big(0x1_2345_6789, 8)
    let title = Array("TIT2".utf8) + big(4, 4) + [0, 0, 3, 0x41, 0x42, 0x43]
    let body = title + holder
    let tag = Array("ID3".utf8) + [version, 0, 0, 0, 0, 0, UInt8(body.count)] + body
    let audio = try Sample.adts.bytes()
    let bytes = tag + audio
    #expect(timestampOf(bytes) == 0x1_2345_6789)
    #expect(packedTrack(bytes)?.firstPTS == 0x1_2345_6789)
    #expect(timestampOf(audio) == nil)
    for cut in 0..<tag.count { #expect(timestampOf(Array(tag.prefix(cut))) == nil) }
  }

  @Test("object types, SBR and PS of MPEG-4 audio")
  func specificConfig() throws {
    func config(_ build: (inout BitWriter) -> Void) -> AudioSpecificConfig? {
      var bits = BitWriter()
      build(&bits)
      return AudioSpecificConfig(bits.bytes)
    }
    let plain = try #require(AudioSpecificConfig([0x12, 0x10]))
    #expect([plain.objectType, plain.sampleRate, plain.channels] == [2, 44_100, 2])
    // Explicit SBR: 24 kHz core, 48 kHz output.
    let explicit = try #require(
      config {
        for (value, size) in [(5, 5), (6, 4), (2, 4), (3, 4), (2, 5), (0, 3)] { $0.put(value, size) }
      })
    #expect([explicit.objectType, explicit.sampleRate, explicit.channels] == [5, 48_000, 2])
    let parametric = try #require(
      config {
        for (value, size) in [(29, 5), (6, 4), (1, 4), (3, 4), (2, 5), (0, 3)] { $0.put(value, size) }
      })
    #expect([parametric.objectType, parametric.sampleRate, parametric.channels] == [29, 48_000, 2])
    // Backward compatible: AAC-LC, then the extension.
    let compatible = try #require(
      config {
        for (value, size) in [(2, 5), (6, 4), (1, 4), (0, 3), (0x2b7, 11), (5, 5), (1, 1), (3, 4)] {
          $0.put(value, size)
        }
        for (value, size) in [(0x548, 11), (1, 1)] { $0.put(value, size) }
      })
    #expect([compatible.objectType, compatible.sampleRate, compatible.channels] == [29, 48_000, 2])
    let escaped = try #require(
      config { for (value, size) in [(31, 5), (10, 6), (4, 4), (2, 4)] { $0.put(value, size) } })
    #expect(escaped.objectType == 42)
    let written = try #require(
      config { for (value, size) in [(2, 5), (15, 4), (47_999, 24), (7, 4)] { $0.put(value, size) } })
    #expect([written.sampleRate, written.channels] == [47_999, 8])
    #expect(AudioSpecificConfig([0x12]) == nil)
    #expect(AudioSpecificConfig([]) == nil)
  }

  @Test("E-AC-3 counts the channels of dependent substreams")
  func dependentSubstreams() throws {
    func frame(dependent: Bool) -> [UInt8] {
      var bits = BitWriter()
      bits.put(0x0b77, 16)
      // Stream type, substream, size of 64 bytes, 48 kHz, six blocks.
      for (value, size) in [(dependent ? 1 : 0, 2), (0, 3), (31, 11), (0, 2), (3, 2)] {
        bits.put(value, size)
      }
      // 3/2 with LFE for the base; 2/2 for the dependent one, whose map names Ls, Rs and the pair Lrs, Rrs.
      for (value, size) in [(dependent ? 6 : 7, 3), (dependent ? 0 : 1, 1), (16, 5)] { bits.put(value, size) }
      for (value, size) in [(27, 5), (0, 1), (1, 1), (0b0001_1010_0000_0000, 16)] { bits.put(value, size) }
      return bits.bytes + [UInt8](repeating: 0, count: 64 - bits.bytes.count)
    }
    let bytes = frame(dependent: false) + frame(dependent: true) + frame(dependent: false)
    let audio = try #require(dolby(bytes))
    #expect([audio.channels, audio.sampleRate] == [8, 48_000])
    #expect(sniff(bytes) == .media(.packedEC3))
  }
}
