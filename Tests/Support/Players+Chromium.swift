import Files
import Foundation

extension Players {
  package struct BrowserPlayback: Sendable {
    /// Whether the video element came to its end.
    package let ended: Bool
    /// Seconds of media that were played, gaps left out.
    package let played: Double
    /// The duration as the browser has it; 0 where it never knew.
    package let duration: Double
    /// The media error's code and text; empty where there was none.
    package let error: String
    /// URLs of other origins that were asked for. For a bundle there must be none.
    package let foreignRequests: [String]
    package let network: Network
  }

  /// Plays `FOLDER/PLAYLIST` in Chromium's own HLS player, from a static server on loopback.
  ///
  /// A headless session by chromedriver's WebDriver, at eight times the speed. Server, driver and browser are
  /// in one name space that has loopback alone, and end with it.
  package static func chromium(_ folder: String, playlist: String = "index.m3u8") async throws
    -> BrowserPlayback
  {
    try await browsers.pass {
      let session = try await BrowserSession(folder: folder, playlist: playlist)
      return try await session.play()
    }
  }

  /// One browser at a time: two on a small machine would wait for each other's frames.
  private static let browsers = Gate(width: 1)
}

/// One page in one browser: the server's configuration, the script that drives it, and what came out.
private struct BrowserSession {
  let work: TemporaryFolder
  let seclusion: Seclusion
  let port: UInt16
  let driverPort: UInt16

  init(folder: String, playlist: String) async throws {
    work = try TemporaryFolder("chromium")
    seclusion = try await Seclusion.find(loopback: true)
    port = try Loopback.freePort()
    driverPort = try Loopback.freePort()
    let page = """
      location = /player { default_type text/html; alias "\(work.path("player.html"))"; }
      location = /favicon.ico { return 204; }
      """
    let configuration = NginxConfiguration(
      workFolder: work.path, root: folder, port: port, directives: page, pulse: "/pulse")
    try work.write(configuration.text, to: "nginx.conf")
    try work.write(Self.page(playlist), to: "player.html")
    try work.write(Self.json(Self.capabilities(work)), to: "session.json")
    try work.write(Self.json(["url": "http://127.0.0.1:\(port)/player"]), to: "url.json")
    try work.write(Self.json(["script": Self.waitingScript, "args": [String]()]), to: "script.json")
    try work.write(Self.json(["type": "performance"]), to: "log.json")
    try work.write(Self.driverScript, to: "drive.sh")
  }

  func play() async throws -> Players.BrowserPlayback {
    for tool in ["nginx", "chromium", "chromedriver", "curl"] { _ = try Tools.require(tool) }
    let (tool, arguments) = try seclusion.wrapped(
      "bash",
      [
        work.path("drive.sh"), try Tools.require("nginx"), try Tools.require("chromedriver"),
        "\(port)", "\(driverPort)",
      ])
    try await Tools.run(tool, arguments, in: work.path, limit: .seconds(150))
    let answer = try JSONDecoder().decode(PageAnswer.self, from: Data(work.read("played.out"))).value
    return Players.BrowserPlayback(
      ended: answer.ended, played: answer.played, duration: answer.duration, error: answer.error,
      foreignRequests: try foreignRequests(), network: seclusion.network)
  }

  /// From the driver's log of the browser's network events.
  private func foreignRequests() throws -> [String] {
    let log = try JSONDecoder().decode(DriverLog.self, from: Data(work.read("log.out")))
    let own = "http://127.0.0.1:\(port)/"
    return try log.value
      .compactMap { entry in
        let event = try JSONDecoder().decode(NetworkEvent.self, from: Data(entry.message.utf8)).message
        return event.method == "Network.requestWillBeSent" ? event.params.request?.url : nil
      }
      .filter { url in
        (url.hasPrefix("http") || url.hasPrefix("ws")) && !url.hasPrefix(own)
      }
  }

  private static func json(_ value: [String: Any]) throws -> [UInt8] {
    try [UInt8](JSONSerialization.data(withJSONObject: value))
  }

  private static func capabilities(_ work: TemporaryFolder) throws -> [String: Any] {
    let options: [String: Any] = [
      "binary": try Tools.require("chromium"),
      "args": [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--autoplay-policy=no-user-gesture-required", "--user-data-dir=\(work.path("profile"))",
      ],
    ]
    let wanted: [String: Any] = [
      "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": ["performance": "ALL"],
      "timeouts": ["script": 100_000, "pageLoad": 30_000],
    ]
    return ["capabilities": ["alwaysMatch": wanted]]
  }

  private static func page(_ playlist: String) -> String {
    """
    <!doctype html><meta charset="utf-8"><title>player</title>
    <video id="video" muted playsinline></video>
    <script>
      const video = document.getElementById("video");
      video.defaultPlaybackRate = 8;
      video.src = "/\(playlist)";
      video.play().catch(() => {});
    </script>
    """
  }

  /// Waits in the page for the end, for an error, or for 20 s without progress.
  private static let waitingScript = """
    const done = arguments[arguments.length - 1];
    const video = document.getElementById("video");
    let last = -1, since = Date.now();
    const look = () => {
      if (video.currentTime !== last) { last = video.currentTime; since = Date.now(); }
      const stalled = Date.now() - since > 20000;
      if (!video.ended && !video.error && !stalled) { setTimeout(look, 50); return; }
      let played = 0;
      for (let i = 0; i < video.played.length; i++) played += video.played.end(i) - video.played.start(i);
      const error = video.error ? video.error.code + " " + video.error.message
        : stalled ? "no progress for 20 s at " + last : "";
      done({ended: video.ended, played, duration: isFinite(video.duration) ? video.duration : 0, error});
    };
    look();
    """

  /// Starts server and driver, takes the session through its steps, ends what it started.
  private static let driverScript = """
    set -euo pipefail
    nginx=$1 chromedriver=$2 port=$3 driver_port=$4
    driver=http://127.0.0.1:$driver_port
    session=
    finish() {
      if [[ -n $session ]]; then curl -sS -m 10 -o /dev/null -X DELETE "$session" || true; fi
      kill $(jobs -p) 2>/dev/null || true
      wait || true
    }
    trap finish EXIT
    "$nginx" -e "$PWD/error.log" -p "$PWD" -c "$PWD/nginx.conf" &
    "$chromedriver" --port="$driver_port" >driver.log 2>&1 &
    call() {
      curl -sS -m 120 --fail-with-body -H 'Content-Type: application/json' -d "@$1" -o "$2" "$3" ||
        { cat "$2" driver.log >&2; exit 1; }
    }
    ready() { curl -sS -o /dev/null --retry 100 --retry-delay 0 --retry-max-time 20 --retry-connrefused "$1"; }
    ready "http://127.0.0.1:$port/pulse"
    ready "$driver/status"
    call session.json session.out "$driver/session"
    session=$driver/session/$(sed -n 's/.*"sessionId":"\\([^"]*\\)".*/\\1/p' session.out)
    call url.json url.out "$session/url"
    call script.json played.out "$session/execute/async"
    call log.json log.out "$session/se/log"
    """
}

/// The driver's answer to the script: what the page said.
private struct PageAnswer: Decodable {
  struct Value: Decodable {
    let ended: Bool
    let played: Double
    let duration: Double
    let error: String
  }
  let value: Value
}

/// The driver's log: a list of texts that are JSON themselves.
private struct DriverLog: Decodable {
  struct Entry: Decodable {
    let message: String
  }
  let value: [Entry]
}

/// One of the browser's network events, as far as it is used.
private struct NetworkEvent: Decodable {
  struct Message: Decodable {
    let method: String
    let params: Parameters
  }
  struct Parameters: Decodable {
    let request: Request?
  }
  struct Request: Decodable {
    let url: String
  }
  let message: Message
}
