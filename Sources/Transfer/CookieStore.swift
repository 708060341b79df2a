import CCurl
import Files
import Glibc
import Synchronization

/// The cookies of a run, one store for all engines. Domains, paths, terms and `Secure` are libcurl's to judge.
final class CookieStore: Sendable {
  /// The most cookies that are kept; more than RFC 6265, 6.1 asks for.
  private static let limit = 3_000
  /// Requests between two counts: libcurl takes at most 50 cookies from each.
  private static let interval = 64

  // The share has locks of its own, and the handle is used under `requests` alone.
  nonisolated(unsafe) let share: CurlShare
  nonisolated(unsafe) private let easy: CurlEasy
  nonisolated(unsafe) private let locks: UnsafeMutablePointer<pthread_mutex_t>
  private let file: CookieFile?
  /// What stood in the jar, as libcurl understood it.
  private let initial: [String]
  private let requests = Mutex(0)

  /// nil when memory is short.
  init?(_ file: CookieFile?) {
    guard CurlLibrary.isReady, let share = curl_share_init() else { return nil }
    guard let easy = curl_easy_init() else {
      curl_share_cleanup(share)
      return nil
    }
    let locks = Self.makeLocks()
    guard ccurl_share_cookies(share, Self.lock, Self.unlock, locks) == CURLSHE_OK,
      ccurl_set_pointer(easy, CURLOPT_SHARE, share) == CURLE_OK
    else {
      Self.free(share, easy, locks)
      return nil
    }
    self.share = share
    self.easy = easy
    self.locks = locks
    self.file = file
    Self.add(file?.lines ?? [], to: easy)
    initial = Self.lines(of: easy)
  }

  deinit { Self.free(share, easy, locks) }

  /// Counts a request. A server that sets cookies without end loses all that were set in this run.
  func noteRequest() {
    requests.withLock { count in
      count += 1
      guard count % Self.interval == 0, Self.lines(of: easy).count > Self.limit else { return }
      _ = ccurl_set_string(easy, CURLOPT_COOKIELIST, "ALL")
      Self.add(file?.lines ?? [], to: easy)
    }
  }

  /// Writes the jar back, if there is one and its cookies are not those it came with.
  func save() throws(SystemError) {
    guard let file else { return }
    let lines = requests.withLock { _ in Self.lines(of: easy) }
    if lines != initial { try file.write(lines) }
  }

  private static func add(_ lines: [String], to easy: CurlEasy) {
    // A line that libcurl does not understand is no cookie; nothing else depends on it.
    for line in lines { _ = ccurl_set_string(easy, CURLOPT_COOKIELIST, line) }
  }

  /// All cookies that have not expired, each as a line of a jar, in an order of their own.
  private static func lines(of easy: CurlEasy) -> [String] {
    var list: UnsafeMutablePointer<curl_slist>?
    guard ccurl_get_list(easy, CURLINFO_COOKIELIST, &list) == CURLE_OK else { return [] }
    defer { curl_slist_free_all(list) }
    var lines: [String] = []
    var item = list
    while let current = item {
      if let text = current.pointee.data { lines.append(String(cString: text)) }
      item = current.pointee.next
    }
    return lines.sorted()
  }
}

/// libcurl's share; `void` in libcurl 7.
typealias CurlShare = UnsafeMutableRawPointer

extension CookieStore {
  /// One lock for each kind of data that libcurl knows, whether it is shared or not.
  private static var lockCount: Int { Int(CURL_LOCK_DATA_LAST.rawValue) }

  private static func makeLocks() -> UnsafeMutablePointer<pthread_mutex_t> {
    let locks = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: lockCount)
    for index in 0..<lockCount { pthread_mutex_init(locks + index, nil) }
    return locks
  }

  private static func free(
    _ share: CurlShare, _ easy: CurlEasy, _ locks: UnsafeMutablePointer<pthread_mutex_t>
  ) {
    curl_easy_cleanup(easy)
    curl_share_cleanup(share)
    for index in 0..<lockCount { pthread_mutex_destroy(locks + index) }
    locks.deallocate()
  }

  private static let lock: ccurl_lock_callback = { _, data, _, user in
    guard let user else { return }
    pthread_mutex_lock(user.assumingMemoryBound(to: pthread_mutex_t.self) + Int(data.rawValue))
  }

  private static let unlock: ccurl_unlock_callback = { _, data, user in
    guard let user else { return }
    pthread_mutex_unlock(user.assumingMemoryBound(to: pthread_mutex_t.self) + Int(data.rawValue))
  }
}
