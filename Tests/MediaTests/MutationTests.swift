import Testing

@testable import Media

@Suite("Broken bytes")
struct MutationTests {
  /// A fixed sequence, so that a failure can be had again (xorshift64*).
  private struct Dice {
    private var state: UInt64

    init(seed: UInt64) {
      state = seed
    }

    mutating func roll(_ bound: Int) -> Int {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return Int((state &* 2_685_821_657_736_338_717) >> 33) % max(1, bound)
    }
  }

  private static let samples = Sample.allCases

  @Test("no change of any sample brings a reader down, or makes it slow", .timeLimit(.minutes(10)))
  func mutations() throws {
    var dice = Dice(seed: 20_260_219)
    var originals = try Self.samples.map { Array(try $0.bytes().prefix(12_000)) }
    originals.append(
      Array("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:1,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\n".utf8))
    originals.append(tinyPNG + packets(4))
    let clock = ContinuousClock()
    let start = clock.now
    var rounds = 0
    // At least some rounds on a slow machine, at most 2 seconds on any.
    while rounds < 200 || (clock.now - start < .seconds(2) && rounds < 3_000) {
      let bytes = mutated(originals[rounds % originals.count], &dice)
      readEverything(bytes, piece: 1 + dice.roll(5_000))
      rounds += 1
    }
    #expect(rounds >= 200)
  }

  private func mutated(_ original: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var bytes = original
    // Headers matter most: half of the changes hit the first kilobyte.
    for _ in 0...dice.roll(12) where !bytes.isEmpty {
      let at = dice.roll(dice.roll(2) == 0 ? min(1_024, bytes.count) : bytes.count)
      switch dice.roll(5) {
      case 0: bytes[at] = UInt8(dice.roll(256))
      case 1: bytes[at] ^= 1 << UInt8(dice.roll(8))
      case 2: bytes.removeLast(bytes.count - at)
      case 3: bytes.removeSubrange(at..<min(bytes.count, at + dice.roll(9)))
      default: bytes.insert(contentsOf: [0xff, 0xff, 0xff, 0xff].prefix(dice.roll(5)), at: at)
      }
    }
    return bytes
  }

  private func readEverything(_ bytes: [UInt8], piece: Int) {
    let inspection = inspect(
      bytes, as: [.segment, .initialization, .image, .iFrame][piece % 4], piece: piece)
    #expect(inspection.length == bytes.count)
    #expect(inspection.content.prefixLength <= bytes.count)
    _ = TransportStream.report(in: bytes.span)
    _ = PackedAudio.track(in: bytes.span)
    _ = Picture.facts(of: bytes.span)
    _ = LATM.configuration(in: bytes.span)
    _ = AVCParameterSet(bytes)
    _ = HEVCParameterSet(bytes)
    _ = AudioSpecificConfig(bytes)
    do throws(MediaError) {
      _ = try InitSection.tracks(bytes.span)
    } catch {
      #expect(!error.reason.isEmpty)
    }
    do throws(MediaError) {
      _ = try Fragment.list(in: bytes.span)
    } catch {
      #expect(!error.reason.isEmpty)
    }
    do throws(MediaError) {
      _ = try WebVTT.facts(of: bytes.span)
    } catch {
      #expect(!error.reason.isEmpty)
    }
  }
}
