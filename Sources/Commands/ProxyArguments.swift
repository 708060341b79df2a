import Addresses
import Transfer

/// Proxies as typed, or as the environment names them in the way that curl and wget read it.
struct ProxyArguments {
  /// `--proxy`; nil: what the environment says, "" for no proxy at all.
  var proxy: String?
  /// `--proxy-user`
  var user: String?
  /// `--noproxy`; nil: what the environment says.
  var exceptions: String?
  let environment: Environment

  /// - Throws: `usage` for what is not the address of a proxy. It is not shown, for it may hold a password.
  func proxies() throws(Failure) -> Proxies {
    var proxies = Proxies()
    if let proxy {
      proxies = Proxies(try checked(try SecretArgument.text(proxy, of: "--proxy"), "--proxy"))
    } else {
      // HTTP_PROXY in capitals can be a field of somebody's request where we run below a server (CVE-2016-5385).
      proxies.http = try first(of: ["http_proxy", "all_proxy", "ALL_PROXY"])
      proxies.https = try first(of: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
    }
    proxies.exceptions = exceptions ?? environment.value("no_proxy") ?? environment.value("NO_PROXY")
    if let user { proxies.user = try SecretArgument.user(user, of: "--proxy-user") }
    return proxies
  }

  private func first(of names: [String]) throws(Failure) -> String? {
    for name in names {
      guard let value = environment.value(name) else { continue }
      return try checked(value, name)
    }
    return nil
  }

  /// With the scheme that is meant where none is written; nil for an empty text.
  private func checked(_ text: String, _ place: String) throws(Failure) -> String? {
    guard !text.isEmpty else { return nil }
    let whole = text.contains("://") ? text : "http://" + text
    // What is wrong with it may be a part of a password.
    guard let uri = try? URI(whole), Self.schemes.contains(uri.scheme), uri.host?.isEmpty == false else {
      throw Failure(
        .usage, "\(place): not the address of a proxy",
        hint: "\(Self.schemes.joined(separator: ", ")) are understood: http://HOST:PORT")
    }
    return whole
  }

  private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
}
