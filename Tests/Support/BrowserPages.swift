/// The texts of the pages that play, and of the script that waits for them.
///
/// The query of a player's page is the playlist. It leaves a promise, `window.report`, of what it did.
enum BrowserPages {
  /// One page with a frame for each address.
  static func frames(_ addresses: [String]) -> String {
    let frames = addresses.map { "<iframe src=\"\($0)\"></iframe>" }.joined(separator: "\n")
    return "<!doctype html><meta charset=\"utf-8\"><title>players</title>\n\(frames)\n"
  }

  /// Waits for the reports of all frames.
  static let waiting = """
    const done = arguments[arguments.length - 1];
    const failed = (error) =>
      ({ended: false, played: 0, duration: 0, error: String(error), audio: [], subtitles: []});
    const report = (frame) =>
      Promise.resolve(frame.contentWindow.report ?? failed("the page did not run")).catch(failed);
    Promise.all(Array.from(document.querySelectorAll("iframe"), report)).then(done);
    """

  /// The video element, and how one waits for its end, for an error, or for 20 s without progress.
  static let common = """
    const playlist = location.search.slice(1);
    const video = document.createElement("video");
    video.muted = true;
    video.playsInline = true;
    video.defaultPlaybackRate = 8;
    document.body.append(video);

    const pause = (time) => new Promise((resume) => setTimeout(resume, time));
    const track = (name, language, cues) =>
      ({name: name || "", language: language || "", cues: cues?.texts ?? [], starts: cues?.starts ?? []});

    // `fault` tells an error that the element does not know of; empty for none.
    async function end(fault) {
      let last = -1, since = Date.now(), error = "";
      while (!video.ended && !error) {
        await pause(20);
        if (video.currentTime !== last) { last = video.currentTime; since = Date.now(); }
        error = fault() || (video.error ? video.error.code + " " + video.error.message : "");
        if (!error && Date.now() - since > 20000) error = "no progress for 20 s at " + last;
      }
      let played = 0;
      for (let i = 0; i < video.played.length; i++) played += video.played.end(i) - video.played.start(i);
      return {ended: video.ended, played, duration: isFinite(video.duration) ? video.duration : 0, error};
    }
    """

  static let native = """
    <!doctype html><meta charset="utf-8"><title>Chromium's own player</title><body>
    <script src="/common.js"></script>
    <script>
      const list = (tracks) => Array.from(tracks, (each) => track(each.label, each.language));
      async function run() {
        video.src = playlist;
        video.play().catch(() => {});
        const playback = await end(() => "");
        return {...playback, audio: list(video.audioTracks), subtitles: list(video.textTracks)};
      }
      window.report = run();
    </script>
    """

  static let library = """
    <!doctype html><meta charset="utf-8"><title>hls.js</title><body>
    <script src="/common.js"></script>
    <script type="module">
      import {Hls} from "/hls.mjs";
      const hls = new Hls({enableWorker: false});
      let fault = "";
      hls.on(Hls.Events.ERROR, (_, data) => {
        if (data.fatal) fault ||= data.details + (data.error ? ": " + data.error.message : "");
      });
      let begun = false;
      hls.once(Hls.Events.LEVEL_LOADED, () => { begun = true; });

      // Chooses a subtitle track and waits until each of its segments was read, at most 10 s.
      async function cues(place) {
        const read = new Set(), since = Date.now();
        const note = (_, data) => { if (data.success) read.add(data.frag.sn); };
        const segments = () => hls.subtitleTracks[place].details?.fragments.length ?? Infinity;
        hls.on(Hls.Events.SUBTITLE_FRAG_PROCESSED, note);
        hls.subtitleTrack = place;
        while (read.size < segments() && Date.now() - since < 10000) await pause(20);
        hls.off(Hls.Events.SUBTITLE_FRAG_PROCESSED, note);
        const chosen = Array.from(video.textTracks).filter((each) => each.mode !== "disabled");
        const all = chosen.flatMap((each) => Array.from(each.cues ?? []));
        return {texts: all.map((cue) => cue.text), starts: all.map((cue) => cue.startTime)};
      }

      async function run() {
        hls.loadSource(playlist);
        hls.attachMedia(video);
        while (!fault && !begun) await pause(20);
        const subtitles = [];
        for (const [place, each] of hls.subtitleTracks.entries())
          subtitles.push(track(each.name, each.lang, await cues(place)));
        video.play().catch(() => {});
        const playback = await end(() => fault);
        return {...playback, audio: hls.audioTracks.map((each) => track(each.name, each.lang)), subtitles};
      }
      window.report = run();
    </script>
    """
}
