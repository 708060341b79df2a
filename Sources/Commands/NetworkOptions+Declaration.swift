import Flags

extension NetworkOptions {
  /// For the manual pages.
  static let environment = [
    Term(
      "http_proxy, https_proxy, all_proxy",
      "The proxy where --proxy is not given; all but the first in capitals too."),
    Term("no_proxy", "Hosts reached without it where --noproxy is not given; in capitals too."),
    Term("HOME", "Where --netrc looks for `.netrc`."),
  ]

  static let options: [Option<NetworkOptions>] = fields + identity + route

  /// Where a credential goes.
  private static let bounds = """
    the source's own origin and to --send-credentials-to only, and never across a redirect to another origin.
    """
  private static let trusted = Passage.paragraph("It goes to " + bounds)

  private static let fields: [Option<NetworkOptions>] = [
    .repeated(
      "playlist-header", placeholder: "NAME:VALUE", \.playlistHeaders,
      "Send this header field with requests for playlists only; @FILE and - as with -H.",
      details: [classDetails], secret: true),
    .repeated(
      "key-header", placeholder: "NAME:VALUE", \.keyHeaders,
      "Send this header field with requests for keys only; @FILE and - as with -H.",
      details: [classDetails], secret: true),
    .value(
      "cookie", short: "b", placeholder: "TEXT", \.cookie,
      "Send these cookies, NAME=VALUE; …; @FILE and - read them.",
      details: [
        .paragraph("They go to " + bounds),
        "Cookies that servers set go beside them, by their domain and path.",
      ], secret: true),
    .value(
      "cookies", placeholder: "FILE", completion: .file, \.cookieFile,
      "Begin with the cookies in FILE, and write them back at the end.",
      details: [
        """
        FILE is a jar as curl, wget and browsers' exports have it, of at most 4 MiB. Each cookie goes where its \
        domain, path and term say, whatever the source is. FILE is written anew, with mode 0600 and without its \
        comments, only if a cookie changed; it need not be there before.
        """
      ]),
    .flag(
      "append-url-params", \.appendsParameters,
      "Add the source's query parameters to requests that lack them.",
      details: [
        """
        To those for playlists, keys, segments and session data on the source's own origin and on \
        --send-credentials-to, where the address has no parameter of that name. They are part of the request only: \
        nothing that is kept or shown has them.
        """
      ]),
    .value(
      "base-url", placeholder: "URL", completion: .url, \.baseURL,
      "Take a playlist in a file to stand at URL; @FILE and - read it.",
      details: [
        """
        Its relative references are addresses then, and none leads to a file. Credentials go to the origin of URL.
        """
      ], secret: true),
  ]

  private static let classDetails: Passage = """
    It goes to whichever host the source names for them, in place of a field of that name from -H, and never across a \
    redirect to another origin.
    """

  private static let identity: [Option<NetworkOptions>] = [
    .value(
      "user", short: "u", placeholder: "NAME:@FILE", \.user,
      "Log in as NAME with the password in the first line of FILE.",
      details: [
        "`NAME:-` reads the password from standard input; `@FILE` and `-` alone read `NAME:PASSWORD`.",
        trusted,
      ], secret: true),
    .value(
      "bearer", placeholder: "@FILE|env:NAME", \.bearer,
      "Send the token in the first line of FILE, or in variable NAME; - reads it.", details: [trusted],
      secret: true),
    .flag(
      "netrc", short: "n", \.netrc, "Take names and passwords from `~/.netrc`.",
      details: [.paragraph("Of the hosts that it names; they go to " + bounds)]),
    .value(
      "netrc-location", placeholder: "FILE", completion: .file, \.netrcLocation,
      "Take names and passwords from FILE, as with --netrc."),
    .value(
      "cert", short: "E", placeholder: "FILE", completion: .file, \.cert,
      "Show the client certificate in FILE: PEM, or PKCS #12 (.p12, .pfx).", details: [trusted]),
    .value(
      "cert-key", placeholder: "FILE", completion: .file, \.certKey,
      "Take the private key of the client certificate from FILE."),
    .value(
      "cert-password", placeholder: "@FILE", \.certPassword,
      "Unlock that key with the first line of FILE; - reads it.", secret: true),
  ]

  private static let route: [Option<NetworkOptions>] = [
    .value(
      "proxy", placeholder: "URL", completion: .url, \.proxy,
      "Go through this proxy; @FILE and - read its address.",
      details: [
        """
        http, https, socks4, socks4a, socks5 and socks5h are understood, with `user:password@` where it has to be. \
        Without the option `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` count, all but the first in \
        capitals too; an empty URL means no proxy.
        """,
        """
        Behind a proxy the guard that --allow-private-hosts lifts can judge hosts as written only: addresses, not \
        names.
        """,
      ], secret: true),
    .value(
      "proxy-user", placeholder: "NAME:@FILE", \.proxyUser,
      "Log in to the proxy; NAME:-, @FILE and - as with --user.", details: ["It goes to the proxy only."],
      secret: true),
    .value(
      "noproxy", placeholder: "LIST", \.noproxy, "Reach these hosts without a proxy.",
      details: [
        "Names with all below them, addresses, blocks such as 10.0.0.0/8, comma-joined; * stands for all."
      ]),
    .flag("ipv4", short: "4", \.onlyIPv4, "Connect by IPv4 only."),
    .flag("ipv6", short: "6", \.onlyIPv6, "Connect by IPv6 only."),
    .value(
      "source-address", placeholder: "ADDRESS", \.sourceAddress,
      "Connect from ADDRESS of this machine, or from an interface by name."),
  ]
}
