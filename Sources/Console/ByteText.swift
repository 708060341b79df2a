/// Amounts as people read them: decimal units, a few digits.
package enum ByteText {
  /// `512 B`, `1.2 MB`, `345 GB`; nothing below zero.
  package static func bytes(_ count: Int64) -> String {
    scaled(Double(max(0, count)), units: ["B", "kB", "MB", "GB", "TB", "PB", "EB"])
  }

  /// Bytes a second, `1.2 MB/s`; what is no amount counts as none.
  package static func rate(_ bytesPerSecond: Double) -> String {
    bytes(Int64(exactly: finite(bytesPerSecond).rounded()) ?? .max) + "/s"
  }

  /// Bits a second of a variant, `2.5 Mb/s`.
  package static func bitrate(_ bitsPerSecond: Int64) -> String {
    scaled(Double(max(0, bitsPerSecond)), units: ["b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s", "Pb/s", "Eb/s"])
  }

  /// `0:07`, `12:34`, `1:02:03`, in whole seconds rounded down; what is no amount counts as none.
  package static func duration(_ seconds: Double) -> String {
    let whole = Int64(min(finite(seconds), 1e15))
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    return hours > 0
      ? "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))" : "\(minutes):\(twoDigits(rest))"
  }

  /// Digits in groups of three, `1,234,567`.
  package static func count(_ number: Int64) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  /// Never NaN, infinite or negative.
  static func finite(_ value: Double) -> Double { value.isFinite ? max(0, value) : 0 }

  private static func twoDigits(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }

  private static func scaled(_ amount: Double, units: [String]) -> String {
    var amount = amount
    var unit = 0
    // 999.5 would be written as four digits: it belongs to the next unit.
    while amount >= 999.5, unit < units.count - 1 {
      amount /= 1000
      unit += 1
    }
    guard unit > 0, amount < 99.95 else { return "\(Int64(amount.rounded())) \(units[unit])" }
    let tenths = Int64((amount * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
