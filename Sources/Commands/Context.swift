import Console
import Download
import Files
import Glibc
import Rights
import Synchronization

/// What a command knows of the world around it.
package struct Context: Sendable {
  let stop: StopSignal
  let surroundings: Builder.Surroundings
  /// Processors that may be used.
  let cores: Int
  let environment: Environment

  init(stop: StopSignal) {
    self.stop = stop
    environment = .process
    cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var surroundings = Builder.Surroundings(
      program: "hlspack \(Version.text)", now: { Instant.now() }, uptime: { Uptime.seconds },
      bootID: Self.bootID, currentFolder: Self.currentFolder, machine: MachineFacts.own())
    surroundings.isClockSynchronised = Instant.isClockSynchronised
    self.surroundings = surroundings
  }

  /// What the clock says, and whether it may be believed.
  /// - Parameter isTrusted: a person vouches for it.
  func clock(isTrusted: Bool) -> ClockReading {
    ClockReading(
      now: surroundings.now().seconds, isSynchronised: Instant.isClockSynchronised, isTrusted: isTrusted)
  }

  /// Which start of the machine this is; nil where the kernel does not tell.
  private static var bootID: String? {
    // A machine without it makes the journal be read again; nothing else depends on it.
    guard let bytes = try? OpenFile.open("/proc/sys/kernel/random/boot_id").readAll(limit: 256) else {
      return nil
    }
    return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
  }

  private static var currentFolder: String {
    guard let text = getcwd(nil, 0) else { return "/" }
    defer { free(text) }
    return String(cString: text)
  }
}

enum Version {
  static let text = "0.1.0"
}

/// A clock that only goes forward.
enum Uptime {
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  static var duration: Duration { .seconds(seconds) }
}
