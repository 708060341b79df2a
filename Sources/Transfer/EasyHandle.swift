import CCurl
import Glibc

/// libcurl's handles. Both are `void` in libcurl 7; a later libcurl may name them.
typealias CurlEasy = UnsafeMutableRawPointer
typealias CurlMulti = UnsafeMutableRawPointer

/// libcurl as a whole.
enum CurlLibrary {
  /// Whether it could be initialised; done once.
  static let isReady = curl_global_init(ccurl_global_default()) == CURLE_OK

  /// "7.88.1".
  static var version: String {
    guard let text = ccurl_version_info()?.pointee.version else { return "" }
    return String(cString: text)
  }
}

/// One easy handle; owns it. A failed option is remembered, since each is set before the transfer that needs it.
final class EasyHandle {
  let raw: CurlEasy
  private let errors: UnsafeMutablePointer<CChar>
  /// The first option that could not be set since the last `takeFault()`.
  private var fault: CURLcode?
  /// What has to live as long as the handle; let go of after it.
  var kept: AnyObject?

  /// nil when memory is short.
  init?() {
    guard let raw = curl_easy_init() else { return nil }
    self.raw = raw
    errors = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errors.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    check(ccurl_set_pointer(raw, CURLOPT_ERRORBUFFER, errors))
  }

  deinit {
    curl_easy_cleanup(raw)
    errors.deallocate()
  }

  func set(_ option: CURLoption, _ value: Int) { check(ccurl_set_long(raw, option, value)) }

  func set(_ option: CURLoption, _ value: String?) {
    if let value {
      check(value.withCString { ccurl_set_string(raw, option, $0) })
    } else {
      check(ccurl_set_string(raw, option, nil))
    }
  }

  func set(_ option: CURLoption, _ value: Duration) {
    set(option, Int(max((value / .milliseconds(1)).rounded(.up), 1)))
  }

  func set(_ option: CURLoption, list: UnsafeMutablePointer<curl_slist>?) {
    check(ccurl_set_list(raw, option, list))
  }

  func check(_ code: CURLcode) {
    if code != CURLE_OK, fault == nil { fault = code }
  }

  /// The first option refused since the last call, in libcurl's words; nil when all were taken.
  func takeFault() -> String? {
    defer { fault = nil }
    return fault.map { String(cString: curl_easy_strerror($0)) }
  }

  func clearError() { errors.pointee = 0 }

  /// What libcurl says of the last failure; nil when it says nothing.
  var errorText: String? {
    let text = String(cString: errors)
    return text.isEmpty ? nil : text
  }

  func long(_ info: CURLINFO) -> Int {
    var value = 0
    return ccurl_get_long(raw, info, &value) == CURLE_OK ? value : 0
  }

  func offset(_ info: CURLINFO) -> Int64 {
    var value: curl_off_t = 0
    return ccurl_get_offset(raw, info, &value) == CURLE_OK ? Int64(value) : 0
  }

  /// The address of the peer that the last transfer was connected to; nil when there was none.
  var peerAddress: String? {
    var text: UnsafePointer<CChar>?
    guard ccurl_get_string(raw, CURLINFO_PRIMARY_IP, &text) == CURLE_OK, let text, text.pointee != 0 else {
      return nil
    }
    return String(cString: text)
  }
}

/// A list of header lines for libcurl; owns it.
final class HeaderList {
  private(set) var raw: UnsafeMutablePointer<curl_slist>?

  init(_ fields: [HeaderField]) {
    for field in fields {
      // libcurl's way to send a field without a value is a semicolon.
      let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      if let longer = curl_slist_append(raw, line) { raw = longer }
    }
  }

  /// A copy of a list with more lines.
  init(_ other: HeaderList, and lines: [String]) {
    var next = other.raw
    while let item = next?.pointee {
      if let longer = curl_slist_append(raw, item.data) { raw = longer }
      next = item.next
    }
    for line in lines { if let longer = curl_slist_append(raw, line) { raw = longer } }
  }

  deinit { curl_slist_free_all(raw) }
}
