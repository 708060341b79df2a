/// Text from outside made fit for a message: printable ASCII, cut to 80 bytes, in quotes. Of an address, which may
/// hold credentials, nothing is shown.
func shown(_ text: String) -> String {
  if text.contains("://") { return "an address" }
  let bytes = text.utf8.prefix { $0 != UInt8(ascii: "?") }.prefix(80)
    .map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "_") }
  return "'" + String(decoding: bytes, as: UTF8.self) + "'"
}

/// " (and 3 more)"; empty for none.
func andMore(_ count: Int) -> String { count > 0 ? " (and \(count) more)" : "" }
