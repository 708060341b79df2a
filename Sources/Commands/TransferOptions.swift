import Download
import Flags
import Transfer

/// How transfers are made.
struct TransferOptions: Sendable {
  var connections = 8
  var headers: [String] = []
  var userAgent = "hlspack/\(Version.text)"
  var referer: String?
  var retries = 6
  var connectTimeout = 15
  var socketTimeout = 20
  var cacert: String?
  var insecure = false
  var allowPrivateHosts = false
  var credentialHosts: [String] = []
  var segmentLimit: ByteCountValue?
  var network = NetworkOptions()
  /// Declared apart: the group "Pace".
  var pace = PaceOptions()

  static let options: [Option<TransferOptions>] = [
    .value(
      "concurrent-fragments", short: "N", aliases: ["connections"], in: 1...64, \.connections,
      "Make at most N requests at the same time."),
    .repeated(
      "header", short: "H", aliases: ["add-headers"], placeholder: "NAME:VALUE", \.headers,
      "Send this header field; @FILE reads lines of them from FILE.",
      details: [
        """
        Fields go to the source's own origin only, and never across a redirect to another; User-Agent, Referer, \
        Origin, Accept and Accept-Language go everywhere. - and @- read standard input.
        """
      ], secret: true),
    .value("user-agent", short: "A", placeholder: "TEXT", \.userAgent, "Call ourselves TEXT."),
    .value("referer", short: "e", placeholder: "URL", \.referer, "Send this Referer."),
    .repeated(
      "send-credentials-to", placeholder: "HOST", \.credentialHosts,
      "Send credentials to HOST too; .example.com with all below it."),
    .value(
      "retries", short: "R", in: 0...100, \.retries,
      "Try again N times what may heal: resets, time-outs, short bodies, 5xx."),
    .value(
      "connect-timeout", placeholder: "SECONDS", in: 1...3600, \.connectTimeout,
      "Give up connecting after SECONDS."),
    .value(
      "socket-timeout", placeholder: "SECONDS", in: 1...3600, \.socketTimeout,
      "Give up a transfer that stands still for SECONDS."),
    .value(
      "max-filesize", \.segmentLimit, "Refuse segments of more than SIZE.",
      details: [
        "SIZE is in bytes; k, M, G and T stand for powers of 1,024. It counts the bytes after decoding."
      ]),
    .value("cacert", placeholder: "FILE", completion: .file, \.cacert, "Trust the certificates in FILE."),
    .flag(
      "insecure", short: "k", aliases: ["no-check-certificates"], \.insecure,
      "Do not check the servers' certificates."),
    .flag(
      "allow-private-hosts", \.allowPrivateHosts,
      "Follow a playlist to addresses less public than its own."),
  ]

  /// - Throws: `usage` for a field that cannot be sent, or a file that cannot be read.
  func settings(_ context: Context) throws(Failure) -> TransferSettings {
    var settings = TransferSettings()
    settings.connections = connections
    settings.engines = min(2, context.cores)
    settings.userAgent = userAgent
    settings.retries = retries
    settings.connectTimeout = .seconds(connectTimeout)
    settings.stallTimeout = .seconds(socketTimeout)
    settings.caFile = cacert
    settings.insecure = insecure
    settings.allowPrivateHosts = allowPrivateHosts
    settings.credentialHosts = credentialHosts
    settings.headers = try fields()
    try network.apply(to: &settings, environment: context.environment)
    pace.apply(to: &settings)
    return settings
  }

  private func fields() throws(Failure) -> [HeaderField] {
    var fields = try FieldArguments.fields(headers, of: "--header")
    if let referer, let field = HeaderField(name: "Referer", value: referer) { fields.append(field) }
    return fields
  }
}
