import Testing

@testable import Media

@Suite("Codec families")
struct CodecFamilyTests {
  @Test(
    "names of one decoder are one family",
    arguments: [
      ["avc1.64001F", "avc3.42E01E", "AVC1"], ["hvc1.2.4.L153.B0", "hev1.1.6.L93.90", "dvh1.05.06"],
      ["mp4a.40.2", "mp4a.40.5", "mp4a.40.29", "mp4a"], ["mp4a.40.34", "mp4a.6B", "mp4a.69", "mp3"],
      ["ac-3", "AC-3", "mp4a.A5"], ["ec-3", "mp4a.a6"], ["fLaC", "flac"], ["Opus", "opus", "mp4a.AD"],
      ["stpp", "stpp.ttml.im1t"],
    ])
  func same(_ names: [String]) {
    #expect(Set(names.map { CodecFamily($0) }).count == 1)
  }

  @Test("different decoders are different families")
  func different() {
    let names = [
      "avc1.64001F", "hvc1", "av01", "vp09", "mp4a.40.2", "mp4a.40.34", "mp4a.40.42", "ac-3", "ec-3", "ac-4",
      "fLaC",
      "Opus", "alac", "wvtt", "stpp",
    ]
    #expect(Set(names.map { CodecFamily($0) }).count == names.count)
    #expect(CodecFamily("avc1").kind == .video)
    #expect(CodecFamily("ec-3").kind == .audio)
    #expect(CodecFamily("xyz1.2").kind == .other)
  }

  @Test("CODECS keeps what is there, drops what is not, adds what is missing")
  func filter() {
    let video = TrackFacts(kind: .video, codec: "avc1.64001F")
    let sound = TrackFacts(kind: .audio, codec: "mp4a.40.2")
    let dolby = TrackFacts(kind: .audio, codec: "ec-3")
    let declared = ["avc1.640020", "mp4a.40.5", "ec-3", "wvtt"]
    #expect(CodecFamily.filtered(declared, keeping: [video, sound]) == ["avc1.640020", "mp4a.40.5"])
    #expect(CodecFamily.filtered(declared, keeping: [video, dolby]) == ["avc1.640020", "ec-3"])
    #expect(CodecFamily.filtered(["avc1.640020"], keeping: [video, sound]) == ["avc1.640020", "mp4a.40.2"])
    #expect(CodecFamily.filtered([], keeping: [video, sound]) == ["avc1.64001F", "mp4a.40.2"])
    #expect(CodecFamily.filtered(declared, keeping: []) == declared)
    #expect(
      CodecFamily.filtered(declared, keeping: [video], unseen: [.audio]) == [
        "avc1.640020", "mp4a.40.5", "ec-3",
      ])
    let text = TrackFacts(kind: .text, codec: "wvtt")
    #expect(CodecFamily.filtered(declared, keeping: [video, text]) == ["avc1.640020", "wvtt"])
    #expect(CodecFamily.filtered(["avc1.640020"], keeping: [video, text]) == ["avc1.640020"])
  }
}
