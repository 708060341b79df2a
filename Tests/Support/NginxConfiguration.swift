/// The text of a configuration for an nginx of our own: one process, in the foreground, everything it writes
/// in its own folder.
struct NginxConfiguration: Sendable {
  /// Where its log, its temporary files and its certificate are.
  var workFolder: String
  /// What is served.
  var root: String
  var port: UInt16
  /// The port for TLS with HTTP/2; nil means none. Its certificate is `cert.pem` and `key.pem` in the work folder.
  var securePort: UInt16?
  /// Further directives of the `server` block, as nginx writes them.
  var directives = ""
  /// A path that only this server answers (204), and does not log.
  var pulse: String

  var text: String {
    """
    daemon off;
    master_process off;
    pid \(quoted("nginx.pid"));
    error_log \(quoted("error.log"));
    worker_rlimit_nofile 4096;
    events { worker_connections 1024; }
    http {
      log_format requests escape=json \(Self.logFormat);
      access_log \(quoted("access.log")) requests;
      client_body_temp_path \(quoted("body"));
      proxy_temp_path \(quoted("proxy"));
      fastcgi_temp_path \(quoted("fastcgi"));
      uwsgi_temp_path \(quoted("uwsgi"));
      scgi_temp_path \(quoted("scgi"));
      keepalive_requests 100000;
      default_type application/octet-stream;
      types { \(Self.types) }
      server {
        listen 127.0.0.1:\(port) backlog=1024;
        \(secureListener)
        root "\(root)";
        location = \(pulse) { access_log off; return 204; }
        \(directives)
      }
    }

    """
  }

  private func quoted(_ name: String) -> String { "\"\(workFolder)/\(name)\"" }

  private var secureListener: String {
    guard let securePort else { return "" }
    return """
      listen 127.0.0.1:\(securePort) ssl http2;
      ssl_certificate \(quoted("cert.pem"));
      ssl_certificate_key \(quoted("key.pem"));
      """
  }

  private static let types = """
    application/vnd.apple.mpegurl m3u8; video/mp2t ts; video/mp4 mp4 m4s m4v; audio/mp4 m4a;
    audio/aac aac; audio/mpeg mp3; audio/ac3 ac3; audio/eac3 ec3; text/vtt vtt; text/html html;
    application/json json; image/jpeg jpg; image/png png; text/xml xml;
    """

  /// One JSON object a line; the names are `NginxRequest`'s.
  private static let logFormat = """
    '{"method":"$request_method","target":"$request_uri","status":$status,"bytes":$body_bytes_sent,'
    '"protocol":"$server_protocol","connection":$connection,"range":"$http_range",'
    '"userAgent":"$http_user_agent","referer":"$http_referer","origin":"$http_origin",'
    '"authorization":"$http_authorization","cookie":"$http_cookie","acceptEncoding":"$http_accept_encoding"}'
    """
}
