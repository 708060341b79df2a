import Glibc
import Playlist

/// How fast playlists are parsed: bytes in memory to the whole model, lenient, on one thread.
enum ParseWork {
  static func run(_ playlists: [LongPlaylist], rounds: Int, segments: Int) throws(PlaylistError) {
    var table = FigureTable(["playlist", "MB", "segments", "MB/s median", "min", "max"])
    for playlist in playlists {
      let bytes = playlist.bytes(segments: segments)
      let megabytes = Double(bytes.count) / 1e6
      var speeds: [Double] = []
      var count = 0
      for _ in 0..<rounds + 1 {
        let start = ThreadClock.seconds
        let parsed = try PlaylistParser(name: playlist.rawValue).parse(bytes)
        speeds.append(megabytes / (ThreadClock.seconds - start))
        if case .media(let media) = parsed { count = media.segments.count }
      }
      // The first round pays for the memory's first use.
      let figures = Figures(of: Array(speeds.dropFirst()))
      table.append([
        playlist.rawValue, Figures.text(megabytes, digits: 1), "\(count)",
        Figures.text(figures.median, digits: 0),
        Figures.text(figures.least, digits: 0), Figures.text(figures.most, digits: 0),
      ])
    }
    print("parse, \(rounds) rounds each, by processor time of the thread:\n")
    print(table.text)
  }
}

/// The processor time of this thread, which other work on the machine disturbs least.
enum ThreadClock {
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
