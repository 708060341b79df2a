import Synchronization

/// The fields of requests: for each kind of resource and each degree of trust one list, made when first asked for.
/// Confined to an engine's thread.
final class RequestFields {
  /// How far the user's credentials go with a request.
  enum Reach: Hashable {
    /// The source's origin, and what the user named beside it.
    case trusted
    /// Another origin, which the source named.
    case named
    /// Beyond a redirect to another origin.
    case redirected
  }

  /// What goes with a request.
  struct Set {
    let list: HeaderList
    /// The user's cookies; nil: none.
    let cookies: String?
    /// How many fields and cookies these are, so that two sets show whether something was left out.
    let count: Int
  }

  private struct Key: Hashable {
    let kind: ResourceKind
    let reach: Reach
  }

  private let given: [HeaderField]
  private let classHeaders: [ResourceKind: [HeaderField]]
  private let fresh: FreshFields
  /// Those given, less those that were renewed, and these.
  private var headers: [HeaderField]
  private var version = 0
  private var sets: [Key: Set] = [:]
  /// Lists of earlier versions, which requests under way may still refer to.
  private var retired: [Set] = []

  init(_ settings: TransferSettings, _ fresh: FreshFields) {
    var headers = settings.headers
    if let user = settings.user, !headers.contains(where: { $0.isNamed("authorization") }),
      let field = HeaderField(name: "Authorization", value: "Basic " + base64(Array(user.utf8)))
    {
      headers.append(field)
    }
    if let cookies = settings.cookies, let field = HeaderField(name: "Cookie", value: cookies) {
      headers.append(field)
    }
    given = headers
    self.headers = headers
    self.fresh = fresh
    classHeaders = settings.classHeaders
  }

  /// What goes with a request for a resource of this kind.
  func fields(for kind: ResourceKind, _ reach: Reach) -> Set {
    takeFresh()
    let key = Key(kind: kind, reach: reach)
    if let set = sets[key] { return set }
    let own = (classHeaders[kind] ?? []).filter { reach != .redirected || $0.goesEverywhere }
    let general = headers.filter { field in
      (reach == .trusted || field.goesEverywhere) && !own.contains { $0.isNamed(field.name) }
    }
    let all = general + own
    // One Cookie field for theirs and ours (RFC 6265, 5.4): libcurl joins them.
    let cookies = all.filter { $0.isNamed("cookie") }.map(\.value).joined(separator: "; ")
    let set = Set(
      list: HeaderList(all.filter { !$0.isNamed("cookie") }), cookies: cookies.isEmpty ? nil : cookies,
      count: all.count)
    sets[key] = set
    return set
  }

  private func takeFresh() {
    guard let newer = fresh.newer(than: version) else { return }
    version = newer.version
    headers = given.filter { field in !newer.fields.contains { $0.isNamed(field.name) } } + newer.fields
    retired += sets.values
    sets = [:]
  }

  /// Whether a request that is not trusted goes without something.
  func isCurtailed(_ kind: ResourceKind, _ reach: Reach) -> Bool {
    fields(for: kind, reach).count < fields(for: kind, .trusted).count
  }
}

/// Fields that were renewed while transfers go on. Shared by all engines.
final class FreshFields: Sendable {
  private struct State {
    var version = 0
    var fields: [HeaderField] = []
  }

  private let state = Mutex(State())
  private let version = Atomic(0)

  /// Those of other names that were renewed earlier stay.
  func replace(_ fields: [HeaderField]) {
    guard !fields.isEmpty else { return }
    state.withLock { state in
      state.fields.removeAll { old in fields.contains { $0.isNamed(old.name) } }
      state.fields += fields
      state.version += 1
      version.store(state.version, ordering: .releasing)
    }
  }

  /// nil where nothing was renewed since a version.
  func newer(than known: Int) -> (version: Int, fields: [HeaderField])? {
    guard version.load(ordering: .acquiring) != known else { return nil }
    return state.withLock { ($0.version, $0.fields) }
  }
}

extension HeaderField {
  fileprivate func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}

/// RFC 4648, 4.
private func base64(_ bytes: [UInt8]) -> String {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
    for place in 0..<4 {
      let isFilled = place <= group.count
      text.append(isFilled ? letters[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}
